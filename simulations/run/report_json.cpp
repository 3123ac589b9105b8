#include "simulations/run/report.h"
#include "simulations/run/report_parts.h"
#include "simulations/run/snapshot.h"

namespace idem {

namespace {

using nlohmann::ordered_json;

ordered_json keyJson(const Trace& trace, int key)
{
    return key < 0 ? ordered_json() : ordered_json(trace.keys[static_cast<std::size_t>(key)]);
}

std::string actionName(const Trace& trace, int action)
{
    return trace.scenario->actions[static_cast<std::size_t>(action)].name;
}

ordered_json callJson(const Trace& trace, const Snapshot& end, const CallRow& row)
{
    ordered_json call;
    call["id"] = callName(trace, row);
    call["parent"] = row.parent < 0
        ? ordered_json()
        : ordered_json(callName(trace, end.calls[static_cast<std::size_t>(row.parent)]));
    call["layer"] = name(row.layer);
    call["action"] = actionName(trace, row.action);
    call["why"] = whyName(row.reason);
    call["start_ms"] = milliseconds(row.start);
    call["end_ms"] = milliseconds(row.answered);
    call["work_end_ms"] = milliseconds(row.workEnd);
    call["answer"] = row.answer == CallAnswer::None
        ? ordered_json()
        : ordered_json(name(row.responseLost ? CallAnswer::Lost : row.answer));
    call["key"] = keyJson(trace, row.key);
    call["worker"] = row.worker + 1;
    if (row.died) {
        call["died"] = true;
    }
    if (row.layer >= Layer::Tool && row.args >= 0) {
        call["args"] = trace.argSets[static_cast<std::size_t>(row.args)];
    }
    return call;
}

ordered_json ledgerJson(const Trace& trace, const Snapshot& end, const LedgerRow& row)
{
    return {{"effect", effectName(trace, row)},
            {"action", actionName(trace, row.action)},
            {"key", keyJson(trace, row.key)},
            {"at_ms", milliseconds(row.at)},
            {"duplicate", row.duplicate},
            {"awaited", row.awaited},
            {"call", callName(trace, end.calls[static_cast<std::size_t>(row.call)])},
            {"args", trace.argSets[static_cast<std::size_t>(row.args)]}};
}

ordered_json reservationJson(const Trace& trace, const Snapshot& end, const ReservationRow& row)
{
    return {{"key", keyJson(trace, row.key)},
            {"where", row.ownTable ? "tool" : "provider"},
            {"state", name(row.state)},
            {"holder", callName(trace, end.calls[static_cast<std::size_t>(row.holder)])},
            {"token", row.token},
            {"attempt", row.attempt},
            {"lease_over", row.leaseOver},
            {"dropped", row.dropped},
            {"since_ms", milliseconds(row.since)},
            {"changed_ms", milliseconds(row.changed)},
            {"repeats", row.repeats}};
}

ordered_json eventJson(const Trace& trace, const Snapshot& end, const Event& event)
{
    ordered_json out;
    out["at_ms"] = milliseconds(event.at);
    out["event"] = name(event.kind);
    out["layer"] = name(event.layer);
    out["call"] = event.call < 0
        ? ordered_json()
        : ordered_json(callName(trace, end.calls[static_cast<std::size_t>(event.call)]));
    out["action"] = actionName(trace, event.action);
    if (event.answer != CallAnswer::None) {
        out["answer"] = name(event.answer);
    }
    if (event.key >= 0) {
        out["key"] = keyJson(trace, event.key);
    }
    if (event.record >= 0) {
        out["record"] = event.record;
        out["where"] = event.ownTable ? "tool" : "provider";
        out["token"] = event.token;
    }
    if (event.effect >= 0) {
        out["effect"] = effectName(trace, end.ledger[static_cast<std::size_t>(event.effect)]);
    }
    if (event.kind == EventKind::UserTold) {
        out["told"] = name(event.told);
    }
    out["text"] = describe(trace, end, event);
    return out;
}

std::string_view endName(RunEnd end)
{
    return end == RunEnd::Finished ? "finished" : end == RunEnd::Stopped ? "stopped" : "too_many_events";
}

} // namespace

ordered_json reportJson(const Trace& trace, const std::string& scenarioName, bool withEvents)
{
    const Snapshot end = snapshotAt(trace, trace.events.size());
    ordered_json report;
    report["scenario"] = scenarioName;
    report["title"] = trace.scenario->title;
    report["variant"] = trace.scenario->variant;
    report["seed"] = trace.scenario->seed;
    report["end"] = endName(trace.end);
    const Verdict verdict = judge(trace);
    report["verdict"] = verdictJson(verdict);
    report["verdict"]["per_action"] = actionsJson(trace, verdict);
    for (const char* list : {"calls", "ledger", "reservations"}) {
        report[list] = ordered_json::array();
    }
    for (const CallRow& row : end.calls) {
        report["calls"].push_back(callJson(trace, end, row));
    }
    for (const LedgerRow& row : end.ledger) {
        report["ledger"].push_back(ledgerJson(trace, end, row));
    }
    for (const ReservationRow& row : end.reservations) {
        report["reservations"].push_back(reservationJson(trace, end, row));
    }
    report["causes"] = causesJson(trace, end);
    if (withEvents) {
        report["events"] = ordered_json::array();
        for (const Event& event : trace.events) {
            report["events"].push_back(eventJson(trace, end, event));
        }
    }
    return report;
}

} // namespace idem
