#include "tests/core/store/store_under_test.h"

#include <gmock/gmock.h>

// One suite, all stores (DESIGN §9). Every test works on two handles where it can, as two processes would.
namespace idem {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class StoreSuite : public OnEveryStore
{
protected:
    void SetUp() override
    {
        OnEveryStore::SetUp();
        if (m_store != nullptr) {
            m_other = m_place->open();
        }
    }

    std::shared_ptr<Store> m_other;

    Reserved reserve(const ReserveRequest& request = invoice(), TimePoint now = start,
                     const Policy& policy = reconciling)
    {
        return must(m_store->reserve(request, policy, now));
    }
    Reserved repeat(const ReserveRequest& request = invoice(), TimePoint now = start + 1s,
                    const Policy& policy = reconciling)
    {
        return must(m_other->reserve(request, policy, now));
    }
    Changed finish(const Reservation& record, Outcome outcome = Outcome::Done,
                   std::optional<std::string> answer = "invoice 1", TimePoint now = start + 3s)
    {
        return must(m_store->finish(record.key, record.token, outcome, std::move(answer), now));
    }
    Changed settle(const Reservation& record, Probe probe, TimePoint now,
                   std::optional<std::string> answer = {})
    {
        return must(m_other->settle(record.key, record.token, probe, std::move(answer), now));
    }
    std::optional<Reservation> find(const std::string& key = "invoice:acme:2026-10")
    {
        return must(m_other->find(key));
    }
};

INSTANTIATE_TEST_SUITE_P(Stores, StoreSuite, testing::ValuesIn(everyKind()), nameOf);

TEST_P(StoreSuite, StartsANewKeyAndStoresTheWholeRecord)
{
    const Reserved got = reserve();
    EXPECT_EQ(got.decision, (Decision{.answer = Answer::Started, .write = Write::Create}));
    EXPECT_THAT(got.differing, IsEmpty());

    const auto stored = find();
    ASSERT_TRUE(stored.has_value());
    EXPECT_EQ(*stored, got.record);
    EXPECT_EQ(stored->fingerprint.fields, invoiceOver(120).fields);
    EXPECT_EQ(stored->key, "invoice:acme:2026-10");
    EXPECT_EQ(stored->state, State::Processing);
    EXPECT_EQ(stored->holder, "worker 1");
    EXPECT_EQ(stored->reservedAt, start);
    EXPECT_EQ(stored->leaseUntil, start + 30s);
    EXPECT_EQ(stored->keepUntil, start + 24h);
    EXPECT_EQ(stored->retention, Milliseconds(24h));
    EXPECT_GT(stored->token, 0U);
    EXPECT_EQ(stored->attempt, 1U);
    EXPECT_EQ(stored->answer, std::nullopt);
}

TEST_P(StoreSuite, TakesAHolderWithoutAName)
{
    ReserveRequest request = invoice();
    request.holder.clear();
    EXPECT_EQ(reserve(request).decision.answer, Answer::Started);
    EXPECT_EQ(find()->holder, "");
}

TEST_P(StoreSuite, FindsNothingWhereNothingIs)
{
    EXPECT_EQ(find("invoice:acme:2026-11"), std::nullopt);
}

TEST_P(StoreSuite, AnswersARunningRepeatWithInProgressAndTheHolder)
{
    const Reserved first = reserve();
    ReserveRequest second = invoice();
    second.holder = "worker 2";
    const Reserved got = repeat(second);
    EXPECT_EQ(got.decision.answer, Answer::InProgress);
    EXPECT_EQ(got.record, first.record);
    EXPECT_EQ(find(), first.record);
}

TEST_P(StoreSuite, AnswersOtherParametersWithConflictAndNamesThem)
{
    const Reserved first = reserve();
    const Reserved running = repeat(invoice("invoice:acme:2026-10", 150));
    EXPECT_EQ(running.decision.answer, Answer::Conflict);
    EXPECT_THAT(running.differing, ElementsAre("amount"));

    finish(first.record);
    const Reserved done = repeat(invoice("invoice:acme:2026-10", 150), start + 5s);
    EXPECT_EQ(done.decision.answer, Answer::Conflict);
    EXPECT_THAT(done.differing, ElementsAre("amount"));
    EXPECT_EQ(done.record.answer, "invoice 1");
    EXPECT_EQ(find()->fingerprint, invoiceOver(120));
}

TEST_P(StoreSuite, ReplaysTheFirstAnswerOfWhatIsDone)
{
    const Reserved first = reserve();
    const Changed done = finish(first.record);
    EXPECT_EQ(done.finish, Finish::Applied);
    EXPECT_EQ(done.record->state, State::Done);

    const Reserved got = repeat(invoice(), start + 1h);
    EXPECT_EQ(got.decision.answer, Answer::Replayed);
    EXPECT_EQ(got.record.answer, "invoice 1");
    EXPECT_EQ(got.record, *done.record);
    EXPECT_EQ(find(), done.record);
}

TEST_P(StoreSuite, ReplaysAFailureForGood)
{
    finish(reserve().record, Outcome::FailedForGood, "the card was refused");
    const Reserved got = repeat();
    EXPECT_EQ(got.decision.answer, Answer::Replayed);
    EXPECT_EQ(got.record.state, State::FailedForGood);
    EXPECT_EQ(got.record.answer, "the card was refused");
}

TEST_P(StoreSuite, StartsAgainAfterAFailureBeforeTheEffectWithANewToken)
{
    const Reserved first = reserve();
    finish(first.record, Outcome::FailedBefore, "no connection");
    const Reserved again = repeat(invoice("invoice:acme:2026-10", 150), start + 5s);
    EXPECT_EQ(again.decision.answer, Answer::Started);
    EXPECT_EQ(again.record.attempt, 2U);
    EXPECT_GT(again.record.token, first.record.token);
    EXPECT_EQ(again.record.answer, std::nullopt);
    EXPECT_EQ(find(), again.record);
    EXPECT_EQ(find()->fingerprint, invoiceOver(150));
}

TEST_P(StoreSuite, NeverReleasesAnOverdueReservationBlindly)
{
    const Reserved first = reserve();
    const Reserved got = repeat(invoice(), start + 30s);
    EXPECT_EQ(got.decision, (Decision{.answer = Answer::OutcomeUnknown, .askProvider = true}));
    EXPECT_EQ(find(), first.record);
}

TEST_P(StoreSuite, LetsALateHolderFinishWhileItsTokenIsStillCurrent)
{
    const Reserved first = reserve();
    EXPECT_EQ(finish(first.record, Outcome::Done, "late", start + 2h).finish, Finish::Applied);
    EXPECT_EQ(repeat(invoice(), start + 3h).record.answer, "late");
}

TEST_P(StoreSuite, RefusesAStaleTokenAfterATakeOver)
{
    const Reserved first = reserve();
    const Reserved second = repeat(invoice(), start + 31s, takingOver);
    EXPECT_EQ(second.decision.answer, Answer::Started);
    EXPECT_EQ(second.decision.finding, Finding::TakenOver);
    EXPECT_EQ(second.record.attempt, 2U);
    EXPECT_GT(second.record.token, first.record.token);

    for (const Outcome outcome :
         {Outcome::Done, Outcome::FailedBefore, Outcome::FailedForGood, Outcome::Unknown}) {
        const Changed late = finish(first.record, outcome, "late", start + 40s);
        EXPECT_EQ(late.finish, Finish::Stale);
        EXPECT_EQ(late.record, second.record);
    }
    EXPECT_EQ(must(m_store->renew(first.record.key, first.record.token, 30s, start + 40s)).finish,
              Finish::Stale);
    EXPECT_EQ(settle(first.record, Probe::DidNotHappen, start + 2h).finish, Finish::Stale);
    EXPECT_EQ(find(), second.record);

    EXPECT_EQ(finish(second.record, Outcome::Done, "second", start + 41s).finish, Finish::Applied);
    EXPECT_EQ(find()->answer, "second");
}

TEST_P(StoreSuite, KeepsTheFirstFinish)
{
    const Reserved first = reserve();
    finish(first.record, Outcome::Done, "first");
    EXPECT_EQ(finish(first.record, Outcome::FailedBefore, "second").finish, Finish::Stale);
    EXPECT_EQ(find()->state, State::Done);
    EXPECT_EQ(find()->answer, "first");
}

TEST_P(StoreSuite, AnswersAFinishOfAnUnknownKeyWithStale)
{
    const Changed got = must(m_store->finish("invoice:acme:2026-10", 1, Outcome::Done, "x", start));
    EXPECT_EQ(got.finish, Finish::Stale);
    EXPECT_EQ(got.record, std::nullopt);
    EXPECT_EQ(find(), std::nullopt);
}

TEST_P(StoreSuite, ExtendsTheLeaseOfAHolderThatIsStillAtWork)
{
    const Reserved first = reserve();
    const Changed renewed = must(m_store->renew(first.record.key, first.record.token, 30s, start + 20s));
    EXPECT_EQ(renewed.finish, Finish::Applied);
    EXPECT_EQ(renewed.record->leaseUntil, start + 50s);
    EXPECT_EQ(find(), renewed.record);
    EXPECT_EQ(repeat(invoice(), start + 49s).decision.answer, Answer::InProgress);
    EXPECT_EQ(repeat(invoice(), start + 50s).decision.answer, Answer::OutcomeUnknown);
}

TEST_P(StoreSuite, RenewsNothingThatIsFinished)
{
    const Reserved first = reserve();
    const Changed done = finish(first.record);
    EXPECT_EQ(must(m_store->renew(first.record.key, first.record.token, 1h, start + 4s)).finish, Finish::Stale);
    EXPECT_EQ(find(), done.record);
}

TEST_P(StoreSuite, ReplaysWhatALookUpFound)
{
    const Reserved first = reserve();
    const Changed got = settle(first.record, Probe::Happened, start + 1min, "invoice 1, found");
    EXPECT_EQ(got.finish, Finish::Applied);
    EXPECT_EQ(got.record->state, State::Done);
    const Reserved after = repeat(invoice(), start + 2min);
    EXPECT_EQ(after.decision.answer, Answer::Replayed);
    EXPECT_EQ(after.record.answer, "invoice 1, found");
    EXPECT_EQ(finish(first.record, Outcome::FailedBefore, "late", start + 3min).finish, Finish::Stale);
}

TEST_P(StoreSuite, StartsAgainAfterALookUpFoundNothingAndFencesTheFirstHolderOff)
{
    const Reserved first = reserve();
    EXPECT_EQ(settle(first.record, Probe::DidNotHappen, start + 1min).finish, Finish::Applied);
    EXPECT_EQ(finish(first.record, Outcome::Done, "late", start + 61s).finish,
              Finish::Stale); // released, not his
    const Reserved second = repeat(invoice(), start + 2min);
    EXPECT_EQ(second.decision.answer, Answer::Started);
    EXPECT_GT(second.record.token, first.record.token);
    EXPECT_EQ(finish(first.record, Outcome::Done, "late", start + 3min).finish, Finish::Stale);
    EXPECT_EQ(find(), second.record);
}

TEST_P(StoreSuite, LeavesForAPersonWhatCannotBeAsked)
{
    const Reserved first = reserve();
    EXPECT_EQ(settle(first.record, Probe::CannotTell, start + 1min).record->state, State::Unknown);
    EXPECT_EQ(repeat(invoice(), start + 2min).decision.answer, Answer::OutcomeUnknown);
    EXPECT_EQ(repeat(invoice(), start + 2min, takingOver).decision.answer, Answer::OutcomeUnknown);
    // The holder comes back and knows more, or a person does.
    EXPECT_EQ(finish(first.record, Outcome::Done, "sent after all", start + 3min).finish, Finish::Applied);
    EXPECT_EQ(find()->answer, "sent after all");
}

TEST_P(StoreSuite, SettlesAnOutcomeThatTheHolderDoesNotKnow)
{
    const Reserved first = reserve();
    finish(first.record, Outcome::Unknown, "connection lost after sending");
    EXPECT_EQ(repeat().decision, (Decision{.answer = Answer::OutcomeUnknown, .askProvider = true}));
    EXPECT_EQ(settle(first.record, Probe::Happened, start + 5s, "invoice 1").finish, Finish::Applied);
    EXPECT_EQ(repeat(invoice(), start + 6s).decision.answer, Answer::Replayed);
}

TEST_P(StoreSuite, SettlesNothingWhileTheHolderMayStillBeAboutToSend)
{
    const Reserved first = reserve();
    EXPECT_EQ(settle(first.record, Probe::DidNotHappen, start + 29s).finish, Finish::Stale);
    EXPECT_EQ(settle(first.record, Probe::Happened, start + 29s).finish, Finish::Stale);
    EXPECT_EQ(find(), first.record);
}

TEST_P(StoreSuite, TakesARecordPastRetentionForDroppedAndSaysSo)
{
    const Reserved first = reserve();
    finish(first.record); // kept for 24 h from second 3 on
    EXPECT_EQ(repeat(invoice(), start + 24h + 2s).decision.answer, Answer::Replayed);
    const Reserved again = repeat(invoice("invoice:acme:2026-10", 150), start + 24h + 3s);
    EXPECT_EQ(again.decision.answer, Answer::Started);
    EXPECT_EQ(again.decision.finding, Finding::ReusedAfterRetention);
    EXPECT_EQ(again.record.attempt, 1U);
    EXPECT_EQ(again.record.answer, std::nullopt);
    EXPECT_GT(again.record.token, first.record.token);
    EXPECT_EQ(find(), again.record);
}

TEST_P(StoreSuite, PrunesSettledRecordsPastRetentionTheOldestFirst)
{
    for (int i = 0; i < 5; ++i) {
        finish(reserve(invoice("done:" + std::to_string(i))).record, Outcome::Done, "x",
               start + std::chrono::hours(5 - i));
    }
    reserve(invoice("processing"));
    finish(reserve(invoice("unknown")).record, Outcome::Unknown);
    finish(reserve(invoice("young")).record, Outcome::Done, "x", start + 40h);

    const TimePoint later = start + 24h + 5h;
    EXPECT_EQ(must(m_store->prune(start + 24h + 1h - 1ms, 100)), 0U);
    EXPECT_EQ(must(m_store->prune(later, 0)), 0U);
    EXPECT_EQ(must(m_store->prune(later, 2)), 2U);
    EXPECT_EQ(find("done:4"), std::nullopt);
    EXPECT_EQ(find("done:3"), std::nullopt);
    EXPECT_NE(find("done:2"), std::nullopt);
    EXPECT_EQ(must(m_store->prune(later, std::numeric_limits<std::size_t>::max())), 3U);
    EXPECT_EQ(find("done:0"), std::nullopt);
    EXPECT_NE(find("processing"), std::nullopt);
    EXPECT_NE(find("unknown"), std::nullopt);
    EXPECT_NE(find("young"), std::nullopt);
    EXPECT_EQ(must(m_store->prune(later, 100)), 0U);
}

TEST_P(StoreSuite, NeverGivesATokenTwiceNotEvenAfterPruning)
{
    const Reserved first = reserve();
    finish(first.record);
    ASSERT_EQ(must(m_store->prune(start + 100h, 100)), 1U);
    const Reserved second = repeat(invoice(), start + 100h);
    EXPECT_EQ(second.record.attempt, 1U);
    EXPECT_GT(second.record.token, first.record.token);
    EXPECT_EQ(finish(first.record, Outcome::Done, "from another time", start + 100h).finish, Finish::Stale);
    EXPECT_EQ(find(), second.record);
}

TEST_P(StoreSuite, GivesGrowingTokensOverAllKeys)
{
    const auto a = reserve(invoice("a")).record.token;
    const auto b = repeat(invoice("b")).record.token;
    const auto c = reserve(invoice("c")).record.token;
    EXPECT_LT(a, b);
    EXPECT_LT(b, c);
}

TEST_P(StoreSuite, KeepsHostileKeysApartAndWhole)
{
    const std::vector<std::string> keys = {"'; DROP TABLE reservations; --",
                                           "\"quoted\"",
                                           "a%b_c",
                                           "?1 :key @key $key",
                                           "\\",
                                           "line\nbreak\ttab",
                                           "trailing ",
                                           "trailing",
                                           "CASE",
                                           "case",
                                           "1",
                                           "01",
                                           "1.0",
                                           "NULL",
                                           "\uFEFFmark",
                                           "mark",
                                           "\uFFFEmark",
                                           "caf\u00E9",
                                           "cafe\u0301",
                                           "\U0001F9FE:\U00010FFFF",
                                           std::string(255, 'k'),
                                           std::string(254, 'k')};
    for (const std::string& key : keys) {
        ReserveRequest request = invoice(key);
        request.holder = key + "'";
        EXPECT_EQ(reserve(request).decision.answer, Answer::Started) << key;
        EXPECT_EQ(repeat(request).decision.answer, Answer::InProgress) << key;
    }
    for (const std::string& key : keys) {
        ASSERT_TRUE(find(key).has_value()) << key;
        EXPECT_EQ(find(key)->key, key);
        EXPECT_EQ(find(key)->holder, key + "'");
        finish(*find(key), Outcome::Done, "of " + key);
        EXPECT_EQ(find(key)->answer, "of " + key);
    }
}

TEST_P(StoreSuite, RefusesKeysThatSomeSystemWouldChange)
{
    for (const std::string& key :
         {std::string(), std::string("a\0b", 3), std::string("\xff"), std::string(256, 'k')}) {
        const auto reserved = m_store->reserve(invoice(key), reconciling, start);
        ASSERT_FALSE(reserved.ok());
        EXPECT_EQ(reserved.error().place, "key");
        EXPECT_THAT(reserved.error().cause, testing::HasSubstr("nothing was changed"));
        EXPECT_FALSE(m_store->finish(key, 1, Outcome::Done, {}, start).ok());
        EXPECT_FALSE(m_store->renew(key, 1, 1s, start).ok());
        EXPECT_FALSE(m_store->settle(key, 1, Probe::Happened, {}, start).ok());
        EXPECT_FALSE(m_store->find(key).ok());
    }
}

TEST_P(StoreSuite, RefusesTimesThatCannotBe)
{
    ReserveRequest request = invoice();
    request.lease = 0ms;
    EXPECT_EQ(m_store->reserve(request, reconciling, start).error().place, "lease");
    request = invoice();
    request.retention = 29s;
    EXPECT_EQ(m_store->reserve(request, reconciling, start).error().place, "retention");
    EXPECT_EQ(find(), std::nullopt);
    const Reserved first = reserve();
    EXPECT_EQ(m_store->renew(first.record.key, first.record.token, -1s, start).error().place, "lease");
    EXPECT_EQ(find(), first.record);
}

TEST_P(StoreSuite, StoresAnyAnswerByteForByte)
{
    const std::string bytes("\0\xff\xfe '\"\n", 7);
    int i = 0;
    for (const std::string& answer :
         {bytes, std::string(), std::string(2'000'000, 'x'), std::string("\uFEFF{}")}) {
        const std::string key = "k:" + std::to_string(i++);
        finish(reserve(invoice(key)).record, Outcome::Done, answer);
        EXPECT_EQ(find(key)->answer, answer);
    }
    finish(reserve(invoice("k:none")).record, Outcome::Done, std::nullopt);
    EXPECT_EQ(find("k:none")->answer, std::nullopt);
    EXPECT_EQ(find("k:none")->state, State::Done);
}

TEST_P(StoreSuite, TakesTimesBeforeTheEpochAndFarAhead)
{
    for (const TimePoint now : {TimePoint(-1'000'000'000'000ms), TimePoint(250'000'000'000'000ms)}) {
        const std::string key = std::to_string(now.time_since_epoch().count());
        const Reserved got = reserve(invoice(key), now);
        EXPECT_EQ(find(key), got.record);
        EXPECT_EQ(find(key)->reservedAt, now);
    }
}

} // namespace
} // namespace idem
