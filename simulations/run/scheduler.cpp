#include "simulations/run/scheduler.h"

#include "simulations/run/draw.h"

#include <algorithm>
#include <stdexcept>

namespace idem {

namespace {

constexpr std::uint64_t latencyPurpose = 1;
constexpr std::uint64_t jitterPurpose = 2;

} // namespace

Scheduler::Scheduler(const Plan& plan, const M& machine)
    : m_plan(plan)
    , m_machine(machine)
{
    // Room that is not used costs nothing; growing a list of a large run means copying it.
    const std::size_t calls = plan.likelyCalls();
    m_calls.reserve(calls);
    m_madeAt.reserve(calls);
}

bool Scheduler::Armed::counts(StepKind kind, std::uint32_t order) const
{
    return m_steps.has(kind) && std::any_of(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
               return entry.kind == kind && entry.order == order;
           });
}

void Scheduler::Armed::arm(StepKind kind, std::uint32_t order)
{
    // Its own place of before, or one that is free.
    Entry* place = nullptr;
    for (Entry& entry : m_entries) {
        if (entry.kind == kind) {
            place = &entry;
            break;
        }
        place = place == nullptr && !m_steps.has(entry.kind) ? &entry : place;
    }
    if (place == nullptr) {
        throw std::logic_error("more steps of one call at once than the scheduler has room for");
    }
    *place = {order, kind};
    m_steps.add(kind);
}

void Scheduler::begin(const W& world)
{
    m_calls.resize(world.calls.size());
    m_madeAt.resize(world.calls.size(), 0);
    for (std::uint32_t i = 0; i < world.calls.size(); ++i) {
        refresh(m_calls[i], m_machine.enabledForCall(world, i), i, world);
    }
}

Step Scheduler::next()
{
    for (;;) {
        const Due due = m_queue.top();
        m_queue.pop();
        Armed& armed = concernsRecord(due.kind) ? m_records[due.subject] : m_calls[due.subject];
        if (!armed.counts(due.kind, due.order)) {
            continue; // became impossible, or possible anew at another time
        }
        armed.disarm(due.kind);
        m_active -= isQuiet(due.kind) ? 0 : 1;
        m_now = due.at;
        return {due.kind, due.subject};
    }
}

void Scheduler::update(const W& world, const Changes& changes)
{
    m_calls.resize(world.calls.size());
    m_madeAt.resize(world.calls.size(), m_now);
    m_records.resize(world.records.size());
    for (const std::uint32_t record : changes.leased) {
        m_records[record].clear(); // a new lease: the old one's end means nothing
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
    armed.steps().without(possible).forEach([&](StepKind kind) {
        armed.disarm(kind);
        m_active -= isQuiet(kind) ? 0 : 1;
    });
    possible.without(armed.steps()).forEach([&](StepKind kind) {
        if (const std::optional<Micros> at = dueAt(world, {kind, subject})) {
            armed.arm(kind, m_order);
            m_queue.push({*at, m_order++, subject, kind});
            m_active += isQuiet(kind) ? 0 : 1;
        }
    });
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
    case StepKind::Begin: {
        const FaultKind twin
            = call.layer == Layer::Runtime ? FaultKind::DoubleDispatch : FaultKind::ConcurrentDuplicate;
        return aimed(world, twin, i) == (step.kind == StepKind::BeginTwice);
    }
    case StepKind::Crash:
        return aimed(world,
                     call.pc == Pc::Sending ? FaultKind::CrashBeforeEffect : FaultKind::CrashBeforeRecord, i);
    case StepKind::Raise:
        return aimed(world, FaultKind::FailAfterEffect, i);
    case StepKind::Lose:
        return aimed(world, FaultKind::LostResponse, i);
    case StepKind::Send:
        return !aimed(world, FaultKind::CrashBeforeEffect, i);
    case StepKind::TimeoutLate:
        return aimed(world, FaultKind::TimeoutAfterSuccess, i);
    case StepKind::Finish:
        return !aimed(world, FaultKind::CrashBeforeRecord, i) && !aimed(world, FaultKind::FailAfterEffect, i)
            && (call.answered || !aimed(world, FaultKind::TimeoutAfterSuccess, i));
    case StepKind::Fail:
        return aimed(world, FaultKind::FailBeforeEffect, i);
    case StepKind::Effect:
        return !aimed(world, FaultKind::FailBeforeEffect, i) && !aimed(world, FaultKind::FailAfterEffect, i);
    case StepKind::GiveUp:
        return !inTime(world, i);
    case StepKind::Decide:
        return call.next != Next::Tell || !aimed(world, FaultKind::FailAfterEffect, i);
    case StepKind::Deliver:
        return call.layer != Layer::Provider || !aimed(world, FaultKind::LostResponse, i);
    case StepKind::SendAgain:
        return inTime(world, i);
    case StepKind::Again:
        if (call.layer == Layer::Webhook && !call.failed) {
            return aimed(world, FaultKind::Redelivery, i);
        }
        if (call.layer == Layer::Runtime && call.answered && !call.failed) {
            return aimed(world, FaultKind::ReplayFromCheckpoint, i);
        }
        return inTime(world, i);
    default:
        return true;
    }
}

