#include "core/store/sqlite_store.h"

#include "core/store/sql_records.h"
#include "core/store/sqlite_connection.h"
#include "core/store/sqlite_schema.h"

#include <utility>

namespace idem {

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

SqliteStore::SqliteStore(std::unique_ptr<SqlSession> connection)
    : SqlStore(std::move(connection), {.reservations = "reservations", .budgets = "budgets", .lockToPrune = {}})
{
}

Result<std::uint64_t> SqliteStore::newToken()
{
    Result<SqlRows> got = database().run("UPDATE last_token SET token = token + 1 RETURNING token");
    if (!got) {
        return got.error();
    }
    if (got->rows.size() != 1) {
        return Error{.place = database().place(),
                     .cause = "the table last_token does not hold its one row; nothing was changed",
                     .cure = "Put the highest token of the table reservations there"};
    }
    return static_cast<std::uint64_t>(numberOf(got->rows.front().front()));
}

Result<bool> SqliteStore::insertRow(Reservation& record)
{
    static const std::string sql = "INSERT INTO reservations (key, " + std::string(recordColumns)
        + ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)"
          " ON CONFLICT (key) DO NOTHING";
    const Result<std::uint64_t> token = newToken();
    if (!token) {
        return token.error();
    }
    record.token = *token;
    SqlRecord values(record);
    values.add(parameter(record.token));
    const Result<SqlRows> done = database().run(sql, values.values());
    if (!done) {
        return done.error();
    }
    return done->affected == 1;
}

Result<bool> SqliteStore::updateRow(const Reservation& seen, Reservation& next, Token token)
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
    const Result<SqlRows> done = database().run(sql, values.values());
    if (!done) {
        return done.error();
    }
    return done->affected == 1;
}

} // namespace idem
