#include "tests/simulations/small_scenario.h"

#include <gmock/gmock.h>

/// When a layer repeats: waits, schedules, jitter, horizons, and what counts as a failure.
namespace idem {
namespace {

using test::beganAt;
using test::Small;
using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;

constexpr const char* deaf = R"({ "layer": "provider", "kind": "lost_response", "calls": [1, 2, 3, 4, 5, 6] })";

TEST(Repeats, WaitLongerEachTimeUpToACap)
{
    const Trace trace
        = Small{.layers = R"("sdk": { "resends": 4, "after": "1s", "factor": 2, "cap": "3s" })", .faults = deaf}
              .run();
    // A try takes 1.2 s until its connection is seen to drop.
    EXPECT_THAT(beganAt(trace, Layer::Provider),
                ElementsAre(DoubleEq(0.1), DoubleNear(2.3, 1e-9), DoubleNear(5.5, 1e-9), DoubleNear(9.7, 1e-9),
                            DoubleNear(13.9, 1e-9)));
}

TEST(Repeats, FollowAScheduleWhoseLastWaitServesAllLaterOnes)
{
    const Trace trace
        = Small{.layers = R"("webhook": { "timeout": "500ms", "redelivers": 3, "waits": ["1s", "10s"] })",
                .by = "webhook"}
              .run();
    EXPECT_THAT(beganAt(trace, Layer::Webhook),
                ElementsAre(DoubleEq(0), DoubleEq(1.5), DoubleEq(12), DoubleEq(22.5)));
}

TEST(Repeats, DrawTheirJitterFromTheSeedAndStayWithinItsShare)
{
    const Small small{.layers = R"("sdk": { "resends": 5, "after": "10s", "jitter": 0.25 })", .faults = deaf};
    const std::vector<double> first = beganAt(small.run(), Layer::Provider);
    EXPECT_EQ(first, beganAt(small.run(), Layer::Provider));
    EXPECT_NE(first, beganAt(test::run(small.file(), "", {"seed=7"}), Layer::Provider));
    ASSERT_EQ(first.size(), 6U);
    for (std::size_t i = 1; i < first.size(); ++i) {
        const double wait = first[i] - first[i - 1] - 1.3 + 0.1;
        EXPECT_GE(wait, 7.5 - 1e-6);
        EXPECT_LE(wait, 10.0 + 1e-6);
    }
}

TEST(Repeats, EndWithTheirHorizonAndTheCallerHearsTheLastAnswer)
{
    const Trace trace
        = Small{.layers
                = R"("sdk": { "resends": 5, "after": "2s", "within": "6s" }, "model": { "thinks": "0s" })",
                .faults = deaf}
              .run();
    EXPECT_THAT(beganAt(trace, Layer::Provider), ElementsAre(DoubleEq(0.1), DoubleEq(3.3)));
    EXPECT_EQ(test::rowsOf(trace, Layer::Sdk)[0].answer, CallAnswer::Lost);
    EXPECT_EQ(judge(trace).told, "failed");
}

TEST(Repeats, OfTheWrapperTheRuntimeAndTheWebhookEndWithTheirHorizonToo)
{
    const std::string error
        = R"({ "layer": "provider", "kind": "fail_before_effect", "calls": [1, 2, 3, 4, 5] })";
    const Trace wrapper
        = Small{.layers = R"("tool": { "tries_again": 5, "after": "2s", "within": "5s" })", .faults = error}
              .run();
    EXPECT_EQ(test::rowsOf(wrapper, Layer::Tool).size(), 2U);
    EXPECT_EQ(judge(wrapper).told, "failed");
    const Trace runtime
        = Small{.layers = R"("runtime": { "retries": 5, "after": "2s", "within": "5s" })", .faults = error}
              .run();
    EXPECT_EQ(test::rowsOf(runtime, Layer::Runtime).size(), 2U);
    EXPECT_EQ(judge(runtime).told, "failed");
    const Trace webhook = Small{.layers = R"("webhook": { "redelivers": 5, "after": "2s", "within": "5s" })",
                                .faults = error,
                                .by = "webhook"}
                              .run();
    EXPECT_EQ(test::rowsOf(webhook, Layer::Webhook).size(), 2U);
}

TEST(Repeats, HappenOnlyAfterTheAnswersThatTheLayerNames)
{
    const std::string error = R"({ "layer": "provider", "kind": "fail_before_effect" })";
    EXPECT_EQ((Small{.layers = R"("sdk": { "resends": 1 })", .faults = error}.verdict().effects), 0)
        << "by default an SDK resends what got no answer";
    EXPECT_EQ(
        (Small{.layers = R"("sdk": { "resends": 1, "on": ["error"] })", .faults = error}.verdict().effects), 1);
    EXPECT_EQ((Small{.layers = R"("tool": { "tries_again": 1, "on": [] })", .faults = error}.verdict().effects),
              0);
}

TEST(Repeats, OfTheSdkWaitAsLongAsTheProviderSaysUnlessItDoesNotObey)
{
    const std::string limit = R"("rate_limit": { "calls": 1, "per": "30s" })";
    const std::string second = R"({ "name": "b", "tool": "act", "at": "1s", "args": { "n": 2 } })";
    const auto starts = [&](const std::string& members) {
        return beganAt(
            Small{.layers = R"("sdk": { "resends": 2, "after": "1s", "on": ["rejected"])" + members + " }",
                  .provider = limit,
                  .actions = second}
                .run(),
            Layer::Provider);
    };
    EXPECT_THAT(starts(""), ElementsAre(DoubleEq(0.1), DoubleEq(1.1), DoubleNear(31.3, 1e-9)));
    EXPECT_EQ(starts(R"(, "obeys_retry_after": false)").size(), 4U);
}

TEST(Span, IsDrawnBetweenItsPoints)
{
    const Span fixed{{{0, 5}}};
    EXPECT_EQ(fixed.drawn(0.99), 5);
    const Span range{{{0, 100}, {1, 200}}};
    EXPECT_EQ(range.drawn(0), 100);
    EXPECT_EQ(range.drawn(0.5), 150);
    const Span quantiles{{{0, 50}, {0.5, 100}, {0.9, 500}, {0.99, 5000}}};
    EXPECT_EQ(quantiles.drawn(0.25), 75);
    EXPECT_NEAR(static_cast<double>(quantiles.drawn(0.7)), 300, 1);
    EXPECT_EQ(quantiles.drawn(0.9999), 5000);
}

TEST(Span, OfTheProviderCanBeGivenByQuantilesAndIsRefusedWhereTheyFall)
{
    const Small small{.latency = R"({ "p50": "1s", "p90": "2s", "p99": "9s" })"};
    EXPECT_EQ(test::build(small.file())->provider.latency.longest(), 9'000'000);
    EXPECT_THAT((Small{.latency = R"({ "p50": "3s", "p90": "2s", "p99": "9s" })"}.complaint()),
                testing::HasSubstr("the quantiles do not rise"));
    EXPECT_THAT((Small{.latency = R"({ "p50": "3s", "to": "9s" })"}.complaint()),
                testing::HasSubstr("neither a range nor a list of quantiles"));
}

} // namespace
} // namespace idem
