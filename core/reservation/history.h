#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

using Milliseconds = std::chrono::milliseconds;
using TimePoint = std::chrono::sys_time<Milliseconds>;

/// One thing that was done to a reservation.
struct HistoryEvent
{
    TimePoint at;
    std::string what; ///< reserved, reserved_again, taken_over, renewed, released, or the state that it got
    std::uint32_t attempt = 1; ///< of the reservation that it is about
    std::string who; ///< holder, or who asked the provider; for a person
    std::string note; ///< why, where somebody said so

    bool operator==(const HistoryEvent&) const = default;
};

/// The story of one reservation: who did what to it and when. A value that is kept as one short text, so that a
/// store writes it in the same statement as the rest. Bounded: the first event and the last ones stay,
/// heartbeats of one holder count as one event, and so do look-ups in a row that can't tell.
class History
{
public:
    static constexpr std::size_t mostEvents = 32;
    static constexpr std::size_t longestText = 200; ///< bytes of `who` and of `note`, cut at a character

    History() = default;
    /// From a store. Lines that can't be read are left out of events() and kept in the text.
    explicit History(std::string text)
        : m_text(std::move(text))
    {
    }

    void add(const HistoryEvent& event);
    std::vector<HistoryEvent> events() const;
    const std::string& text() const { return m_text; }

    bool operator==(const History&) const = default;

private:
    std::string m_text; ///< a line an event, its parts between tabs
};

} // namespace idem
