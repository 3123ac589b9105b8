#pragma once

// Part of machine.cpp: the SDK, which sends and resends, and the provider, which performs.

#include "simulations/world/machine.h"

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
    const bool nothingCame = child.answer == CallAnswer::Lost || child.answer == CallAnswer::Timeout;
    if (nothingCame && call.left > 0) {
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
    const Call call = world.calls[index];
    if (!call.key || !m_plan.scenario->provider.acceptsKeys) {
        world.calls[index].pc = Pc::Working;
        return;
    }
    const Index found = findRecord(world, call.key, false);
    const Decision decision = decideFor(world, found, argsOf(call).identity, m_plan.providerPolicy);
    const Index record = applyDecision(world, decision, found, index, false);
    switch (decision.answer) {
    case Answer::Started:
        world.calls[index].record = record;
        world.calls[index].pc = Pc::Working;
        return;
    case Answer::Replayed:
        return respond(world, index, CallAnswer::Replayed);
    case Answer::InProgress:
        return respond(world, index, CallAnswer::InProgress);
    case Answer::Conflict:
        return respond(world, index, CallAnswer::Conflict);
    case Answer::OutcomeUnknown:
    case Answer::Rejected:
        return respond(world, index, CallAnswer::OutcomeUnknown);
    }
}

/// The provider's part is over; its answer is on its way.
template <typename Storage>
void Machine<Storage>::respond(W& world, Index index, CallAnswer answer) const
{
    Call& call = world.calls[index];
    touch(index);
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

/// The work is done: the ledger and the key's record change together.
template <typename Storage>
void Machine<Storage>::effect(W& world, Index index) const
{
    const Call call = world.calls[index];
    const Call& tool = world.calls[world.calls[call.parent].parent];
    typename W::Effect row;
    row.action = static_cast<Index>(m_plan.asks[call.ask].action);
    row.identity = static_cast<Index>(argsOf(call).identity);
    row.reference = tool.key;
    world.ledger.push_back(row);
    if (Event* event = emit(world, EventKind::EffectHappened, index)) {
        event->effect = static_cast<std::int32_t>(world.ledger.size()) - 1;
    }
    if (call.record != none) {
        world.records[call.record].state = State::Done;
        touchRecord(call.record);
        emitRecord(world, EventKind::KeyFinished, index, call.record, CallAnswer::Done);
    }
    respond(world, index, CallAnswer::Done);
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
