#pragma once

#include "simulations/run/snapshot.h"

#include <cstddef>
#include <optional>
#include <tuple>
#include <vector>

namespace idem {

/// A trace, indexed for questions about calls and records: what was read, decided and written, and in which
/// order. Positions are indices into Trace::events, so that "before" holds also at the same moment. Refers to
/// trace and snapshot; both must outlive it.
class Evidence
{
public:
    Evidence(const Trace& trace, const Snapshot& end);

    const Trace& trace() const { return m_trace; }
    const Snapshot& end() const { return m_end; }
    const CallRow& call(int number) const { return m_end.calls[static_cast<std::size_t>(number)]; }
    const Event& at(std::size_t position) const { return m_trace.events[position]; }

    /// Positions of the events about keys and look-ups in which this call took part, in order.
    const std::vector<std::size_t>& ofCall(int number) const;
    /// Positions of everything that happened to a record, in order.
    const std::vector<std::size_t>& ofRecord(int number) const;

    /// Where an effect happened.
    std::size_t effectAt(int effect) const { return m_effects[static_cast<std::size_t>(effect)]; }

    /// The first event of this kind of the call, from `from` on; `own` is about the tool's table, else the
    /// provider's.
    std::optional<std::size_t> find(int call, EventKind kind, bool own) const;

    /// Where the call was let through by a reservation of its own: decided, and nobody else had it.
    std::optional<std::size_t> reservedAt(int call, bool own) const;

    /// Was a record of this key dropped before this position, in that table?
    bool droppedBefore(int key, bool own, std::size_t position) const;

    /// The call before this one among those of the same caller; -1 where it is the first.
    int siblingBefore(int number) const { return m_siblings[static_cast<std::size_t>(number)]; }

    /// The calls from the top down to this one.
    std::vector<int> chainOf(int call) const;

private:
    using Drop = std::tuple<int, bool, std::size_t>; ///< key, the tool's table, position

    const Trace& m_trace;
    const Snapshot& m_end;
    std::vector<std::vector<std::size_t>> m_byCall;
    std::vector<std::vector<std::size_t>> m_byRecord;
    std::vector<std::size_t> m_effects;
    std::vector<int> m_siblings; ///< by call: the one before
    std::vector<Drop> m_drops; ///< sorted
};

} // namespace idem
