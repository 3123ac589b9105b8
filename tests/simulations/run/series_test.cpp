#include "simulations/run/series.h"

#include "tests/simulations/test_scenarios.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace idem {
namespace {

Bucket sum(const std::vector<Bucket>& series)
{
    Bucket all;
    for (const Bucket& each : series) {
        all.toolCalls += each.toolCalls;
        all.providerCalls += each.providerCalls;
        all.effects += each.effects;
        all.duplicates += each.duplicates;
        all.replayed += each.replayed;
        all.inProgress += each.inProgress;
        all.timeouts += each.timeouts;
    }
    return all;
}

TEST(Series, ItsPartsSumUpToTheVerdictHoweverManyThereAre)
{
    for (const BundledScenario& each : bundledScenarios()) {
        const Trace trace = test::run(test::bundledOrThrow(each.name));
        const Verdict verdict = judge(trace);
        for (const int count : {1, 2, 7, 1000}) {
            const std::vector<Bucket> series = seriesOf(trace, count);
            EXPECT_LE(series.size(), static_cast<std::size_t>(count));
            EXPECT_GE(series.back().to, trace.length());
            const Bucket all = sum(series);
            EXPECT_EQ(all.toolCalls, verdict.calls) << each.name << " in " << count;
            EXPECT_EQ(all.providerCalls, verdict.providerCalls);
            EXPECT_EQ(all.effects, verdict.effects);
            EXPECT_EQ(all.duplicates, verdict.duplicates);
            EXPECT_EQ(all.replayed, verdict.replayed);
            EXPECT_EQ(all.inProgress, verdict.inProgress);
            EXPECT_EQ(all.timeouts, verdict.timeouts);
        }
    }
}

TEST(Series, PartsAreEquallyWideAndFollowEachOther)
{
    const Trace trace = test::run(test::bundledOrThrow("invoice-naive"));
    const std::vector<Bucket> series = seriesByWidth(trace, 1'000'000);
    ASSERT_EQ(series.size(), 10U) << "a run of 9.05 s";
    for (std::size_t i = 0; i < series.size(); ++i) {
        EXPECT_EQ(series[i].from, static_cast<Micros>(i) * 1'000'000);
        EXPECT_EQ(series[i].to, series[i].from + 1'000'000);
    }
    EXPECT_EQ(series[3].effects, 1);
    EXPECT_EQ(series[3].duplicates, 0);
    EXPECT_EQ(series[6].duplicates, 1);
    EXPECT_EQ(seriesByWidth(trace, 1).size(), 1000U) << "wider where there would be too many";
    EXPECT_EQ(seriesByWidth(trace, never).size(), 1U);
}

TEST(Series, TheShareOfRepeatsIsThatOfReplayedAndInProgressAmongAllAnswers)
{
    const std::vector<Bucket> one
        = seriesOf(test::run(test::bundledOrThrow("invoice-naive"), "business key"), 1);
    EXPECT_EQ(one[0].answers, 3);
    EXPECT_NEAR(one[0].repeatShare(), 2.0 / 3, 1e-9) << "a timeout, in progress, replayed";
    EXPECT_EQ(Bucket{}.repeatShare(), 0);
    const auto parts = seriesJson(one);
    EXPECT_EQ(parts[0]["repeat_share"].dump(), "0.667");
    EXPECT_EQ(parts[0]["from_ms"], 0);
    EXPECT_THAT(seriesText(one), testing::HasSubstr("67 %"));
}

TEST(Series, ARunWithoutLengthIsOnePart)
{
    const ScenarioFile file = test::readOrThrow(
        R"({ "idemscope": 1, "title": "t", "provider": { "latency": "0s", "network": "0s" }, "tools": { "act": {} },
      "actions": [ { "name": "a", "tool": "act", "by": "tool" } ] })");
    const std::vector<Bucket> series = seriesOf(test::run(file), 20);
    ASSERT_EQ(series.size(), 1U);
    EXPECT_EQ(series[0].effects, 1);
}

} // namespace
} // namespace idem
