#include "simulations/run/explanation.h"
#include "tests/simulations/test_scenarios.h"

#include <algorithm>
#include <gmock/gmock.h>

/// What each layer does, in its plain form, and when: one scenario per rule.
namespace idem {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ScenarioFile withLayers(const std::string& tool, const std::string& layers, const std::string& rest = "",
                        const std::string& by = "user")
{
    return test::readOrThrow(
        R"({ "idemscope": 1, "title": "t", "provider": { "latency": "1s", "network": "100ms" },
  "tools": { "act": { "identifies": ["n"], "store": "1ms" )"
        + (tool.empty() ? "" : ", " + tool) + R"( } },
  "actions": [ { "name": "a", "tool": "act", "by": ")"
        + by + R"(", "args": { "n": 1 } } ],
  "layers": { )"
        + layers + " }" + rest + "}");
}

std::vector<CallRow> rows(const Trace& trace, Layer layer)
{
    std::vector<CallRow> found;
    for (const CallRow& row : snapshotAt(trace, trace.events.size()).calls) {
        if (row.layer == layer) {
            found.push_back(row);
        }
    }
    return found;
}

std::vector<Micros> starts(const Trace& trace, Layer layer)
{
    std::vector<Micros> times;
    for (const CallRow& row : rows(trace, layer)) {
        times.push_back(row.start);
    }
    return times;
}

TEST(User, SendsAgainWhileThereIsNoAnswerAndNotAfterIt)
{
    const Trace impatient = test::run(withLayers("", R"("user": { "sends_again": 3, "after": "500ms" })"));
    EXPECT_THAT(starts(impatient, Layer::User), ElementsAre(0, 500'000, 1'000'000, 1'500'000));
    const Trace patient = test::run(withLayers("", R"("user": { "sends_again": 3, "after": "2s" })"));
    EXPECT_THAT(starts(patient, Layer::User), ElementsAre(0));
}

TEST(Wrapper, TriesAgainAfterItsTimeoutUnderTheSameCallIdAndTheModelHearsOnlyTheLastTry)
{
    const Trace trace = test::run(withLayers(R"("timeout": "500ms", "key": "call_id", "guard": "provider_key")",
                                             R"("model": { "thinks": "0s", "calls_again": 1, "after": "1s" },
                                              "tool": { "tries_again": 1, "after": "300ms" })"));
    // Gave up at 0.5 s, tried again at 0.8 s and was told "in progress" at 1.0 s; the model calls again a
    // second later.
    EXPECT_THAT(starts(trace, Layer::Tool), ElementsAre(0, 800'000, 2'000'000, 2'800'000));
    const std::vector<CallRow> tools = rows(trace, Layer::Tool);
    EXPECT_EQ(callName(trace, tools[0]), "call_a");
    EXPECT_EQ(callName(trace, tools[1]), "call_a#2");
    EXPECT_EQ(callName(trace, tools[2]), "call_b");
    EXPECT_EQ(callName(trace, tools[3]), "call_b#2");
    EXPECT_EQ(tools[0].key, tools[1].key);
    EXPECT_NE(tools[1].key, tools[2].key);
    EXPECT_EQ(tools[1].reason, Reason::TriedAgain);
    EXPECT_EQ(tools[1].answer, CallAnswer::InProgress);
    EXPECT_EQ(judge(trace).effects, 2) << "a key of the call id covers the wrapper's tries and not the model's";
}

TEST(Wrapper, TriesAgainAfterAnErrorAndPassesOnWhatSaysWhatIs)
{
    const Trace raised = test::run(
        withLayers("", R"("tool": { "tries_again": 2, "after": "1s" })",
                   R"(, "faults": [{ "layer": "tool", "kind": "fail_after_effect", "calls": [1] }])", "tool"));
    EXPECT_THAT(test::toolAnswers(raised), ElementsAre("error", "done"));
    EXPECT_EQ(judge(raised).effects, 2);
    const Trace once = test::run(withLayers("", R"("tool": { "tries_again": 2 })", "", "tool"));
    EXPECT_THAT(test::toolAnswers(once), ElementsAre("done"));
}

TEST(Wrapper, WaitsForAPlaceInTheQueueThatItsOwnAbandonedWorkStillHolds)
{
    const Trace trace = test::run(withLayers(R"("timeout": "500ms", "concurrency": 1)",
                                             R"("tool": { "tries_again": 1, "after": "100ms" })", "", "tool"));
    // The first try's work ends with the provider's answer at 1.2 s.
    EXPECT_THAT(starts(trace, Layer::Tool), ElementsAre(0, 1'200'000));
}

TEST(Webhook, RedeliversAfterItsTimeoutWithTheSameEventId)
{
    const Trace trace = test::run(
        withLayers(R"("key": "event_id", "guard": "provider_key")",
                   R"("webhook": { "timeout": "300ms", "redelivers": 2, "after": "200ms" })", "", "webhook"));
    EXPECT_THAT(starts(trace, Layer::Webhook), ElementsAre(0, 500'000))
        << "the second is answered in time: in progress";
    EXPECT_EQ(trace.keys.size(), 1U);
    EXPECT_EQ(judge(trace).effects, 1);
    EXPECT_EQ(judge(trace).told, "nothing");
}

TEST(Webhook, StandsBetweenUserAndRuntimeWhereAUsersMessageComesThroughOne)
{
    const Trace trace = test::run(withLayers("", R"("webhook": {}, "runtime": {})"));
    ASSERT_EQ(rows(trace, Layer::Runtime).size(), 1U);
    EXPECT_EQ(rows(trace, Layer::Runtime)[0].parent, rows(trace, Layer::Webhook)[0].call);
    EXPECT_EQ(judge(trace).told, "done");
}

TEST(Runtime, RunsTheTurnAgainAfterItFailed)
{
    const Trace trace
        = test::run(withLayers(R"("timeout": "500ms")", R"("runtime": { "retries": 2, "after": "1s" })"));
    EXPECT_THAT(starts(trace, Layer::Runtime), ElementsAre(0, 1'500'000, 3'000'000));
    EXPECT_EQ(judge(trace).effects, 3);
    EXPECT_EQ(judge(trace).told, "failed");
}

TEST(Runtime, StartsACrashedRunAgainAndCountsNoRetryForIt)
{
    const Trace trace
        = test::run(withLayers("", R"("runtime": { "retries": 0, "restarts_after": "2s" })",
                               R"(, "faults": [ { "layer": "tool", "kind": "crash_before_record" } ])"));
    const std::vector<CallRow> runs = rows(trace, Layer::Runtime);
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_TRUE(runs[0].died);
    EXPECT_EQ(runs[1].reason, Reason::Restarted);
    EXPECT_EQ(judge(trace).effects, 2);
}

TEST(Runtime, ACrashWithoutARestartLeavesTheUserWithoutAnAnswer)
{
    const Trace trace = test::run(withLayers(
        "", R"("runtime": {})", R"(, "faults": [ { "layer": "tool", "kind": "crash_before_record" } ])"));
    EXPECT_EQ(judge(trace).told, "nothing");
    EXPECT_EQ(judge(trace).effects, 1);
}

TEST(Model, WordsTheFreeTextAnewOnEveryCallAndKeepsTheRest)
{
    const Trace trace = test::run(test::bundledOrThrow("invoice-naive"));
    std::vector<std::string> memos;
    for (const CallRow& row : rows(trace, Layer::Tool)) {
        memos.push_back(trace.argSets[static_cast<std::size_t>(row.args)]["memo"]);
        EXPECT_EQ(trace.argSets[static_cast<std::size_t>(row.args)]["customer"], "acme");
    }
    std::sort(memos.begin(), memos.end());
    EXPECT_EQ(std::unique(memos.begin(), memos.end()), memos.end());
}

TEST(Model, UsesANewCallIdForEveryCall)
{
    const Trace trace = test::run(test::bundledOrThrow("invoice-naive"));
    std::vector<std::string> names;
    for (const CallRow& row : rows(trace, Layer::Tool)) {
        names.push_back(callName(trace, row));
    }
    EXPECT_THAT(names, ElementsAre("call_a", "call_b", "call_c"));
}

TEST(Model, ChecksTheStatusUntilItKnows)
{
    const Trace trace = test::run(withLayers(
        R"("timeout": "300ms")",
        R"("model": { "thinks": "0s", "on_unknown": "check_status", "check_after": "100ms", "checks": 5 })"));
    const Verdict verdict = judge(trace);
    EXPECT_EQ(verdict.calls, 1);
    EXPECT_GT(verdict.statusLookups, 1);
    EXPECT_EQ(verdict.told, "done");
}

TEST(Model, GivesUpWhenTold)
{
    const Trace trace = test::run(
        withLayers(R"("timeout": "200ms")", R"("model": { "on_unknown": "give_up", "calls_again": 5 })"));
    EXPECT_EQ(judge(trace).calls, 1);
    EXPECT_EQ(judge(trace).told, "failed");
}

TEST(Tool, AThreadGoesOnAfterItsWrapperGaveUp)
{
    const Trace trace = test::run(
        withLayers(R"("timeout": "500ms", "runs_as": "thread", "key": "k:{n}", "guard": "reserve")", ""));
    const CallRow tool = rows(trace, Layer::Tool)[0];
    EXPECT_EQ(tool.answer, CallAnswer::Timeout);
    EXPECT_EQ(tool.answered, 500'000);
    EXPECT_GT(tool.workEnd, 1'200'000) << "it recorded the outcome although nobody waited";
    EXPECT_EQ(snapshotAt(trace, trace.events.size()).reservations[0].state, State::Done);
}

TEST(Tool, AnAsyncToolIsCancelledHereButNotAtTheProvider)
{
    const Trace trace = test::run(
        withLayers(R"("timeout": "500ms", "runs_as": "async", "key": "k:{n}", "guard": "reserve")", ""));
    const CallRow tool = rows(trace, Layer::Tool)[0];
    EXPECT_TRUE(tool.cancelled);
    EXPECT_EQ(tool.workEnd, 500'000);
    EXPECT_EQ(judge(trace).effects, 1);
    EXPECT_EQ(snapshotAt(trace, trace.events.size()).reservations[0].state, State::Processing)
        << "nobody recorded it";
}

TEST(Tool, OneAtATimeQueuesTheSecondCallOfAStep)
{
    const Trace trace
        = test::run(withLayers(R"("concurrency": 1)", R"("model": { "thinks": "0s", "asks_at_once": 2 })"));
    const std::vector<CallRow> tools = rows(trace, Layer::Tool);
    ASSERT_EQ(tools.size(), 2U);
    EXPECT_GE(tools[1].start, *tools[0].workEnd);
}

TEST(Sdk, ResendsAfterALostAnswerWithTheSameKeyANewOneOrNone)
{
    const std::string tool = R"("key": "k:{n}", "guard": "provider_key")";
    const std::string fault = R"(, "faults": [ { "layer": "provider", "kind": "lost_response" } ])";
    EXPECT_EQ(judge(test::run(withLayers(tool, R"("sdk": { "resends": 1 })", fault))).effects, 1);
    EXPECT_EQ(judge(test::run(withLayers(tool, R"("sdk": { "resends": 1, "key": "new" })", fault))).effects, 2);
    EXPECT_EQ(judge(test::run(withLayers(tool, R"("sdk": { "resends": 1, "key": "none" })", fault))).effects,
              2);
}

TEST(Sdk, ResendsAfterItsOwnTimeout)
{
    const Trace trace
        = test::run(withLayers("", R"("sdk": { "resends": 1, "timeout": "400ms", "after": "100ms" })"));
    EXPECT_THAT(starts(trace, Layer::Provider), ElementsAre(100'000, 600'000));
    EXPECT_EQ(judge(trace).effects, 2);
}

TEST(Provider, IgnoresKeysWhereItDoesNotAcceptThem)
{
    EXPECT_EQ(test::verdictOf("invoice-naive", "business key", {"provider.accepts_keys=false"}).effects, 3);
}

TEST(Provider, TakesARepeatForNewOnceItForgotTheKey)
{
    const std::string asks
        = R"({ "idemscope": 1, "title": "t", "provider": { "latency": "1s", "keeps_keys": "24h" },
      "tools": { "act": { "key": "k:{n}", "guard": "provider_key" } },
      "actions": [ { "name": "a", "tool": "act", "by": "tool", "args": { "n": 1 }, "asks": [ { "at": "0s" }, { "at": ")";
    EXPECT_EQ(judge(test::run(test::readOrThrow(asks + "23h\" } ] } ] }"))).effects, 1);
    EXPECT_EQ(judge(test::run(test::readOrThrow(asks + "25h\" } ] } ] }"))).effects, 2);
}

TEST(Provider, ComparesParametersOnlyWhereItDoes)
{
    const ScenarioFile file = test::bundledOrThrow("invoice-retry-paths");
    EXPECT_EQ(judge(test::run(file)).conflict, 1);
    const Verdict silent = judge(test::run(file, "", {"provider.compares_parameters=false"}));
    EXPECT_EQ(silent.conflict, 0);
    EXPECT_EQ(silent.replayed, 2);
}

TEST(Guard, TakingOverBlindlyDuplicatesAndReconcilingDoesNot)
{
    EXPECT_EQ(test::verdictOf("crash-restart").effects, 2);
    EXPECT_EQ(test::verdictOf("crash-restart", "reconcile").effects, 1);
}

TEST(Guard, RefusesTheLateFinishOfAHolderWhoseReservationWasTakenOver)
{
    // The first call works longer than its lease; the second takes over; the first finishes with an old token.
    const Trace trace = test::run(test::readOrThrow(
        R"({ "idemscope": 1, "title": "t", "provider": { "latency": "3s", "status_lookup": true },
      "tools": { "act": { "key": "k:{n}", "guard": "reserve", "lease": "1s", "on_expired": "take_over" } },
      "actions": [ { "name": "a", "tool": "act", "by": "tool", "args": { "n": 1 }, "asks": [ { "at": "0s" }, { "at": "2s" } ] } ] })"));
    const Verdict verdict = judge(trace);
    EXPECT_EQ(verdict.effects, 2);
    EXPECT_EQ(verdict.stale, 1);
    EXPECT_EQ(snapshotAt(trace, trace.events.size()).reservations[0].token, 2);
}

TEST(Explanation, TellsWhyTheSlowInvoiceWentWrongInTheWireframesWords)
{
    const std::vector<StoryLine> story = explain(test::run(test::bundledOrThrow("invoice-naive")));
    ASSERT_GE(story.size(), 9U);
    EXPECT_EQ(story[0].what, "Tool gave up after 2.0 s.");
    EXPECT_EQ(story[0].meaning, "The provider needs 3.0 s: work went on.");
    EXPECT_EQ(story[1].what, "Model called again: new call id call_b.");
    EXPECT_EQ(story[1].meaning, "No key, so the provider sees a new request.");
    EXPECT_EQ(story[2].what, "Invoice inv_1 took effect.");
    EXPECT_EQ(story[2].meaning, "Nobody was told.");
    EXPECT_EQ(story[5].what, "Invoice inv_2 took effect: duplicate.");
    EXPECT_EQ(story[5].weight, Weight::Bad);
}

TEST(Explanation, NamesWhatMadeTheKeyNew)
{
    const auto said = [](const char* variant, const char* text) {
        const auto story = explain(test::run(test::bundledOrThrow("invoice-naive"), variant));
        return std::any_of(story.begin(), story.end(),
                           [&](const StoryLine& line) { return line.meaning.find(text) != std::string::npos; });
    };
    EXPECT_TRUE(said("tool call id", "The key is the call id, so it is new."));
    EXPECT_TRUE(said("hash of all args", "hash of all arguments"));
    EXPECT_TRUE(said("business key", "Same key invoice:acme:2026-10."));
    EXPECT_FALSE(said("business key", "so it is new"));
}

bool says(const Trace& trace, const char* text)
{
    const auto story = explain(trace);
    return std::any_of(story.begin(), story.end(), [&](const StoryLine& line) {
        return (line.what + " " + line.meaning).find(text) != std::string::npos;
    });
}

TEST(Explanation, SaysThatTheProviderIgnoresKeysOrForgotThem)
{
    const ScenarioFile file = test::bundledOrThrow("invoice-naive");
    EXPECT_TRUE(says(test::run(file, "business key", {"provider.accepts_keys=false"}),
                     "but the provider ignores keys"));
    const Trace forgot
        = test::run(file, "business key", {"provider.keeps_keys=500ms", "layers.model.after=4s"});
    EXPECT_TRUE(says(forgot, "The provider forgot invoice:acme:2026-10 after 500 ms."));
    EXPECT_TRUE(says(forgot, "counts as new: the record of it was dropped."));
    EXPECT_GT(judge(forgot).duplicates, 0);
}

TEST(Explanation, SaysThatWhatTheUserWasToldDoesNotStayTrue)
{
    const Trace trace
        = test::run(test::bundledOrThrow("invoice-naive"), "", {"layers.model.on_unknown=give_up"});
    EXPECT_TRUE(says(trace, "That does not stay true: inv_1 takes effect at 3.45 s."));
}

TEST(Explanation, BlamesTheNetworkWhereTheWorkWasDoneInTimeAndItsAnswerCameTooLate)
{
    const Trace trace
        = test::run(test::bundledOrThrow("invoice-naive"), "", {"tools.send_invoice.timeout=3060ms"});
    EXPECT_TRUE(says(trace, "the way there and back takes 100 ms: its answer came too late."));
}

TEST(Explanation, TellsARedeliveryAfterATimeoutFromOneAfterAnAnswer)
{
    const ScenarioFile file = test::bundledOrThrow("webhook-redelivery");
    EXPECT_TRUE(says(test::run(file), "The sender had no 2xx answer in time."));
    EXPECT_TRUE(says(test::run(file, "event id, delivered again although answered"),
                     "It had been answered: senders deliver at least once."));
}

TEST(Verdict, CountsKeysThatStayWithoutAnOutcome)
{
    const Verdict verdict = judge(test::run(test::bundledOrThrow("crash-restart"), "reconcile, no look-up"));
    EXPECT_EQ(verdict.stuck, 1);
    EXPECT_THAT(sentence(verdict), HasSubstr("1 key stays without an outcome."));
    EXPECT_EQ(judge(test::run(test::bundledOrThrow("crash-restart"), "reconcile")).stuck, 0);
}

TEST(Explanation, NamesTheFieldsOfAConflict)
{
    const auto story = explain(test::run(test::bundledOrThrow("invoice-retry-paths")));
    const bool named = std::any_of(story.begin(), story.end(), [](const StoryLine& line) {
        return line.meaning == "Amount 150 instead of 120: ask the user.";
    });
    EXPECT_TRUE(named);
}

TEST(Explanation, SaysSomethingAboutEveryEffectOfEveryBundledDesign)
{
    for (const BundledScenario& each : bundledScenarios()) {
        const ScenarioFile file = test::bundledOrThrow(each.name);
        for (const std::string& variant : file.variants()) {
            const Trace trace = test::run(file, variant);
            const auto story = explain(trace);
            const auto effects = std::count_if(story.begin(), story.end(), [](const StoryLine& line) {
                return line.what.find("took effect") != std::string::npos;
            });
            EXPECT_EQ(effects, judge(trace).effects) << each.name << " " << variant;
            for (const StoryLine& line : story) {
                EXPECT_THAT(line.what, testing::EndsWith("."));
                EXPECT_LT(line.event, trace.events.size());
            }
        }
    }
}

} // namespace
} // namespace idem
