#include "simulations/run/draw.h"

namespace idem {

namespace {

std::uint64_t mix(std::uint64_t value)
{
    value += 0x9E3779B97F4A7C15U;
    value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
    value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
    return value ^ (value >> 31U);
}

} // namespace

std::uint64_t drawBits(std::uint64_t seed, std::uint64_t purpose, std::uint64_t place)
{
    return mix(mix(mix(seed) ^ purpose) ^ place);
}

double draw(std::uint64_t seed, std::uint64_t purpose, std::uint64_t place)
{
    return static_cast<double>(drawBits(seed, purpose, place) >> 11U) * 0x1.0p-53;
}

} // namespace idem
