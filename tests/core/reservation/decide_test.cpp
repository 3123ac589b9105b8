#include "core/reservation/decide.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>
#include <string>

namespace idem {
namespace {

const Policy reconciling{};
const Policy takingOver{.onExpired = OnExpired::TakeOver};
const Policy silent{.comparesParameters = false};

Decision decided(Standing record, bool same, const Policy& policy = reconciling)
{
    return decide(&record, same, policy);
}

// DESIGN §3, row by row.

TEST(Decide, StartsWhereThereIsNoRecord)
{
    EXPECT_EQ(decide(nullptr, false, reconciling),
              (Decision{.answer = Answer::Started, .write = Write::Create}));
    EXPECT_TRUE(decide(nullptr, false, reconciling).retryable());
}

TEST(Decide, StartsAndReportsAKeyThatComesAgainAfterRetention)
{
    for (const State state : allStates) {
        for (const bool same : {false, true}) {
            const Decision decision = decided({.state = state, .leaseOver = true, .pastRetention = true}, same);
            EXPECT_EQ(decision,
                      (Decision{.answer = Answer::Started,
                                .write = Write::Create,
                                .finding = Finding::ReusedAfterRetention}))
                << name(state);
        }
    }
}

TEST(Decide, AnswersARunningRepeatWithInProgress)
{
    const Decision decision = decided({.state = State::Processing}, true);
    EXPECT_EQ(decision, (Decision{.answer = Answer::InProgress}));
    EXPECT_FALSE(decision.retryable());
}

TEST(Decide, AnswersARunningRepeatWithOtherParametersWithConflict)
{
    EXPECT_EQ(decided({.state = State::Processing}, false), (Decision{.answer = Answer::Conflict}));
}

TEST(Decide, CallsTheOutcomeOfAnOverdueHolderUnknownUntilTheProviderWasAsked)
{
    for (const bool same : {false, true}) {
        EXPECT_EQ(decided({.state = State::Processing, .leaseOver = true}, same),
                  (Decision{.answer = Answer::OutcomeUnknown, .askProvider = true}));
    }
}

TEST(Decide, TakesAnOverdueRecordOverOnlyWhereThePolicySaysSo)
{
    for (const bool same : {false, true}) {
        EXPECT_EQ(decided({.state = State::Processing, .leaseOver = true}, same, takingOver),
                  (Decision{.answer = Answer::Started, .write = Write::Again, .finding = Finding::TakenOver}));
    }
    EXPECT_EQ(decided({.state = State::Processing}, true, takingOver).answer, Answer::InProgress);
}

TEST(Decide, ReplaysWhatIsDone)
{
    EXPECT_EQ(decided({.state = State::Done, .leaseOver = true}, true), (Decision{.answer = Answer::Replayed}));
}

TEST(Decide, AnswersADoneActionWithOtherParametersWithConflict)
{
    EXPECT_EQ(decided({.state = State::Done, .leaseOver = true}, false),
              (Decision{.answer = Answer::Conflict}));
}

TEST(Decide, StartsAgainAfterAFailureBeforeTheEffect)
{
    for (const bool same : {false, true}) {
        EXPECT_EQ(decided({.state = State::FailedBefore}, same),
                  (Decision{.answer = Answer::Started, .write = Write::Again}));
    }
}

TEST(Decide, ReplaysAFailureForGood)
{
    EXPECT_EQ(decided({.state = State::FailedForGood}, true), (Decision{.answer = Answer::Replayed}));
    EXPECT_EQ(decided({.state = State::FailedForGood}, false).answer, Answer::Conflict);
}

TEST(Decide, LeavesAnUnknownOutcomeUnknown)
{
    for (const bool same : {false, true}) {
        EXPECT_EQ(decided({.state = State::Unknown, .leaseOver = true}, same),
                  (Decision{.answer = Answer::OutcomeUnknown, .askProvider = true}));
        EXPECT_EQ(decided({.state = State::Unknown, .leaseOver = true}, same, takingOver).answer,
                  Answer::OutcomeUnknown);
    }
}

TEST(Decide, ReplaysOtherParametersSilentlyWhereThePolicyDoesNotCompare)
{
    EXPECT_EQ(decided({.state = State::Done}, false, silent).answer, Answer::Replayed);
    EXPECT_EQ(decided({.state = State::FailedForGood}, false, silent).answer, Answer::Replayed);
    EXPECT_EQ(decided({.state = State::Processing}, false, silent).answer, Answer::InProgress);
}

TEST(DecideFinish, LetsTheHolderOfTheCurrentTokenFinishWhatIsOpenEvenAfterItsLease)
{
    for (const bool leaseOver : {false, true}) {
        EXPECT_EQ(decideFinish({.state = State::Processing, .leaseOver = leaseOver}, 7, 7), Finish::Applied);
        EXPECT_EQ(decideFinish({.state = State::Unknown, .leaseOver = leaseOver}, 7, 7), Finish::Applied);
    }
}

TEST(DecideFinish, RefusesAnOldTokenAndASettledRecord)
{
    EXPECT_EQ(decideFinish({.state = State::Processing}, 8, 7), Finish::Stale);
    EXPECT_EQ(decideFinish({.state = State::Unknown}, 8, 7), Finish::Stale);
    for (const State state : {State::Done, State::FailedBefore, State::FailedForGood}) {
        EXPECT_EQ(decideFinish({.state = state}, 7, 7), Finish::Stale) << name(state);
    }
}

TEST(DecideRenew, ExtendsOnlyWhatIsProcessingUnderTheCurrentToken)
{
    for (const State state : allStates) {
        const Finish expected = state == State::Processing ? Finish::Applied : Finish::Stale;
        EXPECT_EQ(decideRenew({.state = state, .leaseOver = true}, 7, 7), expected) << name(state);
        EXPECT_EQ(decideRenew({.state = state}, 8, 7), Finish::Stale) << name(state);
    }
}

TEST(DecideSettle, NeverSettlesWhileTheHolderMayStillBeAtWork)
{
    EXPECT_EQ(decideSettle({.state = State::Processing, .leaseOver = false}, 7, 7), Finish::Stale);
    EXPECT_EQ(decideSettle({.state = State::Processing, .leaseOver = true}, 7, 7), Finish::Applied);
    EXPECT_EQ(decideSettle({.state = State::Processing, .leaseOver = true}, 8, 7), Finish::Stale);
    EXPECT_EQ(decideSettle({.state = State::Unknown, .leaseOver = false}, 7, 7), Finish::Applied);
    EXPECT_EQ(decideSettle({.state = State::Done, .leaseOver = true}, 7, 7), Finish::Stale);
    EXPECT_EQ(decideSettle({.state = State::FailedBefore, .leaseOver = true}, 7, 7), Finish::Stale);
}

TEST(Decide, KnowsTheStateAfterALookUp)
{
    EXPECT_EQ(settledState(Probe::Happened), State::Done);
    EXPECT_EQ(settledState(Probe::DidNotHappen), State::FailedBefore);
    EXPECT_EQ(settledState(Probe::CannotTell), State::Unknown);
}

TEST(Decide, KnowsTheStateAfterAFinish)
{
    EXPECT_EQ(finishedState(Outcome::Done), State::Done);
    EXPECT_EQ(finishedState(Outcome::FailedBefore), State::FailedBefore);
    EXPECT_EQ(finishedState(Outcome::FailedForGood), State::FailedForGood);
    EXPECT_EQ(finishedState(Outcome::Unknown), State::Unknown);
}

TEST(Decide, ThrowsAwayOnlySettledRecordsPastRetention)
{
    for (const State state : allStates) {
        const bool settled = state != State::Processing && state != State::Unknown;
        EXPECT_EQ(mayPrune({.state = state, .leaseOver = true, .pastRetention = true}), settled) << name(state);
        EXPECT_FALSE(mayPrune({.state = state, .leaseOver = true, .pastRetention = false})) << name(state);
    }
}

TEST(Decide, FindsAStateByItsNameAgain)
{
    std::set<std::string_view> names;
    for (const State state : allStates) {
        EXPECT_EQ(stateNamed(name(state)), state);
        names.insert(name(state));
    }
    EXPECT_EQ(names.size(), allStates.size());
    EXPECT_EQ(stateNamed("finished"), std::nullopt);
    EXPECT_EQ(stateNamed(""), std::nullopt);
}

TEST(Decide, NamesAnswersPoliciesAndProbesInSnakeCase)
{
    EXPECT_EQ(name(Answer::Started), "started");
    EXPECT_EQ(name(Answer::Replayed), "replayed");
    EXPECT_EQ(name(Answer::InProgress), "in_progress");
    EXPECT_EQ(name(Answer::Conflict), "conflict");
    EXPECT_EQ(name(Answer::OutcomeUnknown), "outcome_unknown");
    EXPECT_EQ(name(Answer::Rejected), "rejected");
    EXPECT_EQ(name(OnExpired::Reconcile), "reconcile");
    EXPECT_EQ(name(OnExpired::TakeOver), "take_over");
    EXPECT_EQ(name(Probe::Happened), "happened");
    EXPECT_EQ(name(Probe::DidNotHappen), "did_not_happen");
    EXPECT_EQ(name(Probe::CannotTell), "cannot_tell");
}

// What must hold for every record, request and policy.
RC_GTEST_PROP(Decide, WritesExactlyWhenItStarts,
              (bool leaseOver, bool past, bool same, bool takeOver, bool compares))
{
    const Standing record{
        .state = *rc::gen::elementOf(allStates), .leaseOver = leaseOver, .pastRetention = past};
    const Policy policy{.onExpired = takeOver ? OnExpired::TakeOver : OnExpired::Reconcile,
                        .comparesParameters = compares};
    const Decision decision = decide(&record, same, policy);
    RC_ASSERT((decision.answer == Answer::Started) == (decision.write != Write::None));
    RC_ASSERT(decision.askProvider == false || decision.answer == Answer::OutcomeUnknown);
}

RC_GTEST_PROP(Decide, NeverStartsUnderReconcileWhatMayHaveHappened, (bool leaseOver, bool same, bool compares))
{
    const State state = *rc::gen::element(State::Processing, State::Done, State::Unknown);
    const Standing record{.state = state, .leaseOver = leaseOver};
    RC_ASSERT(decide(&record, same, {.comparesParameters = compares}).answer != Answer::Started);
}

} // namespace
} // namespace idem
