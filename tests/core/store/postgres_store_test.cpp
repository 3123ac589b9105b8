#include "core/store/postgres_store.h"

#include "core/store/postgres_connection.h"
#include "tests/core/store/store_under_test.h"

#include <gmock/gmock.h>
#include <thread>

namespace idem {
namespace {

using testing::HasSubstr;

// What only a store on a server has to get right.
class PostgresStoreTest : public testing::Test
{
protected:
    void SetUp() override
    {
        if (!PostgresDatabase::available()) {
            GTEST_SKIP() << "no server: scripts/test.sh starts one";
        }
        m_database = std::make_unique<PostgresDatabase>();
    }
    std::unique_ptr<PostgresStore> open() { return must(PostgresStore::open(m_database->connection())); }
    std::unique_ptr<PostgresConnection> connect()
    {
        return must(PostgresConnection::open(m_database->connection()));
    }

    std::unique_ptr<PostgresDatabase> m_database;
};

TEST_F(PostgresStoreTest, RefusesANewerSchemaAndLeavesItAsItIs)
{
    open();
    must(connect()->run("UPDATE idemscope.schema_version SET version = 3"));
    const auto opened = PostgresStore::open(m_database->connection());
    ASSERT_FALSE(opened.ok());
    EXPECT_THAT(opened.error().text(),
                HasSubstr("schema version 3, this program knows 2; nothing was changed"));
}

TEST_F(PostgresStoreTest, ConnectsAgainAfterTheConnectionWasLost)
{
    const auto store = open();
    must(store->reserve(invoice(), reconciling, start));
    must(connect()->run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        " WHERE datname = current_database() AND pid <> pg_backend_pid()"));
    const auto lost = store->reserve(invoice("next"), reconciling, start);
    ASSERT_FALSE(lost.ok());
    EXPECT_THAT(lost.error().text(), HasSubstr("not known"));
    EXPECT_EQ(must(store->reserve(invoice(), reconciling, start)).decision.answer, Answer::InProgress);
}

TEST_F(PostgresStoreTest, RefusesAColumnWhoseBinaryFormIsNeitherTextNorANumberInsteadOfShowingItsBytes)
{
    const auto connection = connect();
    for (const std::string value :
         {"12.50::numeric", "now()", "1.5::float8", "gen_random_uuid()", "'{}'::jsonb"}) {
        const auto got = connection->run("SELECT " + value + " AS shown");
        ASSERT_FALSE(got.ok()) << value;
        EXPECT_THAT(got.error().text(), HasSubstr("the column \"shown\" has a type"));
        EXPECT_TRUE(connection->run("SELECT CAST(" + value + " AS text) AS shown").ok()) << value;
    }
    EXPECT_EQ(std::get<std::string>(must(connection->run("SELECT '{\"a\":1}'::json")).rows[0][0]), "{\"a\":1}");
    EXPECT_EQ(std::get<std::string>(must(connection->run("SELECT 'x'::varchar(3)")).rows[0][0]), "x");
}

TEST_F(PostgresStoreTest, NeverCommitsOnANewConnectionWhatWasBegunOnTheLostOne)
{
    const auto store = open();
    const auto failed = store->together([&]() -> Result<bool> {
        must(store->reserve(invoice(), reconciling, start));
        must(connect()->run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                            " WHERE datname = current_database() AND pid <> pg_backend_pid()"));
        return true;
    });
    EXPECT_TRUE(failed.has_value());
    EXPECT_EQ(must(store->find(invoice().key)), std::nullopt);
}

TEST_F(PostgresStoreTest, BelongsToTheThreadThatOpenedIt)
{
    const auto store = open();
    std::thread other([&] {
        const auto got = store->find("k");
        ASSERT_FALSE(got.ok());
        EXPECT_THAT(got.error().text(), HasSubstr("another thread"));
    });
    other.join();
}

TEST_F(PostgresStoreTest, TakesOneRoundTripForANewKeyAndForARepeatAndOneMoreToFinish)
{
    const auto store = open();
    int statements = 0;
    store->session()->observe([&](std::string_view) { ++statements; });
    const Reserved first = must(store->reserve(invoice(), reconciling, start));
    EXPECT_EQ(statements, 1);
    must(store->reserve(invoice(), reconciling, start));
    EXPECT_EQ(statements, 2);
    must(store->finish(first.record, Outcome::Done, "x", start));
    EXPECT_EQ(statements, 3);
}

TEST_F(PostgresStoreTest, SaysWhyItCannotConnect)
{
    const auto wrongName = PostgresStore::open("dbname=no_such_database");
    ASSERT_FALSE(wrongName.ok());
    EXPECT_THAT(wrongName.error().text(), HasSubstr("can't be reached"));
    EXPECT_FALSE(PostgresStore::open("host=/nowhere").ok());
    EXPECT_FALSE(PostgresStore::open("nonsense").ok());
}

} // namespace
} // namespace idem
