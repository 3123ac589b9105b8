#include "simulations/run/run.h"

#include "simulations/run/cause.h"
#include "simulations/run/recorder.h"
#include "simulations/run/report.h"
#include "simulations/run/scheduler.h"
#include "tests/simulations/any_scenario.h"
#include "tests/simulations/test_scenarios.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <map>
#include <rapidcheck.h>
#include <thread>

namespace idem {
namespace {

using test::anyScenario;
using test::Designs;

Trace traceOf(const std::string& scenario)
{
    return test::run(test::readOrThrow(scenario));
}

TEST(Run, TheSameScenarioAndSeedGiveTheSameBytesOnEveryThread)
{
    const auto scenario = test::build(test::bundledOrThrow("six-layers"));
    const std::string once = reportJson(runScenario(scenario), "x", true).dump();
    std::vector<std::string> others(4);
    std::vector<std::thread> threads;
    for (std::string& other : others) {
        threads.emplace_back([&] { other = reportJson(runScenario(scenario), "x", true).dump(); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_THAT(others, testing::Each(once));
}

TEST(Run, ASeedChangesWhatIsDrawnAndNothingElse)
{
    const ScenarioFile file = test::bundledOrThrow("invoice-naive");
    const auto lengths = [&](std::uint64_t seed) {
        Choice choice{"", {*parseOverride(R"(provider.latency={"from":"1s","to":"9s"})")}, seed};
        return runScenario(std::make_shared<const Scenario>(*buildScenario(file, choice))).length();
    };
    EXPECT_EQ(lengths(1), lengths(1));
    EXPECT_NE(lengths(1), lengths(2));
    const auto fixed = [&](std::uint64_t seed) {
        return runScenario(std::make_shared<const Scenario>(*buildScenario(file, {"", {}, seed}))).length();
    };
    EXPECT_EQ(fixed(1), fixed(2));
}

TEST(Run, TwoDesignsMeetTheSameLatencies)
{
    const ScenarioFile file = test::bundledOrThrow("invoice-naive");
    const std::vector<std::string> sets{R"(provider.latency={"from":"1s","to":"9s"})"};
    const auto firstRequest = [&](const std::string& variant) {
        const Trace trace = test::run(file, variant, sets);
        for (const CallRow& row : snapshotAt(trace, trace.events.size()).calls) {
            if (row.layer == Layer::Provider) {
                return *row.workEnd - row.start;
            }
        }
        return Micros{-1};
    };
    EXPECT_EQ(firstRequest(""), firstRequest("business key"));
}

TEST(Run, StopsWhenToldToAndSaysSo)
{
    const std::atomic<bool> stop{true};
    std::string actions;
    for (int i = 0; i < 2000; ++i) {
        actions += (i == 0 ? "" : ",") + std::string(R"({"name":"x","tool":"a"})");
    }
    const ScenarioFile file = test::readOrThrow(
        R"({"idemscope": 1, "title": "many", "tools": {"a": {}}, "actions": [)" + actions + "]}");
    const Trace trace = runScenario(test::build(file), {.stop = &stop});
    EXPECT_EQ(trace.end, RunEnd::Stopped);
    EXPECT_FALSE(judge(trace).safe) << "a run that was cut off proves nothing";
}

TEST(Run, IsCutOffAtItsBoundAndSaysSo)
{
    const Trace trace = runScenario(test::build(test::bundledOrThrow("six-layers")), {.maxEvents = 50});
    EXPECT_EQ(trace.end, RunEnd::TooManyEvents);
    EXPECT_FALSE(judge(trace).safe);
}

TEST(Run, TenThousandActionsEachHaveTheirEffect)
{
    std::string actions;
    for (int i = 0; i < 10'000; ++i) {
        actions += (i == 0 ? "" : ",") + std::string(R"({"name":"n)") + std::to_string(i)
            + R"(","tool":"a","args":{"n":)" + std::to_string(i) + "}}";
    }
    const ScenarioFile file = test::readOrThrow(
        R"({"idemscope": 1, "title": "many", "tools": {"a": {"key": "k:{n}", "guard": "provider_key"}}, "actions": [)"
        + actions + "]}");
    const Verdict verdict = judge(test::run(file));
    EXPECT_EQ(verdict.effects, 10'000);
    EXPECT_TRUE(verdict.safe);
}

TEST(RunProperty, TimeNeverRunsBackAndEveryEffectHasAChainOfParentsUpToAnAsk)
{
    EXPECT_TRUE(rc::check("any scenario", [] {
        const Trace trace = traceOf(*anyScenario());
        RC_ASSERT(std::is_sorted(trace.events.begin(), trace.events.end(),
                                 [](const Event& a, const Event& b) { return a.at < b.at; }));
        const Snapshot end = snapshotAt(trace, trace.events.size());
        for (const LedgerRow& row : end.ledger) {
            int at = row.call;
            int steps = 0;
            while (end.calls[static_cast<std::size_t>(at)].parent >= 0) {
                const CallRow& call = end.calls[static_cast<std::size_t>(at)];
                RC_ASSERT(call.parent < at); // a cause comes before what it causes
                RC_ASSERT(call.action == row.action);
                at = call.parent;
                RC_ASSERT(++steps < 20);
            }
        }
    }));
}

TEST(RunProperty, LedgerAndVerdictAreFunctionsOfTheEventsAlone)
{
    EXPECT_TRUE(rc::check("any scenario", [] {
        const Trace trace = traceOf(*anyScenario());
        const Verdict verdict = judge(trace);
        const Snapshot end = snapshotAt(trace, trace.events.size());
        RC_ASSERT(static_cast<int>(end.ledger.size()) == verdict.effects);
        std::map<std::pair<int, int>, int> effects; // by action and step
        for (const LedgerRow& row : end.ledger) {
            const int step = trace.argTools[static_cast<std::size_t>(row.args)];
            RC_ASSERT(row.duplicate == (effects[{row.action, step}]++ > 0));
        }
        for (std::size_t i = 0; i < end.told.size(); ++i) {
            RC_ASSERT(end.told[i] == verdict.perAction[i].told);
        }
        // A snapshot in the middle is a beginning of the one at the end.
        const Snapshot middle = snapshotAt(trace, trace.events.size() / 2);
        RC_ASSERT(middle.calls.size() <= end.calls.size());
        for (std::size_t i = 0; i < middle.calls.size(); ++i) {
            RC_ASSERT(middle.calls[i].start == end.calls[i].start);
        }
    }));
}

TEST(RunProperty, AUserWhoIsToldDoneHasAnEffectWhereTheDesignLosesNothing)
{
    EXPECT_TRUE(rc::check("any scenario of such a design", [] {
        const Verdict verdict = judge(traceOf(*anyScenario(Designs::ThatLoseNothing)));
        for (const ActionVerdict& action : verdict.perAction) {
            RC_ASSERT(action.told != Told::Done || action.effects > 0);
            RC_ASSERT(!action.lost);
        }
    }));
}

TEST(RunProperty, EveryDuplicateHasARuleThatWasBrokenAndEveryLostActionACause)
{
    EXPECT_TRUE(rc::check("any scenario", [] {
        const Trace trace = traceOf(*anyScenario());
        const Verdict verdict = judge(trace);
        const Snapshot end = snapshotAt(trace, trace.events.size());
        const Causes causes = causesOf(trace, end);
        RC_ASSERT(static_cast<int>(causes.duplicates.size()) == verdict.duplicates);
        for (const DuplicateCause& cause : causes.duplicates) {
            RC_ASSERT(!cause.rules.empty());
            RC_ASSERT(cause.rules.front() != Rule::Unexplained);
            RC_ASSERT(cause.chain.back() == end.ledger[static_cast<std::size_t>(cause.effect)].call);
            RC_ASSERT(end.calls[static_cast<std::size_t>(cause.chain.front())].parent < 0);
        }
        const auto lost = std::count_if(causes.missing.begin(), causes.missing.end(),
                                        [](const MissingCause& cause) { return cause.lost; });
        RC_ASSERT(static_cast<int>(lost) == verdict.lost);
    }));
}

TEST(RunProperty, TheFiguresOfTheActionsSumUpToThoseOfTheRun)
{
    EXPECT_TRUE(rc::check("any scenario", [] {
        const Verdict verdict = judge(traceOf(*anyScenario()));
        ActionVerdict sum;
        for (const ActionVerdict& action : verdict.perAction) {
            sum.effects += action.effects;
            sum.duplicates += action.duplicates;
            sum.stuck += action.stuck;
            sum.providerCalls += action.providerCalls;
            sum.wastedCalls += action.wastedCalls;
            RC_ASSERT(action.wastedCalls >= action.duplicates);
            RC_ASSERT(action.knewAfter.has_value() == action.toldTruly.value_or(false));
            RC_ASSERT(action.knewAfter.value_or(0) >= 0);
        }
        RC_ASSERT(sum.effects == verdict.effects);
        RC_ASSERT(sum.duplicates == verdict.duplicates);
        RC_ASSERT(sum.stuck == verdict.stuck);
        RC_ASSERT(sum.providerCalls == verdict.providerCalls);
        RC_ASSERT(sum.wastedCalls == verdict.wastedCalls);
    }));
}

/// Runs as runScenario() does, and gives the world at the end as well.
World<GrowingStorage> worldAfter(const std::shared_ptr<const Scenario>& scenario, Trace& trace)
{
    const Plan plan(scenario);
    Changes changes;
    const Machine<GrowingStorage> machine(plan, &changes);
    World<GrowingStorage> world = machine.start();
    Scheduler scheduler(plan, machine);
    Recorder recorder(plan);
    scheduler.begin(world);
    while (scheduler.pending()) {
        const Step step = scheduler.next();
        changes.clear();
        machine.apply(world, step);
        recorder.record(world, changes, scheduler.now());
        scheduler.update(world, changes);
    }
    trace = recorder.finish(RunEnd::Finished);
    return world;
}

TEST(RunProperty, LedgerReservationsAndWhatUsersWereToldCanBeRebuiltFromTheEventsAlone)
{
    EXPECT_TRUE(rc::check("any scenario", [] {
        Trace trace;
        const auto world = worldAfter(test::build(test::readOrThrow(*anyScenario())), trace);
        const Snapshot end = snapshotAt(trace, trace.events.size());
        RC_ASSERT(end.ledger.size() == world.ledger.size());
        for (std::size_t i = 0; i < end.ledger.size(); ++i) {
            RC_ASSERT(end.ledger[i].action == static_cast<int>(world.ledger[i].action));
            RC_ASSERT(end.ledger[i].args == static_cast<int>(world.ledger[i].args));
        }
        RC_ASSERT(end.reservations.size() == world.records.size());
        for (std::size_t i = 0; i < end.reservations.size(); ++i) {
            const ReservationRow& row = end.reservations[i];
            RC_ASSERT(row.state == world.records[i].state);
            RC_ASSERT(row.token == static_cast<int>(world.records[i].token));
            RC_ASSERT(row.dropped == world.records[i].dropped);
            RC_ASSERT(row.attempt == static_cast<int>(world.records[i].attempt));
        }
        for (std::size_t i = 0; i < end.told.size(); ++i) {
            RC_ASSERT(end.told[i] == world.told[i]);
        }
        const auto calls = std::count_if(world.calls.begin(), world.calls.end(),
                                         [](const auto& call) { return call.begun; });
        RC_ASSERT(end.calls.size() == static_cast<std::size_t>(calls));
    }));
}

} // namespace
} // namespace idem
