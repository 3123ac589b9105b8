#pragma once

// Part of machine.cpp: the SDK, which sends and resends, and the provider, which performs.

#include "simulations/world/machine.h"

#include <algorithm>

namespace idem {

template <typename Storage>
void Machine<Storage>::beginSdk(W& world, Index index) const
{
    number(world, index);
    emit(world, EventKind::CallStarted, index);
    sendRequest(world, index, Reason::First);
}

template <typename Storage>
void Machine<Storage>::sendRequest(W& world, Index sdk, Reason reason) const
{
    Call& above = world.calls[sdk];
    Call request = childOf(above, sdk, Layer::Provider);
    request.reason = reason;
    request.key = above.key;
    if (reason == Reason::Resent) {
        request.attempt = static_cast<std::uint8_t>(world.calls[above.child].attempt + 1);
        switch (m_plan.scenario->layers.sdk.key) {
        case ResendKey::Same:
            break;
        case ResendKey::None:
            request.key = {};
            break;
        case ResendKey::New:
            request.key = {};
            request.key.kind = KeyKind::Random;
            request.key.call = static_cast<Index>(world.calls.size());
            request.key.request = 0; // apart from the keys that tools make
            break;
        }
    }
    above.pc = Pc::Waiting;
    touch(sdk);
    const Index at = addCall(world, request);
    world.calls[sdk].child = at;
    emit(world, EventKind::RequestSent, sdk);
}

/// An answer of the provider reached the SDK, or the connection dropped, or it took too long.
template <typename Storage>
void Machine<Storage>::hearProvider(W& world, Index index, const Call& child) const
{
    Call& call = world.calls[index];
    if (m_plan.scenario->layers.sdk.resends.on.has(child.answer) && call.left > 0) {
        call.pc = Pc::Paused;
        touch(index);
        return;
    }
    answerCall(world, index, child.answer);
}

/// The request arrives: a key that the provider knows is answered from its record.
template <typename Storage>
void Machine<Storage>::arrive(W& world, Index index) const
{
    number(world, index);
    emit(world, EventKind::CallStarted, index);
    if (world.calls[index].answered) {
        // The SDK gave up while the request was still under way.
        if (Event* event = emit(world, EventKind::CallAnswered, index)) {
            event->answer = CallAnswer::Timeout;
        }
    }
    const ProviderSpec& provider = m_plan.scenario->provider;
    if (provider.rateLimit > 0) {
        if (world.slots >= static_cast<Index>(provider.rateLimit)) {
            return respond(world, index, CallAnswer::Rejected);
        }
        world.slots = static_cast<Index>(world.slots + 1);
        world.calls[index].holdsSlot = true;
    }
    const Call call = world.calls[index];
    if (!call.key || !provider.acceptsKeys || toolOf(call).guard.inTransaction) {
        return startWork(world, index);
    }
    const Index found = findRecord(world, call.key, -1);
    const Decision decision = decideFor(world, found, call, m_plan.providerPolicy);
    const Index record = applyDecision(world, decision, found, index, false);
    switch (decision.answer) {
    case Answer::Started:
        world.calls[index].record = record;
        return startWork(world, index);
    case Answer::Replayed:
        return respond(world, index, world.records[found].stored);
    case Answer::InProgress:
        return respond(world, index, CallAnswer::InProgress);
    case Answer::Conflict:
        return respond(world, index, CallAnswer::Conflict);
    case Answer::OutcomeUnknown:
    case Answer::Rejected:
        return respond(world, index, CallAnswer::OutcomeUnknown);
    }
}

template <typename Storage>
void Machine<Storage>::startWork(W& world, Index index) const
{
    world.calls[index].pc = Pc::Working;
    if constexpr (Storage::indexed) {
        world.lookups.noteWorking(argsOf(world.calls[index]).identity, 1);
    }
}

/// Look-ups find the effect from now on.
template <typename Storage>
void Machine<Storage>::noteEffect(W& world, Index effect) const
{
    if constexpr (Storage::indexed) {
        const auto& row = world.ledger[effect];
        const PlannedArgs& args = m_plan.argSets[row.args];
        world.lookups.noteEffect(args.identity, row.reference, args.tool, effect);
    }
}

/// The provider's part is over; its answer is on its way.
template <typename Storage>
void Machine<Storage>::respond(W& world, Index index, CallAnswer answer) const
{
    Call& call = world.calls[index];
    touch(index);
    if constexpr (Storage::indexed) {
        if (call.pc == Pc::Working) {
            world.lookups.noteWorking(argsOf(call).identity, -1);
        }
    }
    if (call.answered) {
        call.pc = Pc::Ended;
        return endWork(world, index);
    }
    call.answered = true;
    call.answer = answer;
    call.pc = Pc::Responding;
    if (Event* event = emit(world, EventKind::CallAnswered, index)) {
        event->answer = answer;
    }
}

/// The work is done: the ledger and the key's record change together. With `fails` the provider answers with an
/// error all the same.
template <typename Storage>
void Machine<Storage>::effect(W& world, Index index, bool fails) const
{
    if (fails) {
        useFault(world, FaultKind::FailAfterEffect, world.calls[index]);
    }
    const Call call = world.calls[index];
    const Call& tool = world.calls[world.calls[call.parent].parent];
    if (violates(world, call)) {
        return finishAtProvider(world, index, CallAnswer::Conflict);
    }
    if (toolOf(call).guard.inTransaction && tool.key) {
        // The same step writes the tool's own record: where one is there already, nothing happens.
        world.calls[index].key = tool.key;
        const Index found = findOwn(world, world.calls[index]);
        const Decision decision = decideFor(world, found, call, toolOf(call).policy);
        const Index record = applyDecision(world, decision, found, index, true);
        if (decision.answer != Answer::Started) {
            const bool conflict = decision.answer == Answer::Conflict;
            return respond(world, index, conflict ? CallAnswer::Conflict : CallAnswer::Replayed);
        }
        world.calls[index].record = record;
    }
    typename W::Effect row;
    row.action = static_cast<Index>(m_plan.asks[call.ask].action);
    row.args = call.args;
    row.reference = tool.key;
    row.hidden = m_plan.scenario->provider.showsAfter > 0;
    world.ledger.push_back(row);
    world.calls[index].effect = static_cast<Index>(world.ledger.size() - 1);
    world.calls[index].showing = row.hidden;
    if constexpr (Storage::indexed) {
        world.lookups.noteConstrained(argsOf(call).constrained);
    }
    if (!row.hidden) {
        noteEffect(world, world.calls[index].effect);
    }
    if (Event* event = emit(world, EventKind::EffectHappened, index)) {
        event->effect = static_cast<std::int32_t>(world.ledger.size()) - 1;
    }
    finishAtProvider(world, index, fails ? CallAnswer::Error : CallAnswer::Done);
}

/// An error of the provider's before anything happened.
template <typename Storage>
void Machine<Storage>::fail(W& world, Index index) const
{
    useFault(world, FaultKind::FailBeforeEffect, world.calls[index]);
    finishAtProvider(world, index, CallAnswer::Error);
}

/// Writes to the key's record what the provider keeps of such an outcome: the first result, a stored failure,
/// or nothing, and then the key is free again.
template <typename Storage>
void Machine<Storage>::finishAtProvider(W& world, Index index, CallAnswer answer) const
{
    const Index at = world.calls[index].record;
    if (at != none) {
        const Stores stores = m_plan.scenario->provider.stores;
        const bool kept
            = stores == Stores::Everything || (stores == Stores::Refusals && answer == CallAnswer::Conflict);
        Record& record = world.records[at];
        // A record that came with the effect stands, whatever is answered afterwards.
        const bool done = answer == CallAnswer::Done || record.ownTable;
        const Outcome outcome = done ? Outcome::Done : kept ? Outcome::FailedForGood : Outcome::FailedBefore;
        record.state = finishedState(outcome);
        record.stored = done ? CallAnswer::Replayed : answer;
        touchRecord(at);
        emitRecord(world, EventKind::KeyFinished, index, at,
                   outcome == Outcome::Done                ? CallAnswer::Done
                       : outcome == Outcome::FailedForGood ? CallAnswer::Rejected
                                                           : CallAnswer::Error);
    }
    respond(world, index, answer);
}

/// Whether the provider's own unique constraint stands against this effect.
template <typename Storage>
bool Machine<Storage>::violates(const W& world, const Call& call) const
{
    if (m_plan.scenario->provider.unique.empty()) {
        return false;
    }
    if constexpr (Storage::indexed) {
        return world.lookups.constrained(argsOf(call).constrained);
    }
    return std::any_of(world.ledger.begin(), world.ledger.end(), [&](const auto& row) {
        return m_plan.argSets[row.args].constrained == argsOf(call).constrained;
    });
}

template <typename Storage>
void Machine<Storage>::lose(W& world, Index index) const
{
    useFault(world, FaultKind::LostResponse, world.calls[index]);
    world.calls[index].answer = CallAnswer::Lost;
    world.calls[index].pc = Pc::Ended;
    touch(index);
    emit(world, EventKind::ResponseLost, index);
    hear(world, world.calls[index].parent, index);
}

} // namespace idem
