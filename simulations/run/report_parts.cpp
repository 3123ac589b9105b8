#include "simulations/run/report_parts.h"

#include "simulations/run/report.h"

#include <array>
#include <cmath>

namespace idem {

using nlohmann::ordered_json;

namespace {

/// A whole number is written as one: 3, not 3.0.
ordered_json amplificationJson(double value)
{
    return value == std::floor(value) ? ordered_json(static_cast<std::int64_t>(value)) : ordered_json(value);
}

ordered_json actionJson(const Trace& trace, const Verdict& verdict, std::size_t number)
{
    const ActionVerdict& action = verdict.perAction[number];
    return {{"action", trace.scenario->actions[number].name},
            {"steps", action.steps},
            {"effects", action.effects},
            {"duplicates", action.duplicates},
            {"lost", action.lost},
            {"stuck", action.stuck},
            {"told", name(action.told)},
            {"told_truly", action.toldTruly ? ordered_json(*action.toldTruly) : ordered_json()},
            {"provider_calls", action.providerCalls},
            {"wasted_calls", action.wastedCalls},
            {"knew_after_ms", milliseconds(action.knewAfter)}};
}

} // namespace

ordered_json milliseconds(Micros time)
{
    if (time % 1000 == 0) {
        return time / 1000;
    }
    return static_cast<double>(time) / 1000.0;
}

ordered_json milliseconds(const std::optional<Micros>& time)
{
    return time ? milliseconds(*time) : ordered_json();
}

std::string_view whyName(Reason reason)
{
    static constexpr std::array<std::string_view, 20> names{
        "first",         "sent_again",  "redelivered",     "run_retried",   "restarted",  "double_dispatched",
        "asked_at_once", "asked_later", "called_again",    "tried_again",   "resent",     "asked_again",
        "status_check",  "duplicated",  "from_checkpoint", "dead_lettered", "lease_lost", "next_step",
        "from_journal",  "forgot"};
    return names.at(static_cast<std::size_t>(reason));
}

ordered_json verdictJson(const Verdict& verdict)
{
    return {{"safe", verdict.safe},
            {"actions", verdict.actions},
            {"steps", verdict.steps},
            {"effects", verdict.effects},
            {"duplicates", verdict.duplicates},
            {"lost", verdict.lost},
            {"told", verdict.told},
            {"told_untruly", verdict.toldUntruly},
            {"calls", verdict.calls},
            {"provider_calls", verdict.providerCalls},
            {"wasted_calls", verdict.wastedCalls},
            {"amplification", amplificationJson(verdict.amplification)},
            {"knew_after_ms", milliseconds(verdict.knewAfter)},
            {"replayed", verdict.replayed},
            {"in_progress", verdict.inProgress},
            {"conflict", verdict.conflict},
            {"unknown", verdict.unknown},
            {"stale", verdict.stale},
            {"stuck", verdict.stuck},
            {"rejected", verdict.rejected},
            {"timeouts", verdict.timeouts},
            {"status_lookups", verdict.statusLookups}};
}

ordered_json actionsJson(const Trace& trace, const Verdict& verdict)
{
    ordered_json actions = ordered_json::array();
    for (std::size_t i = 0; i < verdict.perAction.size(); ++i) {
        actions.push_back(actionJson(trace, verdict, i));
    }
    return actions;
}

} // namespace idem
