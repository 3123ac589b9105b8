#include "tests/simulations/small_scenario.h"

#include <gmock/gmock.h>

/// What users, webhooks, runtimes, models and providers do beyond the plain form.
namespace idem {
namespace {

using test::beganAt;
using test::reserving;
using test::Small;
using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;

TEST(User, AsksAnewAfterBeingToldThatItFailed)
{
    const std::string tool = R"("timeout": "500ms")";
    const Trace trace
        = Small{.tool = tool, .layers = R"("user": { "asks_again": 2, "asks_again_after": "1m" })"}.run();
    EXPECT_THAT(beganAt(trace, Layer::User), ElementsAre(DoubleEq(0), DoubleEq(60.5), DoubleEq(121)));
    EXPECT_EQ(judge(trace).effects, 3);
    const Trace keyed
        = Small{.tool = tool + ", " + reserving, .layers = R"("user": { "asks_again": 2 })"}.run();
    EXPECT_EQ(judge(keyed).effects, 1);
    EXPECT_EQ(test::rowsOf(keyed, Layer::User).size(), 2U) << "told that it is done, it asks no more";
}

TEST(User, SendsTheSameMessageAgainWhereTheClientKeepsItsId)
{
    const std::string tool = R"("key": "event_id", "guard": "reserve")";
    EXPECT_EQ((Small{.tool = tool, .layers = R"("user": { "sends_again": 1 })"}.verdict().effects), 2);
    EXPECT_EQ((Small{.tool = tool, .layers = R"("user": { "sends_again": 1, "message_id": "same" })"}
                   .verdict()
                   .effects),
              1);
}

TEST(Webhook, HasAStableEventIdOrANewOneWithEachDelivery)
{
    const std::string tool = R"("key": "event_id", "guard": "reserve")";
    const std::string members = R"("webhook": { "timeout": "500ms", "redelivers": 2, "after": "1s")";
    EXPECT_EQ((Small{.tool = tool, .layers = members + " }", .by = "webhook"}.verdict().effects), 1);
    EXPECT_EQ((Small{.tool = tool, .layers = members + R"(, "event_id": "new" })", .by = "webhook"}
                   .verdict()
                   .effects),
              3);
}

TEST(Webhook, GivesEveryEventToAllItsReceivers)
{
    const std::string layers = R"("webhook": { "receivers": 3 })";
    EXPECT_EQ((Small{.layers = layers, .by = "webhook"}.verdict().effects), 3);
    EXPECT_EQ((Small{.tool = reserving, .layers = layers, .by = "webhook"}.verdict().effects), 1);
}

TEST(Webhook, ThatIsAcknowledgedAtOnceIsNotRedeliveredForSlowWork)
{
    const std::string members = R"("webhook": { "timeout": "500ms", "redelivers": 2)";
    EXPECT_EQ((Small{.layers = members + " }", .by = "webhook"}.verdict().effects), 3);
    EXPECT_EQ(
        (Small{.layers = members + R"(, "acknowledges": "at_once" })", .by = "webhook"}.verdict().effects), 1);
    const Trace lostAcknowledgement = Small{.layers = members + R"(, "acknowledges": "at_once" })",
                                            .faults = R"({ "layer": "webhook", "kind": "redelivery" })",
                                            .by = "webhook"}
                                          .run();
    EXPECT_EQ(judge(lostAcknowledgement).effects, 2) << "at least once stays at least once";
}

TEST(Runtime, GivesASilentRunToAnotherWorkerAlthoughTheFirstStillWorks)
{
    const std::string layers = R"("runtime": { "lease": "500ms", "retries": 1 }, "model": { "thinks": "0s" })";
    const Trace trace = Small{.layers = layers}.run();
    EXPECT_EQ(judge(trace).effects, 2);
    EXPECT_EQ(test::rowsOf(trace, Layer::Runtime)[1].reason, Reason::LeaseLost);
    EXPECT_EQ(test::rowsOf(trace, Layer::Runtime)[1].worker, 1);
    EXPECT_EQ((Small{.tool = reserving, .layers = layers}.verdict().effects), 1);
}

TEST(Runtime, DeliversWhatFailedForTheLastTimeOnceMoreFromItsDeadLetters)
{
    const std::string tool = R"("timeout": "500ms")";
    const std::string layers = R"("runtime": { "retries": 1, "dead_letter_after": "3d" })";
    const Trace trace = Small{.tool = tool, .layers = layers}.run();
    EXPECT_EQ(judge(trace).effects, 3);
    EXPECT_EQ(test::rowsOf(trace, Layer::Runtime)[2].reason, Reason::DeadLettered);
    // A provider that forgets after a day knows nothing of it any more.
    const std::string late = R"("runtime": { "dead_letter_after": "3d" })";
    EXPECT_EQ((Small{.tool = tool + R"(, "key": "k:{n}", "guard": "provider_key")", .layers = late}
                   .verdict()
                   .effects),
              2);
    EXPECT_EQ((Small{.tool = tool + ", " + reserving, .layers = late}.verdict().effects), 1);
}

TEST(Runtime, WithAJournalSkipsFinishedToolCallsButNotOneThatWasCutOff)
{
    const std::string raises = R"({ "layer": "model", "kind": "fail_after_effect" })";
    const std::string plain = R"("runtime": { "retries": 1 }, "model": {})";
    const std::string journal = R"("runtime": { "retries": 1, "journal": true }, "model": {})";
    EXPECT_EQ((Small{.layers = plain, .faults = raises}.verdict().effects), 2);
    EXPECT_EQ((Small{.layers = journal, .faults = raises}.verdict().effects), 1);
    const std::string dies = R"({ "layer": "tool", "kind": "crash_before_record" })";
    EXPECT_EQ((Small{.layers = R"("runtime": { "restarts_after": "1s", "journal": true }, "model": {})",
                     .faults = dies}
                   .verdict()
                   .effects),
              2)
        << "the journal had not heard of it";
}

TEST(Runtime, WithClocksThatDifferSeesALeaseEndTooEarly)
{
    // Both workers have the run; the second one's clock is far ahead.
    const std::string twice = R"({ "layer": "runtime", "kind": "double_dispatch" })";
    const auto effects = [&](const std::string& skew) {
        return Small{.tool = R"("lease": "10s", "on_expired": "take_over", )" + std::string(reserving),
                     .layers = R"("runtime": { "clock_skew": ")" + skew
                         + R"(" }, "model": { "thinks": "0s", "calls_again": 1 })",
                     .faults = twice}
            .verdict()
            .effects;
    };
    EXPECT_EQ(effects("0s"), 1);
    EXPECT_EQ(effects("20s"), 2);
}

