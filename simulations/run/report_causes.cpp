#include "simulations/run/cause.h"
#include "simulations/run/report_parts.h"

namespace idem {

using nlohmann::ordered_json;

namespace {

ordered_json linkJson(const Trace& trace, const CallRow& row)
{
    return {{"call", callName(trace, row)},
            {"layer", name(row.layer)},
            {"why", whyName(row.reason)},
            {"at_ms", milliseconds(row.start)}};
}

} // namespace

ordered_json causesJson(const Trace& trace, const Snapshot& end)
{
    const Causes causes = causesOf(trace, end);
    ordered_json json{{"duplicates", ordered_json::array()}, {"missing", ordered_json::array()}};
    for (const DuplicateCause& cause : causes.duplicates) {
        ordered_json rules = ordered_json::array();
        for (const Rule rule : cause.rules) {
            rules.push_back(name(rule));
        }
        ordered_json chain = ordered_json::array();
        for (const int call : cause.chain) {
            chain.push_back(linkJson(trace, end.calls[static_cast<std::size_t>(call)]));
        }
        json["duplicates"].push_back(
            {{"effect", effectName(trace, end.ledger[static_cast<std::size_t>(cause.effect)])},
             {"repeats", effectName(trace, end.ledger[static_cast<std::size_t>(cause.repeats)])},
             {"rules", std::move(rules)},
             {"repeated_by", name(cause.repeatedBy)},
             {"why", cause.why},
             {"chain", std::move(chain)}});
    }
    for (const MissingCause& cause : causes.missing) {
        json["missing"].push_back(
            {{"action", trace.scenario->actions[static_cast<std::size_t>(cause.action)].name},
             {"lost", cause.lost},
             {"rule", name(cause.rule)},
             {"why", cause.why}});
    }
    return json;
}

} // namespace idem
