#include "core/reservation/history.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace idem {

namespace {

constexpr char tab = '\t';

/// Short, and without what would end a part or a line.
std::string plain(std::string_view text)
{
    std::string_view kept = text.substr(0, std::min(text.size(), History::longestText));
    if (kept.size() < text.size()) {
        while (!kept.empty() && (static_cast<unsigned char>(text[kept.size()]) & 0xC0U) == 0x80U) {
            kept.remove_suffix(1); // not in the middle of a character
        }
    }
    std::string out(kept);
    std::replace_if(
        out.begin(), out.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    return out;
}

template <typename Number>
std::optional<Number> numberIn(std::string_view text)
{
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

std::optional<HistoryEvent> parsed(std::string_view line)
{
    std::array<std::string_view, 5> parts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::size_t end = i + 1 < parts.size() ? line.find(tab) : line.size();
        if (end == std::string_view::npos) {
            return std::nullopt;
        }
        parts.at(i) = line.substr(0, end);
        line.remove_prefix(std::min(line.size(), end + 1));
    }
    const auto at = numberIn<std::int64_t>(parts[0]);
    const auto attempt = numberIn<std::uint32_t>(parts[2]);
    if (!at || !attempt) {
        return std::nullopt;
    }
    return HistoryEvent{TimePoint(Milliseconds(*at)), std::string(parts[1]), *attempt, std::string(parts[3]),
                        std::string(parts[4])};
}

std::size_t startOfLastLine(const std::string& text)
{
    const std::size_t before = text.size() < 2 ? std::string::npos : text.rfind('\n', text.size() - 2);
    return before == std::string::npos ? 0 : before + 1;
}

} // namespace

void History::add(const HistoryEvent& event)
{
    std::string rest = tab + event.what + tab + std::to_string(event.attempt) + tab + plain(event.who) + tab
        + plain(event.note) + '\n';
    if ((event.what == "renewed" || event.what == "unknown") && !m_text.empty()) {
        const std::size_t last = startOfLastLine(m_text);
        const std::size_t time = m_text.find(tab, last);
        if (time != std::string::npos && std::string_view(m_text).substr(time) == rest) {
            m_text.resize(last); // another heartbeat of the same holder, another look-up that could not tell
        }
    }
    m_text += std::to_string(event.at.time_since_epoch().count()) + rest;
    if (std::count(m_text.begin(), m_text.end(), '\n') > static_cast<std::ptrdiff_t>(mostEvents)) {
        const std::size_t second = m_text.find('\n') + 1;
        m_text.erase(second, m_text.find('\n', second) + 1 - second);
    }
}

std::vector<HistoryEvent> History::events() const
{
    std::vector<HistoryEvent> out;
    for (std::size_t start = 0; start < m_text.size();) {
        const std::size_t end = std::min(m_text.find('\n', start), m_text.size());
        if (auto event = parsed(std::string_view(m_text).substr(start, end - start))) {
            out.push_back(std::move(*event));
        }
        start = end + 1;
    }
    return out;
}

} // namespace idem
