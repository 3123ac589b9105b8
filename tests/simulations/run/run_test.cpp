#include "simulations/run/run.h"

#include "simulations/run/cause.h"
#include "simulations/run/report.h"
#include "tests/simulations/test_scenarios.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <map>
#include <rapidcheck.h>
#include <thread>

namespace idem {
namespace {

/// Scenarios of every shape, as the text of a file.
rc::Gen<std::string> anyScenario()
{
    return rc::gen::exec([] {
        using nlohmann::json;
        const auto pick = [](std::vector<std::string> words) { return *rc::gen::elementOf(words); };
        const auto number = [](int from, int to) { return *rc::gen::inRange(from, to + 1); };
        const auto duration = [&](int to) { return std::to_string(number(0, to)) + "ms"; };
        json tool{{"key",
                   pick({"none", "call_id", "args_hash", "random", "timestamp", "event_id", "request_id",
                         "k:{order}", "{$run}:{order}"})},
                  {"guard",
                   pick({"none", "check_then_act", "record_after", "claim_first", "reserve", "provider_key",
                         "provider_key_and_record"})},
                  {"runs_as", pick({"thread", "async"})},
                  {"on_expired", pick({"reconcile", "take_over"})},
                  {"lease", duration(3000)},
                  {"retention", pick({"never", "1s", "10s"})},
                  {"concurrency", number(0, 2)},
                  {"timeout", pick({"never", "100ms", "700ms"})},
                  {"identifies", {"order"}}};
        json scenario{{"idemscope", 1}, {"title", "random"}, {"seed", number(0, 1000)}};
        scenario["tools"]["act"] = tool;
        scenario["provider"] = {{"latency", {{"from", duration(100)}, {"to", "900ms"}}},
                                {"network", duration(50)},
                                {"accepts_keys", number(0, 1) == 1},
                                {"status_lookup", number(0, 1) == 1},
                                {"keeps_keys", pick({"never", "500ms", "24h"})}};
        for (int i = 0; i < number(1, 3); ++i) {
            scenario["actions"].push_back({{"name", "a" + std::to_string(i)},
                                           {"tool", "act"},
                                           {"by", pick({"user", "webhook", "tool"})},
                                           {"at", duration(500)},
                                           {"args", {{"order", i}, {"memo", "m"}}}});
        }
        json layers;
        layers["user"] = {{"sends_again", number(0, 1)}, {"after", duration(600)}};
        layers["sdk"] = {{"resends", number(0, 2)},
                         {"after", duration(100)},
                         {"timeout", pick({"never", "300ms"})},
                         {"key", pick({"same", "new", "none"})}};
        layers["tool"] = {{"tries_again", number(0, 1)}, {"after", duration(300)}};
        if (number(0, 1) == 1) {
            layers["model"] = {{"calls_again", number(0, 2)},
                               {"asks_at_once", number(1, 2)},
                               {"asks_again_later", number(0, 1)},
                               {"rewords", {"memo"}},
                               {"on_unknown", pick({"call_again", "check_status", "give_up"})},
                               {"check_after", duration(900)}};
        }
        if (number(0, 1) == 1) {
            layers["runtime"] = {{"retries", number(0, 1)}, {"restarts_after", pick({"never", "400ms"})}};
        }
        if (number(0, 1) == 1) {
            layers["webhook"] = {{"redelivers", number(0, 1)}, {"timeout", duration(900)}};
        }
        scenario["layers"] = layers;
        json faults = json::array();
        const std::vector<json> all{{{"layer", "provider"}, {"kind", "lost_response"}, {"calls", {1, 3}}},
                                    {{"layer", "tool"}, {"kind", "crash_before_record"}, {"calls", {1}}},
                                    {{"layer", "tool"}, {"kind", "crash_before_effect"}, {"calls", {2}}},
                                    {{"layer", "tool"}, {"kind", "fail_after_effect"}, {"calls", {2}}},
                                    {{"layer", "model"}, {"kind", "fail_after_effect"}, {"calls", {1}}},
                                    {{"layer", "runtime"}, {"kind", "double_dispatch"}, {"calls", {1}}},
                                    {{"layer", "webhook"}, {"kind", "redelivery"}, {"calls", {1}}}};
        for (const json& fault : all) {
            // A fault of a layer that takes no part is refused.
            const std::string layer = fault["layer"];
            const bool byWebhook = std::any_of(scenario["actions"].begin(), scenario["actions"].end(),
                                               [](const json& action) { return action["by"] == "webhook"; });
            const bool there = layer == "provider" || layer == "tool" || layers.contains(layer)
                || (layer == "webhook" && byWebhook);
            if (there && number(0, 3) == 0) {
                faults.push_back(fault);
            }
        }
        scenario["faults"] = faults;
        return scenario.dump();
    });
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
        const Trace trace = test::run(test::readOrThrow(*anyScenario()));
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
                RC_ASSERT(++steps < 10);
            }
        }
    }));
}

TEST(RunProperty, LedgerAndVerdictAreFunctionsOfTheEventsAlone)
{
    EXPECT_TRUE(rc::check("any scenario", [] {
        const Trace trace = test::run(test::readOrThrow(*anyScenario()));
        const Verdict verdict = judge(trace);
        const Snapshot end = snapshotAt(trace, trace.events.size());
        RC_ASSERT(static_cast<int>(end.ledger.size()) == verdict.effects);
        std::map<int, int> effects;
        for (const LedgerRow& row : end.ledger) {
            RC_ASSERT(row.duplicate == (effects[row.action]++ > 0));
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

TEST(RunProperty, AUserWhoIsToldDoneHasAnEffect)
{
    EXPECT_TRUE(rc::check("any scenario", [] {
        const Verdict verdict = judge(test::run(test::readOrThrow(*anyScenario())));
        for (const ActionVerdict& action : verdict.perAction) {
            RC_ASSERT(action.told != Told::Done || action.effects > 0);
            RC_ASSERT(!action.lost);
        }
    }));
}

TEST(RunProperty, EveryDuplicateHasARuleThatWasBrokenAndEveryLostActionACause)
{
    EXPECT_TRUE(rc::check("any scenario", [] {
        const Trace trace = test::run(test::readOrThrow(*anyScenario()));
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
        const Verdict verdict = judge(test::run(test::readOrThrow(*anyScenario())));
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

TEST(RunProperty, AProviderThatEnforcesABusinessKeyForEverNeverDuplicates)
{
    EXPECT_TRUE(rc::check("any scenario, with the right key and guard", [] {
        auto scenario = nlohmann::json::parse(*anyScenario());
        scenario["tools"]["act"]["key"] = "k:{order}";
        scenario["tools"]["act"]["guard"] = "provider_key";
        scenario["provider"]["accepts_keys"] = true;
        scenario["provider"]["keeps_keys"] = "never";
        scenario["layers"]["sdk"]["key"] = "same";
        RC_ASSERT(judge(test::run(test::readOrThrow(scenario.dump()))).duplicates == 0);
    }));
}

} // namespace
} // namespace idem
