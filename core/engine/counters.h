#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>

namespace idem {

/// What an engine counts. A rising share of replayed and in_progress is the early sign of short timeouts or of
/// an eager model (the sources, "count replays").
enum class Counted : std::uint8_t {
    Started,
    Replayed,
    InProgress,
    Conflict,
    Unknown,
    Rejected,
    Stale, ///< late finishes and heartbeats that were refused
    TakenOver,
    Reconciled, ///< outcomes that a look-up, or a person, settled
    Pruned,
};
inline constexpr std::size_t countedKinds = 10;
std::string_view name(Counted what);

/// Who asks: the tool, and the layer that repeats, where the caller says so. For counters only; nothing depends
/// on it.
struct Caller
{
    std::string tool;
    std::string layer;

    bool operator==(const Caller&) const = default;
    bool operator<(const Caller& other) const
    {
        return std::tie(tool, layer) < std::tie(other.tool, other.layer);
    }
};

/// Counts since the process began. The caller owns it; any number of engines and threads may share one.
class Counters
{
public:
    using Row = std::array<std::uint64_t, countedKinds>;
    using Values = std::map<Caller, Row>;

    void add(Counted what, const Caller& caller, std::uint64_t times = 1);

    /// A copy, of one moment.
    Values values() const;
    std::uint64_t total(Counted what) const;

    /// The text exposition format of Prometheus 0.0.4, one metric `idemscope_answers_total` with the labels
    /// answer, tool and layer. Labels are escaped as the format wants; bytes that are no UTF-8 become U+FFFD.
    std::string prometheus() const;

private:
    mutable std::mutex m_mutex;
    Values m_values;
};

} // namespace idem
