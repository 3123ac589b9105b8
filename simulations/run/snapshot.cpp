#include "simulations/run/snapshot.h"

#include "simulations/run/lookup.h"

#include <algorithm>
#include <array>

namespace idem {

namespace {

State stateAfter(CallAnswer answer)
{
    return answer == CallAnswer::Done    ? State::Done
        : answer == CallAnswer::Error    ? State::FailedBefore
        : answer == CallAnswer::Rejected ? State::FailedForGood
                                         : State::Unknown;
}

/// Folds events into a snapshot, one by one.
class Folder
{
public:
    explicit Folder(const Trace& trace)
        : m_effects(trace)
    {
        m_snapshot.told.assign(trace.scenario->actions.size(), Told::Nothing);
    }

    void add(const Event& event)
    {
        m_snapshot.at = event.at;
        switch (event.kind) {
        case EventKind::CallStarted:
            return start(event);
        case EventKind::RequestSent:
            m_lastSent[index(event.call)] = event.at;
            return;
        case EventKind::ThinkingStarted:
            call(event).thinking.emplace_back(event.at, std::nullopt);
            return;
        case EventKind::ThinkingEnded:
            call(event).thinking.back().second = event.at;
            return;
        case EventKind::CallAnswered:
            return answer(event);
        case EventKind::WorkEnded:
            call(event).workEnd = event.at;
            return;
        case EventKind::WorkCancelled:
            call(event).workEnd = event.at;
            call(event).cancelled = true;
            return;
        case EventKind::CallDied:
            call(event).workEnd = event.at;
            call(event).died = true;
            return;
        case EventKind::ResponseLost:
            call(event).responseLost = true;
            return;
        case EventKind::EffectHappened:
            return effect(event);
        case EventKind::UserTold:
            m_snapshot.told[index(event.action)] = event.told;
            return;
        case EventKind::KeyDecided:
        case EventKind::KeyFinished:
        case EventKind::KeySettled:
        case EventKind::LeaseOver:
        case EventKind::KeyDropped:
            return reservation(event);
        case EventKind::KeyChecked:
        case EventKind::KeyStale:
        case EventKind::LookedUp:
        case EventKind::EffectShown:
        case EventKind::Crashed:
            return;
        }
    }

    Snapshot take() { return std::move(m_snapshot); }

private:
    static std::size_t index(std::int32_t number) { return static_cast<std::size_t>(number); }
    CallRow& call(const Event& event) { return m_snapshot.calls[index(event.call)]; }

    void start(const Event& event)
    {
        CallRow row;
        row.call = event.call;
        row.parent = event.parent;
        row.action = event.action;
        row.attempt = event.attempt;
        row.args = event.args;
        row.key = event.key;
        row.worker = event.worker;
        row.layer = event.layer;
        row.reason = event.reason;
        row.start = event.at;
        const std::size_t counter
            = event.reason == Reason::StatusCheck ? layerCount : static_cast<std::size_t>(event.layer);
        row.ordinal = event.callId >= 0 ? event.callId : m_begun[counter]++; // a look-up has no call id
        if (event.reason == Reason::NextStep || event.reason == Reason::TriedAgain) {
            const bool below = event.parent >= 0 && m_snapshot.calls[index(event.parent)].layer == Layer::Tool;
            row.step = below ? m_snapshot.calls[index(event.parent)].step + 1 : 0;
        }
        if (event.layer == Layer::Provider && event.parent >= 0) {
            row.sent = m_lastSent[index(event.parent)];
        }
        m_snapshot.calls.push_back(std::move(row));
        m_lastSent.push_back(event.at);
    }

    void answer(const Event& event)
    {
        CallRow& row = call(event);
        row.answered = event.at;
        row.answer = event.answer;
        // A timeout ends the waiting and not the work; above the tool there is only waiting.
        const bool workGoesOn = event.answer == CallAnswer::Timeout
            && (event.layer == Layer::Tool || event.layer == Layer::Provider);
        if (!workGoesOn) {
            row.workEnd = event.at;
        }
    }

    void effect(const Event& event)
    {
        LedgerRow row;
        row.effect = event.effect;
        row.action = event.action;
        row.call = event.call;
        row.args = event.args;
        row.key = event.key;
        row.at = event.at;
        row.duplicate = m_effects.add(event.action, event.args) > 1;
        row.awaited = !abandonedAt(m_snapshot, event.call).has_value();
        m_snapshot.ledger.push_back(row);
    }

    void reservation(const Event& event)
    {
        if (event.record < 0) {
            return; // refused before anything was written
        }
        std::vector<ReservationRow>& rows = m_snapshot.reservations;
        const bool started = event.kind == EventKind::KeyDecided && event.answer == CallAnswer::None;
        if (index(event.record) >= rows.size()) {
            ReservationRow row;
            row.record = event.record;
            row.ownTable = event.ownTable;
            row.key = event.key;
            row.args = event.args;
            row.since = event.at;
            rows.push_back(std::move(row));
        }
        ReservationRow& row = rows[index(event.record)];
        switch (event.kind) {
        case EventKind::KeyDecided:
            if (!started) {
                ++row.repeats;
                return;
            }
            row.holder = event.call;
            row.token = event.token;
            row.attempt = event.attempt;
            row.leaseOver = false;
            row.state = State::Processing;
            break;
        case EventKind::LeaseOver:
            row.leaseOver = true;
            row.changed = event.at;
            return;
        case EventKind::KeyDropped:
            row.dropped = true;
            row.changed = event.at;
            return;
        default:
            row.state = stateAfter(event.answer);
            break;
        }
        row.changed = event.at;
        row.life.emplace_back(event.at, row.state);
    }

    Snapshot m_snapshot;
    EffectCounts m_effects;
    std::vector<Micros> m_lastSent; ///< by call
    std::array<int, layerCount + 1> m_begun{};
};

} // namespace

Snapshot snapshotAt(const Trace& trace, std::size_t eventCount)
{
    Folder folder(trace);
    for (std::size_t i = 0; i < std::min(eventCount, trace.events.size()); ++i) {
        folder.add(trace.events[i]);
    }
    return folder.take();
}

std::size_t eventsUntil(const Trace& trace, Micros at)
{
    const auto after = std::upper_bound(trace.events.begin(), trace.events.end(), at,
                                        [](Micros moment, const Event& event) { return moment < event.at; });
    return static_cast<std::size_t>(after - trace.events.begin());
}

std::optional<Micros> abandonedAt(const Snapshot& snapshot, int callNumber)
{
    std::optional<Micros> earliest;
    const std::optional<Micros> end = snapshot.calls[static_cast<std::size_t>(callNumber)].workEnd;
    for (int at = callNumber; at >= 0; at = snapshot.calls[static_cast<std::size_t>(at)].parent) {
        const CallRow& row = snapshot.calls[static_cast<std::size_t>(at)];
        // Answered, or dead: either way nobody above hears of it any more.
        const std::optional<Micros> stopped = row.answered ? row.answered
            : row.died                                     ? row.workEnd
                                                           : std::nullopt;
        const bool before = stopped && (!end || *stopped < *end);
        if (before && (!earliest || *stopped < *earliest)) {
            earliest = stopped;
        }
    }
    return earliest;
}

} // namespace idem
