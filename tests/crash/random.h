#pragma once

#include <cstdint>
#include <random>

namespace idem {

/// Random numbers that are the same for one seed on every system; the distributions of the standard library are
/// not. Value.
class Random
{
public:
    explicit Random(std::uint64_t seed)
        : m_engine(seed)
    {
    }

    /// From 0 to `most`, both included.
    int upTo(int most) { return static_cast<int>(m_engine() % (static_cast<std::uint64_t>(most) + 1)); }
    int between(int least, int most) { return least + upTo(most - least); }
    bool percent(int chance) { return upTo(99) < chance; }
    std::uint64_t seed() { return m_engine(); }

private:
    std::mt19937_64 m_engine;
};

} // namespace idem
