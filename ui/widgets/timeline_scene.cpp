#include "ui/widgets/timeline_scene.h"

#include "ui/widgets/row_stacker.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace idem {

namespace {

/// The parts of buildScene; lives for one call of it.
class SceneBuilder
{
public:
    explicit SceneBuilder(const Trace& trace)
        : m_trace(trace)
        , m_end(snapshotAt(trace, trace.events.size()))
    {
        m_scene.length = trace.length();
        for (std::size_t i = 0; i < laneCount; ++i) {
            m_scene.lanes[i].kind = static_cast<LaneKind>(i);
        }
    }

    TimelineScene build()
    {
        addBars();
        addArrows();
        addKeys();
        addLedger();
        addMarks();
        return std::move(m_scene);
    }

private:
    Lane& lane(LaneKind kind) { return m_scene.lanes[static_cast<std::size_t>(kind)]; }
    bool known(int call) const { return call >= 0 && static_cast<std::size_t>(call) < m_end.calls.size(); }

    Bar barOf(const CallRow& call) const
    {
        Bar bar;
        bar.lane = laneOf(call.layer);
        bar.call = call.call;
        bar.from = call.start;
        bar.open = call.open() && !call.died && !call.cancelled;
        bar.end
            = call.workEnd ? std::max(*call.workEnd, call.answered.value_or(*call.workEnd)) : m_scene.length;
        bar.end = std::max(bar.end, bar.from);
        bar.died = call.died;
        bar.cancelled = call.cancelled;
        bar.answer = call.answer;
        if (const auto abandoned = abandonedAt(m_end, call.call); abandoned && *abandoned < bar.end) {
            bar.hatchedFrom = std::max(*abandoned, bar.from);
        }
        if (call.reason == Reason::StatusCheck) {
            bar.kind = BarKind::Looking;
        } else if (call.layer == Layer::Provider) {
            bar.kind = BarKind::Working;
        }
        for (const auto& [from, to] : call.thinking) {
            bar.thinking.push_back({from, to.value_or(m_scene.length), !to.has_value()});
        }
        const auto action = static_cast<std::size_t>(call.action);
        const bool named = call.layer == Layer::User && call.action >= 0 && m_trace.scenario
            && action < m_trace.scenario->actions.size();
        bar.label = named ? m_trace.scenario->actions[action].name : callName(m_trace, call);
        return bar;
    }

    void addBars()
    {
        m_scene.bars.reserve(m_end.calls.size());
        for (const CallRow& call : m_end.calls) {
            m_scene.bars.push_back(barOf(call));
        }
        // Calls are numbered as they start, so each lane is met in time order.
        std::array<RowStacker, laneCount> stackers;
        for (Bar& bar : m_scene.bars) {
            bar.row
                = stackers[static_cast<std::size_t>(bar.lane)].take(bar.from, std::max(bar.end, bar.from + 1));
        }
        std::stable_sort(m_scene.bars.begin(), m_scene.bars.end(), [](const Bar& a, const Bar& b) {
            return std::tie(a.lane, a.row, a.from) < std::tie(b.lane, b.row, b.from);
        });
        m_scene.barOfCall.assign(m_end.calls.size(), -1);
        for (std::size_t i = 0; i < m_scene.bars.size(); ++i) {
            const Bar& bar = m_scene.bars[i];
            m_scene.barOfCall[static_cast<std::size_t>(bar.call)] = static_cast<int>(i);
            Lane& its = lane(bar.lane);
            its.off = false;
            if (static_cast<int>(its.rows.size()) <= bar.row) {
                its.rows.resize(static_cast<std::size_t>(bar.row) + 1, BarRow{i, 0});
            }
            ++its.rows[static_cast<std::size_t>(bar.row)].count;
            its.rowCount = std::max(its.rowCount, bar.row + 1);
        }
    }

