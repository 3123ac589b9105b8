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
    for (std::size_t i = 0; i < m_plan.scenario->actions.size(); ++i) {
        world.told.push_back(Told::Nothing);
    }
    for (const FaultSpec& fault : m_plan.scenario->faults) {
        world.faultsLeft.push_back(static_cast<std::uint8_t>(fault.calls.size()));
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
        fault(FaultKind::DoubleDispatch, StepKind::BeginTwice);
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
        }
        break;
    case Pc::Working:
        steps.add(StepKind::Effect);
        break;
    case Pc::Responding:
        steps.add(StepKind::Deliver);
        fault(FaultKind::LostResponse, StepKind::Lose);
        break;
    case Pc::Paused:
        steps.add(StepKind::Again);
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
    const LayersSpec& layers = m_plan.scenario->layers;
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
    const auto tool = static_cast<std::size_t>(record.tool);
    if (record.ownTable && !isSettled(record.state) && !record.leaseOver && m_plan.tools[tool].guard.leases) {
        steps.add(StepKind::LeaseOver);
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
        return beginCall(world, index);
    case StepKind::BeginTwice:
        return dispatchTwice(world, index);
    case StepKind::SendAgain: {
        // A second message beside the first: both go their way.
        Call next = world.calls[index];
        next.reason = Reason::SentAgain;
        next.pc = Pc::Pending;
        next.begun = false;
        next.child = none;
        next.event = none;
        next.left = static_cast<std::uint8_t>(next.left - 1);
        next.attempt = static_cast<std::uint8_t>(next.attempt + 1);
        world.calls[index].left = 0;
        touch(index);
        return beginCall(world, addCall(world, next));
    }
    case StepKind::Again:
        return again(world, index);
    case StepKind::Decide:
        return decideNext(world, index);
    case StepKind::Check:
        return check(world, index);
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
        return effect(world, index);
    case StepKind::Timeout:
        return timeOut(world, index);
    case StepKind::Crash:
        return crash(world, index);
    case StepKind::Raise:
        if (world.calls[index].layer == Layer::Tool) {
            return finish(world, index, true);
        }
        useFault(world, FaultKind::FailAfterEffect, world.calls[index]);
        emit(world, EventKind::ThinkingEnded, index);
        world.calls[index].failed = true;
        return answerCall(world, index, CallAnswer::Error);
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

template <typename Storage>
auto Machine<Storage>::findRecord(const W& world, const Key& key, bool ownTable) const -> Index
{
    // The newest first: a record past its retention stays in the list, for the story, but counts as dropped.
    for (std::size_t i = world.records.size(); i > 0; --i) {
        const Record& record = world.records[i - 1];
        if (record.ownTable == ownTable && record.key == key) {
            return static_cast<Index>(i - 1);
        }
    }
    return none;
}

template <typename Storage>
Decision Machine<Storage>::decideFor(const W& world, Index index, int identity, const Policy& policy) const
{
    if (index == none) {
        return decide(nullptr, true, policy);
    }
    const Record& record = world.records[index];
    const Standing standing{record.state, record.leaseOver, record.dropped};
    return decide(&standing, record.identity == static_cast<Index>(identity), policy);
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
        record.identity = static_cast<Index>(argsOf(call).identity);
        record.tool = static_cast<Index>(argsOf(call).tool);
        world.records.push_back(record);
        at = static_cast<Index>(world.records.size() - 1);
    } else if (decision.write == Write::Again) {
        Record& record = world.records[at];
        record.state = State::Processing;
        record.leaseOver = false;
        record.attempt = static_cast<std::uint8_t>(record.attempt + 1);
    }
    if (decision.write != Write::None) {
        world.records[at].holder = index;
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
    if (m_changes != nullptr) {
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
