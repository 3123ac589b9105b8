#pragma once

#include <cstdint>

namespace idem {

/// A number drawn evenly from [0, 1) for a seed and a place. The same place gets the same number whatever else
/// happens in the run, so that two designs meet the same latencies (common random numbers). SplitMix64's mixing
/// function.
double draw(std::uint64_t seed, std::uint64_t purpose, std::uint64_t place);

/// 64 bits of the same.
std::uint64_t drawBits(std::uint64_t seed, std::uint64_t purpose, std::uint64_t place);

} // namespace idem