TEST(Model, UsesItsCallIdAgainWhereItIsSaidTo)
{
    const std::string tool = R"("timeout": "500ms", "key": "call_id", "guard": "reserve")";
    EXPECT_EQ((Small{.tool = tool, .layers = R"("model": { "calls_again": 2 })"}.verdict().effects), 3);
    EXPECT_EQ((Small{.tool = tool, .layers = R"("model": { "calls_again": 2, "call_ids": "reused" })"}
                   .verdict()
                   .effects),
              1);
}

TEST(Model, ThatChangesAnIdentifyingArgumentMeetsAConflictOrMakesAnotherEffect)
{
    const std::string layers = R"("model": { "calls_again": 1, "after": "1s", "changes": { "n": 2 } })";
    const std::string tool = R"("timeout": "500ms", "guard": "reserve", "key": )";
    const Trace kept = Small{.tool = tool + R"("request_id")", .layers = layers}.run();
    EXPECT_THAT(test::toolAnswers(kept), ElementsAre("timeout", "conflict"));
    EXPECT_EQ(judge(kept).effects, 1);
    EXPECT_EQ((Small{.tool = tool + R"("k:{n}")", .layers = layers}.verdict().effects), 2)
        << "a key made of what changed is another key";
}

TEST(Provider, ShowsAnEffectToLookUpsOnlyLater)
{
    const std::string tool = R"("timeout": "500ms")";
    const std::string layers
        = R"("model": { "calls_again": 1, "on_unknown": "check_status", "check_after": "2s" })";
    EXPECT_EQ((Small{.tool = tool, .layers = layers}.verdict().effects), 1);
    const Trace late = Small{.tool = tool, .layers = layers, .provider = R"("shows_after": "10s")"}.run();
    EXPECT_EQ(judge(late).effects, 2);
}

