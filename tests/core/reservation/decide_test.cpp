#include "core/reservation/decide.h"

#include <gtest/gtest.h>
#include <set>
#include <string>

namespace idem {
namespace {

const Policy reconciling{};
const Policy takingOver{.onExpired = OnExpired::TakeOver};
const Policy waiting{.onExpired = OnExpired::KeepWaiting};
const Policy dropping{.dropsUnsettled = true};
const Policy silent{.comparesParameters = false};
const Policy blindWhileRunning{.comparesWhileRunning = false};

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
    for (const State state : {State::Done, State::FailedBefore, State::FailedForGood}) {
        for (const bool same : {false, true}) {
            EXPECT_EQ(decided({.state = state, .leaseOver = true, .pastRetention = true}, same),
                      (Decision{.answer = Answer::Started,
                                .write = Write::Create,
                                .finding = Finding::ReusedAfterRetention}))
                << name(state);
        }
    }
}

TEST(Decide, NeverCountsARecordThatIsNotSettledAsDropped)
{
    const Decision unknown{.answer = Answer::OutcomeUnknown, .askProvider = true};
    for (const bool same : {false, true}) {
        EXPECT_EQ(decided({.state = State::Processing, .leaseOver = true, .pastRetention = true}, same),
                  unknown);
        EXPECT_EQ(decided({.state = State::Unknown, .leaseOver = true, .pastRetention = true}, same), unknown);
    }
    // A renewed lease may be longer than the retention was.
    EXPECT_EQ(decided({.state = State::Processing, .pastRetention = true}, true).answer, Answer::InProgress);
    EXPECT_EQ(decided({.state = State::Processing, .pastRetention = true}, false).answer, Answer::Conflict);
}

TEST(Decide, DropsWhatIsNotSettledOnlyWhereThePolicySaysSo)
{
    for (const State state : {State::Processing, State::Unknown}) {
        for (const bool same : {false, true}) {
            EXPECT_EQ(decided({.state = state, .pastRetention = true}, same, dropping),
                      (Decision{.answer = Answer::Started,
                                .write = Write::Create,
                                .finding = Finding::ReusedAfterRetention}))
                << name(state);
            EXPECT_NE(decided({.state = state}, same, dropping).answer, Answer::Started) << name(state);
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

TEST(Decide, KeepsWaitingWhereThereIsNoLease)
{
    const Standing overdue{.state = State::Processing, .leaseOver = true};
    EXPECT_EQ(decided(overdue, true, waiting), (Decision{.answer = Answer::InProgress}));
    EXPECT_EQ(decided(overdue, false, waiting), (Decision{.answer = Answer::Conflict}));
    const Standing old{.state = State::Processing, .leaseOver = true, .pastRetention = true};
    EXPECT_EQ(decided(old, true, waiting).answer, Answer::InProgress);
    EXPECT_EQ(decided({.state = State::Unknown, .leaseOver = true}, true, waiting),
              (Decision{.answer = Answer::OutcomeUnknown}));
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

TEST(Decide, DoesNotCompareWhileTheFirstIsAtWorkWhereThePolicySaysSo)
{
    EXPECT_EQ(decided({.state = State::Processing}, false, blindWhileRunning).answer, Answer::InProgress);
    EXPECT_EQ(decided({.state = State::Done}, false, blindWhileRunning).answer, Answer::Conflict);
    EXPECT_EQ(decided({.state = State::FailedForGood}, false, blindWhileRunning).answer, Answer::Conflict);
}

TEST(Decide, TakesARunningRepeatForAcceptedWhereThePolicySaysSo)
{
    const Policy queue{.onRunning = OnRunning::Replay};
    EXPECT_EQ(decided({.state = State::Processing}, true, queue), (Decision{.answer = Answer::Replayed}));
    EXPECT_EQ(decided({.state = State::Processing}, false, queue).answer, Answer::Conflict);
    EXPECT_EQ(decided({.state = State::Processing, .leaseOver = true}, true, queue).answer,
              Answer::OutcomeUnknown);
}

TEST(Decide, RejectsAUsedKeyWhereThePolicySaysSo)
{
    const Policy once{.onDone = OnDone::Reject};
    EXPECT_EQ(decided({.state = State::Done}, true, once), (Decision{.answer = Answer::Rejected}));
    EXPECT_EQ(decided({.state = State::Done}, false, once).answer, Answer::Conflict);
    EXPECT_EQ(decided({.state = State::FailedForGood}, true, once).answer, Answer::Replayed);
    EXPECT_EQ(decided({.state = State::Processing}, true, once).answer, Answer::InProgress);
}

TEST(Decide, StartsAgainAfterAFailureForGoodWhereThePolicySaysSo)
{
    const Policy again{.onFailureForGood = OnFailure::StartAgain};
    for (const bool same : {false, true}) {
        EXPECT_EQ(decided({.state = State::FailedForGood}, same, again),
                  (Decision{.answer = Answer::Started, .write = Write::Again}));
    }
}

TEST(Decide, ReplaysAlsoAFailureBeforeTheEffectWhereThePolicySaysSo)
{
    const Policy sticky{.onFailureBefore = OnFailure::Replay};
    EXPECT_EQ(decided({.state = State::FailedBefore}, true, sticky), (Decision{.answer = Answer::Replayed}));
    EXPECT_EQ(decided({.state = State::FailedBefore}, false, sticky), (Decision{.answer = Answer::Conflict}));
}

TEST(DecideRefusal, RejectsWhatWouldStartAndSaysWhy)
{
    const Standing failed{.state = State::FailedBefore};
    const Standing overdue{.state = State::Processing, .leaseOver = true};
    const Standing old{.state = State::Done, .pastRetention = true};
    for (const Refusal refusal : {Refusal::NeedsApproval, Refusal::OverBudget}) {
        for (const Decision& got :
             {decide(nullptr, false, reconciling, refusal), decide(&failed, true, reconciling, refusal),
              decide(&overdue, true, takingOver, refusal), decide(&old, true, reconciling, refusal)}) {
            EXPECT_EQ(got.answer, Answer::Rejected);
            EXPECT_EQ(got.refusal, refusal);
            EXPECT_EQ(got.write, Write::None);
            EXPECT_FALSE(got.retryable());
        }
    }
}

TEST(DecideRefusal, AnswersARepeatOfWhatWasStartedBeforeAllTheSame)
{
    const auto refused
        = [](Standing record, bool same) { return decide(&record, same, reconciling, Refusal::OverBudget); };
    EXPECT_EQ(refused({.state = State::Processing}, true), (Decision{.answer = Answer::InProgress}));
    EXPECT_EQ(refused({.state = State::Done}, true), (Decision{.answer = Answer::Replayed}));
    EXPECT_EQ(refused({.state = State::Done}, false), (Decision{.answer = Answer::Conflict}));
    EXPECT_EQ(refused({.state = State::FailedForGood}, true), (Decision{.answer = Answer::Replayed}));
    EXPECT_EQ(refused({.state = State::Processing, .leaseOver = true}, true),
              (Decision{.answer = Answer::OutcomeUnknown, .askProvider = true}));
}

TEST(DecideRefusal, IsToldApartFromAUsedKey)
{
    const Standing done{.state = State::Done};
    const Policy once{.onDone = OnDone::Reject};
    EXPECT_EQ(decide(&done, true, once, Refusal::NeedsApproval).refusal, Refusal::None);
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
    EXPECT_EQ(decideSettle({.state = State::Processing, .leaseOver = false}, 7, 7, Probe::DidNotHappen),
              Finish::Stale);
    EXPECT_EQ(decideSettle({.state = State::Processing, .leaseOver = true}, 7, 7, Probe::DidNotHappen),
              Finish::Applied);
    EXPECT_EQ(decideSettle({.state = State::Processing, .leaseOver = true}, 8, 7, Probe::DidNotHappen),
              Finish::Stale);
    EXPECT_EQ(decideSettle({.state = State::Unknown, .leaseOver = false}, 7, 7, Probe::Happened),
              Finish::Applied);
    EXPECT_EQ(decideSettle({.state = State::Done, .leaseOver = true}, 7, 7, Probe::DidNotHappen),
              Finish::Stale);
    EXPECT_EQ(decideSettle({.state = State::FailedBefore, .leaseOver = true}, 7, 7, Probe::DidNotHappen),
              Finish::Stale);
}

TEST(DecideSettle, TakesItDidNotHappenOnlyWhenTheFirstRequestCanNoLongerArrive)
{
    // The holder gave up waiting and could not tell; its request may still be under way.
    for (const Probe probe : {Probe::Happened, Probe::DidNotHappen, Probe::CannotTell}) {
        EXPECT_EQ(decideSettle({.state = State::Unknown, .leaseOver = false}, 7, 7, probe),
                  probe == Probe::DidNotHappen ? Finish::Stale : Finish::Applied);
        EXPECT_EQ(decideSettle({.state = State::Unknown, .leaseOver = true}, 7, 7, probe), Finish::Applied);
    }
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

TEST(Decide, CallsARecordSettledWhenItsOutcomeIsKnown)
{
    EXPECT_TRUE(isSettled(State::Done));
    EXPECT_TRUE(isSettled(State::FailedBefore));
    EXPECT_TRUE(isSettled(State::FailedForGood));
    EXPECT_FALSE(isSettled(State::Processing));
    EXPECT_FALSE(isSettled(State::Unknown));
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

TEST(Decide, NamesAnswersPoliciesRefusalsAndProbesInSnakeCase)
{
    EXPECT_EQ(name(Answer::Started), "started");
    EXPECT_EQ(name(Answer::Replayed), "replayed");
    EXPECT_EQ(name(Answer::InProgress), "in_progress");
    EXPECT_EQ(name(Answer::Conflict), "conflict");
    EXPECT_EQ(name(Answer::OutcomeUnknown), "outcome_unknown");
    EXPECT_EQ(name(Answer::Rejected), "rejected");
    EXPECT_EQ(name(OnExpired::Reconcile), "reconcile");
    EXPECT_EQ(name(OnExpired::TakeOver), "take_over");
    EXPECT_EQ(name(OnExpired::KeepWaiting), "keep_waiting");
    EXPECT_EQ(name(Refusal::None), "none");
    EXPECT_EQ(name(Refusal::NeedsApproval), "needs_approval");
    EXPECT_EQ(name(Refusal::OverBudget), "over_budget");
    EXPECT_EQ(name(Probe::Happened), "happened");
    EXPECT_EQ(name(Probe::DidNotHappen), "did_not_happen");
    EXPECT_EQ(name(Probe::CannotTell), "cannot_tell");
}

} // namespace
} // namespace idem
