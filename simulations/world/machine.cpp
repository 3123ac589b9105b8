#include "simulations/world/machine.h"

#include "simulations/world/machine_entry.h"
#include "simulations/world/machine_model.h"
#include "simulations/world/machine_provider.h"
#include "simulations/world/machine_tool.h"

#include <type_traits>

namespace idem {

static_assert(std::is_trivially_copyable_v<World<SmallStorage>>, "the explorer copies worlds by the million");

template <typename Storage>
auto Machine<Storage>::start() const -> W
{
    W world;
    if constexpr (Storage::indexed) {
        world.calls.reserve(m_plan.likelyCalls());
        if (m_plan.asks.size() > 100) {
            world.lookups.reserve(3 * m_plan.asks.size());
        }
    }
    for (std::size_t i = 0; i < m_plan.scenario->actions.size(); ++i) {
        world.told.push_back(Told::Nothing);
    }
    for (const FaultSpec& fault : m_plan.scenario->faults) {
        world.faultsLeft.push_back(static_cast<std::uint8_t>(fault.calls.size()));
    }
    for (std::size_t i = 0; i < m_plan.tools.size(); ++i) {
        world.marks.push_back(none);
    }
    int action = -1;
    for (std::size_t i = 0; i < m_plan.asks.size(); ++i) {
        const PlannedAsk& ask = m_plan.asks[i];
        Call call;
        call.layer = ask.by;
        call.ask = static_cast<Index>(i);
        call.args = static_cast<Index>(ask.argSets.front());
        call.worker = static_cast<std::uint8_t>(ask.worker);
        call.reason = ask.action == action ? Reason::AskedAgain : Reason::First;
        call.left = triesOf(ask.by);
        call.asks = static_cast<std::uint8_t>(m_plan.scenario->layers.user.asksAgain);
        action = ask.action;
        world.calls.push_back(call);
    }
    return world;
}

template <typename Storage>
StepSet Machine<Storage>::enabledForCall(const W& world, std::uint32_t index) const
{
    const Call& call = world.calls[index];
    StepSet steps;
    const auto fault = [&](FaultKind kind, StepKind step) {
        if (faultLeft(world, kind, call.layer)) {
            steps.add(step);
        }
    };
    switch (call.pc) {
    case Pc::Pending:
        if (call.layer != Layer::Tool || hasTurn(world, call)) {
            steps.add(StepKind::Begin);
        }
        fault(twinFault(call.layer), StepKind::BeginTwice);
        break;
    case Pc::Thinking:
        steps.add(StepKind::Decide);
        if (call.next == Next::Tell) {
            fault(FaultKind::FailAfterEffect, StepKind::Raise);
        }
        break;
    case Pc::Checking:
        steps.add(StepKind::Check);
        break;
    case Pc::Inserting:
        steps.add(StepKind::Insert);
        break;
    case Pc::Reserving:
        steps.add(StepKind::Reserve);
        break;
    case Pc::Looking:
        steps.add(StepKind::LookUp);
        break;
    case Pc::LookedUp:
        steps.add(StepKind::Deliver);
        break;
    case Pc::Settling:
        steps.add(StepKind::Settle);
        break;
    case Pc::Sending:
        steps.add(StepKind::Send);
        fault(FaultKind::CrashBeforeEffect, StepKind::Crash);
        break;
    case Pc::Finishing:
        steps.add(StepKind::Finish);
        if (call.heard == CallAnswer::Done || call.heard == CallAnswer::Replayed) {
            fault(FaultKind::CrashBeforeRecord, StepKind::Crash);
            fault(FaultKind::FailAfterEffect, StepKind::Raise);
            if (!call.answered) {
                fault(FaultKind::TimeoutAfterSuccess, StepKind::TimeoutLate);
            }
        }
        break;
    case Pc::Working:
        steps.add(StepKind::Effect);
        fault(FaultKind::FailAfterEffect, StepKind::Raise);
        fault(FaultKind::FailBeforeEffect, StepKind::Fail);
        break;
    case Pc::Responding:
        steps.add(StepKind::Deliver);
        fault(FaultKind::LostResponse, StepKind::Lose);
        break;
    case Pc::Paused:
        steps.add(StepKind::Again);
        if (const Repeats* repeats = repeatsOf(call.layer); repeats != nullptr && repeats->within != never) {
            steps.add(StepKind::GiveUp);
        }
        break;
    case Pc::Waiting:
    case Pc::Ended:
    case Pc::Dead:
        break;
    }
    const bool alive = call.begun && !call.answered && call.pc != Pc::Ended && call.pc != Pc::Dead;
    if (alive && call.layer == Layer::User && call.left > 0) {
        steps.add(StepKind::SendAgain);
    }
    if (call.holdsSlot) {
        steps.add(StepKind::FreeSlot);
    }
    if (call.showing) {
        steps.add(StepKind::Show);
    }
    const LayersSpec& layers = m_plan.scenario->layers;
    if (alive && call.layer == Layer::Runtime && layers.runtime->lease != never && call.pc == Pc::Waiting
        && call.left > 0) {
        steps.add(StepKind::LoseRun);
    }
    const bool patient = (call.layer == Layer::Tool && toolSpecOf(call).timeout == never)
        || (call.layer == Layer::Sdk && (layers.sdk.timeout == never || call.pc != Pc::Waiting))
        || call.layer == Layer::User || call.layer == Layer::Runtime || call.layer == Layer::Model
        || call.layer == Layer::Provider;
    if (alive && !patient) {
        steps.add(StepKind::Timeout);
    }
    return steps;
}

template <typename Storage>
StepSet Machine<Storage>::enabledForRecord(const W& world, std::uint32_t index) const
{
    const Record& record = world.records[index];
    StepSet steps;
    const auto tool = static_cast<std::size_t>(argsOf(record).tool);
    if (record.ownTable && !isSettled(record.state) && m_plan.tools[tool].guard.leases) {
        const auto& runtime = m_plan.scenario->layers.runtime;
        if (!record.leaseOver) {
            steps.add(StepKind::LeaseOver);
        }
        if (runtime && runtime->clockSkew > 0 && !record.leaseOverAhead) {
            steps.add(StepKind::LeaseOverAhead);
        }
    }
    const Micros keeps = record.ownTable ? m_plan.toolSpec(static_cast<int>(tool)).retention
                                         : m_plan.scenario->provider.keepsKeys;
    // A record is only dropped when its outcome is known; a provider drops whatever nobody is at work on.
    const bool mayGo = record.ownTable ? isSettled(record.state) : record.state != State::Processing;
    if (!record.dropped && keeps != never && mayGo) {
        steps.add(StepKind::Drop);
    }
    return steps;
}

template <typename Storage>
std::vector<Step> Machine<Storage>::enabled(const W& world) const
{
    std::vector<Step> steps;
    for (std::uint32_t i = 0; i < world.calls.size(); ++i) {
        enabledForCall(world, i).forEach([&](StepKind kind) { steps.push_back({kind, i}); });
    }
    for (std::uint32_t i = 0; i < world.records.size(); ++i) {
        enabledForRecord(world, i).forEach([&](StepKind kind) { steps.push_back({kind, i}); });
    }
    return steps;
}

template <typename Storage>
void Machine<Storage>::apply(W& world, const Step& step) const
{
    const auto index = static_cast<Index>(step.subject);
    switch (step.kind) {
    case StepKind::Begin:
        beginCall(world, index);
        return fanOut(world, index);
    case StepKind::BeginTwice:
        return beginTwice(world, index);
    case StepKind::SendAgain:
        return sendAgain(world, index);
    case StepKind::Again:
        return again(world, index);
    case StepKind::Decide:
        return decideNext(world, index);
    case StepKind::Check:
        return check(world, index);
    case StepKind::Insert:
        return insert(world, index);
    case StepKind::Reserve:
        return reserve(world, index);
    case StepKind::LookUp:
        return lookUp(world, index);
    case StepKind::Deliver:
        if (world.calls[index].layer == Layer::Tool) {
            return hearLookUp(world, index);
        }
        world.calls[index].pc = Pc::Ended;
        touch(index);
        return hear(world, world.calls[index].parent, index);
    case StepKind::Lose:
        return lose(world, index);
    case StepKind::Settle:
        return settle(world, index);
    case StepKind::Send:
        return send(world, index);
    case StepKind::Finish:
        return finish(world, index, false);
    case StepKind::Effect:
        return effect(world, index, false);
    case StepKind::Fail:
        return fail(world, index);
    case StepKind::Timeout:
        return timeOut(world, index);
    case StepKind::TimeoutLate:
        useFault(world, FaultKind::TimeoutAfterSuccess, world.calls[index]);
        return timeOut(world, index);
    case StepKind::GiveUp:
        return giveUp(world, index);
    case StepKind::LoseRun:
        return loseRun(world, index);
    case StepKind::Show:
        world.calls[index].showing = false;
        world.ledger[world.calls[index].effect].hidden = false;
        noteEffect(world, world.calls[index].effect);
        touch(index);
        if (Event* event = emit(world, EventKind::EffectShown, index)) {
            event->effect = static_cast<std::int32_t>(world.calls[index].effect);
        }
        return;
    case StepKind::FreeSlot:
        world.calls[index].holdsSlot = false;
        world.slots = static_cast<Index>(world.slots - 1);
        return touch(index);
    case StepKind::Crash:
        return crash(world, index);
    case StepKind::Raise:
        if (world.calls[index].layer == Layer::Tool) {
            return finish(world, index, true);
        }
        if (world.calls[index].layer == Layer::Provider) {
            return effect(world, index, true);
        }
        useFault(world, FaultKind::FailAfterEffect, world.calls[index]);
        emit(world, EventKind::ThinkingEnded, index);
        world.calls[index].failed = true;
        return answerCall(world, index, CallAnswer::Error);
    case StepKind::LeaseOverAhead:
        world.records[index].leaseOverAhead = true;
        return touchRecord(index);
    case StepKind::LeaseOver:
        world.records[index].leaseOver = true;
        touchRecord(index);
        return emitRecord(world, EventKind::LeaseOver, none, index, CallAnswer::None);
    case StepKind::Drop:
        world.records[index].dropped = true;
        touchRecord(index);
        return emitRecord(world, EventKind::KeyDropped, none, index, CallAnswer::None);
    }
}

/// The record of the call's key in its tool's own table.
template <typename Storage>
auto Machine<Storage>::findOwn(const W& world, const Call& call) const -> Index
{
    return findRecord(world, call.key, argsOf(call).tool);
}

/// The newest record of a key: in a tool's own table, or (tool -1) at the provider, which has one for all. A
/// record past its retention stays in the list, for the story, but counts as dropped.
template <typename Storage>
auto Machine<Storage>::findRecord(const W& world, const Key& key, int ownTool) const -> Index
{
    if constexpr (Storage::indexed) {
        return world.lookups.record(key, ownTool);
    }
    for (std::size_t i = world.records.size(); i > 0; --i) {
        const Record& record = world.records[i - 1];
        if (record.ownTable == (ownTool >= 0) && record.key == key
            && (ownTool < 0 || argsOf(record).tool == ownTool)) {
            return static_cast<Index>(i - 1);
        }
    }
    return none;
}

/// As the one who asks sees it, by its own clock.
template <typename Storage>
Standing Machine<Storage>::standing(const Record& record, const Call& asking) const
{
    const auto& runtime = m_plan.scenario->layers.runtime;
    const bool ahead = runtime && runtime->clockSkew > 0 && asking.worker > 0;
    return {record.state, ahead ? record.leaseOverAhead : record.leaseOver, record.dropped};
}

template <typename Storage>
Decision Machine<Storage>::decideFor(const W& world, Index index, const Call& asking, const Policy& policy,
                                     Refusal refusal) const
{
    if (index == none) {
        return decide(nullptr, true, policy, refusal);
    }
    const Record& record = world.records[index];
    const Standing stands = standing(record, asking);
    return decide(&stands, argsOf(record).identity == argsOf(asking).identity, policy, refusal);
}

/// Writes what was decided, in the same step, and says so. The record that it is about.
template <typename Storage>
auto Machine<Storage>::applyDecision(W& world, const Decision& decision, Index found, Index index,
                                     bool ownTable) const -> Index
{
    const Call& call = world.calls[index];
    Index at = found;
    if (decision.write == Write::Create) {
        Record record;
        record.key = call.key;
        record.ownTable = ownTable;
        record.args = call.args;
        world.records.push_back(record);
        at = static_cast<Index>(world.records.size() - 1);
        if constexpr (Storage::indexed) {
            world.lookups.noteRecord(call.key, ownTable ? argsOf(call).tool : -1, at);
        }
    } else if (decision.write == Write::Again) {
        Record& record = world.records[at];
        record.state = State::Processing;
        record.leaseOver = false;
        record.leaseOverAhead = false;
        record.stored = CallAnswer::Replayed;
        record.attempt = static_cast<std::uint8_t>(record.attempt + 1);
    }
    if (decision.write != Write::None) {
        world.records[at].holder = index;
        world.records[at].worker = call.worker;
        world.records[at].token = ++world.tokens;
        touchRecord(at);
        if (m_changes != nullptr) {
            m_changes->leased.push_back(at);
        }
    }
    if (m_changes != nullptr) {
        constexpr std::array<CallAnswer, 6> words{CallAnswer::None,           CallAnswer::Replayed,
                                                  CallAnswer::InProgress,     CallAnswer::Conflict,
                                                  CallAnswer::OutcomeUnknown, CallAnswer::Rejected};
        emitRecord(world, EventKind::KeyDecided, index, at, words[static_cast<std::size_t>(decision.answer)]);
    }
    return at;
}

template <typename Storage>
void Machine<Storage>::touch(Index call) const
{
    if (m_changes != nullptr && (m_changes->calls.empty() || m_changes->calls.back() != call)) {
        m_changes->calls.push_back(call);
    }
}

template <typename Storage>
void Machine<Storage>::touchRecord(Index record) const
{
    if (m_changes != nullptr) {
        m_changes->records.push_back(record);
    }
}

/// The event to fill in further, or null where nobody records.
template <typename Storage>
Event* Machine<Storage>::emit(const W& world, EventKind kind, Index index) const
{
    if (m_changes == nullptr) {
        return nullptr;
    }
    const Call& call = world.calls[index];
    Event event;
    event.kind = kind;
    event.layer = call.layer;
    event.reason = call.layer == Layer::Model ? Reason::First : call.reason;
    event.call = static_cast<std::int32_t>(index);
    event.parent = call.parent == none ? -1 : static_cast<std::int32_t>(call.parent);
    event.action = m_plan.asks[call.ask].action;
    event.attempt = call.attempt;
    event.args = call.args == none ? -1 : static_cast<std::int32_t>(call.args);
    event.worker = call.worker;
    event.callId = call.callId == none ? -1 : static_cast<std::int32_t>(call.callId);
    m_changes->events.push_back(event);
    return &m_changes->events.back();
}

template <typename Storage>
void Machine<Storage>::emitRecord(const W& world, EventKind kind, Index index, Index recordIndex,
                                  CallAnswer answer) const
{
    if (m_changes == nullptr) {
        return;
    }
    const bool known = recordIndex != none;
    Event* event = emit(world, kind, index != none ? index : world.records[recordIndex].holder);
    event->answer = answer;
    if (known) {
        const Record& record = world.records[recordIndex];
        event->record = static_cast<std::int32_t>(recordIndex);
        event->token = static_cast<std::int32_t>(record.token);
        event->ownTable = record.ownTable;
        event->attempt = record.attempt;
    }
    event->ownTable = known ? event->ownTable : world.calls[index].layer == Layer::Tool;
}

template class Machine<SmallStorage>;
template class Machine<GrowingStorage>;

} // namespace idem
