#include "core/store/sql_session.h"
#include "tests/core/store/store_under_test.h"

#include <gmock/gmock.h>

// What every store does in one step with a reservation: history, the fast finish, and several steps in one
// transaction.
namespace idem {
namespace {

using testing::ElementsAre;

class StoreTogether : public OnEveryStore
{
protected:
    Reserved reserve(const ReserveRequest& request = invoice(), TimePoint now = start,
                     const Policy& policy = reconciling)
    {
        return must(m_store->reserve(request, policy, now));
    }
    std::vector<std::string> story(const std::string& key = invoice().key)
    {
        std::vector<std::string> out;
        for (const HistoryEvent& event : must(m_place->open()->find(key))->history.events()) {
            out.push_back(std::to_string((event.at - start).count() / 1000) + " " + event.what + " "
                          + std::to_string(event.attempt) + " " + event.who
                          + (event.note.empty() ? "" : ": " + event.note));
        }
        return out;
    }
};

INSTANTIATE_TEST_SUITE_P(Stores, StoreTogether, testing::ValuesIn(everyKind()), nameOf);

TEST_P(StoreTogether, KeepsWhoDidWhatToAReservationAndWhen)
{
    const Reserved first = reserve();
    must(m_store->renew(first.record.key, first.record.token, 30s, start + 10s));
    must(m_store->renew(first.record.key, first.record.token, 30s, start + 20s));
    must(m_store->settle(first.record.key, first.record.token, Probe::CannotTell, {}, start + 60s,
                         {"worker 2", {}}));
    must(m_store->settle(first.record.key, first.record.token, Probe::DidNotHappen, {}, start + 90s,
                         {"Ada", "not in the\tprovider's list"}));
    const Reserved again = reserve(invoice(), start + 100s);
    must(m_store->finish(again.record, Outcome::Done, "invoice 1", start + 103s));
    EXPECT_THAT(story(),
                ElementsAre("0 reserved 1 worker 1", "20 renewed 1 worker 1", "60 unknown 1 worker 2",
                            "90 released 1 Ada: not in the provider's list", "100 reserved_again 2 worker 1",
                            "103 done 2 worker 1"));
}

TEST_P(StoreTogether, CallsOnlyReleasedWhatAPersonSaysDidNotHappen)
{
    const Reserved first = reserve();
    must(m_store->settle(first.record.key, first.record.token, Probe::Happened, "found", start + 60s,
                         {"Ada", "in the mailbox"}));
    EXPECT_THAT(story(), ElementsAre("0 reserved 1 worker 1", "60 done 1 Ada: in the mailbox"));
}

TEST_P(StoreTogether, TellsATakeOverFromASecondTry)
{
    reserve();
    ReserveRequest second = invoice();
    second.holder = "worker 2";
    reserve(second, start + 31s, takingOver);
    EXPECT_THAT(story(), ElementsAre("0 reserved 1 worker 1", "31 taken_over 2 worker 2"));
}

TEST_P(StoreTogether, RefusesANoteThatCannotBeStored)
{
    const Reserved first = reserve();
    const auto got = m_store->settle(first.record.key, first.record.token, Probe::DidNotHappen, {}, start + 60s,
                                     {"Ada", std::string("no\xffse")});
    ASSERT_FALSE(got.ok());
    EXPECT_EQ(got.error().place, "note");
}

TEST_P(StoreTogether, FinishesWithTheRecordAsItWasReserved)
{
    const Reserved first = reserve();
    const Changed done = must(m_store->finish(first.record, Outcome::Done, "invoice 1", start + 3s));
    EXPECT_EQ(done.finish, Finish::Applied);
    EXPECT_EQ(must(m_place->open()->find(first.record.key)), done.record);
}

TEST_P(StoreTogether, FinishesAlsoWhenAHeartbeatChangedTheRecordMeanwhile)
{
    const Reserved first = reserve();
    must(m_store->renew(first.record.key, first.record.token, 1min, start + 10s));
    const Changed done = must(m_store->finish(first.record, Outcome::Done, "invoice 1", start + 20s));
    EXPECT_EQ(done.finish, Finish::Applied);
    EXPECT_EQ(done.record->leaseUntil, start + 70s);
    EXPECT_EQ(must(m_store->find(first.record.key))->answer, "invoice 1");
}

TEST_P(StoreTogether, RefusesTheFinishOfAHolderThatWasTakenOver)
{
    const Reserved first = reserve();
    const Reserved second = reserve(invoice(), start + 31s, takingOver);
    const Changed late = must(m_store->finish(first.record, Outcome::Done, "late", start + 32s));
    EXPECT_EQ(late.finish, Finish::Stale);
    EXPECT_EQ(late.record, second.record);
}

TEST_P(StoreTogether, KeepsAWindowThatCountsFromTheFirstRequest)
{
    ReserveRequest request = invoice();
    request.lease = 1min;
    request.retention = 5min;
    request.windowFromFirst = true;
    const Reserved first = reserve(request);
    must(m_store->renew(first.record.key, first.record.token, 1min, start + 30s));
    must(m_store->finish(first.record, Outcome::Done, "x", start + 4min));
    EXPECT_EQ(reserve(request, start + 5min - 1ms).decision.answer, Answer::Replayed);
    EXPECT_EQ(reserve(request, start + 5min).decision.answer, Answer::Started);
}

TEST_P(StoreTogether, DoesSeveralStepsOrNone)
{
    const auto two = [this](bool keep) {
        return m_store->together([this, keep]() -> Result<bool> {
            for (const char* key : {"a", "b"}) {
                const Result<Reserved> got = m_store->reserve(invoice(key), reconciling, start);
                if (!got) {
                    return got.error();
                }
                must(m_store->finish(got->record, Outcome::Done, key, start));
            }
            return keep;
        });
    };
    EXPECT_EQ(two(false), std::nullopt);
    EXPECT_EQ(must(m_store->find("a")), std::nullopt);
    EXPECT_EQ(must(m_store->find("b")), std::nullopt);
    EXPECT_EQ(two(true), std::nullopt);
    EXPECT_EQ(must(m_place->open()->find("a"))->answer, "a");
    EXPECT_EQ(must(m_place->open()->find("b"))->answer, "b");
}

TEST_P(StoreTogether, UndoesAllStepsWhenTheWorkFailsOrThrows)
{
    const Error broken{.place = "p", .cause = "c", .cure = "d"};
    EXPECT_EQ(m_store->together([&]() -> Result<bool> {
        reserve(invoice("a"));
        return broken;
    }),
              broken);
    EXPECT_THROW(m_store->together([&]() -> Result<bool> {
        reserve(invoice("b"));
        throw std::runtime_error("work");
    }),
                 std::runtime_error);
    EXPECT_EQ(must(m_store->find("a")), std::nullopt);
    EXPECT_EQ(must(m_store->find("b")), std::nullopt);
    EXPECT_EQ(reserve(invoice("c")).decision.answer, Answer::Started) << "the transaction was ended";
}

TEST_P(StoreTogether, CarriesOnInsideATransactionAfterALostRace)
{
    reserve(invoice("taken"));
    EXPECT_EQ(m_store->together([&]() -> Result<bool> {
        EXPECT_EQ(reserve(invoice("taken")).decision.answer, Answer::InProgress);
        ReserveRequest refund = invoice("refund");
        refund.budget = Budget{"scope", 10, 10};
        EXPECT_EQ(reserve(refund).decision.answer, Answer::Started);
        refund.key = "refund 2";
        EXPECT_EQ(reserve(refund).decision.answer, Answer::Rejected);
        return true;
    }),
              std::nullopt);
    EXPECT_NE(must(m_store->find("refund")), std::nullopt);
    EXPECT_EQ(must(m_store->budgetUsed("scope")), 10);
}

TEST_P(StoreTogether, SharesATransactionWithWorkInTheSameDatabase)
{
    SqlSession* session = m_store->session();
    if (session == nullptr) {
        EXPECT_EQ(GetParam().name, "memory");
        return;
    }
    must(session->run("CREATE TABLE invoices (customer TEXT NOT NULL, amount BIGINT NOT NULL)"));
    const auto add = [&](bool keep) {
        return m_store->together([&]() -> Result<bool> {
            reserve();
            must(session->run("INSERT INTO invoices (amount, customer) VALUES ($2, $1)",
                              {std::string_view("acme's \"$1\""), std::int64_t{120}}));
            return keep;
        });
    };
    EXPECT_EQ(add(false), std::nullopt);
    EXPECT_TRUE(must(session->run("SELECT * FROM invoices")).rows.empty());
    EXPECT_EQ(add(true), std::nullopt);
    const SqlRows rows = must(session->run("SELECT customer, amount FROM invoices WHERE customer <> '$1'"));
    ASSERT_EQ(rows.rows.size(), 1U);
    EXPECT_EQ(textOf(rows.rows[0][0]), "acme's \"$1\"");
    EXPECT_EQ(numberOf(rows.rows[0][1]), 120);
}

} // namespace
} // namespace idem
