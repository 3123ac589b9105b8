#include "tests/benchmarks/filled_table.h"

#include "core/store/postgres_store.h"
#include "core/store/sql_records.h"
#include "core/store/sql_session.h"
#include "core/store/sqlite_store.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace idem {

namespace {

constexpr std::int64_t keySpace = 0xFFFF'FFFF;
constexpr std::int64_t rowsPerStatement = 100'000;
constexpr std::size_t mostRecent = 1000;

// `$1` is the sample's key and not used by these: it stands there so that every value has its type.
const std::string columns(recordColumns);
const std::string sqliteInsert = "INSERT INTO reservations (key, " + columns
    + ") WITH RECURSIVE rows(i) AS (SELECT $15 UNION ALL SELECT i + 1 FROM rows WHERE i + 1 < $16)"
      " SELECT printf('invoice:%08x:2026-10', i * $17), $2, $3, $4, $5, $6, $7 + i, $8, $9, $10, $11, $12, "
      "$13, $14,"
      " $18 FROM rows WHERE $1 <> ''";
const std::string postgresInsert = "INSERT INTO idemscope.reservations (key, " + columns
    + ") SELECT 'invoice:' || lpad(to_hex(i * $17::bigint), 8, '0') || ':2026-10', $2, $3, $4, $5, $6, $7 + i, "
      "$8, $9,"
      " $10, $11, $12, $13, $14, $18 FROM generate_series($15::bigint, $16::bigint - 1) AS rows(i)"
      " WHERE $1::text <> ''";

std::int64_t numberFrom(Store& store, const char* sql)
{
    return numberOf(must(store.session()->run(sql)).rows.front().front());
}

} // namespace

std::unique_ptr<FilledTable> FilledTable::inSqlite(Workspace& workspace, std::int64_t rows)
{
    std::unique_ptr<FilledTable> out(
        new FilledTable(nullptr, must(SqliteStore::open(workspace.freshFile("filled"))), rows));
    Store& store = *out->m_store;
    must(store.session()->run("PRAGMA synchronous = OFF"));
    out->fill(sqliteInsert);
    must(store.session()->run("PRAGMA wal_checkpoint(TRUNCATE)"));
    must(store.session()->run("PRAGMA synchronous = FULL"));
    const std::int64_t bytes = numberFrom(store, "PRAGMA page_count") * numberFrom(store, "PRAGMA page_size");
    out->m_bytesPerReservation
        = static_cast<double>(bytes) / static_cast<double>(out->m_rows + out->m_added + 1);
    return out;
}

std::unique_ptr<FilledTable> FilledTable::inPostgres(std::int64_t rows)
{
    auto database = std::make_unique<ScratchDatabase>();
    std::unique_ptr<Store> store = must(PostgresStore::open(database->connection()));
    std::unique_ptr<FilledTable> out(new FilledTable(std::move(database), std::move(store), rows));
    must(out->m_store->session()->run("SET synchronous_commit = off"));
    out->fill(postgresInsert);
    must(out->m_store->session()->run("SET synchronous_commit = on"));
    must(out->m_store->session()->run("VACUUM ANALYZE idemscope.reservations"));
    must(out->m_store->session()->run("CHECKPOINT"));
    const std::int64_t bytes
        = numberFrom(*out->m_store, "SELECT pg_total_relation_size('idemscope.reservations')");
    out->m_bytesPerReservation
        = static_cast<double>(bytes) / static_cast<double>(out->m_rows + out->m_added + 1);
    return out;
}

FilledTable::FilledTable(std::unique_ptr<ScratchDatabase> database, std::unique_ptr<Store> store,
                         std::int64_t rows)
    : m_database(std::move(database))
    , m_store(std::move(store))
    , m_engine(*m_store)
    , m_rows(rows)
    , m_step(std::max<std::int64_t>(keySpace / rows, 1))
{
}

FilledTable::~FilledTable() = default;

/// Rows are copies of one that the engine made, and the last ones its own.
void FilledTable::fill(const std::string& insert)
{
    m_engine.reserveAndComplete("sample");
    const Reservation sample = *must(m_store->find("sample"));
    for (std::int64_t row = 0; row < m_rows; row += rowsPerStatement) {
        SqlRecord values(sample);
        values.add(row);
        values.add(std::min(row + rowsPerStatement, m_rows));
        values.add(m_step);
        values.add(parameter(sample.token));
        must(m_store->session()->run(insert, values.values()));
    }
    reserveAndCompleteNew(static_cast<int>(mostRecent));
}

std::string FilledTable::keyAt(std::int64_t row) const
{
    char text[64];
    std::snprintf(text, sizeof text, "invoice:%08llx:2026-10", static_cast<unsigned long long>(row * m_step));
    return text;
}

void FilledTable::reserveAndCompleteNew(int times)
{
    for (int i = 0; i < times; ++i) {
        char text[64];
        std::snprintf(text, sizeof text, "invoice:%08llx-%lld:2026-10",
                      static_cast<unsigned long long>(m_random() & static_cast<std::uint64_t>(keySpace)),
                      static_cast<long long>(++m_added));
        m_engine.reserveAndComplete(text);
        if (m_recent.size() < mostRecent) {
            m_recent.emplace_back(text);
        } else {
            m_recent.at(static_cast<std::size_t>(m_added) % mostRecent) = text;
        }
    }
}

void FilledTable::replayRecent(int times)
{
    for (int i = 0; i < times; ++i) {
        m_engine.replay(m_recent.at(m_random() % m_recent.size()));
    }
}

void FilledTable::replayAny(int times)
{
    for (int i = 0; i < times; ++i) {
        m_engine.replay(keyAt(static_cast<std::int64_t>(m_random() % static_cast<std::uint64_t>(m_rows))));
    }
}

} // namespace idem
