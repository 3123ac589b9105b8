#pragma once

// Part of machine.cpp: user, webhook and runtime, and what all layers share.

#include "simulations/world/machine.h"

#include <algorithm>

namespace idem {

template <typename Storage>
void Machine<Storage>::beginCall(W& world, Index index) const
{
    Call& call = world.calls[index];
    if (call.layer == Layer::Provider) {
        return arrive(world, index);
    }
    if (call.layer == Layer::Tool) {
        return beginTool(world, index);
    }
    number(world, index);
    call.pc = Pc::Waiting;
    // A message is new each time it is sent, unless the scenario says otherwise; an event keeps its id when it
    // is delivered again. Each starts a run.
    if (call.event == none) {
        call.event = world.events++;
    }
    if (call.layer <= Layer::Webhook) {
        call.run = world.runs++;
    }
    emit(world, EventKind::CallStarted, index);
    const auto& webhook = m_plan.scenario->layers.webhook;
    if (call.layer == Layer::Webhook && webhook->acknowledges == Acknowledges::AtOnce) {
        call.answered = true;
        call.answer = CallAnswer::Done;
        if (Event* event = emit(world, EventKind::CallAnswered, index)) {
            event->answer = CallAnswer::Done;
        }
    }
    beginBelow(world, index);
}

/// An event goes to every receiver: each has a worker of its own.
template <typename Storage>
void Machine<Storage>::fanOut(W& world, Index index) const
{
    const Call first = world.calls[index];
    if (first.layer != Layer::Webhook || first.attempt > 1) {
        return;
    }
    for (int i = 1; i < m_plan.scenario->layers.webhook->receivers; ++i) {
        Call other = first;
        other.worker = static_cast<std::uint8_t>(first.worker + i);
        other.begun = false;
        other.answered = false;
        other.answer = CallAnswer::None;
        other.pc = Pc::Pending;
        other.child = none;
        other.left = triesOf(Layer::Webhook);
        beginCall(world, addCall(world, other));
    }
}

/// A second message beside the first: both go their way.
template <typename Storage>
void Machine<Storage>::sendAgain(W& world, Index index) const
{
    Call next = world.calls[index];
    next.reason = Reason::SentAgain;
    next.pc = Pc::Pending;
    next.begun = false;
    next.child = none;
    next.first = next.first == none ? index : next.first;
    next.event = m_plan.scenario->layers.user.messageId == Identity::Same ? next.event : none;
    next.left = static_cast<std::uint8_t>(next.left - 1);
    next.attempt = static_cast<std::uint8_t>(next.attempt + 1);
    world.calls[index].left = 0;
    touch(index);
    beginCall(world, addCall(world, next));
}

/// Starts the layer below a user, webhook or runtime call.
template <typename Storage>
void Machine<Storage>::beginBelow(W& world, Index index) const
{
    const Call above = world.calls[index];
    Call child = childOf(above, index, m_plan.below(above.layer));
    if (child.layer == Layer::Tool && fromJournal(world, child)) {
        return;
    }
    child.left = triesOf(child.layer);
    const Index at = addCall(world, child);
    world.calls[index].child = at;
    if (child.layer == Layer::Model) {
        number(world, at);
        const ModelSpec& model = *m_plan.scenario->layers.model;
        world.calls[at].checks = static_cast<std::uint8_t>(model.checks);
        world.calls[at].laters = static_cast<std::uint8_t>(model.asksAgainLater);
        emit(world, EventKind::CallStarted, at);
        think(world, at, Next::CallTools, Reason::First);
        return;
    }
    if (!beginsLater(child)) {
        beginCall(world, at);
        fanOut(world, at);
    }
}

/// Where beginning is a choice, or has to wait for its turn or its time, it is a step of its own.
template <typename Storage>
bool Machine<Storage>::beginsLater(const Call& child) const
{
    return m_plan.hasFault(twinFault(child.layer), child.layer)
        || (child.layer == Layer::Webhook && m_plan.hasFault(FaultKind::OutOfOrder, Layer::Webhook))
        || (child.layer == Layer::Tool && toolSpecOf(child).concurrency > 0);
}

/// The fault by which a call of this layer begins twice at once.
template <typename Storage>
FaultKind Machine<Storage>::twinFault(Layer layer) const
{
    return layer == Layer::Runtime ? FaultKind::DoubleDispatch : FaultKind::ConcurrentDuplicate;
}

/// How often a layer may repeat a call of its own accord.
template <typename Storage>
std::uint8_t Machine<Storage>::triesOf(Layer layer) const
{
    if (layer == Layer::Model) {
        return static_cast<std::uint8_t>(m_plan.scenario->layers.model->callsAgain);
    }
    const Repeats* repeats = repeatsOf(layer);
    return static_cast<std::uint8_t>(repeats == nullptr ? 0 : repeats->times);
}

/// How a layer repeats by itself; null for the model, which decides, and the provider, which does not.
template <typename Storage>
const Repeats* Machine<Storage>::repeatsOf(Layer layer) const
{
    return m_plan.repeatsOf(layer);
}

/// A call of the layer below that is about the same ask, run and event, in the same process.
template <typename Storage>
auto Machine<Storage>::childOf(const Call& above, Index index, Layer layer) const -> Call
{
    Call child;
    child.layer = layer;
    child.parent = index;
    child.ask = above.ask;
    child.args = above.args;
    child.run = above.run;
    child.event = above.event;
    child.worker = above.worker;
    return child;
}

/// The call begins: it is the nth of its layer.
template <typename Storage>
void Machine<Storage>::number(W& world, Index index) const
{
    Call& call = world.calls[index];
    call.begun = true;
    call.number = world.begun[static_cast<std::size_t>(call.layer)]++;
    touch(index);
}

template <typename Storage>
auto Machine<Storage>::addCall(W& world, const Call& call) const -> Index
{
    world.calls.push_back(call);
    const auto index = static_cast<Index>(world.calls.size() - 1);
    touch(index);
    return index;
}

/// The next try of the same layer: the one above waits for it from now on.
template <typename Storage>
auto Machine<Storage>::repeatCall(W& world, Index before, Reason reason) const -> Index
{
    Call next = world.calls[before];
    next.pc = Pc::Pending;
    next.reason = reason;
    next.answer = CallAnswer::None;
    next.answered = false;
    next.failed = false;
    next.begun = false;
    next.attempt = static_cast<std::uint8_t>(next.attempt + 1);
    next.child = none;
    next.number = none;
    next.first = next.first == none ? before : next.first;
    const Index at = addCall(world, next);
    if (next.parent != none) {
        world.calls[next.parent].child = at;
    }
    world.calls[before].left = 0;
    world.calls[before].pc = Pc::Ended;
    touch(before);
    return at;
}

/// The same once more at the same moment: a second worker has the same run, a second delivery the same event, a
/// second tool call the same call id.
template <typename Storage>
void Machine<Storage>::beginTwice(W& world, Index index) const
{
    const Call pending = world.calls[index];
    useFault(world, twinFault(pending.layer), pending);
    beginCall(world, index);
    Call twin = pending;
    const bool ownProcess = pending.layer == Layer::Runtime || pending.layer == Layer::Webhook;
    twin.reason = pending.layer == Layer::Runtime ? Reason::DoubleDispatched : Reason::Duplicated;
    twin.attempt = static_cast<std::uint8_t>(twin.attempt + 1);
    twin.worker = static_cast<std::uint8_t>(twin.worker + (ownProcess ? 1 : 0));
    const bool sameEvent
        = pending.layer != Layer::User || m_plan.scenario->layers.user.messageId == Identity::Same;
    twin.event = sameEvent ? world.calls[index].event : none;
    twin.callId = world.calls[index].callId;
    if (pending.layer == Layer::Tool && pending.parent != none
        && world.calls[pending.parent].layer == Layer::Model) {
        world.calls[pending.parent].open = static_cast<std::uint8_t>(world.calls[pending.parent].open + 1);
    }
    beginCall(world, addCall(world, twin));
}

/// A paused layer starts its next try.
template <typename Storage>
void Machine<Storage>::again(W& world, Index index) const
{
    const Call call = world.calls[index];
    if (call.layer == Layer::Sdk) {
        world.calls[index].left = static_cast<std::uint8_t>(call.left - 1);
        return sendRequest(world, index, Reason::Resent);
    }
    if (call.layer == Layer::Tool) {
        world.calls[index].pc = Pc::Pending;
        touch(index);
        return toolSpecOf(call).concurrency == 0 ? beginTool(world, index) : void();
    }
    if (call.layer == Layer::User) {
        const Index at = repeatCall(world, index, Reason::AskedAgain);
        Call& next = world.calls[at];
        next.event = none;
        next.left = triesOf(Layer::User);
        next.asks = static_cast<std::uint8_t>(call.asks - 1);
        return beginCall(world, at);
    }
    const bool replayed = call.layer == Layer::Runtime && call.answered && !call.failed;
    if (call.layer == Layer::Webhook && !call.failed) {
        useFault(world, FaultKind::Redelivery, call);
    }
    if (replayed) {
        useFault(world, FaultKind::ReplayFromCheckpoint, call);
    }
    const bool died = call.layer == Layer::Runtime && !call.answered;
    const bool lastTime = call.layer == Layer::Runtime && call.failed && call.answered && call.left == 0;
    const Reason reason = call.layer == Layer::Webhook ? Reason::Redelivered
        : died                                         ? Reason::Restarted
        : replayed                                     ? Reason::FromCheckpoint
        : lastTime                                     ? Reason::DeadLettered
                                                       : Reason::RunRetried;
    const Index at = repeatCall(world, index, reason);
    // A restart or a fault costs no retry.
    const bool costs = call.failed && !died && call.left > 0;
    world.calls[at].left = static_cast<std::uint8_t>(call.left - (costs ? 1 : 0));
    world.calls[at].deadLettered = call.deadLettered || lastTime;
    if (call.layer == Layer::Webhook && m_plan.scenario->layers.webhook->eventId == Identity::New) {
        world.calls[at].event = none;
    }
    beginCall(world, at);
}

/// The time within which the layer may try again is over: what it had is its answer.
template <typename Storage>
void Machine<Storage>::giveUp(W& world, Index index) const
{
    Call& call = world.calls[index];
    if (call.layer == Layer::Sdk) {
        const CallAnswer answer = world.calls[call.child].answer;
        return answerCall(world, index, answer);
    }
    call.pc = Pc::Ended;
    touch(index);
    if (call.layer == Layer::Webhook || call.parent == none) {
        return;
    }
    if (call.layer == Layer::Tool) { // the try that was to come
        call.answered = true;
        call.answer = call.heard;
    }
    hear(world, call.parent, index);
}

/// The run was silent for longer than its lease: another worker has it now, though this one still works.
template <typename Storage>
void Machine<Storage>::loseRun(W& world, Index index) const
{
    Call next = world.calls[index];
    next.pc = Pc::Pending;
    next.reason = Reason::LeaseLost;
    next.begun = false;
    next.child = none;
    next.number = none;
    next.first = next.first == none ? index : next.first;
    next.attempt = static_cast<std::uint8_t>(next.attempt + 1);
    next.worker = static_cast<std::uint8_t>(next.worker + 1);
    next.left = static_cast<std::uint8_t>(next.left - 1);
    world.calls[index].left = 0;
    touch(index);
    const Index at = addCall(world, next);
    if (next.parent != none) {
        world.calls[next.parent].child = at;
    }
    beginCall(world, at);
}

/// The one who waits for `index` gets an answer; its work is over too.
template <typename Storage>
void Machine<Storage>::answerCall(W& world, Index index, CallAnswer answer) const
{
    Call& call = world.calls[index];
    call.answer = answer;
    call.pc = Pc::Ended;
    touch(index);
    if (call.answered) {
        return endWork(world, index);
    }
    call.answered = true;
    if (Event* event = emit(world, EventKind::CallAnswered, index)) {
        event->answer = answer;
        event->raised = call.failed;
    }
    if (call.layer == Layer::Tool) {
        touchQueue(world, index);
        if (mayTryAgain(world.calls[index])) {
            return tryAgain(world, index);
        }
    }
    const Index parent = world.calls[index].parent;
    if (parent != none) {
        hear(world, parent, index);
    }
}

/// The work of a call ends after its caller gave up. Above the tool there is no work, only waiting.
template <typename Storage>
void Machine<Storage>::endWork(W& world, Index index) const
{
    if (world.calls[index].layer >= Layer::Tool) {
        emit(world, EventKind::WorkEnded, index);
    }
    if (world.calls[index].layer == Layer::Tool) {
        touchQueue(world, index);
    }
}

/// `index` hears from a call below it. Whoever gave up, or waits for another call by now, hears nothing.
template <typename Storage>
void Machine<Storage>::hear(W& world, Index index, Index childIndex) const
{
    const Call& call = world.calls[index];
    const Call child = world.calls[childIndex];
    if (call.layer == Layer::Webhook && call.answered && call.parent != none) {
        // The sender gave up long ago, but the agent's reply reaches the user all the same.
        const Index user = call.parent;
        return world.calls[user].answered ? void() : hearEntry(world, user, child);
    }
    if (call.pc != Pc::Waiting || (call.layer != Layer::Model && call.child != childIndex)) {
        return;
    }
    switch (call.layer) {
    case Layer::User:
    case Layer::Webhook:
        return hearEntry(world, index, child);
    case Layer::Runtime:
        return hearRuntime(world, index, child);
    case Layer::Model:
        return hearTool(world, index, child);
    case Layer::Tool:
        return child.layer == Layer::Tool ? hearStep(world, index, child) : hearSdkAnswer(world, index, child);
    case Layer::Sdk:
        return hearProvider(world, index, child);
    case Layer::Provider:
        return;
    }
}

template <typename Storage>
void Machine<Storage>::hearEntry(W& world, Index index, const Call& child) const
{
    const bool late = world.calls[index].answered; // a webhook sender gave up before, or was answered at once
    answerCall(world, index, child.answer);
    if (world.calls[index].layer == Layer::User) {
        return tellUser(world, index, child.answer);
    }
    Call& call = world.calls[index];
    const WebhookSpec& webhook = *m_plan.scenario->layers.webhook;
    const bool atOnce = webhook.acknowledges == Acknowledges::AtOnce;
    call.failed
        = !atOnce && (child.failed || (child.layer == Layer::Tool && webhook.redelivers.on.has(child.answer)));
    const bool again = call.failed ? call.left > 0 : faultLeft(world, FaultKind::Redelivery, Layer::Webhook);
    if ((!late || atOnce) && again) {
        call.pc = Pc::Paused;
    }
}

template <typename Storage>
void Machine<Storage>::hearRuntime(W& world, Index index, const Call& child) const
{
    const RuntimeSpec& runtime = *m_plan.scenario->layers.runtime;
    if (child.layer == Layer::Tool) {
        keepInJournal(world, child);
    }
    const bool failed = child.failed || (child.layer == Layer::Tool && runtime.retries.on.has(child.answer));
    world.calls[index].failed = failed;
    if (!failed || world.calls[index].left == 0 || world.calls[index].answered) {
        const bool first = !world.calls[index].answered;
        const bool again = failed ? runtime.deadLetterAfter != never && !world.calls[index].deadLettered
                                  : faultLeft(world, FaultKind::ReplayFromCheckpoint, Layer::Runtime);
        answerCall(world, index, child.answer);
        if (first && again) {
            world.calls[index].pc = Pc::Paused;
            touch(index);
        }
        return;
    }
    // This try is over; the one above goes on waiting, for the next.
    Call& call = world.calls[index];
    call.answer = child.answer;
    call.answered = true;
    call.pc = Pc::Paused;
    touch(index);
    if (Event* event = emit(world, EventKind::CallAnswered, index)) {
        event->answer = child.answer;
    }
}

template <typename Storage>
void Machine<Storage>::tellUser(W& world, Index index, CallAnswer answer) const
{
    Told told = Told::Failed;
    if (answer == CallAnswer::Done || answer == CallAnswer::Replayed) {
        told = Told::Done;
    } else if (answer == CallAnswer::InProgress || answer == CallAnswer::OutcomeUnknown) {
        told = Told::InProgress;
    }
    const int action = m_plan.asks[world.calls[index].ask].action;
    world.told[static_cast<std::size_t>(action)] = told;
    if (Event* event = emit(world, EventKind::UserTold, index)) {
        event->told = told;
    }
    if (told != Told::Done && world.calls[index].asks > 0) {
        world.calls[index].pc = Pc::Paused;
        touch(index);
    }
}

/// A caller stops waiting; the work goes on, unless it can be cancelled.
template <typename Storage>
void Machine<Storage>::timeOut(W& world, Index index) const
{
    Call& call = world.calls[index];
    if (call.layer == Layer::Sdk) {
        // Only this request is given up; the SDK itself may send it again.
        const Index request = call.child;
        world.calls[request].answered = true;
        world.calls[request].answer = CallAnswer::Timeout;
        touch(request);
        Event* event = world.calls[request].begun ? emit(world, EventKind::CallAnswered, request) : nullptr;
        if (event != nullptr) {
            event->answer = CallAnswer::Timeout;
        }
        return hear(world, index, request);
    }
    call.answered = true;
    call.answer = CallAnswer::Timeout;
    touch(index);
    if (Event* event = emit(world, EventKind::CallAnswered, index)) {
        event->answer = CallAnswer::Timeout;
    }
    if (call.layer == Layer::Webhook) {
        call.failed = true;
        call.pc = call.left > 0 ? Pc::Paused : Pc::Waiting;
        return;
    }
    if (toolSpecOf(call).runsAs == RunsAs::Async) {
        for (Index at = index; at != none && world.calls[at].layer <= Layer::Sdk; at = world.calls[at].child) {
            world.calls[at].pc = Pc::Ended;
            touch(at);
            if (world.calls[at].begun) {
                emit(world, EventKind::WorkCancelled, at);
            }
        }
        touchQueue(world, index);
    }
    if (mayTryAgain(world.calls[index])) {
        return tryAgain(world, index);
    }
    if (world.calls[index].parent != none) {
        hear(world, world.calls[index].parent, index);
    }
}

/// The process of this call dies, and with it everything that runs in it. What the provider has goes on.
template <typename Storage>
void Machine<Storage>::crash(W& world, Index index) const
{
    const bool before = world.calls[index].pc == Pc::Sending;
    useFault(world, before ? FaultKind::CrashBeforeEffect : FaultKind::CrashBeforeRecord, world.calls[index]);
    const std::uint8_t worker = world.calls[index].worker;
    emit(world, EventKind::Crashed, index);
    const bool restarts
        = m_plan.scenario->layers.runtime && m_plan.scenario->layers.runtime->restartAfter != never;
    for (std::size_t i = 0; i < world.calls.size(); ++i) {
        Call& call = world.calls[i];
        const bool inProcess
            = call.layer >= Layer::Runtime && call.layer <= Layer::Sdk && call.worker == worker;
        const bool askToCome = !call.begun && call.parent == none;
        if (!inProcess || call.pc == Pc::Ended || call.pc == Pc::Dead || askToCome) {
            continue;
        }
        const bool restart = call.layer == Layer::Runtime && restarts && call.begun && !call.answered;
        call.pc = restart ? Pc::Paused : Pc::Dead;
        touch(static_cast<Index>(i));
        if (call.begun) {
            emit(world, EventKind::CallDied, static_cast<Index>(i));
        }
    }
}

template <typename Storage>
bool Machine<Storage>::faultLeft(const W& world, FaultKind kind, Layer layer) const
{
    const auto& faults = m_plan.scenario->faults;
    for (std::size_t i = 0; i < faults.size(); ++i) {
        if (faults[i].kind == kind && faults[i].layer == layer && world.faultsLeft[i] > 0) {
            return true;
        }
    }
    return false;
}

/// Whether the scenario aims this fault at the call, which has begun; then it is used up.
template <typename Storage>
bool Machine<Storage>::hit(W& world, FaultKind kind, const Call& call) const
{
    const int fault = m_plan.faultAt(kind, call.layer, call.number);
    if (fault < 0 || world.faultsLeft[static_cast<std::size_t>(fault)] == 0) {
        return false;
    }
    useFault(world, kind, call);
    return true;
}

template <typename Storage>
void Machine<Storage>::useFault(W& world, FaultKind kind, const Call& call) const
{
    const auto& faults = m_plan.scenario->faults;
    const int aimed = m_plan.faultAt(kind, call.layer, call.number);
    for (std::size_t i = 0; i < faults.size(); ++i) {
        const bool mine = faults[i].kind == kind && faults[i].layer == call.layer && world.faultsLeft[i] > 0;
        if (mine && (aimed < 0 || static_cast<int>(i) == aimed)) {
            world.faultsLeft[i] = static_cast<std::uint8_t>(world.faultsLeft[i] - 1);
            return;
        }
    }
}

} // namespace idem
