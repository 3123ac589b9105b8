#include "simulations/run/verdict.h"

#include "simulations/run/report.h"
#include "tests/simulations/test_scenarios.h"

#include <gmock/gmock.h>
#include <map>

namespace idem {
namespace {

using testing::HasSubstr;

/// One action by a user through a model, unless told otherwise.
ScenarioFile withTool(const std::string& tool, const std::string& rest, const std::string& by = "user")
{
    return test::readOrThrow(
        R"({ "idemscope": 1, "title": "t", "provider": { "latency": "3s", "network": "50ms" },
  "tools": { "act": { "identifies": ["n"])"
        + (tool.empty() ? "" : ", " + tool) + R"( } },
  "actions": [ { "name": "a", "tool": "act", "by": ")"
        + by + R"(", "args": { "n": 1 } } ])" + rest + "}");
}

TEST(Verdict, CountsTheCallsThatBroughtNoFirstEffectAndTheCallsPerAction)
{
    const Verdict naive = test::verdictOf("invoice-naive");
    EXPECT_EQ(naive.providerCalls, 3);
    EXPECT_EQ(naive.wastedCalls, 2);
    EXPECT_DOUBLE_EQ(naive.amplification, 3);
    const Verdict paths = test::verdictOf("invoice-retry-paths");
    EXPECT_EQ(paths.wastedCalls, 4);
    EXPECT_DOUBLE_EQ(paths.amplification, 3);
    EXPECT_EQ(paths.perAction[0].providerCalls, 4);
    EXPECT_EQ(paths.perAction[0].wastedCalls, 3);
    EXPECT_EQ(paths.perAction[1].wastedCalls, 1);
    EXPECT_EQ(test::verdictOf("six-layers").wastedCalls, 63);
}

TEST(Verdict, RoundsTheAmplificationToTwoDecimals)
{
    const ScenarioFile file = test::readOrThrow(
        R"({ "idemscope": 1, "title": "t", "tools": { "act": {} }, "actions": [
      { "name": "a", "tool": "act" }, { "name": "b", "tool": "act" },
      { "name": "c", "by": "tool", "tool": "act", "asks": [ { "at": "0s" }, { "at": "0s" } ] } ] })");
    const Verdict verdict = judge(test::run(file));
    EXPECT_DOUBLE_EQ(verdict.amplification, 1.33);
    EXPECT_EQ(verdictJson(verdict)["amplification"].dump(), "1.33");
    EXPECT_EQ(verdictJson(test::verdictOf("invoice-naive"))["amplification"].dump(), "3");
}

TEST(Verdict, SaysWhenTheUserKnewWhatIsTrue)
{
    // One look-up after the timeout: asked at 0, told after the model has worded its answer.
    const Verdict keyed = test::verdictOf("invoice-keyed");
    ASSERT_TRUE(keyed.knewAfter);
    EXPECT_EQ(*keyed.knewAfter, *keyed.perAction[0].knewAfter);
    EXPECT_GT(*keyed.knewAfter, 2'400'000);
    EXPECT_EQ(keyed.perAction[0].toldTruly, true);
    EXPECT_EQ(keyed.toldUntruly, 0);
}

TEST(Verdict, AUserWhoWasToldThatItFailedNeverKnewWhereAnEffectExistsOrComesLater)
{
    const Verdict naive = test::verdictOf("invoice-naive"); // told at 8.4 s, the last invoice comes at 9.05 s
    EXPECT_EQ(naive.told, "failed");
    EXPECT_FALSE(naive.knewAfter);
    EXPECT_EQ(naive.perAction[0].toldTruly, false);
    EXPECT_EQ(naive.toldUntruly, 1);
    EXPECT_THAT(sentence(naive), HasSubstr("The user was told that it failed. That is not true."));
    const Verdict waiting = test::verdictOf("crash-restart", "reconcile, no look-up");
    EXPECT_THAT(sentence(waiting), HasSubstr("in progress. How it ended the user never heard."));

    // Told at 1 s that it failed; the only effect comes two seconds after that.
    const Verdict later = judge(test::run(withTool(R"("timeout": "1s")", "")));
    EXPECT_EQ(later.effects, 1);
    EXPECT_EQ(later.told, "failed");
    EXPECT_EQ(later.perAction[0].toldTruly, false);
    EXPECT_FALSE(later.safe);
}

