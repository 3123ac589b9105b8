#include "tests/core/reservation/every_policy.h"
#include "tests/core/reservation/scene.h"

#include <rapidcheck/gtest.h>

// What must hold whatever the policy. Single decisions are walked without exception; histories are drawn.
namespace idem {
namespace {

/// Calls `use(record, same, policy)` for every decision about a record.
template <typename Use>
void forEveryDecision(const Use& use)
{
    forEveryPolicy([&](const Policy& policy) {
        forEveryRecord([&](const Standing& record) {
            for (const bool same : bothWays) {
                SCOPED_TRACE(text(record, policy) + (same ? ", same" : ", other"));
                use(record, same, policy);
            }
        });
    });
}

bool isDropped(const Standing& record, const Policy& policy)
{
    return record.pastRetention && (isSettled(record.state) || policy.dropsUnsettled);
}

bool isRunning(const Standing& record, const Policy& policy)
{
    return record.state == State::Processing
        && (!record.leaseOver || policy.onExpired == OnExpired::KeepWaiting);
}

TEST(DecideLaws, WritesExactlyWhenItStarts)
{
    forEveryDecision([](const Standing& record, bool same, const Policy& policy) {
        const Decision got = decide(&record, same, policy);
        EXPECT_EQ(got.answer == Answer::Started, got.write != Write::None);
        EXPECT_EQ(got.answer == Answer::Started, got.retryable());
        EXPECT_EQ(got.write == Write::Create, isDropped(record, policy));
        EXPECT_TRUE(!got.askProvider || got.answer == Answer::OutcomeUnknown);
        EXPECT_EQ(got.refusal, Refusal::None);
    });
}

TEST(DecideLaws, StartsWhatMayHaveHappenedOnlyWhereAKnobSaysSoByName)
{
    forEveryDecision([](const Standing& record, bool same, const Policy& policy) {
        if (decide(&record, same, policy).answer != Answer::Started) {
            return;
        }
        switch (record.state) {
        case State::Processing:
            EXPECT_TRUE((record.leaseOver && policy.onExpired == OnExpired::TakeOver)
                        || (record.pastRetention && policy.dropsUnsettled));
            break;
        case State::Unknown:
            EXPECT_TRUE(record.pastRetention && policy.dropsUnsettled);
            break;
        case State::Done:
            EXPECT_TRUE(record.pastRetention);
            break;
        case State::FailedForGood:
            EXPECT_TRUE(record.pastRetention || policy.onFailureForGood == OnFailure::StartAgain);
            break;
        case State::FailedBefore: // nothing happened
            EXPECT_TRUE(record.pastRetention || policy.onFailureBefore == OnFailure::StartAgain);
            break;
        }
    });
}

TEST(DecideLaws, ReportsATakeOverAndAReusedKeyAndNothingElse)
{
    forEveryDecision([](const Standing& record, bool same, const Policy& policy) {
        const Decision got = decide(&record, same, policy);
        const bool takenOver = got.write == Write::Again && record.state == State::Processing;
        EXPECT_EQ(got.finding,
                  isDropped(record, policy) ? Finding::ReusedAfterRetention
                      : takenOver           ? Finding::TakenOver
                                            : Finding::None);
    });
}

TEST(DecideLaws, RefusesOnlyWhatWouldStartAndThenWritesNothing)
{
    forEveryDecision([](const Standing& record, bool same, const Policy& policy) {
        const Decision free = decide(&record, same, policy);
        for (const Refusal refusal : everyRefusal) {
            const Decision got = decide(&record, same, policy, refusal);
            if (refusal == Refusal::None || free.answer != Answer::Started) {
                EXPECT_EQ(got, free) << "a repeat is answered without asking again";
                continue;
            }
            EXPECT_EQ(got.answer, Answer::Rejected);
            EXPECT_EQ(got.write, Write::None);
            EXPECT_EQ(got.refusal, refusal);
            EXPECT_FALSE(got.askProvider);
            EXPECT_FALSE(got.retryable());
        }
    });
}

TEST(DecideLaws, StartsANewKeyUnderEveryPolicyUnlessItIsRefused)
{
    forEveryPolicy([](const Policy& policy) {
        for (const bool same : bothWays) {
            EXPECT_EQ(decide(nullptr, same, policy), (Decision{.write = Write::Create}));
            for (const Refusal refusal : {Refusal::NeedsApproval, Refusal::OverBudget}) {
                EXPECT_EQ(decide(nullptr, same, policy, refusal),
                          (Decision{.answer = Answer::Rejected, .refusal = refusal}));
            }
        }
    });
}

TEST(DecideLaws, NeverReplaysToOtherParametersWhereItComparesThem)
{
    forEveryDecision([](const Standing& record, bool same, const Policy& policy) {
        if (same || !policy.comparesParameters || isDropped(record, policy)) {
            return;
        }
        const Answer got = decide(&record, false, policy).answer;
        if (isRunning(record, policy) && !policy.comparesWhileRunning) {
            EXPECT_NE(got, Answer::Conflict);
        } else {
            EXPECT_NE(got, Answer::Replayed);
            EXPECT_NE(got, Answer::InProgress);
        }
    });
}

TEST(DecideLaws, LooksAtParametersOnlyToFindAConflict)
{
    forEveryDecision([](const Standing& record, bool same, const Policy& policy) {
        const Decision got = decide(&record, same, policy);
        if (same || !policy.comparesParameters) {
            EXPECT_NE(got.answer, Answer::Conflict);
        }
        if (got.answer != Answer::Conflict) {
            EXPECT_EQ(got, decide(&record, true, policy));
        }
    });
}

TEST(DecideLaws, LooksAtTheLeaseOnlyWhileItIsProcessing)
{
    forEveryDecision([](const Standing& record, bool same, const Policy& policy) {
        if (record.state == State::Processing) {
            return;
        }
        Standing other = record;
        other.leaseOver = !record.leaseOver;
        EXPECT_EQ(decide(&record, same, policy), decide(&other, same, policy));
    });
}

TEST(DecideLaws, TurnsEachKnobOnlyWhereItBelongs)
{
    forEveryDecision([](const Standing& record, bool same, const Policy& policy) {
        const Decision got = decide(&record, same, policy);
        const auto changes = [&](auto Policy::*knob, auto value) {
            Policy turned = policy;
            turned.*knob = value;
            return decide(&record, same, turned) != got;
        };
        const bool open = !isSettled(record.state);
        for (const OnExpired each : everyOnExpired) {
            EXPECT_TRUE(open || !changes(&Policy::onExpired, each));
        }
        for (const OnRunning each : everyOnRunning) {
            EXPECT_TRUE(isRunning(record, policy) || !changes(&Policy::onRunning, each));
        }
        for (const OnDone each : everyOnDone) {
            EXPECT_TRUE(record.state == State::Done || !changes(&Policy::onDone, each));
        }
        for (const OnFailure each : everyOnFailure) {
            EXPECT_TRUE(record.state == State::FailedForGood || !changes(&Policy::onFailureForGood, each));
            EXPECT_TRUE(record.state == State::FailedBefore || !changes(&Policy::onFailureBefore, each));
        }
        for (const bool each : bothWays) {
            EXPECT_TRUE(isRunning(record, policy) || !changes(&Policy::comparesWhileRunning, each));
            EXPECT_TRUE((open && record.pastRetention) || !changes(&Policy::dropsUnsettled, each));
        }
    });
}

/// Callers who keep to the contract: they act once, only while their lease runs, and say truly how it ended.
class Play
{
public:
    explicit Play(const Policy& policy)
        : m_scene(Design{.policy = policy})
        , m_callers(3, Caller{.client = Client(m_scene)})
    {
    }

