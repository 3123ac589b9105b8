#include "core/engine/steps.h"
#include "core/store/sql_session.h"
#include "core/store/sqlite_store.h"
#include "tests/core/engine/engine_under_test.h"

// Whole rounds: work, what became of it, look-ups, steps, and effects in the same database.
namespace idem {
namespace {

using testing::HasSubstr;

class EngineRun : public EngineTest
{
protected:
    CountedWork work;
    Work counting = [this](const Reservation& held) { return work(held); };

    static LookUp says(Probe probe, std::optional<std::string> answer = {})
    {
        return [=](const Reservation&) { return Probed{probe, answer}; };
    }
    static Worked dies(const Reservation&) { throw std::runtime_error("connection reset"); }
};

TEST_F(EngineRun, DoesTheWorkOnceAndRepeatsItsAnswer)
{
    Engine one = engine();
    const Reply first = must(one.run(request(), counting));
    EXPECT_EQ(first.answer, Answer::Started);
    EXPECT_EQ(first.record.state, State::Done);
    EXPECT_EQ(first.sentence(), "Done.");
    const Reply second = must(one.run(request(), counting));
    EXPECT_EQ(second.answer, Answer::Replayed);
    EXPECT_EQ(second.record.answer, "invoice 1");
    EXPECT_EQ(second.sentence(),
              "This was already done; the first result is repeated. No further action is needed.");
    EXPECT_EQ(work.times, 1);
}

TEST_F(EngineRun, GivesTheWorkItsKeyAndItsToken)
{
    Engine one = engine();
    must(one.run(request(), [&](const Reservation& held) {
        EXPECT_EQ(held.key, request().key);
        EXPECT_GT(held.token, 0U);
        EXPECT_EQ(must(store.find(held.key))->state, State::Processing) << "recorded before the work";
        return Worked{};
    }));
}

TEST_F(EngineRun, RecordsAnExceptionAsUnknownAndPassesItOn)
{
    Engine one = engine();
    EXPECT_THROW(one.run(request(), dies), std::runtime_error);
    EXPECT_EQ(must(store.find(request().key))->state, State::Unknown);
    EXPECT_EQ(must(one.run(request(), counting)).answer, Answer::OutcomeUnknown);
    EXPECT_EQ(work.times, 0);
}

TEST_F(EngineRun, AsksTheProviderAboutAnUnknownOutcomeAndThenRepeatsOrStarts)
{
    Engine one = engine();
    EXPECT_THROW(one.run(request(), dies), std::runtime_error);
    const Reply found = must(one.run(request(), counting, says(Probe::Happened, "invoice 1, found")));
    EXPECT_EQ(found.answer, Answer::Replayed);
    EXPECT_EQ(found.record.answer, "invoice 1, found");
    EXPECT_EQ(work.times, 0);

    const Request november = request(120, "invoice:acme:2026-11");
    EXPECT_THROW(one.run(november, dies), std::runtime_error);
    EXPECT_EQ(must(one.run(november, counting, says(Probe::DidNotHappen))).answer, Answer::OutcomeUnknown)
        << "the first request may still be under way";
    now += 30s;
    const Reply started = must(one.run(november, counting, says(Probe::DidNotHappen)));
    EXPECT_EQ(started.answer, Answer::Started);
    EXPECT_EQ(started.record.attempt, 2U);
    EXPECT_EQ(work.times, 1);

    const Request december = request(120, "invoice:acme:2026-12");
    EXPECT_THROW(one.run(december, dies), std::runtime_error);
    EXPECT_EQ(must(one.run(december, counting, says(Probe::CannotTell))).answer, Answer::OutcomeUnknown);
    EXPECT_EQ(work.times, 1);
    EXPECT_EQ(count(Counted::Reconciled), 2U);
}

TEST_F(EngineRun, DoesNotAskWhileTheHolderMayStillBeAtWork)
{
    must(engine().reserve(request()));
    bool asked = false;
    const LookUp lookUp = [&](const Reservation&) {
        asked = true;
        return Probed{Probe::DidNotHappen};
    };
    Engine other = engine("worker 2");
    EXPECT_EQ(must(other.reconcile(request().key, lookUp))->answer, Answer::InProgress);
    EXPECT_FALSE(asked);
    now += 30s;
    EXPECT_TRUE(must(other.reconcile(request().key, lookUp))->retryable());
    EXPECT_TRUE(asked);
    EXPECT_EQ(must(other.reconcile("nothing", lookUp)), std::nullopt);
}

TEST_F(EngineRun, LeavesForAPersonWhatNobodyCanLookUp)
{
    Engine sms = engine("worker 1", {.canBeChecked = false});
    must(sms.reserve(request())); // recorded before it is sent; then the process dies
    now += 31s;
    bool asked = false;
    const Reply reply = must(sms.run(request(), counting, [&](const Reservation&) {
        asked = true;
        return Probed{Probe::DidNotHappen};
    }));
    EXPECT_EQ(reply.answer, Answer::OutcomeUnknown);
    EXPECT_EQ(reply.record.state, State::Unknown);
    EXPECT_FALSE(asked);
    EXPECT_EQ(work.times, 0);

    EXPECT_FALSE(sms.release(reply.record, {"Ada", ""}).ok());
    EXPECT_FALSE(sms.release(reply.record, {"", "the phone bill does not show it"}).ok());
    EXPECT_EQ(must(sms.release(reply.record, {"Ada", "the phone bill does not show it"})).finish,
              Finish::Applied);
    const Reply sent = must(sms.run(request(), counting));
    EXPECT_EQ(sent.answer, Answer::Started);
    EXPECT_EQ(work.times, 1);
    EXPECT_THAT(sent.record.history.text(), HasSubstr("released\t1\tAda\tthe phone bill does not show it\n"));
}

TEST_F(EngineRun, TakesAPersonsWordOnlyAboutTheReservationThatThePersonSaw)
{
    Engine one = engine();
    const Reservation seen = must(one.reserve(request())).record;
    now += 31s;
    must(one.release(seen, {"Ada", "not in the ledger"}));
    const Reservation anew = must(one.reserve(request())).record;
    now += 31s; // this one is over as well, and might have happened
    EXPECT_EQ(must(one.release(seen, {"Ben", "not in the ledger"})).finish, Finish::Stale);
    EXPECT_EQ(must(one.settle(seen, {Probe::Happened, "inv_1"}, {"Ben", "seen"})).finish, Finish::Stale);
    EXPECT_EQ(must(one.status(request().key))->record.state, State::Processing);
    EXPECT_EQ(must(one.release(anew, {"Ben", "not in the ledger"})).finish, Finish::Applied);
}

TEST_F(EngineRun, CountsTheRetentionFromTheFirstRequestWhereToldTo)
{
    Engine one = engine("worker 1", {.windowFromFirst = true});
    must(one.run(request(), counting));
    const TimePoint first = now;
    now += 23h;
    EXPECT_EQ(must(one.run(request(), counting)).answer, Answer::Replayed);
    EXPECT_EQ(must(one.status(request().key))->record.keepUntil, first + 24h);
}

TEST_F(EngineRun, LetsAPersonStateThatItHappened)
{
    Engine one = engine();
    const Reservation seen = must(one.reserve(request())).record;
    EXPECT_EQ(must(one.settle(seen, {Probe::Happened, "seen"}, {"Ada", "in the mailbox"})).finish,
              Finish::Stale)
        << "while its holder may be at work nobody may";
    now += 31s;
    EXPECT_EQ(must(one.settle(seen, {Probe::Happened, "seen"}, {"Ada", "in the mailbox"})).finish,
              Finish::Applied);
    EXPECT_EQ(must(one.run(request(), counting)).record.answer, "seen");
    Reservation nothing;
    nothing.key = "nothing";
    EXPECT_EQ(must(one.settle(nothing, {Probe::Happened, {}}, {"Ada", "x"})).finish, Finish::Stale);
}

TEST_F(EngineRun, TellsWhatTheRecordSaysWhenTheWorkTookLongerThanItsLease)
{
    Engine slow = engine();
    Engine other = engine("worker 2", {.policy = {.onExpired = OnExpired::TakeOver}});
    const Reply reply = must(slow.run(request(), [&](const Reservation&) {
        now += 31s;
        must(other.run(request(), [](const Reservation&) { return Worked{Outcome::Done, "the other's"}; }));
        return Worked{Outcome::Done, "late"};
    }));
    EXPECT_EQ(reply.answer, Answer::Replayed);
    EXPECT_EQ(reply.record.answer, "the other's");
    EXPECT_EQ(count(Counted::Stale), 1U);
}

TEST_F(EngineRun, NeverCallsItsOwnDoneWorkRetryableWhenALookUpReleasedTheKeyMeanwhile)
{
    Engine slow = engine();
    const Reply reply = must(slow.run(request(), [&](const Reservation& held) {
        now += 31s; // asleep past its lease, before it sends
        must(engine("worker 2").reconcile(held.key, says(Probe::DidNotHappen)));
        return Worked{Outcome::Done, "late"};
    }));
    EXPECT_EQ(reply.answer, Answer::OutcomeUnknown);
    EXPECT_TRUE(reply.late);
    EXPECT_FALSE(reply.retryable());
    EXPECT_THAT(reply.sentence(),
                HasSubstr("This was carried out, but that could not be recorded. Don't send it again"));
    EXPECT_EQ(count(Counted::Stale), 1U);

    // What certainly had no effect may be told as it stands.
    const Request november = request(120, "invoice:acme:2026-11");
    const Reply failed = must(slow.run(november, [&](const Reservation& held) {
        now += 31s;
        must(engine("worker 2").reconcile(held.key, says(Probe::DidNotHappen)));
        return Worked{Outcome::FailedBefore, {}};
    }));
    EXPECT_FALSE(failed.late);
    EXPECT_TRUE(failed.retryable());
}

TEST_F(EngineRun, TellsThatTheWorkWasDoneWhenTheStoreCannotRecordIt)
{
    const Folder folder;
    const auto file = must(SqliteStore::open(folder.file("keys.db")));
    Engine one = must(Engine::make(*file, {}, nullptr, [this] { return now; }));
    const Reply reply = must(one.run(request(), [&](const Reservation&) {
        must(file->session()->run("PRAGMA query_only = 1"));
        return Worked{Outcome::Done, "invoice 1"};
    }));
    EXPECT_EQ(reply.answer, Answer::OutcomeUnknown);
    EXPECT_TRUE(reply.late);
    ASSERT_TRUE(reply.unrecorded.has_value());
    EXPECT_EQ(reply.record.answer, "invoice 1");
    EXPECT_EQ(must(file->find(request().key))->state, State::Processing);

    must(file->session()->run("PRAGMA query_only = 0"));
    EXPECT_EQ(must(one.complete(reply.record, reply.record.answer)).finish, Finish::Applied)
        << "later, by its holder";
}

TEST_F(EngineRun, SendsNothingInsideATransactionThatOthersCannotSeeYet)
{
    const Folder folder;
    const auto file = must(SqliteStore::open(folder.file("keys.db")));
    Engine one = must(Engine::make(*file, {}));
    const auto failed = file->together([&]() -> Result<bool> {
        const auto got = one.run(request(), counting);
        return got ? Result<bool>(true) : got.error();
    });
    ASSERT_TRUE(failed.has_value());
    EXPECT_THAT(failed->text(), HasSubstr("nothing was done"));
    EXPECT_EQ(work.times, 0);
}

TEST_F(EngineRun, WritesALookUpThatCannotTellDownOnce)
{
    Engine one = engine();
    EXPECT_THROW(one.run(request(), dies), std::runtime_error);
    for (int i = 0; i < 40; ++i) {
        now += 1s;
        EXPECT_EQ(must(one.run(request(), counting, says(Probe::CannotTell))).answer, Answer::OutcomeUnknown);
    }
    EXPECT_EQ(must(store.find(request().key))->history.events().size(), 2U);
    EXPECT_EQ(count(Counted::Stale), 0U);
}

TEST_F(EngineRun, SkipsFinishedStepsAndDoesTheMissingOne)
{
    Engine one = engine();
    int invoices = 0;
    int mails = 0;
    bool mailFails = true;
    const std::vector<ActionStep> steps{
        {request(120, "invoice:acme:2026-10"),
         [&](const Reservation&) {
             ++invoices;
             return Worked{};
         }},
        {request(120, "invoice-email:acme:2026-10"),
         [&](const Reservation&) {
             mails += mailFails ? 0 : 1;
             return mailFails ? Worked{Outcome::FailedBefore, "no connection"} : Worked{};
         }},
        {request(120, "invoice-note:acme:2026-10"), [](const Reservation&) { return Worked{}; }}};
    const StepsReply first = must(runSteps(one, steps));
    EXPECT_FALSE(first.finished);
    ASSERT_EQ(first.replies.size(), 2U);
    EXPECT_TRUE(first.replies[1].retryable());
    EXPECT_EQ(must(store.find("invoice-note:acme:2026-10")), std::nullopt)
        << "no step before the one it builds on";

    mailFails = false;
    const StepsReply second = must(runSteps(one, steps));
    EXPECT_TRUE(second.finished);
    EXPECT_EQ(second.replies[0].answer, Answer::Replayed);
    EXPECT_EQ(second.replies[1].answer, Answer::Started);
    EXPECT_EQ(invoices, 1);
    EXPECT_EQ(mails, 1);

    EXPECT_TRUE(must(runSteps(one, steps)).finished);
    EXPECT_EQ(invoices + mails, 2);
}

TEST_F(EngineRun, RefusesStepsThatShareAKey)
{
    Engine one = engine();
    const auto got = runSteps(one, {{request(), counting}, {request(), counting}});
    ASSERT_FALSE(got.ok());
    EXPECT_EQ(got.error().place, request().key);
    EXPECT_EQ(work.times, 0);
}

TEST_F(EngineRun, NeedsADatabaseForAnEffectInTheSameTransaction)
{
    const auto got
        = engine().runInTransaction(request(), [](SqlSession&, const Reservation&) -> Result<Worked> {
              ADD_FAILURE() << "there is none";
              return Worked{};
          });
    EXPECT_THAT(got.error().text(), HasSubstr("no database"));
}

class EngineInDatabase : public OnEveryStore
{
protected:
    void SetUp() override
    {
        OnEveryStore::SetUp();
        if (m_store != nullptr) {
            must(m_store->session()->run("CREATE TABLE invoices (number BIGINT NOT NULL PRIMARY KEY)"));
        }
    }

