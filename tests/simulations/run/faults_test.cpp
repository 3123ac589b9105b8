#include "tests/simulations/small_scenario.h"

#include <gmock/gmock.h>

/// What each fault does, with a design that it breaks and one that stands it.
namespace idem {
namespace {

using test::reserving;
using test::Small;
using testing::ElementsAre;

constexpr const char* callsAgain = R"("model": { "thinks": "0s", "calls_again": 1 })";
constexpr const char* atProvider = R"("key": "k:{n}", "guard": "provider_key")";

std::string fault(const std::string& layer, const std::string& kind, const std::string& calls = "1")
{
    return R"({ "layer": ")" + layer + R"(", "kind": ")" + kind + R"(", "calls": [)" + calls + "] }";
}

TEST(Fault, TimeoutAfterSuccessHidesAnEffectFromItsCaller)
{
    const std::string late = fault("tool", "timeout_after_success");
    const Trace bare = Small{.layers = callsAgain, .faults = late}.run();
    EXPECT_THAT(test::toolAnswers(bare), ElementsAre("timeout", "done"));
    EXPECT_EQ(judge(bare).effects, 2);
    const Trace reserved = Small{.tool = reserving, .layers = callsAgain, .faults = late}.run();
    EXPECT_THAT(test::toolAnswers(reserved), ElementsAre("timeout", "replayed"));
    EXPECT_TRUE(judge(reserved).safe);
}

TEST(Fault, ConcurrentDuplicateOfARequestIsAnsweredOnceWhereTheProviderKnowsTheKey)
{
    const std::string twice = fault("provider", "concurrent_duplicate");
    EXPECT_EQ((Small{.faults = twice}.verdict().effects), 2);
    EXPECT_EQ((Small{.tool = atProvider, .faults = twice}.verdict().effects), 1);
}

TEST(Fault, ConcurrentDuplicateOfAToolCallCarriesTheSameCallId)
{
    const std::string twice = fault("tool", "concurrent_duplicate");
    EXPECT_EQ((Small{.layers = callsAgain, .faults = twice}.verdict().effects), 2);
    const Verdict keyed
        = Small{.tool = R"("key": "call_id", "guard": "reserve")", .layers = callsAgain, .faults = twice}
              .verdict();
    EXPECT_EQ(keyed.effects, 1);
    EXPECT_EQ(keyed.inProgress, 1);
}

TEST(Fault, ConcurrentDuplicateOfAMessageIsAnotherMessageAndOfADeliveryTheSameEvent)
{
    const std::string byEvent = R"("key": "event_id", "guard": "reserve")";
    EXPECT_EQ((Small{.tool = byEvent, .faults = fault("user", "concurrent_duplicate")}.verdict().effects), 2);
    EXPECT_EQ((Small{.tool = byEvent,
                     .layers = R"("user": { "message_id": "same" })",
                     .faults = fault("user", "concurrent_duplicate")}
                   .verdict()
                   .effects),
              1);
    EXPECT_EQ((Small{.tool = byEvent,
                     .layers = R"("webhook": {})",
                     .faults = fault("webhook", "concurrent_duplicate"),
                     .by = "webhook"}
                   .verdict()
                   .effects),
              1);
}

TEST(Fault, ReplayFromCheckpointDoesTheToolCallsOfAFinishedRunAgain)
{
    const std::string replay = fault("runtime", "replay_from_checkpoint");
    EXPECT_EQ((Small{.layers = R"("runtime": {}, "model": {})", .faults = replay}.verdict().effects), 2);
    EXPECT_EQ((Small{.tool = reserving, .layers = R"("runtime": {}, "model": {})", .faults = replay}
                   .verdict()
                   .effects),
              1);
    const Trace journaled
        = Small{.layers = R"("runtime": { "journal": true }, "model": {})", .faults = replay}.run();
    EXPECT_EQ(judge(journaled).effects, 1);
    EXPECT_EQ(test::rowsOf(journaled, Layer::Tool)[1].reason, Reason::FromJournal);
}

TEST(Fault, RewordedArgsBreakAHashOfAllArgumentsAndNoBusinessKey)
{
    const std::string reworded = fault("tool", "reworded_args", "2");
    const std::string timeout = R"("timeout": "500ms", )";
    EXPECT_EQ((Small{.tool = timeout + R"("key": "args_hash", "guard": "provider_key")", .layers = callsAgain}
                   .verdict()
                   .effects),
              1);
    EXPECT_EQ((Small{.tool = timeout + R"("key": "args_hash", "guard": "provider_key")",
                     .layers = callsAgain,
                     .faults = reworded}
                   .verdict()
                   .effects),
              2);
    EXPECT_EQ((Small{.tool = timeout + atProvider, .layers = callsAgain, .faults = reworded}.verdict().effects),
              1);
}

TEST(Fault, IdReuseMakesTwoActionsOneWhereTheKeyIsTheCallId)
{
    const std::string second = R"({ "name": "b", "tool": "act", "at": "5s", "args": { "n": 2 } })";
    const std::string reuse = fault("tool", "id_reuse", "2");
    const Verdict lost = Small{.tool = R"("key": "call_id", "guard": "reserve")",
                               .faults = reuse,
                               .args = R"("n": 1)",
                               .actions = second,
                               .identifies = ""}
                             .verdict();
    EXPECT_EQ(lost.effects, 1);
    EXPECT_EQ((Small{.tool = reserving, .faults = reuse, .actions = second}.verdict().effects), 2);
}

TEST(Fault, KeyRegeneratedAndKeyNotForwardedTakeTheProvidersProtectionAway)
{
    const std::string tool = R"("timeout": "500ms", )" + std::string(atProvider);
    EXPECT_EQ((Small{.tool = tool, .layers = callsAgain}.verdict().effects), 1);
    EXPECT_EQ((Small{.tool = tool, .layers = callsAgain, .faults = fault("tool", "key_regenerated", "2")}
                   .verdict()
                   .effects),
              2);
    EXPECT_EQ((Small{.tool = tool, .layers = callsAgain, .faults = fault("tool", "key_not_forwarded", "2")}
                   .verdict()
                   .effects),
              2);
}

TEST(Fault, LeaseExpiredLetsTheRequestArriveAfterTheLookUpThatFoundNothing)
{
    const std::string tool = R"("timeout": "1s", "lease": "2s", )";
    const std::string layers = R"("model": { "thinks": "0s", "calls_again": 3, "after": "1s" })";
    const std::string sleeps = fault("tool", "lease_expired");
    // The look-up at 2.0 s finds nothing, the sleeper sends at 2.0 s.
    EXPECT_EQ((Small{.tool = tool + reserving, .layers = layers, .faults = sleeps}.verdict().effects), 2);
    EXPECT_EQ((Small{.tool = tool + R"("key": "k:{n}", "guard": "provider_key_and_record")",
                     .layers = layers,
                     .faults = sleeps}
                   .verdict()
                   .effects),
              1)
        << "only the system that performs the action can refuse a late request";
}

TEST(Fault, GuardStoresFailureGivesEveryRepeatAnErrorAlthoughNothingHappened)
{
    const std::string error = fault("provider", "fail_before_effect");
    const Trace stored = Small{.tool = reserving,
                               .layers = callsAgain,
                               .faults = error + ", " + fault("tool", "guard_stores_failure")}
                             .run();
    EXPECT_THAT(test::toolAnswers(stored), ElementsAre("error", "error"));
    EXPECT_EQ(judge(stored).effects, 0);
    EXPECT_EQ(snapshotAt(stored, stored.events.size()).reservations[0].state, State::FailedForGood);
    EXPECT_EQ(judge(Small{.tool = reserving,
                          .layers = R"("model": { "thinks": "0s", "calls_again": 1, "after": "61s" })",
                          .faults = error}
                        .run())
                  .effects,
              1)
        << "a look-up after the lease finds nothing, and it is done";
}

TEST(Fault, OutOfOrderMakesTheLaterEventComeFirst)
{
    const std::string second
        = R"({ "name": "b", "tool": "act", "by": "webhook", "at": "1s", "args": { "n": 2 } })";
    const Small small{.layers = R"("webhook": { "after": "5s" })",
                      .faults = fault("webhook", "out_of_order"),
                      .by = "webhook",
                      .actions = second};
    const std::vector<LedgerRow> ledger = snapshotAt(small.run(), 1000).ledger;
    ASSERT_EQ(ledger.size(), 2U);
    EXPECT_EQ(ledger[0].action, 1);
    EXPECT_EQ(ledger[1].action, 0);
}

TEST(Fault, ContextTrimmedMakesTheModelCallForWhatWasDone)
{
    const std::string forgets = fault("model", "context_trimmed");
    const Trace bare = Small{.layers = callsAgain, .faults = forgets}.run();
    EXPECT_EQ(judge(bare).effects, 2);
    EXPECT_EQ(test::rowsOf(bare, Layer::Tool)[1].reason, Reason::Forgot);
    EXPECT_EQ((Small{.tool = reserving, .layers = callsAgain, .faults = forgets}.verdict().effects), 1);
}

TEST(Fault, FailBeforeAndAfterEffectAtTheProviderLookTheSameToItsCaller)
{
    const std::string sdk = R"("sdk": { "resends": 1, "on": ["error"] })";
    EXPECT_EQ((Small{.layers = sdk, .faults = fault("provider", "fail_before_effect")}.verdict().effects), 1);
    EXPECT_EQ((Small{.layers = sdk, .faults = fault("provider", "fail_after_effect")}.verdict().effects), 2);
    EXPECT_EQ((Small{.tool = atProvider, .layers = sdk, .faults = fault("provider", "fail_after_effect")}
                   .verdict()
                   .effects),
              2)
        << "a provider that keeps only successes forgets the key with the error";
    const Trace kept = Small{.tool = atProvider,
                             .layers = sdk,
                             .faults = fault("provider", "fail_after_effect"),
                             .provider = R"("stores": "everything")"}
                           .run();
    EXPECT_EQ(judge(kept).effects, 1);
    EXPECT_THAT(test::toolAnswers(kept), ElementsAre("error")) << "the stored error answers every repeat";
}

} // namespace
} // namespace idem