TEST(Provider, RejectsMoreRequestsThanItsLimit)
{
    const std::string others = R"({ "name": "b", "tool": "act", "at": "100ms", "args": { "n": 2 } },
                                  { "name": "c", "tool": "act", "at": "2s", "args": { "n": 3 } })";
    const Trace trace
        = Small{.provider = R"("rate_limit": { "calls": 1, "per": "1500ms" })", .actions = others}.run();
    EXPECT_THAT(test::toolAnswers(trace), ElementsAre("done", "rejected", "done"));
}

TEST(Provider, WithAUniqueConstraintOfItsOwnRefusesTheSecondEffect)
{
    const std::string layers = R"("model": { "calls_again": 1, "after": "2s" })";
    const Trace trace = Small{.layers = layers,
                              .faults = R"({ "layer": "provider", "kind": "lost_response" })",
                              .provider = R"("unique": ["n"])"}
                            .run();
    EXPECT_EQ(judge(trace).effects, 1);
    EXPECT_THAT(test::toolAnswers(trace), ElementsAre("lost", "conflict"));
}

TEST(Provider, CanSayDoneOfWhatItIsStillWorkingOn)
{
    const std::string tool = R"("timeout": "500ms", "key": "k:{n}", "guard": "provider_key")";
    const std::string layers = R"("model": { "thinks": "0s", "calls_again": 1, "after": "100ms" })";
    EXPECT_EQ(test::toolAnswers(Small{.tool = tool, .layers = layers}.run())[1], "in_progress");
    EXPECT_EQ(test::toolAnswers(
                  Small{.tool = tool, .layers = layers, .provider = R"("while_running": "replayed")"}.run())[1],
              "replayed");
}

TEST(Provider, StoresARefusalWhereItIsSaidTo)
{
    const std::string second = R"({ "name": "b", "tool": "act", "at": "5s", "args": { "n": 1, "m": 2 } })";
    const std::string tool = R"("key": "k:{n}:{$request}", "guard": "provider_key")";
    const Trace trace = Small{.tool = tool,
                              .layers = R"("sdk": { "resends": 1, "on": ["conflict"] })",
                              .provider = R"("unique": ["n"], "stores": "refusals")",
                              .actions = second}
                            .run();
    EXPECT_EQ(judge(trace).effects, 1);
    EXPECT_EQ(snapshotAt(trace, trace.events.size()).reservations[1].state, State::FailedForGood);
}

TEST(Model, AsksForTheStatusOfTheCallThatItIsAboutAndNotOfTheOneThatItWouldMakeNext)
{
    const Trace trace = Small{.tool = R"("timeout": "500ms")",
                              .layers = R"("model": { "calls_again": 1, "changes": { "n": 2 },
                                                      "on_unknown": "check_status", "check_after": "2s" })"}
                            .run();
    EXPECT_EQ(judge(trace).effects, 1) << "the look-up finds the first call's effect";
    EXPECT_EQ(judge(trace).told, "done");
}

TEST(Model, ThatWasAnsweredDoneTellsSoWhateverALaterAskForItIsTold)
{
    const Verdict verdict
        = Small{.layers = R"("model": { "asks_again_later": 1 })", .provider = R"("unique": ["n"])"}.verdict();
    EXPECT_EQ(verdict.conflict, 1);
    EXPECT_EQ(verdict.told, "done");
    EXPECT_TRUE(verdict.safe);
}

} // namespace
} // namespace idem