TEST(Verdict, AUserWhoWasToldThatItFailedKnowsWhereNothingEverHappens)
{
    // The key is that of the other action, so the second one is refused: it failed, and that is true.
    const ScenarioFile file = test::readOrThrow(
        R"({ "idemscope": 1, "title": "t", "provider": { "latency": "1s" },
      "tools": { "act": { "key": "k:{n}", "guard": "provider_key", "identifies": ["n", "m"] } }, "actions": [
      { "name": "a", "tool": "act", "args": { "n": 1, "m": 1 } },
      { "name": "b", "tool": "act", "at": "5s", "args": { "n": 1, "m": 2 } } ] })");
    const Verdict verdict = judge(test::run(file));
    EXPECT_EQ(verdict.told, "mixed");
    EXPECT_EQ(verdict.perAction[1].told, Told::Failed);
    EXPECT_EQ(verdict.perAction[1].toldTruly, true);
    EXPECT_EQ(verdict.perAction[1].knewAfter, 100'000) << "counted from its own ask at 5 s";
    EXPECT_FALSE(verdict.safe) << "it has no effect";
    EXPECT_FALSE(verdict.perAction[1].lost) << "nobody was told that it is done";
}

TEST(Verdict, InProgressForEverIsNotTheTruthInTheEnd)
{
    const Verdict verdict = test::verdictOf("crash-restart", "reconcile, no look-up");
    EXPECT_EQ(verdict.told, "in_progress");
    EXPECT_EQ(verdict.perAction[0].toldTruly, false);
    EXPECT_EQ(verdict.perAction[0].stuck, 1);
    EXPECT_FALSE(verdict.knewAfter);
}

TEST(Verdict, CountsFromTheLastTimeThatTheWordChanged)
{
    // The first message is told "done" at 1.1 s, the second one "in progress" before that.
    const Verdict verdict = test::verdictOf("double-send", "business key");
    EXPECT_EQ(verdict.told, "done");
    EXPECT_EQ(verdict.knewAfter, 1'100'000);
}

TEST(Verdict, AnActionWithoutAUserIsToldNothingAndCountsForNoTelling)
{
    const Verdict webhook = test::verdictOf("webhook-redelivery", "event id");
    EXPECT_EQ(webhook.told, "nothing");
    EXPECT_TRUE(webhook.safe);
    EXPECT_FALSE(webhook.perAction[0].toldTruly);
    EXPECT_FALSE(webhook.knewAfter);
    EXPECT_EQ(webhook.toldUntruly, 0);

    const ScenarioFile both = test::readOrThrow(
        R"({ "idemscope": 1, "title": "t", "tools": { "act": {} }, "actions": [
      { "name": "a", "tool": "act" }, { "name": "b", "tool": "act", "by": "webhook" } ] })");
    const Verdict verdict = judge(test::run(both));
    EXPECT_EQ(verdict.told, "done") << "only the action that has a user says what users were told";
    EXPECT_TRUE(verdict.knewAfter);
    EXPECT_TRUE(verdict.safe);
}

TEST(Verdict, AUserWhoIsToldNothingWasNotToldOtherwiseAndNeverKnew)
{
    const Verdict verdict = judge(test::run(withTool(
        "",
        R"(, "layers": { "runtime": {} }, "faults": [ { "layer": "tool", "kind": "crash_before_record" } ])")));
    EXPECT_EQ(verdict.told, "nothing");
    EXPECT_TRUE(verdict.safe);
    EXPECT_EQ(verdict.perAction[0].toldTruly, false);
    EXPECT_EQ(verdict.toldUntruly, 1);
    EXPECT_FALSE(verdict.knewAfter);
}

TEST(Verdict, ALostActionWasToldAsDoneAndHasNoEffect)
{
    // The second action's key is that of the first: it is answered with the first one's result.
    const ScenarioFile file = test::readOrThrow(
        R"({ "idemscope": 1, "title": "t", "tools": { "act": { "key": "k:{n}", "guard": "provider_key", "identifies": ["n"] } },
      "actions": [ { "name": "a", "tool": "act", "args": { "n": 1 } },
                   { "name": "b", "tool": "act", "at": "9s", "args": { "n": 1 } } ] })");
    const Verdict verdict = judge(test::run(file));
    EXPECT_EQ(verdict.lost, 1);
    EXPECT_TRUE(verdict.perAction[1].lost);
    EXPECT_EQ(verdict.perAction[1].toldTruly, false);
    EXPECT_FALSE(verdict.safe);
}

TEST(Report, HasTheFiguresOfEachActionInJsonAndATableWhereThereAreSeveral)
{
    const Trace trace = test::run(test::bundledOrThrow("invoice-retry-paths"), "no key");
    const auto actions = reportJson(trace, "x", false)["verdict"]["per_action"];
    ASSERT_EQ(actions.size(), 2U);
    EXPECT_EQ(actions[0]["action"], "October invoice for acme");
    EXPECT_EQ(actions[0]["effects"], 4);
    EXPECT_EQ(actions[0]["duplicates"], 3);
    EXPECT_TRUE(actions[0]["told_truly"].is_null()) << "a test has no user";
    EXPECT_THAT(reportText(trace),
                testing::ContainsRegex("November invoice for acme +2 +2 +1 +no user +DUPLICATE"));
    EXPECT_THAT(reportText(test::run(test::bundledOrThrow("invoice-naive"))),
                testing::Not(HasSubstr("\nActions\n")));
}

} // namespace
} // namespace idem
