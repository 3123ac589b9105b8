#include "core/text/printable.h"
#include "simulations/run/explanation.h"
#include "simulations/run/lookup.h"
#include "simulations/run/report.h"
#include "simulations/run/snapshot.h"
#include "simulations/run/text_table.h"

namespace idem {

namespace {

std::string callsText(const Trace& trace, const Snapshot& end)
{
    TextTable table({"at", "until", "call", "answer", "key", "afterwards"});
    std::vector<int> depth(end.calls.size(), 0);
    for (const CallRow& row : end.calls) {
        const auto index = static_cast<std::size_t>(row.call);
        depth[index] = row.parent < 0 ? 0 : depth[static_cast<std::size_t>(row.parent)] + 1;
        std::string after;
        if (row.died) {
            after = "died with its process";
        } else if (row.cancelled) {
            after = "cancelled here";
        } else if (row.responseLost) {
            after = "its answer was lost";
        } else if (row.answered && row.workEnd && *row.workEnd > *row.answered) {
            after = "worked on until " + durationText(*row.workEnd);
        }
        table.add({durationText(row.start), row.answered ? durationText(*row.answered) : "–",
                   std::string(static_cast<std::size_t>(depth[index]) * 2, ' ') + callName(trace, row),
                   row.answer == CallAnswer::None ? "–" : spaced(name(row.answer)),
                   row.layer >= Layer::Tool ? keyText(trace, row.key) : "", after});
    }
    return table.text();
}

std::string ledgerText(const Trace& trace, const Snapshot& end)
{
    TextTable table({"effect", "action", "arguments", "key", "at", ""});
    for (const LedgerRow& row : end.ledger) {
        table.add({effectName(trace, row), trace.scenario->actions[static_cast<std::size_t>(row.action)].name,
                   trace.argSets[static_cast<std::size_t>(row.args)].dump(
                       -1, ' ', false, nlohmann::json::error_handler_t::replace),
                   keyText(trace, row.key), durationText(row.at), row.duplicate ? "DUPLICATE" : ""});
    }
    return end.ledger.empty() ? "  nothing happened\n" : table.text();
}

std::string reservationsText(const Trace& trace, const Snapshot& end)
{
    TextTable table({"key", "where", "state", "attempt", "token", "since", "repeats"});
    for (const ReservationRow& row : end.reservations) {
        table.add(
            {keyText(trace, row.key), row.ownTable ? "the tool's table" : "the provider",
             spaced(name(row.state)) + (row.leaseOver && row.state == State::Processing ? ", lease over" : ""),
             std::to_string(row.attempt), std::to_string(row.token), durationText(row.since),
             std::to_string(row.repeats)});
    }
    if (!end.reservations.empty()) {
        return table.text();
    }
    return trace.keys.empty() ? "  none: nothing can tell a repeat from a new request\n"
                              : "  none: a key was made, but nobody keeps it\n";
}

/// One row per action, where there are several; of very many, those that went wrong.
std::string actionsText(const Trace& trace, const Verdict& verdict)
{
    constexpr std::size_t mostRows = 50;
    TextTable table({"action", "effects", "calls", "wasted", "told", "", "knew after"});
    std::size_t rows = 0;
    std::size_t left = 0;
    for (std::size_t i = 0; i < verdict.perAction.size(); ++i) {
        const ActionVerdict& action = verdict.perAction[i];
        const bool wrong = action.duplicates > 0 || action.missing > 0 || action.lost || action.stuck > 0
            || action.told == Told::Failed;
        if (rows >= mostRows || (verdict.perAction.size() > mostRows && !wrong)) {
            ++left;
            continue;
        }
        ++rows;
        const char* word = action.lost ? "LOST"
            : action.duplicates > 0    ? "DUPLICATE"
            : action.stuck > 0         ? "STUCK"
                                       : "";
        const bool untrue = action.toldTruly && !*action.toldTruly && action.told != Told::Nothing;
        table.add({trace.scenario->actions[i].name, std::to_string(action.effects),
                   std::to_string(action.providerCalls), std::to_string(action.wastedCalls),
                   action.toldTruly ? spaced(name(action.told)) + (untrue ? ", not true" : "") : "no user",
                   word,
                   action.knewAfter       ? durationText(*action.knewAfter)
                       : action.toldTruly ? "never"
                                          : ""});
    }
    return table.text() + (left > 0 ? "  and " + std::to_string(left) + " more\n" : "");
}

std::string storyText(const Trace& trace)
{
    TextTable table({"at", "what"});
    std::string out;
    for (const StoryLine& line : explain(trace)) {
        table.add({durationText(line.at), line.what + (line.meaning.empty() ? "" : " " + line.meaning)});
    }
    const std::string text = table.text();
    return text.substr(text.find('\n') + 1);
}

} // namespace

std::string reportText(const Trace& trace)
{
    const Snapshot end = snapshotAt(trace, trace.events.size());
    const Verdict verdict = judge(trace);
    std::string out = trace.scenario->title;
    out += trace.scenario->variant.empty() ? "" : " — " + trace.scenario->variant;
    out += "\n" + std::to_string(trace.events.size()) + " events, virtual time " + durationText(trace.length())
        + ", seed " + std::to_string(trace.scenario->seed) + "\n";
    out += "\nWhat each call was answered\n" + callsText(trace, end);
    out += "\nLedger: what really happened\n" + ledgerText(trace, end);
    out += "\nReservations\n" + reservationsText(trace, end);
    if (verdict.actions > 1) {
        out += "\nActions\n" + actionsText(trace, verdict);
    }
    out += std::string("\n") + (verdict.safe ? "Why it held\n" : "Why it went wrong\n") + storyText(trace);
    out += std::string("\n") + (verdict.safe ? "SAFE  " : "UNSAFE  ") + sentence(verdict) + "\n";
    if (trace.end == RunEnd::TooManyEvents) {
        out += "The run was cut off: it has too many events. The verdict is that of its beginning.\n";
    }
    return printable(out);
}

} // namespace idem