    void addArrows()
    {
        for (const CallRow& call : m_end.calls) {
            const Bar* child = m_scene.bar(call.call);
            const Bar* parent = m_scene.bar(call.parent);
            if (parent == nullptr || parent->lane >= child->lane) {
                continue;
            }
            Arrow arrow;
            arrow.kind = call.layer == Layer::Provider && call.sent ? ArrowKind::Request : ArrowKind::Call;
            arrow.fromTime = call.sent.value_or(call.start);
            arrow.toTime = call.start;
            arrow.fromLane = parent->lane;
            arrow.fromRow = parent->row;
            arrow.toLane = child->lane;
            arrow.toRow = child->row;
            arrow.call = call.call;
            m_scene.arrows.push_back(arrow);
        }
        for (const Event& event : m_trace.events) {
            const Bar* provider = event.kind == EventKind::ResponseLost ? m_scene.bar(event.call) : nullptr;
            if (provider == nullptr) {
                continue;
            }
            const Bar* sdk = m_scene.bar(m_end.calls[static_cast<std::size_t>(event.call)].parent);
            Arrow arrow;
            arrow.kind = ArrowKind::LostAnswer;
            // It set out when the work was over, and was noticed missing when it should have arrived.
            arrow.fromTime = std::min(event.at, provider->end);
            arrow.toTime = event.at;
            arrow.fromLane = provider->lane;
            arrow.fromRow = provider->row;
            arrow.toLane = sdk != nullptr ? sdk->lane : LaneKind::Sdk;
            arrow.toRow = sdk != nullptr ? sdk->row : 0;
            arrow.call = event.call;
            m_scene.arrows.push_back(arrow);
        }
        std::stable_sort(m_scene.arrows.begin(), m_scene.arrows.end(),
                         [](const Arrow& a, const Arrow& b) { return a.toTime < b.toTime; });
    }

    void addKeys()
    {
        const auto records = m_end.reservations.size();
        std::vector<std::optional<Micros>> leaseOver(records);
        std::vector<std::optional<Micros>> dropped(records);
        for (const Event& event : m_trace.events) {
            if (event.record < 0 || static_cast<std::size_t>(event.record) >= records) {
                continue;
            }
            const auto record = static_cast<std::size_t>(event.record);
            if (event.kind == EventKind::LeaseOver) {
                leaseOver[record] = event.at;
            } else if (event.kind == EventKind::KeyDropped) {
                dropped[record] = event.at;
            }
        }
        RowStacker stacker;
        m_rowOfRecord.assign(records, 0);
        for (std::size_t i = 0; i < records; ++i) {
            const ReservationRow& row = m_end.reservations[i];
            if (row.life.empty()) {
                continue;
            }
            const Micros end = dropped[i].value_or(m_scene.length);
            // A record that still stands keeps its row for itself.
            m_rowOfRecord[i] = stacker.take(row.life.front().first, dropped[i] ? end : never);
            for (std::size_t s = 0; s < row.life.size(); ++s) {
                KeySegment segment;
                segment.record = row.record;
                segment.call = row.holder;
                segment.row = m_rowOfRecord[i];
                segment.from = row.life[s].first;
                segment.to = s + 1 < row.life.size() ? row.life[s + 1].first : end;
                segment.state = row.life[s].second;
                segment.open = s + 1 == row.life.size() && !dropped[i];
                segment.first = s == 0;
                segment.ownTable = row.ownTable;
                segment.key = keyText(m_trace, row.key);
                const auto over = leaseOver[i];
                if (segment.state == State::Processing && over && *over >= segment.from && *over < segment.to) {
                    KeySegment late = segment;
                    late.from = *over;
                    late.leaseOver = true;
                    late.first = false;
                    segment.to = *over;
                    segment.open = false;
                    m_scene.keys.push_back(segment);
                    m_scene.keys.push_back(late);
                } else {
                    m_scene.keys.push_back(segment);
                }
            }
        }
        std::stable_sort(m_scene.keys.begin(), m_scene.keys.end(),
                         [](const KeySegment& a, const KeySegment& b) { return a.from < b.from; });
        m_scene.anyKey = !m_scene.keys.empty()
            || std::any_of(m_end.calls.begin(), m_end.calls.end(), [](const CallRow& c) { return c.key >= 0; });
        lane(LaneKind::Key).off = m_scene.keys.empty();
        lane(LaneKind::Key).rowCount = std::max(1, stacker.rows());
    }

    void addLedger()
    {
        // A name takes about an eighth of the whole width; effects closer than that go one below the other.
        RowStacker stacker(3);
        const Micros gap = std::max<Micros>(1, m_scene.length / 8);
        for (const LedgerRow& row : m_end.ledger) {
            const Bar* provider = m_scene.bar(row.call);
            Diamond diamond;
            diamond.effect = row.effect;
            diamond.call = row.call;
            diamond.at = row.at;
            diamond.row = stacker.take(row.at, row.at + gap);
            diamond.providerRow = provider != nullptr ? provider->row : 0;
            diamond.duplicate = row.duplicate;
            diamond.name = effectName(m_trace, row);
            m_scene.ledger.push_back(diamond);
        }
        lane(LaneKind::Ledger).off = false;
        lane(LaneKind::Ledger).rowCount = std::max(1, stacker.rows());
    }

