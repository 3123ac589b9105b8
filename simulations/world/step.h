#pragma once

#include <bit>
#include <cstdint>

namespace idem {

/// One access to shared state, or one choice of the environment. Everything local is fused into the step before
/// it.
enum class StepKind : std::uint8_t {
    Begin, ///< the ask is made, the request arrives, the queued call gets its turn
    BeginTwice, ///< fault: and a second worker gets the same run
    SendAgain, ///< user
    Again, ///< webhook redelivers, runtime runs or restarts, SDK resends
    Decide, ///< model
    Check, ///< tool reads its own record
    Insert, ///< tool writes the record that it did not find
    Reserve,
    LookUp, ///< the provider answers a status look-up
    Deliver, ///< an answer of the provider arrives
    Lose, ///< fault: it does not
    Settle,
    Send,
    Finish,
    Effect,
    Timeout,
    TimeoutLate, ///< fault: the wrapper gives up just as the answer is there
    GiveUp, ///< the time for another try is over
    LoseRun, ///< runtime: it was silent for too long, another worker gets the run
    Crash, ///< fault: the process dies here
    Raise, ///< fault: the code raises here, after the effect
    Fail, ///< fault: the provider fails, and nothing happened
    Show, ///< provider: look-ups find the effect from now on
    FreeSlot, ///< provider: the request no longer counts against the rate limit
    LeaseOver, ///< subject is a record
    LeaseOverAhead, ///< subject is a record: for workers whose clocks are ahead
    Drop, ///< subject is a record: past its retention
};
inline constexpr int stepKindCount = 27;

constexpr bool concernsRecord(StepKind kind)
{
    return kind >= StepKind::LeaseOver;
}

/// Time passing, which nobody would notice by itself: no run goes on for it.
constexpr bool isQuiet(StepKind kind)
{
    return kind >= StepKind::Show;
}

struct Step
{
    StepKind kind = StepKind::Begin;
    std::uint32_t subject = 0; ///< index of the call, or of the record

    bool operator==(const Step&) const = default;
};

/// A set of step kinds of one subject.
class StepSet
{
public:
    void add(StepKind kind) { m_bits |= bit(kind); }
    void remove(StepKind kind) { m_bits &= ~bit(kind); }
    bool has(StepKind kind) const { return (m_bits & bit(kind)) != 0; }
    bool empty() const { return m_bits == 0; }

    StepSet without(StepSet other) const { return StepSet(m_bits & ~other.m_bits); }

    StepSet() = default;

    template <typename Visit>
    void forEach(Visit visit) const
    {
        for (std::uint32_t rest = m_bits; rest != 0; rest &= rest - 1) {
            visit(static_cast<StepKind>(std::countr_zero(rest)));
        }
    }

private:
    explicit StepSet(std::uint32_t bits)
        : m_bits(bits)
    {
    }
    static constexpr std::uint32_t bit(StepKind kind) { return 1U << static_cast<unsigned>(kind); }
    std::uint32_t m_bits = 0;
};

} // namespace idem
