#include "simulations/run/scheduler.h"

#include "simulations/run/draw.h"

#include <algorithm>

namespace idem {

namespace {

constexpr std::uint64_t latencyPurpose = 1;

} // namespace

void Scheduler::begin(const W& world)
{
    m_calls.resize(world.calls.size());
    for (std::uint32_t i = 0; i < world.calls.size(); ++i) {
        refresh(m_calls[i], m_machine.enabledForCall(world, i), i, world);
    }
}

Step Scheduler::next()
{
    for (;;) {
        const Due due = m_queue.top();
        m_queue.pop();
        auto& armed = concernsRecord(due.step.kind) ? m_records[due.step.subject] : m_calls[due.step.subject];
        const bool counts = armed.steps.has(due.step.kind)
            && armed.order[static_cast<std::size_t>(due.step.kind)] == due.order;
        if (!counts) {
            continue; // became impossible, or possible anew at another time
        }
        armed.steps.remove(due.step.kind);
        m_active -= concernsRecord(due.step.kind) ? 0 : 1;
        m_now = due.at;
        return due.step;
    }
}

void Scheduler::update(const W& world, const Changes& changes)
{
    m_calls.resize(world.calls.size());
    m_records.resize(world.records.size());
    for (const std::uint32_t record : changes.leased) {
        m_records[record].steps = {}; // a new lease: the old one's end means nothing
    }
    for (const std::uint32_t record : changes.records) {
        refresh(m_records[record], m_machine.enabledForRecord(world, record), record, world);
    }
    for (const std::uint32_t call : changes.calls) {
        refresh(m_calls[call], m_machine.enabledForCall(world, call), call, world);
    }
}

void Scheduler::refresh(Armed& armed, StepSet possible, std::uint32_t subject, const W& world)
{
    for (int i = 0; i < stepKindCount; ++i) {
        const auto kind = static_cast<StepKind>(i);
        const Step step{kind, subject};
        const int weight = concernsRecord(kind) ? 0 : 1;
        if (possible.has(kind) && !armed.steps.has(kind)) {
            if (const std::optional<Micros> at = dueAt(world, step)) {
                armed.steps.add(kind);
                armed.order[static_cast<std::size_t>(kind)] = m_order;
                m_queue.push({*at, m_order++, step});
                m_active += weight;
            }
        } else if (!possible.has(kind) && armed.steps.has(kind)) {
            armed.steps.remove(kind);
            m_active -= weight;
        }
    }
}

/// When the step happens in this run; nothing when it does not.
std::optional<Micros> Scheduler::dueAt(const W& world, const Step& step) const
{
    if (!happens(world, step)) {
        return std::nullopt;
    }
    const Micros wait = delay(world, step);
    return wait == never ? std::nullopt : std::optional(m_now + wait);
}

/// Where a fault is aimed at this call, the fault happens in place of the ordinary step; elsewhere never.
bool Scheduler::happens(const W& world, const Step& step) const
{
    if (concernsRecord(step.kind)) {
        return true;
    }
    const auto& call = world.calls[step.subject];
    const std::uint32_t i = step.subject;
    switch (step.kind) {
    case StepKind::BeginTwice:
        return aimed(world, FaultKind::DoubleDispatch, i);
    case StepKind::Begin:
        return !aimed(world, FaultKind::DoubleDispatch, i);
    case StepKind::Crash:
        return aimed(world,
                     call.pc == Pc::Sending ? FaultKind::CrashBeforeEffect : FaultKind::CrashBeforeRecord, i);
    case StepKind::Raise:
        return aimed(world, FaultKind::FailAfterEffect, i);
    case StepKind::Lose:
        return aimed(world, FaultKind::LostResponse, i);
    case StepKind::Send:
        return !aimed(world, FaultKind::CrashBeforeEffect, i);
    case StepKind::Finish:
        return !aimed(world, FaultKind::CrashBeforeRecord, i) && !aimed(world, FaultKind::FailAfterEffect, i);
    case StepKind::Decide:
        return call.next != Next::Tell || !aimed(world, FaultKind::FailAfterEffect, i);
    case StepKind::Deliver:
        return call.layer != Layer::Provider || !aimed(world, FaultKind::LostResponse, i);
    case StepKind::Again:
        return call.layer != Layer::Webhook || call.failed || aimed(world, FaultKind::Redelivery, i);
    default:
        return true;
    }
}

bool Scheduler::aimed(const W& world, FaultKind kind, std::uint32_t index) const
{
    const auto& call = world.calls[index];
    // A call that has not begun will be the next of its layer.
    const std::uint32_t number = call.begun ? call.number : world.begun[static_cast<std::size_t>(call.layer)];
    const bool tookEffect = call.heard == CallAnswer::Done || call.heard == CallAnswer::Replayed;
    if (call.layer == Layer::Tool && kind != FaultKind::CrashBeforeEffect && !tookEffect) {
        return false;
    }
    const int fault = m_plan.faultAt(kind, call.layer, number);
    return fault >= 0 && world.faultsLeft[static_cast<std::size_t>(fault)] > 0;
}

Micros Scheduler::delay(const W& world, const Step& step) const
{
    const Scenario& scenario = *m_plan.scenario;
    const LayersSpec& layers = scenario.layers;
    if (concernsRecord(step.kind)) {
        const auto& record = world.records[step.subject];
        const ToolSpec& tool = m_plan.toolSpec(static_cast<int>(record.tool));
        return step.kind == StepKind::LeaseOver ? tool.lease
            : record.ownTable                   ? tool.retention
                                                : scenario.provider.keepsKeys;
    }
    const auto& call = world.calls[step.subject];
    const ToolSpec& tool = m_plan.toolSpec(m_plan.argSets[call.args].tool);
    switch (step.kind) {
    case StepKind::Begin:
    case StepKind::BeginTwice:
        if (call.parent == GrowingStorage::none) {
            // A call that had to queue begins when it may, not when it was asked for.
            return std::max<Micros>(0, m_plan.asks[call.ask].at - m_now);
        }
        return call.layer == Layer::Provider ? scenario.provider.network : 0;
    case StepKind::SendAgain:
        return layers.user.after;
    case StepKind::Again:
        if (call.layer == Layer::Runtime) {
            return call.answered ? layers.runtime->after : layers.runtime->restartAfter;
        }
        return call.layer == Layer::Tool ? layers.tool.after
            : call.layer == Layer::Sdk   ? layers.sdk.after
                                         : layers.webhook->after;
    case StepKind::Decide:
    case StepKind::Raise:
    case StepKind::Finish:
    case StepKind::Crash:
        if (call.layer == Layer::Model) {
            const bool repeats = call.reason == Reason::CalledAgain || call.reason == Reason::AskedLater;
            return call.reason == Reason::StatusCheck ? layers.model->checkAfter
                : repeats                             ? layers.model->after
                                                      : layers.model->thinks;
        }
        return call.pc == Pc::Sending ? 0 : tool.store;
    case StepKind::Check:
    case StepKind::Reserve:
    case StepKind::Settle:
        return tool.store;
    case StepKind::LookUp:
    case StepKind::Deliver:
    case StepKind::Lose:
        return scenario.provider.network;
    case StepKind::Effect: {
        const Span& span = scenario.provider.latency;
        const double share = draw(scenario.seed, latencyPurpose, call.number);
        return span.from + static_cast<Micros>(share * static_cast<double>(span.to - span.from));
    }
    case StepKind::Timeout:
        return call.layer == Layer::Tool ? tool.timeout
            : call.layer == Layer::Sdk   ? layers.sdk.timeout
                                         : layers.webhook->timeout;
    case StepKind::Send:
    case StepKind::LeaseOver:
    case StepKind::Drop:
        break;
    }
    return 0;
}

} // namespace idem