    Engine engine() { return must(Engine::make(*m_store, {.holder = "worker 1"})); }
    Result<Reply> insert(Outcome outcome = Outcome::Done, std::int64_t number = 1)
    {
        return engine().runInTransaction(
            {.key = "invoice:1", .fingerprint = invoiceOver(1)},
            [=](SqlSession& session, const Reservation&) -> Result<Worked> {
                const auto done = session.run("INSERT INTO invoices VALUES ($1)", {number});
                return done ? Result<Worked>(Worked{outcome, "inserted"}) : done.error();
            });
    }
    std::size_t invoices() { return must(m_store->session()->run("SELECT number FROM invoices")).rows.size(); }
};

std::vector<Kind> databases()
{
    std::vector<Kind> kinds = everyKind();
    std::erase_if(kinds, [](const Kind& kind) { return kind.name == "memory"; });
    return kinds;
}

INSTANTIATE_TEST_SUITE_P(Stores, EngineInDatabase, testing::ValuesIn(databases()), nameOf);

TEST_P(EngineInDatabase, StoresTheEffectAndItsKeyTogether)
{
    const Reply first = must(insert());
    EXPECT_EQ(first.answer, Answer::Started);
    EXPECT_EQ(first.record.state, State::Done);
    EXPECT_EQ(must(insert()).answer, Answer::Replayed);
    EXPECT_EQ(invoices(), 1U);
    EXPECT_EQ(must(m_place->open()->find("invoice:1"))->state, State::Done);
}

TEST_P(EngineInDatabase, RollsBackTheEffectWithTheKeyWhenTheWorkFails)
{
    const Reply failed = must(insert(Outcome::FailedBefore));
    EXPECT_TRUE(failed.retryable());
    EXPECT_EQ(invoices(), 0U);
    EXPECT_EQ(must(m_store->find("invoice:1")), std::nullopt);
    EXPECT_EQ(must(insert()).record.state, State::Done);

    const auto clash = engine().runInTransaction(
        {.key = "invoice:2", .fingerprint = {}}, [](SqlSession& session, const Reservation&) -> Result<Worked> {
            const auto done = session.run("INSERT INTO invoices VALUES (1)");
            return done ? Result<Worked>(Worked{}) : done.error();
        });
    EXPECT_THAT(clash.error().text(), HasSubstr("nothing was changed"));
    EXPECT_EQ(must(m_store->find("invoice:2")), std::nullopt);
    EXPECT_EQ(invoices(), 1U);
}

TEST_P(EngineInDatabase, KeepsAFailureForGoodAndAnUnknownOutcomeWithoutTheirChanges)
{
    const Reply refused = must(insert(Outcome::FailedForGood));
    EXPECT_FALSE(refused.retryable());
    EXPECT_EQ(refused.record.state, State::FailedForGood);
    EXPECT_EQ(invoices(), 0U);
    EXPECT_EQ(must(insert()).answer, Answer::Replayed);

    const auto unsure = must(engine().runInTransaction({.key = "invoice:2", .fingerprint = {}},
                                                       [](SqlSession&, const Reservation&) -> Result<Worked> {
                                                           return Worked{Outcome::Unknown, {}};
                                                       }));
    EXPECT_EQ(unsure.record.state, State::Unknown);
    EXPECT_FALSE(unsure.retryable());
    EXPECT_EQ(must(m_store->find("invoice:2"))->state, State::Unknown);
}

TEST_P(EngineInDatabase, NeverReportsATransactionThatWasRolledBackUnderneathAsStored)
{
    const auto failed = m_store->together([&]() -> Result<bool> {
        must(m_store->session()->run("INSERT INTO invoices VALUES (7)"));
        EXPECT_FALSE(m_store->session()->run("INSERT INTO invoices VALUES (7)").ok()); // and goes on regardless
        return true;
    });
    EXPECT_EQ(failed.has_value(), invoices() == 0) << "PostgreSQL undoes it all, SQLite only the statement";

    const auto ended = m_store->together([&]() -> Result<bool> {
        must(m_store->session()->run("ROLLBACK"));
        const auto got = m_store->session()->run("INSERT INTO invoices VALUES (8)");
        return got ? Result<bool>(true) : got.error();
    });
    const auto eighth = must(m_store->session()->run("SELECT number FROM invoices WHERE number = 8"));
    EXPECT_TRUE(ended.has_value());
    EXPECT_TRUE(eighth.rows.empty());
}

TEST_P(EngineInDatabase, RollsBackWhenTheWorkThrows)
{
    EXPECT_THROW(engine().runInTransaction({.key = "invoice:1", .fingerprint = {}},
                                           [](SqlSession& session, const Reservation&) -> Result<Worked> {
                                               must(session.run("INSERT INTO invoices VALUES (1)"));
                                               throw std::runtime_error("after the effect");
                                           }),
                 std::runtime_error);
    EXPECT_EQ(invoices(), 0U);
    EXPECT_EQ(must(insert()).record.state, State::Done);
}

} // namespace
} // namespace idem
