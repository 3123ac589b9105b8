#include "tests/core/store/store_under_test.h"

#include "core/store/memory_store.h"
#include "core/store/postgres_connection.h"
#include "core/store/postgres_store.h"
#include "core/store/sqlite_store.h"

#include <atomic>
#include <cstdlib>
#include <unistd.h>

namespace idem {

namespace {

class InMemory final : public Place
{
public:
    std::shared_ptr<Store> open() override { return m_store; }

private:
    std::shared_ptr<MemoryStore> m_store = std::make_shared<MemoryStore>();
};

class InSqlite final : public Place
{
public:
    std::shared_ptr<Store> open() override { return must(SqliteStore::open(m_folder.file("store.db"))); }

private:
    Folder m_folder;
};

class InPostgres final : public Place
{
public:
    std::shared_ptr<Store> open() override { return must(PostgresStore::open(m_database.connection())); }

private:
    PostgresDatabase m_database;
};

std::unique_ptr<Place> inPostgres()
{
    return PostgresDatabase::available() ? std::make_unique<InPostgres>() : nullptr;
}

} // namespace

bool PostgresDatabase::available()
{
    const bool there = std::getenv("PGHOST") != nullptr; // NOLINT(concurrency-mt-unsafe)
    if (!there && std::getenv("IDEMSCOPE_NEEDS_POSTGRES") != nullptr) { // NOLINT(concurrency-mt-unsafe)
        ADD_FAILURE() << "there is no PostgreSQL server, and this run needs one";
    }
    return there;
}

PostgresDatabase::PostgresDatabase()
{
    static std::atomic<int> count{0};
    m_name = "idem_" + std::to_string(getpid()) + "_" + std::to_string(++count);
    must(must(PostgresConnection::open("dbname=postgres"))
             ->run("CREATE DATABASE " + m_name + " TEMPLATE template0"));
}

PostgresDatabase::~PostgresDatabase()
{
    must(must(PostgresConnection::open("dbname=postgres"))->run("DROP DATABASE " + m_name + " WITH (FORCE)"));
}

std::vector<Kind> everyKind()
{
    return {{"memory", [] { return std::make_unique<InMemory>(); }},
            {"sqlite", [] { return std::make_unique<InSqlite>(); }},
            {"postgres", [] { return inPostgres(); }}};
}

} // namespace idem
