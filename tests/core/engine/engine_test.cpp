#include "tests/core/engine/engine_under_test.h"

// The engine as a service sees it: every answer, the fence, and what is counted.
namespace idem {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST_F(EngineTest, StartsANewActionAndRepeatsItsAnswer)
{
    Engine one = engine();
    Engine other = engine("worker 2");
    const Reply first = must(one.reserve(request()));
    EXPECT_EQ(first.code(), "started");
    EXPECT_EQ(first.record.holder, "worker 1");

    const Reply meanwhile = must(other.reserve(request()));
    EXPECT_EQ(meanwhile.code(), "in_progress");
    EXPECT_FALSE(meanwhile.retryable());
    EXPECT_EQ(meanwhile.record.holder, "worker 1");
    EXPECT_EQ(meanwhile.retryAfter, Milliseconds(30s));

    EXPECT_EQ(must(one.complete(first.record, "invoice 1")).finish, Finish::Applied);
    const Reply after = must(other.reserve(request()));
    EXPECT_EQ(after.code(), "replayed");
    EXPECT_EQ(after.record.answer, "invoice 1");
    EXPECT_FALSE(after.retryable());
}

TEST_F(EngineTest, NamesTheFieldsOfAConflict)
{
    Engine one = engine();
    must(one.reserve(request()));
    const Reply reply = must(one.reserve(request(150)));
    EXPECT_EQ(reply.code(), "conflict");
    EXPECT_THAT(reply.differing, ElementsAre("amount"));
    EXPECT_THAT(reply.sentence(), HasSubstr("another value of amount"));
    EXPECT_THAT(reply.sentence(), HasSubstr("Ask the user"));
    EXPECT_FALSE(reply.retryable());
}

TEST_F(EngineTest, CountsAndRefusesTheFinishAndTheHeartbeatOfALateHolder)
{
    Engine first = engine();
    Engine second = engine("worker 2", {.policy = {.onExpired = OnExpired::TakeOver}});
    const Reply held = must(first.reserve(request()));
    now += 31s;
    const Reply taken = must(second.reserve(request()));
    EXPECT_EQ(taken.finding, Finding::TakenOver);
    EXPECT_EQ(must(first.renew(held.record)).finish, Finish::Stale);
    EXPECT_EQ(must(first.complete(held.record, "late")).finish, Finish::Stale);
    EXPECT_EQ(must(first.fail(held.record, Outcome::FailedBefore, {})).finish, Finish::Stale);
    EXPECT_EQ(count(Counted::Stale), 3U);
    EXPECT_EQ(count(Counted::TakenOver), 1U);
    EXPECT_EQ(must(second.complete(taken.record, "mine")).finish, Finish::Applied);
    EXPECT_EQ(must(store.find(held.record.key))->answer, "mine");
}

TEST_F(EngineTest, KeepsALeaseAliveWithHeartbeats)
{
    Engine one = engine();
    const Reply held = must(one.reserve(request()));
    for (int i = 0; i < 10; ++i) {
        now += 20s;
        EXPECT_EQ(must(one.renew(held.record)).finish, Finish::Applied);
        EXPECT_EQ(must(engine("worker 2").reserve(request())).answer, Answer::InProgress);
    }
    EXPECT_EQ(must(one.complete(held.record, "x")).finish, Finish::Applied);
}

TEST_F(EngineTest, StartsAgainAfterAFailureBeforeTheEffectAndRepeatsAFailureForGood)
{
    Engine one = engine();
    const Reply first = must(one.reserve(request()));
    must(one.fail(first.record, Outcome::FailedBefore, "no connection"));
    const Reply second = must(one.reserve(request()));
    EXPECT_EQ(second.answer, Answer::Started);
    EXPECT_EQ(second.record.attempt, 2U);
    must(one.fail(second.record, Outcome::FailedForGood, "card refused"));
    const Reply third = must(one.reserve(request()));
    EXPECT_EQ(third.answer, Answer::Replayed);
    EXPECT_EQ(third.record.answer, "card refused");
    EXPECT_THAT(third.sentence(), HasSubstr("failed for good"));
    EXPECT_FALSE(one.fail(second.record, Outcome::Done, {}).ok());
}

TEST_F(EngineTest, NeverReleasesWhatItDoesNotKnow)
{
    must(engine().reserve(request()));
    for (const auto later : {30s, 3600s, 48 * 3600s, 400 * 24 * 3600s}) {
        now = start + later;
        const Reply reply = must(engine("worker 2").reserve(request()));
        EXPECT_EQ(reply.code(), "outcome_unknown") << later.count();
        EXPECT_FALSE(reply.retryable());
    }
}

TEST_F(EngineTest, TellsTheStatusWithoutStartingAnything)
{
    Engine one = engine();
    EXPECT_EQ(must(one.status(request().key)), std::nullopt);
    EXPECT_EQ(must(store.find(request().key)), std::nullopt);
    const Reply held = must(one.reserve(request()));
    const Reservation before = *must(store.find(request().key));
    EXPECT_EQ(must(one.status(request().key))->code(), "in_progress");
    now += 31s;
    EXPECT_EQ(must(one.status(request().key))->code(), "outcome_unknown");
    must(one.fail(held.record, Outcome::FailedBefore, {}));
    const Reply failed = *must(one.status(request().key));
    EXPECT_TRUE(failed.retryable());
    EXPECT_THAT(failed.sentence(), HasSubstr("may be tried again"));
    const Reply again = must(one.reserve(request()));
    must(one.complete(again.record, "x"));
    EXPECT_EQ(must(one.status(request().key))->code(), "replayed");
    EXPECT_EQ(count(Counted::Replayed), 0U) << "a look is no request";
    EXPECT_EQ(before.attempt, 1U);
}

TEST_F(EngineTest, RepeatsOnlyWhatIsToldToBeRetryable)
{
    // Every answer that a model may get: the flag, the word and the sentence agree.
    for (const State state : allStates) {
        for (const Answer answer : {Answer::Replayed, Answer::InProgress, Answer::Conflict,
                                    Answer::OutcomeUnknown, Answer::Rejected}) {
            Reply reply;
            reply.answer = answer;
            reply.record.state = state;
            EXPECT_FALSE(reply.retryable()) << reply.code();
            EXPECT_GT(reply.sentence().size(), 40U);
            EXPECT_EQ(reply.sentence().find("may be tried again"), std::string::npos) << reply.sentence();
        }
    }
}

TEST_F(EngineTest, NamesTheStatusToolToTheModel)
{
    Engine one = engine();
    must(one.reserve(request()));
    now += 29s;
    EXPECT_EQ(
        must(one.reserve(request())).sentence("get_invoice_status"),
        "This is already in progress. Don't send it again; check the status with get_invoice_status in 1 s.");
    now += 2s;
    EXPECT_THAT(must(one.reserve(request())).sentence("get_invoice_status"),
                HasSubstr("check the status with get_invoice_status"));
    EXPECT_EQ(must(one.status(request().key))->sentence().find("  "), std::string::npos);
}

TEST_F(EngineTest, NeverAsksToWaitLongerThanALeaseWhereAClockIsAhead)
{
    Reservation record = created({.key = "k", .fingerprint = {}, .holder = {}, .lease = 30s, .retention = 1h},
                                 start + 120s); // its clock is two minutes ahead of ours
    EXPECT_EQ(retryAfter(record, start), Milliseconds(30s));
    EXPECT_EQ(retryAfter(record, start + 149s), Milliseconds(1s));
    EXPECT_EQ(retryAfter(record, start + 400s), Milliseconds(1));
}

TEST_F(EngineTest, RefusesALeaseThatIsNotLongerThanARequestCanBeUnderWay)
{
    const auto made = [this](EngineOptions options) { return Engine::make(store, std::move(options)); };
    EngineOptions options{.lease = 30s, .longestRequest = 30s};
    ASSERT_FALSE(made(options).ok());
    EXPECT_EQ(made(options).error().place, "lease");
    EXPECT_THAT(made(options).error().text(), HasSubstr("30000 ms is not longer than a request of 30000 ms"));
    options.lease = 30s + 1ms;
    EXPECT_TRUE(made(options).ok());
    options.lease = 1s;
    options.providerEnforcesKey = true;
    EXPECT_TRUE(made(options).ok());
    options.providerRetention = 24h; // it forgets the key while a record is still kept
    EXPECT_FALSE(made(options).ok());
    options.retention = 24h;
    EXPECT_TRUE(made(options).ok());
    EXPECT_FALSE(made({.longestRequest = -1s}).ok());
    EXPECT_FALSE(made({.providerRetention = -1s}).ok());
    EXPECT_EQ(made({.lease = 0ms}).error().place, "lease");
    EXPECT_EQ(made({.lease = 2h, .retention = 1h}).error().place, "retention");
}

TEST_F(EngineTest, GivesItsWorkTheWholeLeaseWhenTheStoreKeptItWaiting)
{
    int asked = 0;
    Engine one = must(Engine::make(store, {.lease = 30s, .retention = 24h}, &counters,
                                   [&] { return now + (asked++ == 0 ? 0s : 10s); }));
    EXPECT_EQ(must(one.reserve(request())).record.leaseUntil, start + 40s);
    Engine quick = engine();
    EXPECT_EQ(must(quick.reserve(request(1, "other"))).record.leaseUntil, start + 30s);
}

TEST_F(EngineTest, RejectsWhatNobodyApprovedAndNeedsNoSecondApproval)
{
    Engine one = engine("worker 1", {.needsApproval = true});
    const Reply refused = must(one.reserve(request()));
    EXPECT_EQ(refused.code(), "rejected");
    EXPECT_EQ(refused.refusal, Refusal::NeedsApproval);
    EXPECT_THAT(refused.sentence(), HasSubstr("nobody has approved it"));
    Request approved = request();
    approved.approvedBy = "Ada";
    EXPECT_EQ(must(one.reserve(approved)).answer, Answer::Started);
    EXPECT_EQ(must(one.reserve(request())).answer, Answer::InProgress);
    EXPECT_EQ(count(Counted::Rejected), 1U);
}

TEST_F(EngineTest, RejectsWhatIsOverTheBudget)
{
    Engine one = engine();
    Request first = request(42, "refund:1182:42");
    first.budget = Budget{"refunds:order:1182", 4200, 5000};
    Request second = request(41, "refund:1182:41");
    second.budget = Budget{"refunds:order:1182", 4100, 5000};
    EXPECT_EQ(must(one.reserve(first)).answer, Answer::Started);
    const Reply refused = must(one.reserve(second));
    EXPECT_EQ(refused.refusal, Refusal::OverBudget);
    EXPECT_THAT(refused.sentence(), HasSubstr("exceed the limit"));
}

TEST_F(EngineTest, PrunesInBatchesAndCountsIt)
{
    Engine one = engine();
    for (int i = 0; i < 25; ++i) {
        must(one.complete(must(one.reserve(request(1, "k:" + std::to_string(i)))).record, {}));
    }
    now += 25h;
    EXPECT_EQ(must(one.prune(7, 3)), 7U);
    EXPECT_EQ(must(one.prune(1000, 5)), 18U);
    EXPECT_EQ(must(one.prune(1000, 0)), 0U);
    EXPECT_EQ(count(Counted::Pruned), 25U);
}

TEST_F(EngineTest, CountsByToolAndLayer)
{
    Engine one = engine();
    Request fromUser = request();
    fromUser.caller = {"send_invoice", "user"};
    must(one.reserve(request()));
    must(one.reserve(request()));
    must(one.reserve(fromUser));
    const Counters::Values values = counters.values();
    ASSERT_EQ(values.size(), 2U);
    EXPECT_EQ(values.at({"send_invoice", "model"})[static_cast<std::size_t>(Counted::Started)], 1U);
    EXPECT_EQ(values.at({"send_invoice", "model"})[static_cast<std::size_t>(Counted::InProgress)], 1U);
    EXPECT_EQ(values.at({"send_invoice", "user"})[static_cast<std::size_t>(Counted::InProgress)], 1U);
    EXPECT_THAT(
        counters.prometheus(),
        HasSubstr("idemscope_answers_total{answer=\"in_progress\",tool=\"send_invoice\",layer=\"user\"} 1\n"));
}

TEST_F(EngineTest, EscapesLabelsOfThePrometheusText)
{
    counters.add(Counted::Stale, {"a\"b\\c\nd\xff", ""});
    EXPECT_THAT(counters.prometheus(), HasSubstr("tool=\"a\\\"b\\\\c\\nd\uFFFD\",layer=\"\"} 1\n"));
    EXPECT_THAT(counters.prometheus(), testing::StartsWith("# HELP idemscope_answers_total "));
}

TEST_F(EngineTest, PassesAnErrorOfTheStoreOn)
{
    EXPECT_EQ(engine().reserve(request(1, "")).error().place, "key");
    EXPECT_EQ(engine().status("").error().place, "key");
    EXPECT_EQ(engine().run(request(1, ""), CountedWork()).error().place, "key");
    EXPECT_EQ(engine().release(Reservation(), {"Ada", "why"}).error().place, "key");
}

} // namespace
} // namespace idem