    void addMarks()
    {
        std::vector<int> rootOfAction;
        for (const CallRow& call : m_end.calls) {
            if (call.parent < 0 && call.action >= 0) {
                const auto action = static_cast<std::size_t>(call.action);
                rootOfAction.resize(std::max(rootOfAction.size(), action + 1), -1);
                rootOfAction[action] = call.call;
            }
        }
        for (std::size_t i = 0; i < m_trace.events.size(); ++i) {
            const Event& event = m_trace.events[i];
            Mark mark;
            mark.at = event.at;
            mark.call = event.call;
            mark.answer = event.answer;
            mark.told = event.told;
            mark.event = i;
            const Bar* bar = m_scene.bar(event.call);
            switch (event.kind) {
            case EventKind::CallAnswered:
                if (bar == nullptr || bar->lane != LaneKind::Tool) {
                    continue;
                }
                mark.kind = MarkKind::Answered;
                break;
            case EventKind::UserTold: {
                const auto action = static_cast<std::size_t>(event.action);
                if (bar == nullptr && event.action >= 0 && action < rootOfAction.size()) {
                    bar = m_scene.bar(rootOfAction[action]);
                }
                if (bar == nullptr) {
                    continue;
                }
                mark.kind = MarkKind::Told;
                mark.call = bar->call;
                break;
            }
            case EventKind::Crashed:
                mark.kind = MarkKind::Crash;
                crashLanes(i, mark);
                bar = nullptr;
                break;
            case EventKind::KeyDecided:
            case EventKind::KeyStale:
                if (event.record < 0 || static_cast<std::size_t>(event.record) >= m_rowOfRecord.size()
                    || (event.kind == EventKind::KeyDecided && event.answer == CallAnswer::None)) {
                    continue;
                }
                mark.kind = event.kind == EventKind::KeyStale ? MarkKind::Stale : MarkKind::Decided;
                mark.lane = LaneKind::Key;
                mark.row = m_rowOfRecord[static_cast<std::size_t>(event.record)];
                bar = nullptr;
                break;
            case EventKind::LookedUp:
                mark.kind = MarkKind::LookedUp;
                mark.lane = LaneKind::Provider;
                bar = nullptr;
                break;
            default:
                continue;
            }
            if (bar != nullptr) {
                mark.lane = bar->lane;
                mark.row = bar->row;
            }
            m_scene.marks.push_back(mark);
        }
    }

    /// The lanes of the calls that died in the same moment in the same worker.
    void crashLanes(std::size_t at, Mark& mark)
    {
        const auto& events = m_trace.events;
        mark.lane = LaneKind::Runtime;
        mark.lastLane = LaneKind::Sdk;
        bool found = false;
        std::size_t first = at;
        while (first > 0 && events[first - 1].at == events[at].at) {
            --first;
        }
        for (std::size_t i = first; i < events.size() && events[i].at == events[at].at; ++i) {
            const Event& event = events[i];
            if (event.kind != EventKind::CallDied || !known(event.call)
                || m_end.calls[static_cast<std::size_t>(event.call)].worker != events[at].worker) {
                continue;
            }
            const LaneKind its = m_scene.bar(event.call)->lane;
            mark.lane = found ? std::min(mark.lane, its) : its;
            mark.lastLane = found ? std::max(mark.lastLane, its) : its;
            mark.call = event.call;
            found = true;
        }
    }

    const Trace& m_trace;
    Snapshot m_end;
    TimelineScene m_scene;
    std::vector<int> m_rowOfRecord;
};

} // namespace

const Bar* TimelineScene::bar(int call) const
{
    if (call < 0 || static_cast<std::size_t>(call) >= barOfCall.size()) {
        return nullptr;
    }
    const int index = barOfCall[static_cast<std::size_t>(call)];
    return index < 0 ? nullptr : &bars[static_cast<std::size_t>(index)];
}

TimelineScene buildScene(const Trace& trace)
{
    return SceneBuilder(trace).build();
}

} // namespace idem
