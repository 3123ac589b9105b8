#include "core/store/postgres_store.h"

#include "core/store/postgres_connection.h"
#include "core/store/postgres_schema.h"
#include "core/store/sql_records.h"

#include <utility>

namespace idem {

namespace {

const std::string columns(recordColumns);

// `$1` … `$14` and a new token, as SqlRecord gives them.
const std::string insertFresh = "INSERT INTO idemscope.reservations (key, " + columns
    + ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, nextval('idemscope.tokens'))"
      " ON CONFLICT (key) DO NOTHING RETURNING token";

std::string updateStatement(const std::string& token)
{
    return "UPDATE idemscope.reservations SET (" + columns
        + ") = ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, " + token
        + ") WHERE key = $1 AND token = $15 AND state = $16 AND lease_until = $17 AND keep_until = $18"
          " RETURNING token";
}

} // namespace

Result<std::unique_ptr<PostgresStore>> PostgresStore::open(const std::string& connection)
{
    Result<std::unique_ptr<PostgresConnection>> opened = PostgresConnection::open(connection);
    if (!opened) {
        return opened.error();
    }
    if (auto error = preparePostgresSchema(**opened)) {
        return *error;
    }
    return std::unique_ptr<PostgresStore>(new PostgresStore(std::move(*opened)));
}

PostgresStore::PostgresStore(std::unique_ptr<SqlSession> connection)
    : SqlStore(std::move(connection),
               {.reservations = "idemscope.reservations",
                .budgets = "idemscope.budgets",
                .lockToPrune = " FOR UPDATE SKIP LOCKED"})
{
}

/// Both in one statement: what is there is read, or the key is stored. The two see one moment; where the key
/// was taken after it, neither has a row, and the caller asks again. A repeat only reads: it takes no token,
/// since every 32nd that a sequence gives is a write that would wait for the disk.
Result<CasStore::Claim> PostgresStore::claim(const ReserveRequest& request, TimePoint now)
{
    if (request.budget) {
        return CasStore::claim(request, now);
    }
    static const std::string sql = "WITH seen AS (SELECT " + columns
        + " FROM idemscope.reservations WHERE key = $1), fresh AS (INSERT INTO idemscope.reservations (key, "
        + columns
        + ") SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10::bytea, $11::text, $12, $13, $14,"
          " nextval('idemscope.tokens') WHERE NOT EXISTS (SELECT FROM seen)"
          " ON CONFLICT (key) DO NOTHING RETURNING token)"
          " SELECT NULL::text, NULL::text, NULL::text, NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint,"
          " NULL::bigint, NULL::bytea, NULL::text, NULL::bigint, NULL::text, NULL::text, token FROM fresh"
          " UNION ALL SELECT "
        + columns + " FROM seen";
    Reservation fresh = created(request, now);
    const SqlRecord values(fresh);
    Result<SqlRows> got = database().run(sql, values.values());
    if (!got) {
        return got.error();
    }
    if (got->rows.empty()) {
        return Claim{};
    }
    std::vector<SqlValue>& row = got->rows.front();
    if (std::holds_alternative<std::monostate>(row.front())) {
        fresh.token = static_cast<std::uint64_t>(numberOf(row.back()));
        return Claim{.created = true, .record = std::move(fresh)};
    }
    Result<Reservation> record = recordOf(database().place(), fresh.key, row);
    if (!record) {
        return record.error();
    }
    return Claim{.created = false, .record = std::move(*record)};
}

Result<bool> PostgresStore::insertRow(Reservation& record)
{
    const SqlRecord values(record);
    const Result<SqlRows> done = database().run(insertFresh, values.values());
    if (!done) {
        return done.error();
    }
    if (done->rows.empty()) {
        return false;
    }
    record.token = static_cast<std::uint64_t>(numberOf(done->rows.front().front()));
    return true;
}

Result<bool> PostgresStore::updateRow(const Reservation& seen, Reservation& next, Token token)
{
    static const std::string keeping = updateStatement("$15");
    static const std::string renewing = updateStatement("nextval('idemscope.tokens')");
    SqlRecord values(next);
    values.addSeen(seen);
    const Result<SqlRows> done = database().run(token == Token::New ? renewing : keeping, values.values());
    if (!done) {
        return done.error();
    }
    if (done->rows.empty()) {
        return false;
    }
    next.token = static_cast<std::uint64_t>(numberOf(done->rows.front().front()));
    return true;
}

} // namespace idem