bool Scheduler::aimed(const W& world, FaultKind kind, std::uint32_t index) const
{
    const auto& call = world.calls[index];
    // A call that has not begun will be the next of its layer.
    const bool toCome = call.parent == GrowingStorage::none && kind == FaultKind::OutOfOrder;
    const std::uint32_t number = call.begun ? call.number
        : toCome                            ? call.ask
                                            : world.begun[static_cast<std::size_t>(call.layer)];
    const bool tookEffect = call.heard == CallAnswer::Done || call.heard == CallAnswer::Replayed;
    const bool afterEffect = kind == FaultKind::CrashBeforeRecord || kind == FaultKind::FailAfterEffect
        || kind == FaultKind::TimeoutAfterSuccess;
    if (call.layer == Layer::Tool && afterEffect && !tookEffect) {
        return false;
    }
    const int fault = m_plan.faultAt(kind, call.layer, number);
    return fault >= 0 && world.faultsLeft[static_cast<std::size_t>(fault)] > 0;
}

Micros Scheduler::recordDelay(const W& world, const Step& step) const
{
    const Scenario& scenario = *m_plan.scenario;
    const auto& record = world.records[step.subject];
    const ToolSpec& tool = m_plan.toolSpec(m_plan.argSets[record.args].tool);
    if (step.kind == StepKind::Drop) {
        return record.ownTable ? tool.retention : scenario.provider.keepsKeys;
    }
    // The holder wrote by its own clock until when the lease lasts; whoever looks goes by another one.
    const Micros skew = scenario.layers.runtime ? scenario.layers.runtime->clockSkew : 0;
    const bool holderAhead = record.worker > 0;
    return step.kind == StepKind::LeaseOver ? tool.lease + (holderAhead ? skew : 0)
                                            : std::max<Micros>(0, tool.lease - (holderAhead ? 0 : skew));
}

/// Whether the call's next try would still start within what its layer allows.
bool Scheduler::inTime(const W& world, std::uint32_t index) const
{
    const auto& call = world.calls[index];
    const Repeats* repeats = m_plan.repeatsOf(call.layer);
    const bool asksAnew = call.layer == Layer::User && call.pc == Pc::Paused;
    if (repeats == nullptr || repeats->within == never || asksAnew) {
        return true;
    }
    const std::uint32_t first = call.first == GrowingStorage::none ? index : call.first;
    return m_now + waitBefore(world, index) <= m_madeAt[first] + repeats->within;
}

