#include "tests/simulations/small_scenario.h"

#include <gmock/gmock.h>

/// What each guard stands and what breaks it; steps, budgets and approval.
namespace idem {
namespace {

using test::Small;
using testing::ElementsAre;

constexpr const char* twiceAtOnce = R"("model": { "thinks": "0s", "asks_at_once": 2 })";
constexpr const char* callsAgainLater = R"("model": { "thinks": "0s", "calls_again": 1, "after": "2s" })";

std::string fault(const std::string& kind)
{
    return R"({ "layer": "tool", "kind": ")" + kind + R"(" })";
}

TEST(Guard, CheckThenInsertHoldsOneAfterTheOtherAndLosesARace)
{
    const std::string tool = R"("key": "k:{n}", "guard": "check_then_insert", "timeout": "500ms")";
    EXPECT_EQ((Small{.tool = tool, .layers = callsAgainLater}.verdict().effects), 1);
    EXPECT_EQ((Small{.tool = tool, .layers = twiceAtOnce}.verdict().effects), 2);
    EXPECT_EQ((Small{.tool = R"("key": "k:{n}", "guard": "reserve")", .layers = twiceAtOnce}.verdict().effects),
              1);
}

TEST(Guard, TwoWritesLosesTheActionWhenTheProcessDiesBetweenThem)
{
    const std::string runtime = R"("runtime": { "restarts_after": "1s" }, "model": { "thinks": "0s" })";
    const std::string crash = fault("crash_before_effect");
    const Verdict lost
        = Small{.tool = R"("key": "k:{n}", "guard": "two_writes")", .layers = runtime, .faults = crash}
              .verdict();
    EXPECT_EQ(lost.effects, 0);
    EXPECT_EQ(lost.lost, 1);
    EXPECT_EQ(lost.told, "done");
    EXPECT_EQ(
        (Small{.tool = R"("key": "k:{n}", "guard": "one_transaction")", .layers = runtime, .faults = crash}
             .verdict()
             .effects),
        1);
}

TEST(Guard, OneTransactionStandsCrashesRacesAndTimeouts)
{
    const std::string tool = R"("key": "k:{n}", "guard": "one_transaction", "timeout": "500ms")";
    EXPECT_EQ((Small{.tool = tool, .layers = callsAgainLater}.verdict().effects), 1);
    EXPECT_EQ((Small{.tool = tool, .layers = twiceAtOnce}.verdict().effects), 1);
    EXPECT_EQ((Small{.tool = tool,
                     .layers = R"("runtime": { "restarts_after": "1s" }, "model": { "thinks": "0s" })",
                     .faults = R"({ "layer": "tool", "kind": "crash_before_record" })"}
                   .verdict()
                   .effects),
              1);
    EXPECT_EQ((Small{.tool = tool,
                     .layers = callsAgainLater,
                     .provider = R"("accepts_keys": false, "status_lookup": false)"}
                   .verdict()
                   .effects),
              1)
        << "it needs nothing of the provider";
}

TEST(Guard, HighWaterMarkDropsWhatComesOutOfOrder)
{
    const Small small{.tool = R"("guard": "high_water_mark", "sequence": "n")",
                      .layers = R"("webhook": { "after": "5s" })",
                      .by = "webhook",
                      .actions
                      = R"({ "name": "b", "tool": "act", "by": "webhook", "at": "1s", "args": { "n": 2 } })"};
    EXPECT_EQ(small.verdict().effects, 2);
    Small late = small;
    late.faults = R"({ "layer": "webhook", "kind": "out_of_order" })";
    EXPECT_EQ(late.verdict().effects, 1) << "the earlier event is taken for a repeat";
    Small repeated = small;
    repeated.faults = R"({ "layer": "webhook", "kind": "redelivery" })";
    EXPECT_EQ(repeated.verdict().effects, 2);
}

TEST(Steps, AreEachDoneOnceUnderTheirOwnKeys)
{
    const std::string mail
        = R"("mail": { "makes": "mail", "identifies": ["n"], "key": "mail:{n}", "guard": "reserve", "lease": "500ms" })";
    const std::string tool = R"("key": "k:{n}", "guard": "reserve", "then": "mail")";
    const Verdict plain = Small{.tool = tool, .tools = mail}.verdict();
    EXPECT_EQ(plain.steps, 2);
    EXPECT_EQ(plain.effects, 2);
    EXPECT_TRUE(plain.safe);
    // The process dies after the first step; the repeat skips it and does the missing one.
    const Trace crashed
        = Small{.tool = tool,
                .layers = R"("runtime": { "restarts_after": "1s" }, "model": { "thinks": "0s" })",
                .faults = R"({ "layer": "tool", "kind": "crash_before_effect", "calls": [2] })",
                .tools = mail}
              .run();
    const Verdict verdict = judge(crashed);
    EXPECT_EQ(verdict.effects, 2);
    EXPECT_EQ(verdict.duplicates, 0);
}

TEST(Steps, UnderOneRecordAreAllDoneAgainWhenTheLastOneFailed)
{
    const std::string mail = R"("mail": { "makes": "mail", "identifies": ["n"] })";
    const std::string layers = R"("model": { "thinks": "0s", "calls_again": 1, "after": "100ms" })";
    const std::string crash = R"({ "layer": "provider", "kind": "fail_before_effect", "calls": [2] })";
    const Verdict together
        = Small{.tool
                = R"("key": "k:{n}", "guard": "record_after", "then": "mail", "then_before_recording": true)",
                .layers = layers,
                .faults = crash,
                .tools = mail}
              .verdict();
    EXPECT_EQ(together.duplicates, 1) << "the first step has nothing of its own that says it is done";
    EXPECT_EQ((Small{.tool = R"("key": "k:{n}", "guard": "record_after", "then": "mail")",
                     .layers = layers,
                     .faults = crash,
                     .tools = mail}
                   .verdict()
                   .duplicates),
              0);
}

TEST(Steps, ThatMissOneOrHaveOneTwiceAreNotSafe)
{
    const std::string mail = R"("mail": { "makes": "mail" })";
    const Verdict missing
        = Small{.tool = R"("then": "mail")",
                .faults = R"({ "layer": "provider", "kind": "fail_before_effect", "calls": [2] })",
                .tools = mail}
              .verdict();
    EXPECT_EQ(missing.perAction[0].missing, 1);
    EXPECT_FALSE(missing.safe);
}

TEST(Budget, HoldsOverActionsThatNoKeyConnects)
{
    const std::string tool = R"("makes": "refund", "key": "refund:{order}:{amount}", "guard": "reserve",
             "budget": { "scope": "refunds:{order}", "limit": 50, "amount": "amount" })";
    const std::string other
        = R"({ "name": "b", "tool": "act", "at": "5s", "args": { "order": "1182", "amount": 41 } })";
    const std::string small
        = R"({ "name": "c", "tool": "act", "at": "9s", "args": { "order": "1182", "amount": 8 } })";
    const Trace trace = Small{.tool = tool,
                              .args = R"("order": "1182", "amount": 42)",
                              .actions = other + ", " + small,
                              .identifies = R"("order", "amount")"}
                            .run();
    EXPECT_THAT(test::toolAnswers(trace), ElementsAre("done", "rejected", "done"));
    // What failed before its effect gives its share back.
    const Trace given = Small{.tool = tool + R"(, "lease": "2s")",
                              .faults = R"({ "layer": "tool", "kind": "crash_before_effect" })",
                              .args = R"("order": "1182", "amount": 42)",
                              .actions = other,
                              .identifies = R"("order", "amount")"}
                            .run();
    EXPECT_EQ(test::toolAnswers(given)[1], "rejected") << "of unknown outcome, so it may have happened";
}

TEST(Approval, IsNeededOnceAndNotForARepeat)
{
    const std::string tool = R"("key": "k:{n}", "guard": "reserve", "approval": true, "timeout": "500ms")";
    const Trace refused = Small{.tool = tool, .layers = callsAgainLater}.run();
    EXPECT_THAT(test::toolAnswers(refused), ElementsAre("rejected"));
    EXPECT_EQ(judge(refused).effects, 0);
    const Small small{.tool = tool, .layers = callsAgainLater};
    const Trace approved = test::run(small.file(), "", {"actions.0.approved=true"});
    EXPECT_THAT(test::toolAnswers(approved), ElementsAre("timeout", "replayed"));
    EXPECT_TRUE(judge(approved).safe);
}

TEST(Guard, IsRefusedWhereAMemberWouldNeverBeLookedAt)
{
    const auto error = [](const std::string& tool) { return Small{.tool = tool}.complaint(); };
    EXPECT_THAT(error(R"("approval": true)"),
                testing::HasSubstr("reserves nothing, so this is never looked at"));
    EXPECT_THAT(error(R"("approval": true, "guard": "reserve")"), testing::HasSubstr("without a key"));
    EXPECT_THAT(error(R"("sequence": "n")"), testing::HasSubstr("only the guard \"high_water_mark\""));
    EXPECT_THAT(error(R"("guard": "high_water_mark")"), testing::HasSubstr("needs a number"));
    EXPECT_THAT(error(R"("guard": "high_water_mark", "sequence": "memo")"),
                testing::HasSubstr("is a whole number"));
    EXPECT_THAT(error(R"("then": "mial")"), testing::HasSubstr("there is no tool \"mial\""));
    EXPECT_THAT(error(R"("then": "act")"), testing::HasSubstr("go round in a circle"));
}

} // namespace
} // namespace idem