    void step(int what, int number)
    {
        Caller& caller = m_callers[static_cast<std::size_t>(number) % m_callers.size()];
        const bool holds = caller.client.holds();
        switch (what) {
        case 0:
            reserve(caller, number);
            break;
        case 1:
            if (holds && !caller.acted && m_scene.now() < caller.client.got().record.leaseUntil) {
                caller.client.act();
                caller.acted = true;
            }
            break;
        case 2:
            if (holds) {
                end(caller, caller.acted ? Outcome::Done : Outcome::FailedBefore);
            }
            break;
        case 3:
            if (holds) {
                end(caller, caller.acted ? Outcome::Unknown : Outcome::FailedForGood);
            }
            break;
        case 4:
            caller.client.crash();
            break;
        case 5:
            m_elapsed += std::chrono::seconds(number);
            m_scene.at(m_elapsed);
            break;
        case 6:
            m_scene.reconcile();
            break;
        default:
            m_scene.prune();
        }
    }

    int effects() const { return m_scene.effects(); }
    bool replayedToOtherParameters() const { return m_wrongReplay; }
    bool startedAfterItHappened() const { return m_startedAfter; }

private:
    struct Caller
    {
        Client client;
        bool acted = false;
    };

    void reserve(Caller& caller, int number)
    {
        const std::string body = number % 2 == 0 ? R"({"amount":120})" : R"({"amount":150})";
        const Answer answer = caller.client.reserve("k", body);
        caller.acted = false;
        m_wrongReplay = m_wrongReplay
            || (answer == Answer::Replayed
                && caller.client.got().record.fingerprint != m_scene.fingerprintOf(body));
        m_startedAfter = m_startedAfter || (answer == Answer::Started && m_scene.effects() > 0);
    }
    static void end(Caller& caller, Outcome outcome)
    {
        if (outcome == Outcome::Done) {
            caller.client.complete();
        } else {
            caller.client.fail(outcome);
        }
        caller.client.crash();
    }

    Scene m_scene;
    std::vector<Caller> m_callers;
    Milliseconds m_elapsed{};
    bool m_wrongReplay = false;
    bool m_startedAfter = false;
};

using Steps = std::vector<std::pair<int, int>>;

Steps anySteps()
{
    return *rc::gen::resize(
        300,
        rc::gen::container<Steps>(rc::gen::pair(
            rc::gen::weightedElement<int>({{6, 0}, {4, 1}, {2, 2}, {1, 3}, {2, 4}, {4, 5}, {1, 6}, {1, 7}}),
            rc::gen::inRange(0, 25))));
}

RC_GTEST_PROP(DecideLaws, NeverLetsAnActionHappenTwiceUnlessThePolicyTakesOver, ())
{
    Policy policy = *anyPolicy();
    RC_PRE(policy.onExpired != OnExpired::TakeOver);
    Play play(policy);
    for (const auto& [what, number] : anySteps()) {
        play.step(what, number);
        RC_ASSERT(play.effects() <= 1);
        RC_ASSERT(!play.startedAfterItHappened());
    }
}

RC_GTEST_PROP(DecideLaws, NeverReplaysAnAnswerToOtherParametersByDefault, ())
{
    Play play(Policy{});
    for (const auto& [what, number] : anySteps()) {
        play.step(what, number);
        RC_ASSERT(!play.replayedToOtherParameters());
        RC_ASSERT(play.effects() <= 1);
    }
}

} // namespace
} // namespace idem
