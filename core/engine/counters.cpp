#include "core/engine/counters.h"

#include "core/text/unicode.h"

namespace idem {

namespace {

constexpr std::array<std::string_view, countedKinds> countedNames{
    "started",  "replayed", "in_progress", "conflict",   "unknown",
    "rejected", "stale",    "taken_over",  "reconciled", "pruned"};

std::string label(const std::string& text)
{
    std::string out;
    for (const char c : isValidUtf8(text) ? text : toUtf8(fromUtf8(text))) {
        if (c == '\n') {
            out += "\\n";
        } else {
            out += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
        }
    }
    return out;
}

} // namespace

std::string_view name(Counted what)
{
    return countedNames.at(static_cast<std::size_t>(what));
}

void Counters::add(Counted what, const Caller& caller, std::uint64_t times)
{
    const std::lock_guard lock(m_mutex);
    m_values[caller].at(static_cast<std::size_t>(what)) += times;
}

Counters::Values Counters::values() const
{
    const std::lock_guard lock(m_mutex);
    return m_values;
}

std::uint64_t Counters::total(Counted what) const
{
    const std::lock_guard lock(m_mutex);
    std::uint64_t sum = 0;
    for (const auto& [caller, row] : m_values) {
        sum += row.at(static_cast<std::size_t>(what));
    }
    return sum;
}

std::string Counters::prometheus() const
{
    std::string out
        = "# HELP idemscope_answers_total What requests with a key were answered, and what became of keys.\n"
          "# TYPE idemscope_answers_total counter\n";
    for (const auto& [caller, row] : values()) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            out += "idemscope_answers_total{answer=\"" + std::string(countedNames.at(i)) + "\",tool=\""
                + label(caller.tool) + "\",layer=\"" + label(caller.layer) + "\"} " + std::to_string(row.at(i))
                + '\n';
        }
    }
    return out;
}

} // namespace idem
