#include "core/store/postgres_store.h"

#include "core/store/postgres_connection.h"
#include "core/store/postgres_schema.h"
#include "core/store/sql_budgets.h"
#include "core/store/sql_records.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace idem {

namespace {

const std::string columns(recordColumns);
constexpr std::string_view budgets = "idemscope.budgets";

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

PostgresStore::PostgresStore(std::unique_ptr<PostgresConnection> connection)
    : m_connection(std::move(connection))
{
}

PostgresStore::~PostgresStore() = default;

SqlSession* PostgresStore::session()
{
    return m_connection.get();
}

std::optional<Error> PostgresStore::together(const std::function<Result<bool>()>& work)
{
    return m_connection->inTransaction(work);
}

Result<std::optional<Reservation>> PostgresStore::read(const std::string& key)
{
    static const std::string sql = "SELECT " + columns + " FROM idemscope.reservations WHERE key = $1";
    Result<SqlRows> got = m_connection->run(sql, {std::string_view(key)});
    if (!got) {
        return got.error();
    }
    if (got->rows.empty()) {
        return std::optional<Reservation>();
    }
    Result<Reservation> record = recordOf(m_connection->place(), key, got->rows.front());
    if (!record) {
        return record.error();
    }
    return std::optional(std::move(*record));
}

/// Both in one statement: what is there is read, or the key is stored. The two see one moment; where the key
/// was taken after it, neither has a row, and the caller asks again. A repeat only reads: it takes no token,
/// since every 32nd that a sequence gives is a write that would wait for the disk.
Result<CasStore::Claim> PostgresStore::claim(Reservation fresh)
{
    if (fresh.budget) {
        return CasStore::claim(std::move(fresh));
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
    const SqlRecord values(fresh);
    Result<SqlRows> got = m_connection->run(sql, values.values());
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
    Result<Reservation> record = recordOf(m_connection->place(), fresh.key, row);
    if (!record) {
        return record.error();
    }
    return Claim{.created = false, .record = std::move(*record)};
}

Result<std::optional<Reservation>> PostgresStore::insert(Reservation record)
{
    bool isNew = false;
    const std::optional<Error> failed = m_connection->inTransaction([&]() -> Result<bool> {
        const SqlRecord values(record);
        const Result<SqlRows> done = m_connection->run(insertFresh, values.values());
        if (!done) {
            return done.error();
        }
        if (done->rows.empty()) {
            return false;
        }
        record.token = static_cast<std::uint64_t>(numberOf(done->rows.front().front()));
        Result<bool> counted = applyBudgetChanges(*m_connection, budgets, budgetChanges(nullptr, record));
        isNew = counted && *counted;
        return counted;
    });
    if (failed) {
        return *failed;
    }
    return isNew ? std::optional(std::move(record)) : std::nullopt;
}

Result<bool> PostgresStore::update(const Reservation& seen, Reservation& next, Token token)
{
    static const std::string keeping = updateStatement("$15");
    static const std::string renewing = updateStatement("nextval('idemscope.tokens')");
    SqlRecord values(next);
    values.addSeen(seen);
    const Result<SqlRows> done = m_connection->run(token == Token::New ? renewing : keeping, values.values());
    if (!done) {
        return done.error();
    }
    if (done->rows.empty()) {
        return false;
    }
    next.token = static_cast<std::uint64_t>(numberOf(done->rows.front().front()));
    return true;
}

Result<std::optional<Reservation>> PostgresStore::replace(const Reservation& seen, Reservation next,
                                                          Token token, const std::vector<BudgetChange>& changes)
{
    bool replaced = false;
    const auto write = [&]() -> Result<bool> {
        Result<bool> done = update(seen, next, token);
        if (done && *done && !changes.empty()) {
            done = applyBudgetChanges(*m_connection, budgets, changes);
        }
        replaced = done && *done;
        return done;
    };
    if (changes.empty()) { // one statement is a transaction of its own
        if (const Result<bool> done = write(); !done) {
            return done.error();
        }
    } else if (const std::optional<Error> failed = m_connection->inTransaction(write)) {
        return *failed;
    }
    return replaced ? std::optional(std::move(next)) : std::nullopt;
}

Result<std::int64_t> PostgresStore::budgetUsed(const std::string& scope)
{
    return budgetUsedIn(*m_connection, budgets, scope);
}

Result<std::size_t> PostgresStore::prune(TimePoint now, std::size_t limit)
{
    static const std::string sql
        = "DELETE FROM idemscope.reservations WHERE key IN (SELECT key FROM idemscope.reservations"
          " WHERE keep_until <= $1 AND state IN ("
        + prunableStates() + ") ORDER BY keep_until, key LIMIT $2 FOR UPDATE SKIP LOCKED)";
    constexpr std::size_t most = std::numeric_limits<int>::max();
    const Result<SqlRows> done
        = m_connection->run(sql, {parameter(now), static_cast<std::int64_t>(std::min(limit, most))});
    if (!done) {
        return done.error();
    }
    return static_cast<std::size_t>(done->affected);
}

} // namespace idem
