#pragma once

// Part of machine.cpp: the model, which decides what to call, and calls again.

#include "simulations/world/machine.h"

#include <algorithm>

namespace idem {

/// How good an answer is to have: the model goes by the best one of a step.
constexpr int rank(CallAnswer answer)
{
    switch (answer) {
    case CallAnswer::Done:
    case CallAnswer::Replayed:
        return 5;
    case CallAnswer::InProgress:
        return 4;
    case CallAnswer::OutcomeUnknown:
        return 3;
    case CallAnswer::Timeout:
    case CallAnswer::Lost:
    case CallAnswer::Error:
    case CallAnswer::NotFound:
        return 2;
    case CallAnswer::Conflict:
    case CallAnswer::Rejected:
        return 1;
    case CallAnswer::None:
        break;
    }
    return 0;
}

/// The model starts thinking; when it has thought it does `next`.
template <typename Storage>
void Machine<Storage>::think(W& world, Index index, Next next, Reason reason) const
{
    Call& call = world.calls[index];
    call.pc = Pc::Thinking;
    call.next = next;
    // The reason of a model call is that of the tool calls it makes next; its own is always "first".
    call.reason = reason;
    touch(index);
    emit(world, EventKind::ThinkingStarted, index);
}

template <typename Storage>
void Machine<Storage>::decideNext(W& world, Index index) const
{
    emit(world, EventKind::ThinkingEnded, index);
    Call& call = world.calls[index];
    const Next next = call.next;
    const Reason reason = call.reason;
    call.pc = Pc::Waiting;
    touch(index);
    if (next == Next::Tell) {
        // What it tells is an answer, good or bad: a timeout below is a failure here.
        const bool bad = rank(call.heard) == rank(CallAnswer::Timeout);
        // What was answered in an earlier step stays done, whatever a later ask for it was told.
        const bool done = call.heard == CallAnswer::Replayed || call.stepDone;
        return answerCall(world, index, done ? CallAnswer::Done : bad ? CallAnswer::Error : call.heard);
    }
    call.heard = CallAnswer::None;
    if (next == Next::CheckStatus) {
        return callTool(world, index, Reason::StatusCheck);
    }
    const int calls = reason == Reason::First ? m_plan.scenario->layers.model->asksAtOnce : 1;
    // All of one step are under way before the first can answer.
    for (int i = 0; i < calls && world.calls[index].pc == Pc::Waiting; ++i) {
        callTool(world, index, i == 0 ? reason : Reason::AskedAtOnce);
    }
}

template <typename Storage>
void Machine<Storage>::callTool(W& world, Index model, Reason reason) const
{
    const Call above = world.calls[model];
    Call child = childOf(above, model, Layer::Tool);
    child.reason = reason;
    const std::vector<int>& wordings = m_plan.asks[above.ask].argSets;
    // A status look-up is about the call before it, as that was worded.
    const std::size_t wording
        = reason == Reason::StatusCheck && above.calls > 0 ? above.calls - 1U : std::size_t{above.calls};
    child.args = static_cast<Index>(wordings[std::min(wording, wordings.size() - 1)]);
    child.calls = above.calls;
    world.calls[model].open = static_cast<std::uint8_t>(above.open + 1);
    if (reason != Reason::StatusCheck) {
        world.calls[model].calls = static_cast<std::uint8_t>(above.calls + 1);
        child.left = triesOf(Layer::Tool);
        if (m_plan.scenario->layers.model->callIds == Identity::Same) {
            child.callId = above.callId;
        }
        if (fromJournal(world, child)) {
            return;
        }
    }
    const Index at = addCall(world, child);
    if (reason == Reason::StatusCheck || !beginsLater(child)) {
        beginTool(world, at);
    }
}

/// A run that is repeated gets the answers of its finished tool calls from the journal; nothing is carried out.
template <typename Storage>
bool Machine<Storage>::fromJournal(W& world, Call child) const
{
    const auto& runtime = m_plan.scenario->layers.runtime;
    if (!runtime || !runtime->journal) {
        return false;
    }
    for (const auto& entry : world.journal) {
        if (entry.run == child.run && entry.place == child.calls) {
            child.reason = Reason::FromJournal;
            child.callId = entry.callId;
            child.begun = true;
            child.left = 0;
            const Index at = addCall(world, child);
            if (world.calls[child.parent].layer != Layer::Model) {
                world.calls[child.parent].child = at;
            }
            emit(world, EventKind::CallStarted, at);
            answerCall(world, at, CallAnswer::Replayed);
            return true;
        }
    }
    return false;
}

template <typename Storage>
void Machine<Storage>::keepInJournal(W& world, const Call& tool) const
{
    const auto& runtime = m_plan.scenario->layers.runtime;
    const bool finished = tool.answer == CallAnswer::Done || tool.answer == CallAnswer::Replayed;
    if (runtime && runtime->journal && finished && tool.reason != Reason::FromJournal
        && tool.reason != Reason::StatusCheck) {
        world.journal.push_back({tool.run, tool.callId, tool.calls});
    }
}

template <typename Storage>
bool Machine<Storage>::hasTurn(const W& world, const Call& call) const
{
    const int limit = toolSpecOf(call).concurrency;
    int running = 0;
    for (const Call& other : world.calls) {
        // A call that was given up still holds its place: its work goes on in the same process.
        const bool same = other.layer == Layer::Tool && other.begun && other.reason != Reason::StatusCheck
            && other.worker == call.worker && argsOf(other).tool == argsOf(call).tool;
        running += same && other.pc != Pc::Ended && other.pc != Pc::Dead ? 1 : 0;
    }
    return limit == 0 || running < limit;
}

template <typename Storage>
void Machine<Storage>::hearTool(W& world, Index index, const Call& child) const
{
    Call& call = world.calls[index];
    keepInJournal(world, child);
    call.open = static_cast<std::uint8_t>(call.open - 1);
    if (rank(child.answer) > rank(call.heard)) {
        call.heard = child.answer;
    }
    if (call.open > 0) {
        return;
    }
    if (child.reason == Reason::StatusCheck) {
        return chooseAfterStatus(world, index, child.answer);
    }
    chooseNext(world, index);
}

/// The tool calls of a step are answered: done, once more, look up, or give up.
template <typename Storage>
void Machine<Storage>::chooseNext(W& world, Index index) const
{
    Call& call = world.calls[index];
    const ModelSpec& model = *m_plan.scenario->layers.model;
    switch (call.heard) {
    case CallAnswer::Done:
    case CallAnswer::Replayed:
        call.stepDone = true;
        if (call.laters > 0) {
            call.laters = static_cast<std::uint8_t>(call.laters - 1);
            return think(world, index, Next::CallTools, Reason::AskedLater);
        }
        if (m_plan.hasFault(FaultKind::ContextTrimmed, Layer::Model)
            && hit(world, FaultKind::ContextTrimmed, Call(call))) {
            return think(world, index, Next::CallTools, Reason::Forgot);
        }
        return think(world, index, Next::Tell, Reason::First);
    case CallAnswer::Conflict:
    case CallAnswer::Rejected:
        return think(world, index, Next::Tell, Reason::First); // the user is asked, nothing is tried
    default:
        break;
    }
    if (model.onUnknown == OnUnknown::CheckStatus && call.checks > 0) {
        call.checks = static_cast<std::uint8_t>(call.checks - 1);
        return think(world, index, Next::CheckStatus, Reason::StatusCheck);
    }
    if (model.onUnknown != OnUnknown::GiveUp && call.left > 0) {
        call.left = static_cast<std::uint8_t>(call.left - 1);
        return think(world, index, Next::CallTools, Reason::CalledAgain);
    }
    think(world, index, Next::Tell, Reason::First);
}

template <typename Storage>
void Machine<Storage>::chooseAfterStatus(W& world, Index index, CallAnswer found) const
{
    Call& call = world.calls[index];
    const bool saidNothing
        = found == CallAnswer::Timeout || found == CallAnswer::Lost || found == CallAnswer::Error;
    if ((found == CallAnswer::InProgress || saidNothing) && call.checks > 0) {
        call.checks = static_cast<std::uint8_t>(call.checks - 1);
        return think(world, index, Next::CheckStatus, Reason::StatusCheck);
    }
    if (found == CallAnswer::NotFound && call.left > 0) {
        call.left = static_cast<std::uint8_t>(call.left - 1);
        return think(world, index, Next::CallTools, Reason::CalledAgain);
    }
    think(world, index, Next::Tell, Reason::First);
}

} // namespace idem
