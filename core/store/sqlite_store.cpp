#include "core/store/sqlite_store.h"

#include "core/store/sql_budgets.h"
#include "core/store/sql_records.h"
#include "core/store/sqlite_connection.h"
#include "core/store/sqlite_schema.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace idem {

namespace {

constexpr std::string_view budgets = "budgets";

} // namespace

Result<std::unique_ptr<SqliteStore>> SqliteStore::open(const std::string& path)
{
    Result<std::unique_ptr<SqliteConnection>> connection = SqliteConnection::open(path);
    if (!connection) {
        return connection.error();
    }
    if (auto error = prepareSqliteSchema(**connection)) {
        return *error;
    }
    return std::unique_ptr<SqliteStore>(new SqliteStore(std::move(*connection)));
}

SqliteStore::SqliteStore(std::unique_ptr<SqliteConnection> connection)
    : m_connection(std::move(connection))
{
}

SqliteStore::~SqliteStore() = default;

SqlSession* SqliteStore::session()
{
    return m_connection.get();
}

std::optional<Error> SqliteStore::together(const std::function<Result<bool>()>& work)
{
    return m_connection->inTransaction(work);
}

Result<std::optional<Reservation>> SqliteStore::read(const std::string& key)
{
    static const std::string sql = "SELECT " + std::string(recordColumns) + " FROM reservations WHERE key = $1";
    Result<SqlRows> got = m_connection->run(sql, {std::string_view(key)});
    if (!got) {
        return got.error();
    }
    if (got->rows.empty()) {
        return std::optional<Reservation>();
    }
    Result<Reservation> record = recordOf(m_connection->path(), key, got->rows.front());
    if (!record) {
        return record.error();
    }
    return std::optional(std::move(*record));
}

Result<std::uint64_t> SqliteStore::newToken()
{
    Result<SqlRows> got = m_connection->run("UPDATE last_token SET token = token + 1 RETURNING token");
    if (!got) {
        return got.error();
    }
    if (got->rows.size() != 1) {
        return Error{.place = m_connection->path(),
                     .cause = "the table last_token does not hold its one row; nothing was changed",
                     .cure = "Put the highest token of the table reservations there"};
    }
    return static_cast<std::uint64_t>(numberOf(got->rows.front().front()));
}

Result<std::optional<Reservation>> SqliteStore::insert(Reservation record)
{
    static const std::string sql = "INSERT INTO reservations (key, " + std::string(recordColumns)
        + ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)"
          " ON CONFLICT (key) DO NOTHING";
    bool isNew = false;
    const std::optional<Error> failed = m_connection->inTransaction([&]() -> Result<bool> {
        const Result<std::uint64_t> token = newToken();
        if (!token) {
            return token.error();
        }
        record.token = *token;
        SqlRecord values(record);
        values.add(parameter(record.token));
        Result<SqlRows> done = m_connection->run(sql, values.values());
        if (!done) {
            return done.error();
        }
        isNew = done->affected == 1;
        if (isNew) {
            Result<bool> counted = applyBudgetChanges(*m_connection, budgets, budgetChanges(nullptr, record));
            isNew = counted && *counted;
            return counted;
        }
        return false;
    });
    if (failed) {
        return *failed;
    }
    return isNew ? std::optional(std::move(record)) : std::nullopt;
}

Result<bool> SqliteStore::update(const Reservation& seen, Reservation& next, Token token)
{
    static const std::string sql = "UPDATE reservations SET (" + std::string(recordColumns)
        + ") = ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)"
          " WHERE key = $1 AND token = $16 AND state = $17 AND lease_until = $18 AND keep_until = $19";
    next.token = seen.token;
    if (token == Token::New) {
        const Result<std::uint64_t> fresh = newToken();
        if (!fresh) {
            return fresh.error();
        }
        next.token = *fresh;
    }
    SqlRecord values(next);
    values.add(parameter(next.token));
    values.addSeen(seen);
    Result<SqlRows> done = m_connection->run(sql, values.values());
    if (!done) {
        return done.error();
    }
    return done->affected == 1;
}

Result<std::optional<Reservation>> SqliteStore::replace(const Reservation& seen, Reservation next, Token token,
                                                        const std::vector<BudgetChange>& changes)
{
    bool replaced = false;
    if (token == Token::Keep && changes.empty()) { // one statement is a transaction of its own
        const Result<bool> done = update(seen, next, token);
        if (!done) {
            return done.error();
        }
        replaced = *done;
    } else {
        const std::optional<Error> failed = m_connection->inTransaction([&]() -> Result<bool> {
            Result<bool> done = update(seen, next, token);
            if (done && *done) {
                done = applyBudgetChanges(*m_connection, budgets, changes);
            }
            replaced = done && *done;
            return done;
        });
        if (failed) {
            return *failed;
        }
    }
    return replaced ? std::optional(std::move(next)) : std::nullopt;
}

Result<std::int64_t> SqliteStore::budgetUsed(const std::string& scope)
{
    return budgetUsedIn(*m_connection, budgets, scope);
}

Result<std::size_t> SqliteStore::prune(TimePoint now, std::size_t limit)
{
    static const std::string sql = "DELETE FROM reservations WHERE key IN (SELECT key FROM reservations"
                                   " WHERE keep_until <= $1 AND state IN ("
        + prunableStates() + ") ORDER BY keep_until, key LIMIT $2)";
    constexpr std::size_t most = std::numeric_limits<int>::max();
    Result<SqlRows> done
        = m_connection->run(sql, {parameter(now), static_cast<std::int64_t>(std::min(limit, most))});
    if (!done) {
        return done.error();
    }
    return static_cast<std::size_t>(done->affected);
}

} // namespace idem
