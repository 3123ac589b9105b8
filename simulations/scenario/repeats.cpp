#include "simulations/scenario/repeats.h"

#include <algorithm>
#include <array>

namespace idem {

namespace {

constexpr std::array<std::string_view, 11> answers{
    "none",     "done",    "replayed", "in_progress", "conflict", "outcome_unknown",
    "rejected", "timeout", "lost",     "error",       "not_found"};

// Beyond what a run may last no wait matters, and sums of waits stay far from overflowing.
constexpr Micros longestWait = 100LL * 366 * 24 * 3600 * 1'000'000;

Micros cut(double wait)
{
    return wait >= static_cast<double>(longestWait) ? longestWait : static_cast<Micros>(wait);
}

} // namespace

std::string_view name(CallAnswer answer)
{
    return answers.at(static_cast<std::size_t>(answer));
}

std::optional<CallAnswer> callAnswerNamed(std::string_view name)
{
    const auto found = std::find(answers.begin(), answers.end(), name);
    return found == answers.end() ? std::nullopt
                                  : std::optional(static_cast<CallAnswer>(found - answers.begin()));
}

Micros Span::drawn(double share) const
{
    for (std::size_t i = 1; i < points.size(); ++i) {
        const Point& from = points[i - 1];
        const Point& to = points[i];
        if (share < to.share) {
            const double inside = (share - from.share) / (to.share - from.share);
            return from.at + static_cast<Micros>(inside * static_cast<double>(to.at - from.at));
        }
    }
    return points.back().at;
}

Micros Repeats::wait(int nth, double share) const
{
    double wait = static_cast<double>(after);
    if (!waits.empty()) {
        wait = static_cast<double>(
            waits[std::min(static_cast<std::size_t>(std::max(nth, 1)), waits.size()) - 1]);
    } else {
        for (int i = 1; i < nth && wait < static_cast<double>(longestWait); ++i) {
            wait *= factor; // by hand: std::pow may differ by a bit between libraries
        }
    }
    if (cap != never) {
        wait = std::min(wait, static_cast<double>(cap));
    }
    return cut(wait - wait * jitter * share);
}

} // namespace idem
