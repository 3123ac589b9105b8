#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace idem {

/// Virtual time and durations, in microseconds.
using Micros = std::int64_t;
inline constexpr Micros never = std::numeric_limits<Micros>::max();

/// What a caller got. `NotFound` is only the answer of a status look-up.
enum class CallAnswer : std::uint8_t {
    None,
    Done,
    Replayed,
    InProgress,
    Conflict,
    OutcomeUnknown,
    Rejected,
    Timeout,
    Lost,
    Error,
    NotFound,
};
std::string_view name(CallAnswer answer); ///< snake_case, as in JSON
std::optional<CallAnswer> callAnswerNamed(std::string_view name);

/// Which answers a layer repeats a call after.
class AnswerSet
{
public:
    constexpr AnswerSet() = default;
    template <typename... Answers>
    constexpr explicit AnswerSet(CallAnswer first, Answers... others)
        : m_bits((bit(first) | ... | bit(others)))
    {
    }
    constexpr bool has(CallAnswer answer) const { return (m_bits & bit(answer)) != 0; }
    void add(CallAnswer answer) { m_bits |= bit(answer); }
    bool operator==(const AnswerSet&) const = default;

private:
    static constexpr std::uint32_t bit(CallAnswer answer) { return 1U << static_cast<unsigned>(answer); }
    std::uint32_t m_bits = 0;
};

/// A duration that is drawn: evenly between neighbouring points. A fixed one has one point; a range has two, at
/// shares 0 and 1.
struct Span
{
    struct Point
    {
        double share = 0;
        Micros at = 0;
        bool operator==(const Point&) const = default;
    };
    std::vector<Point> points{{0, 0}};

    Micros shortest() const { return points.front().at; }
    Micros longest() const { return points.back().at; }
    Micros drawn(double share) const; ///< share from 0 to below 1
};

/// How a layer repeats: how often, how long it waits before each, and after what.
struct Repeats
{
    int times = 0;
    Micros after = 0;
    double factor = 1;
    Micros cap = never;
    double jitter = 0; ///< share of a wait that is drawn away
    std::vector<Micros> waits{}; ///< instead of after and factor; the last one serves all later repeats
    Micros within = never; ///< of the first try; no repeat starts later
    AnswerSet on{};

    /// Before the nth repeat, from 1; `share` from 0 to below 1 is what the seed drew.
    Micros wait(int nth, double share) const;
};

} // namespace idem