/// How long the call's layer waits before its next try.
Micros Scheduler::waitBefore(const W& world, std::uint32_t index) const
{
    const auto& call = world.calls[index];
    const LayersSpec& layers = m_plan.scenario->layers;
    if (call.layer == Layer::Runtime && !call.answered) {
        return layers.runtime->restartAfter;
    }
    if (call.layer == Layer::Runtime && call.failed && call.left == 0) {
        return layers.runtime->deadLetterAfter;
    }
    if (call.layer == Layer::User && call.pc == Pc::Paused) {
        return layers.user.asksAgainAfter;
    }
    const Repeats& repeats = *m_plan.repeatsOf(call.layer);
    // The wrapper's next try exists already while it waits, with one try less left.
    const int nth = std::max(1, repeats.times - call.left + (call.layer == Layer::Tool ? 0 : 1));
    const std::uint64_t number = call.begun ? call.number : index;
    const std::uint64_t place
        = (static_cast<std::uint64_t>(call.layer) << 56U) | (number << 16U) | static_cast<std::uint64_t>(nth);
    const double share = repeats.jitter > 0 ? draw(m_plan.scenario->seed, jitterPurpose, place) : 0;
    const Micros wait = repeats.wait(nth, share);
    const bool limited = call.layer == Layer::Sdk && layers.sdk.obeysRetryAfter
        && world.calls[call.child].answer == CallAnswer::Rejected;
    return limited ? std::max(wait, m_plan.scenario->provider.ratePer) : wait;
}

Micros Scheduler::delay(const W& world, const Step& step) const
{
    const Scenario& scenario = *m_plan.scenario;
    const LayersSpec& layers = scenario.layers;
    if (concernsRecord(step.kind)) {
        return recordDelay(world, step);
    }
    const auto& call = world.calls[step.subject];
    const ToolSpec& tool = m_plan.toolSpec(m_plan.argSets[call.args].tool);
    switch (step.kind) {
    case StepKind::Begin:
    case StepKind::BeginTwice: {
        const bool late = call.layer == Layer::Webhook && aimed(world, FaultKind::OutOfOrder, step.subject);
        const Micros lateness = late ? layers.webhook->redelivers.after : 0;
        if (call.parent == GrowingStorage::none) {
            // A call that had to queue begins when it may, not when it was asked for.
            return std::max<Micros>(0, m_plan.asks[call.ask].at - m_now) + lateness;
        }
        return call.layer == Layer::Provider ? scenario.provider.network : lateness;
    }
    case StepKind::SendAgain:
    case StepKind::Again:
        return waitBefore(world, step.subject);
    case StepKind::Decide:
    case StepKind::Raise:
    case StepKind::Finish:
    case StepKind::Crash:
        if (call.layer == Layer::Model) {
            const bool repeats = call.reason == Reason::CalledAgain || call.reason == Reason::AskedLater
                || call.reason == Reason::Forgot;
            return call.reason == Reason::StatusCheck ? layers.model->checkAfter
                : repeats                             ? layers.model->after
                                                      : layers.model->thinks;
        }
        if (call.layer == Layer::Provider) {
            return workTime(call);
        }
        return call.pc == Pc::Sending ? 0 : tool.store;
    case StepKind::Check:
    case StepKind::Insert:
    case StepKind::Reserve:
    case StepKind::Settle:
        return tool.store;
    case StepKind::LookUp:
    case StepKind::Deliver:
    case StepKind::Lose:
        return scenario.provider.network;
    case StepKind::Effect:
    case StepKind::Fail:
        return workTime(call);
    case StepKind::Timeout:
        return call.layer == Layer::Tool ? tool.timeout
            : call.layer == Layer::Sdk   ? layers.sdk.timeout
                                         : layers.webhook->timeout;
    case StepKind::Send:
        // A holder that sleeps past its lease.
        return aimed(world, FaultKind::LeaseExpired, step.subject) ? tool.lease + 1000 : 0;
    case StepKind::LoseRun:
        return layers.runtime->lease;
    case StepKind::Show:
        return scenario.provider.showsAfter;
    case StepKind::FreeSlot:
        return scenario.provider.ratePer;
    case StepKind::TimeoutLate:
    case StepKind::GiveUp:
    case StepKind::LeaseOver:
    case StepKind::LeaseOverAhead:
    case StepKind::Drop:
        break;
    }
    return 0;
}

/// The nth request draws the same in every design.
Micros Scheduler::workTime(const W::Call& call) const
{
    return m_plan.scenario->provider.latency.drawn(draw(m_plan.scenario->seed, latencyPurpose, call.number));
}

} // namespace idem
