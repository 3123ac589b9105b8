#include "simulations/run/report.h"

#include "tests/simulations/test_scenarios.h"

#include <gmock/gmock.h>

namespace idem {
namespace {

using testing::HasSubstr;

TEST(ReportJson, HasTheStableNamesOfTheDesign)
{
    const auto report
        = reportJson(test::run(test::bundledOrThrow("invoice-naive")), "invoice-naive.json", false);
    for (const char* name : {"scenario", "variant", "seed", "verdict", "calls", "ledger", "reservations"}) {
        EXPECT_TRUE(report.contains(name)) << name;
    }
    EXPECT_FALSE(report.contains("events"));
    for (const char* name : {"safe", "actions", "effects", "duplicates", "lost", "told", "calls",
                             "provider_calls", "replayed", "in_progress", "conflict", "unknown", "stale"}) {
        EXPECT_TRUE(report["verdict"].contains(name)) << name;
    }
    EXPECT_EQ(report["variant"], "");
    EXPECT_EQ(report["seed"], 42);
    for (const auto& call : report["calls"]) {
        for (const char* name : {"id", "parent", "layer", "action", "start_ms", "end_ms", "answer"}) {
            EXPECT_TRUE(call.contains(name)) << name;
        }
    }
    ASSERT_EQ(report["ledger"].size(), 3U);
    EXPECT_EQ(report["ledger"][0]["at_ms"], 3450);
    EXPECT_EQ(report["ledger"][0]["duplicate"], false);
    EXPECT_EQ(report["ledger"][2]["duplicate"], true);
    EXPECT_TRUE(report["ledger"][0]["key"].is_null());
}

TEST(ReportJson, ListsTheEventsWhenAsked)
{
    const Trace trace = test::run(test::bundledOrThrow("invoice-keyed"));
    const auto report = reportJson(trace, "x", true);
    ASSERT_EQ(report["events"].size(), trace.events.size());
    EXPECT_EQ(report["events"].back()["event"], "user_told");
    EXPECT_EQ(report["events"].back()["told"], "done");
}

TEST(ReportJson, GivesACallOnlyTheAnswersOfTheFormat)
{
    const std::vector<std::string> words{"done",     "replayed", "in_progress", "conflict", "outcome_unknown",
                                         "rejected", "timeout",  "lost",        "error",    "not_found"};
    for (const BundledScenario& each : bundledScenarios()) {
        const ScenarioFile file = test::bundledOrThrow(each.name);
        for (const std::string& variant : file.variants()) {
            const auto report = reportJson(test::run(file, variant), "x", false);
            for (const auto& call : report["calls"]) {
                if (!call["answer"].is_null()) {
                    EXPECT_THAT(words, testing::Contains(call["answer"].get<std::string>()));
                }
            }
        }
    }
}

TEST(ReportText, TellsWhatEachCallWasAnsweredTheLedgerAndTheVerdict)
{
    const std::string text = reportText(test::run(test::bundledOrThrow("invoice-naive")));
    EXPECT_THAT(text, testing::ContainsRegex("call_a +timeout"));
    EXPECT_THAT(text, HasSubstr("worked on until 3.5 s"));
    EXPECT_THAT(text, HasSubstr("inv_3"));
    EXPECT_THAT(text, HasSubstr("DUPLICATE"));
    EXPECT_THAT(text,
                HasSubstr("UNSAFE  1 action asked for → 3 effects (2 duplicates). 3 calls reached the "
                          "provider, 0 replays. The user was told that it failed."));
}

TEST(DurationText, IsShortAndExactEnough)
{
    EXPECT_EQ(durationText(0), "0 s");
    EXPECT_EQ(durationText(350'000), "350 ms");
    EXPECT_EQ(durationText(2'000'000), "2.0 s");
    EXPECT_EQ(durationText(3'450'000), "3.45 s");
    EXPECT_EQ(durationText(180'000'000), "3 min");
    EXPECT_EQ(durationText(86'400'000'000), "24 h");
    EXPECT_EQ(durationText(259'200'000'000), "3 d");
    EXPECT_EQ(durationText(never), "never");
}

} // namespace
} // namespace idem
