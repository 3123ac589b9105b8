#include "core/store/sqlite_store.h"

#include "core/store/sqlite_connection.h"
#include "tests/core/store/store_under_test.h"

#include <fstream>
#include <gmock/gmock.h>
#include <iterator>
#include <thread>

namespace idem {
namespace {

using testing::HasSubstr;

// What only a store in a file has to get right.
class SqliteStoreTest : public testing::Test
{
protected:
    Folder m_folder;
    std::string m_file = m_folder.file("store.db");

    std::unique_ptr<SqliteStore> open() { return must(SqliteStore::open(m_file)); }

    /// Does something to the file that the store would not.
    void meddle(std::initializer_list<const char*> statements)
    {
        const auto connection = must(SqliteConnection::open(m_file));
        for (const char* sql : statements) {
            must(connection->run(sql));
        }
    }

    std::string bytes() const
    {
        std::ifstream in(m_file, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    }

    void write(const std::string& content)
    {
        std::ofstream(m_file, std::ios::binary | std::ios::trunc) << content;
    }

    /// The error of opening; the file has to stay as it is.
    std::string refusal()
    {
        const std::string before = bytes();
        const auto opened = SqliteStore::open(m_file);
        EXPECT_EQ(bytes(), before);
        return opened ? "opened" : opened.error().text();
    }
};

TEST_F(SqliteStoreTest, KeepsEverythingWhenTheFileIsOpenedAgain)
{
    Reservation before;
    {
        const auto store = open();
        before = must(store->reserve(invoice(), reconciling, start)).record;
        before = *must(store->finish(before.key, before.token, Outcome::Done, "invoice 1", start + 3s)).record;
    }
    const auto store = open();
    EXPECT_EQ(must(store->find(before.key)), before);
    EXPECT_EQ(must(store->find(before.key))->fingerprint.fields, before.fingerprint.fields);
    EXPECT_GT(must(store->reserve(invoice("next"), reconciling, start)).record.token, before.token);
}

TEST_F(SqliteStoreTest, ShowsOtherConnectionsAtOnceWhatWasWritten)
{
    const auto one = open();
    const auto other = open();
    const Reserved first = must(one->reserve(invoice(), reconciling, start));
    EXPECT_EQ(must(other->find(first.record.key)), first.record);
    must(other->finish(first.record.key, first.record.token, Outcome::Done, "from the other", start));
    EXPECT_EQ(must(one->find(first.record.key))->answer, "from the other");
}

TEST_F(SqliteStoreTest, WritesToALogAndWaitsForTheDisk)
{
    const auto store = open();
    const auto connection = must(SqliteConnection::open(m_file));
    EXPECT_EQ(textOf(must(connection->run("PRAGMA journal_mode")).rows.at(0).at(0)), "wal");
}

TEST_F(SqliteStoreTest, IsMadeOnceByThreadsThatOpenItTogether)
{
    std::vector<std::thread> threads;
    std::atomic<int> opened{0};
    for (int i = 0; i < 6; ++i) {
        threads.emplace_back([&] {
            const auto store = SqliteStore::open(m_file);
            if (!store) {
                ADD_FAILURE() << store.error().text();
                return;
            }
            opened += must((*store)->reserve(invoice(), reconciling, start)).decision.answer == Answer::Started
                ? 1
                : 0;
        });
    }
    for (std::thread& each : threads) {
        each.join();
    }
    EXPECT_EQ(opened, 1);
}

TEST_F(SqliteStoreTest, RefusesANewerSchema)
{
    open();
    meddle({"PRAGMA user_version = 3"});
    EXPECT_THAT(refusal(), HasSubstr("schema version 3, this program knows 1 to 2; nothing was changed"));
}

TEST_F(SqliteStoreTest, BringsAStoreOfTheFirstVersionUpToDateAndLosesNothing)
{
    meddle({"CREATE TABLE reservations (key TEXT NOT NULL PRIMARY KEY, state TEXT NOT NULL, fingerprint TEXT "
            "NOT NULL,"
            " holder TEXT NOT NULL, reserved_at INTEGER NOT NULL, lease_until INTEGER NOT NULL,"
            " keep_until INTEGER NOT NULL, retention INTEGER NOT NULL, token INTEGER NOT NULL,"
            " attempt INTEGER NOT NULL, answer BLOB) STRICT",
            "CREATE INDEX reservations_keep_until ON reservations (keep_until)",
            "CREATE TABLE last_token (token INTEGER NOT NULL) STRICT",
            "INSERT INTO last_token (token) VALUES (7)", "PRAGMA application_id = 1231316333",
            "PRAGMA user_version = 1"});
    const Reservation old = created(invoice(), start);
    {
        const auto connection = must(SqliteConnection::open(m_file));
        must(connection->run(
            "INSERT INTO reservations VALUES ($1, 'done', $2, 'worker 1', $3, $4, $5, 86400000, 7, 2,"
            " x'6f6b')",
            {std::string_view(old.key), std::string_view(toText(old.fingerprint)),
             std::int64_t{1'800'000'000'000}, std::int64_t{1'800'000'030'000},
             std::int64_t{1'800'086'400'000}}));
    }
    const auto store = open();
    const Reserved repeat = must(store->reserve(invoice(), reconciling, start + 1h));
    EXPECT_EQ(repeat.decision.answer, Answer::Replayed);
    EXPECT_EQ(repeat.record.answer, "ok");
    EXPECT_EQ(repeat.record.attempt, 2U);
    EXPECT_TRUE(repeat.record.history.events().empty());
    const Reserved next = must(store->reserve(invoice("next"), reconciling, start));
    EXPECT_EQ(next.record.token, 8U);
    EXPECT_EQ(next.record.history.events().size(), 1U);
    EXPECT_EQ(must(store->budgetUsed("any")), 0);
    open(); // once is enough
}

TEST_F(SqliteStoreTest, RefusesAVersionThatNoProgramEverWrote)
{
    open();
    meddle({"PRAGMA user_version = 0"});
    EXPECT_THAT(refusal(), HasSubstr("schema version 0"));
}

TEST_F(SqliteStoreTest, RefusesADatabaseOfOtherSoftware)
{
    meddle({"CREATE TABLE reservations (key TEXT)"});
    EXPECT_THAT(refusal(), HasSubstr("belongs to other software"));
    write("");
    meddle({"PRAGMA application_id = 7", "CREATE TABLE t (a)", "DROP TABLE t"});
    EXPECT_THAT(refusal(), HasSubstr("belongs to other software"));
}

TEST_F(SqliteStoreTest, RefusesAFileThatIsNoDatabase)
{
    write(std::string(5'000, 'x'));
    EXPECT_THAT(refusal(), HasSubstr("not an SQLite database"));
    write("key,state\ninvoice,done\n");
    EXPECT_THAT(refusal(), HasSubstr("not an SQLite database"));
}

TEST_F(SqliteStoreTest, TakesAnEmptyFileForANewStore)
{
    write("");
    EXPECT_EQ(must(open()->reserve(invoice(), reconciling, start)).decision.answer, Answer::Started);
}

TEST_F(SqliteStoreTest, SaysThatAFileIsDamaged)
{
    {
        const auto store = open();
        for (int i = 0; i < 200; ++i) {
            must(store->reserve(invoice("k:" + std::to_string(i)), reconciling, start));
        }
    }
    const std::string whole = bytes();
    ASSERT_GT(whole.size(), 20'000U);

    std::string damaged = whole; // every page but the first, which holds the schema
    std::fill(damaged.begin() + 4096, damaged.end(), '\x5a');
    write(damaged);
    {
        const auto store = open();
        const auto got = store->reserve(invoice(), reconciling, start);
        ASSERT_FALSE(got.ok());
        EXPECT_EQ(got.error().place, m_file);
        EXPECT_THAT(got.error().text(), HasSubstr("the file is damaged"));
        EXPECT_THAT(got.error().text(), HasSubstr("nothing was changed"));
        EXPECT_FALSE(store->finish("k:1", 2, Outcome::Done, "x", start).ok());
        EXPECT_FALSE(store->find("k:1").ok());
    }

    damaged = whole;
    std::fill(damaged.begin() + 100, damaged.begin() + 4096, '\x5a');
    write(damaged);
    EXPECT_THAT(refusal(), HasSubstr("the file is damaged"));

    write(whole.substr(0, 4096)); // the rest is missing
    EXPECT_THAT(refusal(), HasSubstr("damaged"));
}

TEST_F(SqliteStoreTest, SurvivesAnyDamageWithAnAnswerOrAnError)
{
    {
        const auto store = open();
        for (int i = 0; i < 50; ++i) {
            must(store->reserve(invoice("k:" + std::to_string(i)), reconciling, start));
        }
    }
    const std::string whole = bytes();
    std::uint32_t random = 42;
    int refused = 0;
    for (int round = 0; round < 40; ++round) {
        std::string damaged = whole;
        for (int i = 0; i < 64; ++i) {
            random = random * 1664525U + 1013904223U;
            damaged[(random >> 4U) % damaged.size()] = static_cast<char>(random >> 24U);
        }
        write(damaged);
        const auto store = SqliteStore::open(m_file);
        bool good = store.ok();
        for (int i = 0; good && i < 50; ++i) {
            good = (*store)->reserve(invoice("k:" + std::to_string(i)), reconciling, start).ok();
        }
        refused += good ? 0 : 1;
    }
    EXPECT_GT(refused, 0); // the damage is real
}

TEST_F(SqliteStoreTest, NamesARecordWithAStateThatThereIsNot)
{
    const auto store = open();
    const Reserved first = must(store->reserve(invoice(), reconciling, start));
    meddle({"UPDATE reservations SET state = 'finished'"});
    const auto got = store->reserve(invoice(), reconciling, start);
    ASSERT_FALSE(got.ok());
    EXPECT_THAT(got.error().cause, HasSubstr("the state \"finished\", which there is not"));
}

TEST_F(SqliteStoreTest, TakesADamagedFingerprintForADifferentRequest)
{
    const auto store = open();
    must(store->reserve(invoice(), reconciling, start));
    meddle({"UPDATE reservations SET fingerprint = '{'"});
    EXPECT_EQ(must(store->reserve(invoice(), reconciling, start)).decision.answer, Answer::Conflict);
}

TEST_F(SqliteStoreTest, ReservesNothingWithoutATokenToGive)
{
    const auto store = open();
    meddle({"DELETE FROM last_token"});
    EXPECT_THAT(store->reserve(invoice(), reconciling, start).error().text(), HasSubstr("last_token"));
    EXPECT_EQ(must(store->find(invoice().key)), std::nullopt);
    meddle({"INSERT INTO last_token VALUES (5)"});
    EXPECT_EQ(must(store->reserve(invoice(), reconciling, start)).record.token,
              6U); // the transaction was ended
}

TEST_F(SqliteStoreTest, SaysThatItsTablesAreGone)
{
    const auto store = open();
    meddle({"DROP TABLE reservations"});
    EXPECT_THAT(store->find("k").error().text(), HasSubstr("did not take a statement"));
}

TEST_F(SqliteStoreTest, TakesOneStatementAtATime)
{
    const auto store = open();
    for (const char* sql : {"", " ", "-- nothing", ";", "SELECT 1; SELECT 2", "SELECT 1; -- and more"}) {
        const auto got = store->session()->run(sql);
        ASSERT_FALSE(got.ok()) << sql;
        EXPECT_THAT(got.error().text(), HasSubstr("not one statement"));
    }
    EXPECT_TRUE(store->session()->run("SELECT 1; ").ok());
}

TEST_F(SqliteStoreTest, SaysThatTheFileCannotBeOpened)
{
    EXPECT_THAT(SqliteStore::open(m_folder.file("no/such/folder/store.db")).error().text(),
                HasSubstr("can't be opened"));
    EXPECT_THAT(SqliteStore::open(m_folder.file(".")).error().text(), HasSubstr("can't be opened"));
    EXPECT_THAT(SqliteStore::open("").error().text(), HasSubstr("no file is named"));
    EXPECT_THAT(SqliteStore::open(":memory:").error().text(), HasSubstr("one of SQLite's special names"));
    EXPECT_THAT(SqliteStore::open("file:keys.db?mode=memory").error().text(), HasSubstr("is no file's name"));
}

TEST_F(SqliteStoreTest, TakesHostileFileNames)
{
    for (const char* name : {"it's \"quoted\".db", "file:x?mode=memory", "\U0001F9FE.db", "a;b%20.db"}) {
        m_file = m_folder.file(name);
        must(open()->reserve(invoice(), reconciling, start));
        EXPECT_GT(bytes().size(), 0U) << name;
        EXPECT_NE(must(open()->find(invoice().key)), std::nullopt) << name;
    }
}

TEST_F(SqliteStoreTest, RefusesAnotherThread)
{
    const auto store = open();
    std::string said;
    std::thread([&] { said = store->reserve(invoice(), reconciling, start).error().text(); }).join();
    EXPECT_THAT(said, HasSubstr("opened by another thread; nothing was changed"));
    EXPECT_EQ(must(store->find(invoice().key)), std::nullopt);
}

TEST_F(SqliteStoreTest, WaitsForAnotherWriterInsteadOfFailing)
{
    const auto store = open();
    std::atomic<bool> locked{false};
    std::atomic<bool> released{false};
    std::thread writer([&] {
        const auto connection = must(SqliteConnection::open(m_file));
        must(connection->run("BEGIN IMMEDIATE"));
        locked = true;
        std::this_thread::sleep_for(150ms); // a writer that takes its time is what this test is about
        released = true;
        must(connection->run("COMMIT"));
    });
    while (!locked) {
        std::this_thread::yield();
    }
    const auto got = store->reserve(invoice(), reconciling, start);
    EXPECT_TRUE(released);
    writer.join();
    EXPECT_EQ(must(got).decision.answer, Answer::Started);
}

} // namespace
} // namespace idem
