#include "simulations/run/run.h"

#include "simulations/run/recorder.h"
#include "simulations/run/scheduler.h"
#include "simulations/world/machine.h"

namespace idem {

namespace {

constexpr std::size_t stepsBetweenLooks = 256;

} // namespace

Trace runScenario(std::shared_ptr<const Scenario> scenario, const RunOptions& options)
{
    return runPlan(Plan(std::move(scenario)), options);
}

Trace runPlan(const Plan& plan, const RunOptions& options)
{
    Changes changes;
    const Machine<GrowingStorage> machine(plan, &changes);
    World<GrowingStorage> world = machine.start();
    Scheduler scheduler(plan, machine);
    Recorder recorder(plan);

    scheduler.begin(world);
    RunEnd end = RunEnd::Finished;
    for (std::size_t steps = 1; scheduler.pending(); ++steps) {
        const Step step = scheduler.next();
        changes.clear();
        machine.apply(world, step);
        recorder.record(world, changes, scheduler.now());
        scheduler.update(world, changes);
        if (recorder.eventCount() >= options.maxEvents) {
            end = RunEnd::TooManyEvents;
            break;
        }
        if (options.stop != nullptr && steps % stepsBetweenLooks == 0
            && options.stop->load(std::memory_order_relaxed)) {
            end = RunEnd::Stopped;
            break;
        }
    }
    return recorder.finish(end);
}

} // namespace idem
