#pragma once

// Part of machine.cpp: the tool, its guard before and after the work, and look-ups.

#include "core/reservation/reservation.h"
#include "simulations/world/machine.h"

#include <algorithm>

namespace idem {

template <typename Storage>
void Machine<Storage>::beginTool(W& world, Index index) const
{
    Call& call = world.calls[index];
    if (call.reason == Reason::StatusCheck) {
        call.begun = true; // a read: it has no number among the calls that act
        touch(index);
    } else {
        number(world, index);
        touchQueue(world, index);
        if (call.callId == none) {
            const bool taken = world.callIds > 0 && hit(world, FaultKind::IdReuse, Call(call));
            call.callId = taken ? static_cast<Index>(world.callIds - 1) : world.callIds++;
            if (call.parent != none && world.calls[call.parent].layer == Layer::Model) {
                world.calls[call.parent].callId = call.callId; // for a model that uses it again
            }
        }
        if (call.run == none) {
            call.run = world.runs++;
            call.event = world.events++;
        }
        if (argsOf(call).inOtherWords >= 0 && hit(world, FaultKind::RewordedArgs, Call(call))) {
            call.args = static_cast<Index>(argsOf(call).inOtherWords);
        }
    }
    world.calls[index].key = keyFor(world, index);
    if (call.key && call.reason != Reason::StatusCheck && hit(world, FaultKind::KeyRegenerated, Call(call))) {
        call.key = {};
        call.key.kind = KeyKind::Random;
        call.key.call = call.number;
    }
    emit(world, EventKind::CallStarted, index);
    const GuardSteps& guard = toolOf(call).guard;
    if (call.reason == Reason::StatusCheck || guard.checksLedger) {
        call.purpose = call.reason == Reason::StatusCheck ? Purpose::Status : Purpose::Guard;
        if (!m_plan.scenario->provider.statusLookup) {
            return call.purpose == Purpose::Status ? answerCall(world, index, CallAnswer::OutcomeUnknown)
                                                   : letThrough(world, index);
        }
        call.pc = Pc::Looking;
    } else if (call.key && guard.checksRecord) {
        call.pc = Pc::Checking;
    } else if (guard.goesByNumber || (call.key && guard.reserves)) {
        call.pc = Pc::Reserving;
    } else {
        letThrough(world, index);
    }
}

/// The wrapper itself tries once more after a try that gave up or failed: the same call id, and the one above
/// goes on waiting. An answer that says what is (in progress, conflict …) is passed on.
template <typename Storage>
bool Machine<Storage>::mayTryAgain(const Call& call) const
{
    return call.left > 0 && m_plan.scenario->layers.tool.tries.on.has(call.answer);
}

template <typename Storage>
void Machine<Storage>::tryAgain(W& world, Index before) const
{
    Call& last = world.calls[before];
    Call next = childOf(last, last.parent, Layer::Tool);
    next.reason = Reason::TriedAgain;
    next.pc = Pc::Paused;
    next.callId = last.callId;
    next.calls = last.calls;
    next.heard = last.answer;
    next.first = last.first == none ? before : last.first;
    next.left = static_cast<std::uint8_t>(last.left - 1);
    next.attempt = static_cast<std::uint8_t>(last.attempt + 1);
    last.left = 0;
    const Index at = addCall(world, next);
    if (next.parent != none) {
        world.calls[next.parent].child = at;
    }
}

/// A place in the tool's queue was taken or is free: those that wait have to look again.
template <typename Storage>
void Machine<Storage>::touchQueue(const W& world, Index tool) const
{
    if (m_changes == nullptr || toolSpecOf(world.calls[tool]).concurrency == 0) {
        return;
    }
    for (std::size_t i = 0; i < world.calls.size(); ++i) {
        if (world.calls[i].layer == Layer::Tool && !world.calls[i].begun && world.calls[i].pc == Pc::Pending) {
            touch(static_cast<Index>(i));
        }
    }
}

template <typename Storage>
auto Machine<Storage>::keyFor(const W& world, Index index) const -> Key
{
    const Call& call = world.calls[index];
    const PlannedTool& tool = toolOf(call);
    Key key;
    key.kind = toolSpecOf(call).keyKind;
    switch (key.kind) {
    case KeyKind::None:
        return {};
    case KeyKind::CallId:
        key.call = call.callId;
        break;
    case KeyKind::Random:
        key.call = call.number;
        break;
    case KeyKind::ArgsHash:
        key.base = static_cast<Index>(argsOf(call).keyBase);
        break;
    case KeyKind::Timestamp: {
        // The time at which the message came in, or of the tool call itself where nobody above is known.
        Index top = index;
        while (world.calls[top].parent != none) {
            top = world.calls[top].parent;
        }
        key.call = top;
        break;
    }
    case KeyKind::EventId:
        key.event = call.event;
        break;
    case KeyKind::RequestId:
        key.request = static_cast<Index>(m_plan.asks[call.ask].action);
        break;
    case KeyKind::Template:
        key.base = static_cast<Index>(argsOf(call).keyBase);
        key.run = tool.keyHasRun ? call.run : none;
        key.event = tool.keyHasEvent ? call.event : none;
        key.request = tool.keyHasRequest ? static_cast<Index>(m_plan.asks[call.ask].action) : none;
        key.call = tool.keyHasCall ? call.callId : none;
        break;
    }
    return key;
}

/// Reads its own record, in one access; acting is another.
template <typename Storage>
void Machine<Storage>::check(W& world, Index index) const
{
    const Call call = world.calls[index];
    const Index record = findOwn(world, call);
    const Decision decision = decideFor(world, record, call, toolOf(call).policy);
    CallAnswer answer = CallAnswer::None;
    if (decision.answer == Answer::Replayed) {
        answer = world.records[record].stored;
    } else if (decision.answer == Answer::Conflict) {
        answer = CallAnswer::Conflict;
    } else if (toolOf(call).guard.inserts && decision.answer != Answer::Started) {
        answer = decision.answer == Answer::InProgress ? CallAnswer::InProgress : CallAnswer::OutcomeUnknown;
    }
    emitRecord(world, EventKind::KeyChecked, index, record, answer);
    if (answer != CallAnswer::None) {
        return answerTool(world, index, answer);
    }
    if (toolOf(call).guard.inserts) {
        world.calls[index].pc = Pc::Inserting;
        return touch(index);
    }
    letThrough(world, index);
}

/// Writes the record that it did not find, whoever else has written one since.
template <typename Storage>
void Machine<Storage>::insert(W& world, Index index) const
{
    const Index found = findOwn(world, world.calls[index]);
    const bool again = found != none && world.records[found].state == State::FailedBefore;
    const Decision decision{.answer = Answer::Started, .write = again ? Write::Again : Write::Create};
    const Index record = applyDecision(world, decision, found, index, true);
    world.calls[index].record = record;
    world.calls[index].token = world.records[record].token;
    letThrough(world, index);
}

template <typename Storage>
void Machine<Storage>::reserve(W& world, Index index) const
{
    const Call call = world.calls[index];
    const GuardSteps& guard = toolOf(call).guard;
    if (guard.goesByNumber) {
        return goByNumber(world, index);
    }
    const Index found = findOwn(world, call);
    const Decision decision
        = decideFor(world, found, call, toolOf(call).policy, refusalFor(world, call, found));
    const Index record = applyDecision(world, decision, found, index, true);
    switch (decision.answer) {
    case Answer::Started:
        world.calls[index].record = record;
        world.calls[index].token = world.records[record].token;
        if (guard.writesDone) {
            world.records[record].state = State::Done;
            touchRecord(record);
            emitRecord(world, EventKind::KeyFinished, index, record, CallAnswer::Done);
        }
        return letThrough(world, index);
    case Answer::Replayed:
        return answerTool(world, index, world.records[found].stored);
    case Answer::InProgress:
        return answerCall(world, index, CallAnswer::InProgress);
    case Answer::Conflict:
        return answerCall(world, index, CallAnswer::Conflict);
    case Answer::Rejected:
        return answerCall(world, index, CallAnswer::Rejected);
    case Answer::OutcomeUnknown:
        break;
    }
    if (!decision.askProvider || !m_plan.scenario->provider.statusLookup) {
        return answerCall(world, index, CallAnswer::OutcomeUnknown);
    }
    world.calls[index].record = record;
    world.calls[index].token = world.records[record].token;
    world.calls[index].purpose = Purpose::Reconcile;
    world.calls[index].pc = Pc::Looking;
    touch(index);
}

/// What is not higher than the highest number seen counts as a repeat, also where it never came before.
template <typename Storage>
void Machine<Storage>::goByNumber(W& world, Index index) const
{
    const PlannedArgs& args = argsOf(world.calls[index]);
    Index& mark = world.marks[static_cast<std::size_t>(args.tool)];
    const bool known = mark != none && static_cast<Index>(args.sequence) <= mark;
    if (Event* event = emit(world, EventKind::KeyChecked, index)) {
        event->answer = known ? CallAnswer::Replayed : CallAnswer::None;
        event->ownTable = true;
    }
    if (known) {
        return answerTool(world, index, CallAnswer::Replayed);
    }
    mark = static_cast<Index>(args.sequence);
    letThrough(world, index);
}

/// What stands against starting: nobody approved it, or its budget is used up. A record that is there already
/// was approved, and has its share.
template <typename Storage>
Refusal Machine<Storage>::refusalFor(const W& world, const Call& call, Index found) const
{
    const ToolSpec& tool = toolSpecOf(call);
    const auto action = static_cast<std::size_t>(m_plan.asks[call.ask].action);
    if (tool.approval && found == none && !m_plan.scenario->actions[action].approved) {
        return Refusal::NeedsApproval;
    }
    if (!tool.budget) {
        return Refusal::None;
    }
    std::int64_t others = 0;
    for (std::size_t i = 0; i < world.records.size(); ++i) {
        const Record& record = world.records[i];
        const bool mine = i == found;
        if (record.ownTable && !mine && argsOf(record).budgetScope == argsOf(call).budgetScope
            && countsInBudget(record.state)) {
            others += argsOf(record).amount;
        }
    }
    return fitsBudget(argsOf(call).amount, tool.budget->limit, others) ? Refusal::None : Refusal::OverBudget;
}

/// Whether the action has a step after this one that is still to be done.
template <typename Storage>
bool Machine<Storage>::mayStep(const W& world, Index index, CallAnswer answer) const
{
    const Call& call = world.calls[index];
    const bool acted = answer == CallAnswer::Done || answer == CallAnswer::Replayed;
    return acted && argsOf(call).next >= 0 && !call.stepDone && call.reason != Reason::StatusCheck;
}

/// The tool's own part is over; a further step of the action comes before the answer. A step that is done
/// already answers for itself, so a repeat does what is missing.
template <typename Storage>
void Machine<Storage>::answerTool(W& world, Index index, CallAnswer answer) const
{
    if (toolSpecOf(world.calls[index]).thenBeforeRecording || !mayStep(world, index, answer)) {
        return answerCall(world, index, answer);
    }
    world.calls[index].heard = answer;
    nextStep(world, index);
}

template <typename Storage>
void Machine<Storage>::nextStep(W& world, Index index) const
{
    world.calls[index].stepDone = true;
    world.calls[index].pc = Pc::Waiting;
    touch(index);
    Call step = childOf(world.calls[index], index, Layer::Tool);
    step.reason = Reason::NextStep;
    step.args = static_cast<Index>(argsOf(world.calls[index]).next);
    step.callId = world.calls[index].callId;
    step.left = triesOf(Layer::Tool);
    const Index at = addCall(world, step);
    world.calls[index].child = at;
    if (!beginsLater(step)) {
        beginTool(world, at);
    }
}

/// The next step answered: its own answer is that of the whole, unless the record around both is still to be
/// written.
template <typename Storage>
void Machine<Storage>::hearStep(W& world, Index index, const Call& child) const
{
    if (toolSpecOf(world.calls[index]).thenBeforeRecording && world.calls[index].heard != CallAnswer::None) {
        return hearSdkAnswer(world, index, child);
    }
    const bool acted = child.answer == CallAnswer::Done || child.answer == CallAnswer::Replayed;
    answerCall(world, index, acted ? world.calls[index].heard : child.answer);
}

/// What a look-up of the provider's finds: an effect that is to be seen, or a request that is being worked on.
template <typename Storage>
CallAnswer Machine<Storage>::found(const W& world, const Call& asking, Index& effect) const
{
    const int identity = argsOf(asking).identity;
    if constexpr (Storage::indexed) {
        effect = world.lookups.effect(identity, asking.key, argsOf(asking).tool);
        return effect != none                 ? CallAnswer::Done
            : world.lookups.working(identity) ? CallAnswer::InProgress
                                              : CallAnswer::NotFound;
    }
    for (std::size_t i = 0; i < world.ledger.size(); ++i) {
        const auto& row = world.ledger[i];
        const PlannedArgs& args = m_plan.argSets[row.args];
        const bool mine = args.identity == identity
            || (asking.key && row.reference == asking.key && args.tool == argsOf(asking).tool);
        if (!row.hidden && mine) {
            effect = static_cast<Index>(i);
            return CallAnswer::Done;
        }
    }
    const bool working = std::any_of(world.calls.begin(), world.calls.end(), [&](const Call& other) {
        return other.layer == Layer::Provider && other.pc == Pc::Working && argsOf(other).identity == identity;
    });
    return working ? CallAnswer::InProgress : CallAnswer::NotFound;
}

/// The provider answers a look-up: by the key as a reference, or by what identifies the action.
template <typename Storage>
void Machine<Storage>::lookUp(W& world, Index index) const
{
    Call& call = world.calls[index];
    Index effect = none;
    CallAnswer answer = found(world, call, effect);
    // The status of an action is that of all its steps.
    Call step = call;
    step.key = {};
    while (call.purpose == Purpose::Status && answer == CallAnswer::Done && argsOf(step).next >= 0) {
        step.args = static_cast<Index>(argsOf(step).next);
        Index other = none;
        answer = found(world, step, other);
    }
    call.heard = answer;
    call.probe = answer == CallAnswer::Done ? Probe::Happened
        : answer == CallAnswer::NotFound    ? Probe::DidNotHappen
                                            : Probe::CannotTell;
    call.pc = Pc::LookedUp;
    touch(index);
    if (Event* event = emit(world, EventKind::LookedUp, index)) {
        event->answer = answer;
        event->effect = effect == none ? -1 : static_cast<std::int32_t>(effect);
    }
}

template <typename Storage>
void Machine<Storage>::hearLookUp(W& world, Index index) const
{
    Call& call = world.calls[index];
    touch(index);
    switch (call.purpose) {
    case Purpose::Status:
        return answerCall(world, index, call.heard);
    case Purpose::Guard:
        return call.heard == CallAnswer::Done ? answerTool(world, index, CallAnswer::Replayed)
                                              : letThrough(world, index);
    case Purpose::Reconcile:
        call.pc = Pc::Settling;
    }
}

/// Writes what the provider said about a reservation whose outcome was unknown, unless somebody else already
/// did.
template <typename Storage>
void Machine<Storage>::settle(W& world, Index index) const
{
    const Call call = world.calls[index];
    Record& record = world.records[call.record];
    if (decideSettle(standing(record, call), record.token, call.token, call.probe) == Finish::Applied) {
        record.state = settledState(call.probe);
        record.leaseOver = true;
        record.leaseOverAhead = true;
        touchRecord(call.record);
        const CallAnswer answer = record.state == State::Done ? CallAnswer::Done
            : record.state == State::FailedBefore             ? CallAnswer::Error
                                                              : CallAnswer::OutcomeUnknown;
        emitRecord(world, EventKind::KeySettled, index, call.record, answer);
        if (record.state == State::Unknown) {
            return answerCall(world, index, CallAnswer::OutcomeUnknown);
        }
    } else if (record.state == State::Unknown && record.token == call.token) {
        // Nothing is there yet, but the first request may still be under way.
        return answerCall(world, index, CallAnswer::OutcomeUnknown);
    }
    world.calls[index].pc = Pc::Reserving; // asks again: replayed, or started with a new token
    touch(index);
}

/// The guard has nothing against it.
template <typename Storage>
void Machine<Storage>::letThrough(W& world, Index index) const
{
    if (m_plan.hasFault(FaultKind::CrashBeforeEffect, Layer::Tool)
        || m_plan.hasFault(FaultKind::LeaseExpired, Layer::Tool)) {
        world.calls[index].pc = Pc::Sending;
        touch(index);
        return;
    }
    send(world, index);
}

template <typename Storage>
void Machine<Storage>::send(W& world, Index index) const
{
    world.calls[index].pc = Pc::Waiting;
    touch(index);
    Call sdk = childOf(world.calls[index], index, Layer::Sdk);
    const bool forwards = toolOf(sdk).guard.sendsKey
        && !(world.calls[index].key && hit(world, FaultKind::KeyNotForwarded, Call(world.calls[index])));
    sdk.key = forwards ? world.calls[index].key : Key{};
    sdk.left = triesOf(Layer::Sdk);
    const Index at = addCall(world, sdk);
    world.calls[index].child = at;
    beginSdk(world, at);
}

/// The SDK came back to the tool's code, whether or not anybody still waits for the tool.
template <typename Storage>
void Machine<Storage>::hearSdkAnswer(W& world, Index index, const Call& child) const
{
    Call& call = world.calls[index];
    call.heard = child.answer;
    if (toolSpecOf(call).thenBeforeRecording && mayStep(world, index, child.answer)) {
        return nextStep(world, index);
    }
    const GuardSteps& guard = toolOf(call).guard;
    const bool writes
        = call.record != none ? guard.finishes : guard.recordsAfter && static_cast<bool>(call.key);
    const bool acted = child.answer == CallAnswer::Done || child.answer == CallAnswer::Replayed;
    const bool mayFail = acted
        && (m_plan.hasFault(FaultKind::CrashBeforeRecord, Layer::Tool)
            || m_plan.hasFault(FaultKind::FailAfterEffect, Layer::Tool)
            || m_plan.hasFault(FaultKind::TimeoutAfterSuccess, Layer::Tool));
    if (!mayFail && !(writes && (acted || call.record != none))) {
        return answerTool(world, index, child.answer);
    }
    call.pc = Pc::Finishing;
    touch(index);
}

/// Records what came of it, and answers. With `raised` the code fails here, after the effect.
template <typename Storage>
void Machine<Storage>::finish(W& world, Index index, bool raised) const
{
    const Call call = world.calls[index];
    if (raised) {
        useFault(world, FaultKind::FailAfterEffect, call);
    }
    const CallAnswer answer = raised ? CallAnswer::Error : call.heard;
    const GuardSteps& guard = toolOf(call).guard;
    if (call.record != none && guard.finishes) {
        const bool acted = answer == CallAnswer::Done || answer == CallAnswer::Replayed;
        const bool refused = answer == CallAnswer::Conflict || answer == CallAnswer::Rejected;
        const bool stored = !acted && hit(world, FaultKind::GuardStoresFailure, call);
        writeOutcome(world, index,
                     acted         ? Outcome::Done
                         : stored  ? Outcome::FailedForGood
                         : refused ? Outcome::FailedBefore
                                   : Outcome::Unknown);
    } else if (guard.recordsAfter && call.key && !raised) {
        const Index found = findOwn(world, call);
        if (found == none) {
            const Index record
                = applyDecision(world, {.answer = Answer::Started, .write = Write::Create}, none, index, true);
            world.records[record].state = State::Done;
            emitRecord(world, EventKind::KeyFinished, index, record, CallAnswer::Done);
        } else {
            emitRecord(world, EventKind::KeyStale, index, found, CallAnswer::Done);
        }
    }
    answerTool(world, index, answer);
}

template <typename Storage>
void Machine<Storage>::writeOutcome(W& world, Index index, Outcome outcome) const
{
    const Call& call = world.calls[index];
    Record& record = world.records[call.record];
    if (record.dropped || decideFinish(standing(record, call), record.token, call.token) == Finish::Stale) {
        return emitRecord(world, EventKind::KeyStale, index, call.record, call.heard);
    }
    record.state = finishedState(outcome);
    record.stored = outcome == Outcome::FailedForGood ? CallAnswer::Error : CallAnswer::Replayed;
    touchRecord(call.record);
    emitRecord(world, EventKind::KeyFinished, index, call.record,
               outcome == Outcome::Done                ? CallAnswer::Done
                   : outcome == Outcome::FailedBefore  ? CallAnswer::Error
                   : outcome == Outcome::FailedForGood ? CallAnswer::Rejected
                                                       : CallAnswer::OutcomeUnknown);
}

} // namespace idem
