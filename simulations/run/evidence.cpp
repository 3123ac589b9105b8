#include "simulations/run/evidence.h"

#include <algorithm>
#include <utility>

namespace idem {

namespace {

bool aboutKeys(EventKind kind)
{
    return kind == EventKind::KeyChecked || kind == EventKind::KeyDecided || kind == EventKind::KeyFinished
        || kind == EventKind::KeyStale || kind == EventKind::KeySettled || kind == EventKind::LookedUp
        || kind == EventKind::RequestSent;
}

} // namespace

Evidence::Evidence(const Trace& trace, const Snapshot& end)
    : m_trace(trace)
    , m_end(end)
    , m_byCall(end.calls.size())
    , m_byRecord(end.reservations.size())
    , m_effects(end.ledger.size())
    , m_siblings(end.calls.size(), -1)
{
    std::vector<int> last(end.calls.size(), -1); // by caller
    for (const CallRow& row : end.calls) {
        if (row.parent >= 0) {
            m_siblings[static_cast<std::size_t>(row.call)]
                = std::exchange(last[static_cast<std::size_t>(row.parent)], row.call);
        }
    }
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
        const Event& event = trace.events[i];
        if (event.kind == EventKind::EffectHappened) {
            m_effects[static_cast<std::size_t>(event.effect)] = i;
        } else if (event.kind == EventKind::KeyDropped) {
            m_drops.emplace_back(event.key, event.ownTable, i);
        }
        if (event.call >= 0 && aboutKeys(event.kind)) {
            m_byCall[static_cast<std::size_t>(event.call)].push_back(i);
        }
        if (event.record >= 0 && static_cast<std::size_t>(event.record) < m_byRecord.size()) {
            m_byRecord[static_cast<std::size_t>(event.record)].push_back(i);
        }
    }
    std::sort(m_drops.begin(), m_drops.end());
}

const std::vector<std::size_t>& Evidence::ofCall(int number) const
{
    return m_byCall[static_cast<std::size_t>(number)];
}

const std::vector<std::size_t>& Evidence::ofRecord(int number) const
{
    return m_byRecord[static_cast<std::size_t>(number)];
}

std::optional<std::size_t> Evidence::find(int call, EventKind kind, bool own) const
{
    for (const std::size_t position : ofCall(call)) {
        if (at(position).kind == kind && at(position).ownTable == own) {
            return position;
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> Evidence::reservedAt(int call, bool own) const
{
    // The last one: a call that settled an unknown outcome reserves after that.
    std::optional<std::size_t> found;
    for (const std::size_t position : ofCall(call)) {
        const Event& event = at(position);
        if (event.kind == EventKind::KeyDecided && event.ownTable == own && event.answer == CallAnswer::None) {
            found = position;
        }
    }
    return found;
}

bool Evidence::droppedBefore(int key, bool own, std::size_t position) const
{
    // The first drop of that key in that table, if there is one.
    const auto first = std::lower_bound(m_drops.begin(), m_drops.end(), Drop{key, own, 0});
    return first != m_drops.end() && *first < Drop{key, own, position};
}

std::vector<int> Evidence::chainOf(int number) const
{
    std::vector<int> chain;
    for (int at = number; at >= 0; at = call(at).parent) {
        chain.push_back(at);
    }
    std::reverse(chain.begin(), chain.end());
    return chain;
}

} // namespace idem
