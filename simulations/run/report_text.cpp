#include "core/text/printable.h"
#include "simulations/run/explanation.h"
#include "simulations/run/report.h"
#include "simulations/run/snapshot.h"

#include <algorithm>
#include <vector>

namespace idem {

namespace {

/// Characters as people count them: bytes that start a code point.
std::size_t width(const std::string& text)
{
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string spaced(std::string_view word)
{
    std::string text(word);
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

/// Rows of text, aligned when printed. The first row is the head.
class Table
{
public:
    explicit Table(std::vector<std::string> head) { m_rows.push_back(std::move(head)); }

    void add(std::vector<std::string> row) { m_rows.push_back(std::move(row)); }

    std::string text() const
    {
        std::vector<std::size_t> widths(m_rows.front().size(), 0);
        for (const auto& row : m_rows) {
            for (std::size_t i = 0; i < row.size(); ++i) {
                widths[i] = std::max(widths[i], width(row[i]));
            }
        }
        std::string out;
        for (const auto& row : m_rows) {
            std::string line = " ";
            for (std::size_t i = 0; i < row.size(); ++i) {
                line += " " + row[i] + std::string(widths[i] - width(row[i]) + 1, ' ');
            }
            out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
        }
        return out;
    }

private:
    std::vector<std::vector<std::string>> m_rows;
};

std::string callsText(const Trace& trace, const Snapshot& end)
{
    Table table({"at", "until", "call", "answer", "key", "afterwards"});
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
    Table table({"effect", "action", "arguments", "key", "at", ""});
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
    Table table({"key", "where", "state", "attempt", "token", "since", "repeats"});
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

std::string storyText(const Trace& trace)
{
    Table table({"at", "what"});
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
    out += std::string("\n") + (verdict.safe ? "Why it held\n" : "Why it went wrong\n") + storyText(trace);
    out += std::string("\n") + (verdict.safe ? "SAFE  " : "UNSAFE  ") + sentence(verdict) + "\n";
    if (trace.end == RunEnd::TooManyEvents) {
        out += "The run was cut off: it has too many events. The verdict is that of its beginning.\n";
    }
    return printable(out);
}

} // namespace idem
