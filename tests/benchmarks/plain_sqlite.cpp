#include "tests/benchmarks/plain_sqlite.h"

#include "tests/benchmarks/engine_loop.h"
#include "tests/benchmarks/plain_records.h"

#include <algorithm>
#include <sqlite3.h>
#include <stdexcept>

namespace idem {

PlainSqlite::PlainSqlite(const std::string& path, const std::vector<std::string>& statements)
    : m_fingerprint(plain::fingerprintText())
{
    constexpr std::array<int, statementCount> parameters{1, 0, 0, 15, 0, 19};
    if (statements.size() != statementCount) {
        throw std::runtime_error("the engine runs other statements than the plain loop knows");
    }
    if (sqlite3_open_v2(path.c_str(), &m_database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr)
        != SQLITE_OK) {
        fail();
    }
    run("PRAGMA journal_mode = WAL");
    run("PRAGMA synchronous = FULL");
    run("PRAGMA cache_size = -32768");
    for (std::size_t i = 0; i < statementCount; ++i) {
        std::string sql = statements[i];
        std::replace(sql.begin(), sql.end(), '$', '?'); // numbered, as the engine has them
        if (sqlite3_prepare_v3(m_database, sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &m_statements.at(i),
                               nullptr)
                != SQLITE_OK
            || sqlite3_bind_parameter_count(m_statements.at(i)) != parameters.at(i)) {
            throw std::runtime_error("the plain loop cannot run the engine's statement: " + statements[i]);
        }
    }
}

PlainSqlite::~PlainSqlite()
{
    for (sqlite3_stmt* statement : m_statements) {
        sqlite3_finalize(statement);
    }
    sqlite3_close(m_database);
}

void PlainSqlite::run(const char* sql)
{
    if (sqlite3_exec(m_database, sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
        fail();
    }
}

void PlainSqlite::reserveAndComplete(const std::string& key)
{
    const std::int64_t reserved = plain::now();
    sqlite3_stmt* read = m_statements[Read];
    sqlite3_bind_text(read, 1, key.data(), static_cast<int>(key.size()), SQLITE_STATIC);
    stepOnce(Read); // nothing is there
    stepOnce(Begin);
    sqlite3_stmt* newToken = m_statements[NewToken];
    if (sqlite3_step(newToken) != SQLITE_ROW) {
        fail();
    }
    const std::int64_t token = sqlite3_column_int64(newToken, 0);
    if (sqlite3_step(newToken) != SQLITE_DONE) {
        fail();
    }
    sqlite3_reset(newToken);
    const std::string first = plain::history(reserved, false);
    sqlite3_stmt* insert = m_statements[Insert];
    bindRecord(insert, key, false, reserved, token);
    sqlite3_bind_text(insert, 14, first.data(), static_cast<int>(first.size()), SQLITE_STATIC);
    stepOnce(Insert);
    stepOnce(Commit);

    const std::int64_t done = plain::now();
    const std::string second = plain::history(done, true);
    sqlite3_stmt* update = m_statements[Update];
    bindRecord(update, key, true, done, token);
    sqlite3_bind_text(update, 14, second.data(), static_cast<int>(second.size()), SQLITE_STATIC);
    sqlite3_bind_int64(update, 5, reserved);
    sqlite3_bind_int64(update, 6, reserved + plain::lease);
    sqlite3_bind_int64(update, 16, token);
    sqlite3_bind_text(update, 17, "processing", -1, SQLITE_STATIC);
    sqlite3_bind_int64(update, 18, reserved + plain::lease);
    sqlite3_bind_int64(update, 19, reserved + plain::retention);
    stepOnce(Update);
    if (sqlite3_changes(m_database) != 1) {
        fail();
    }
}

void PlainSqlite::bindRecord(sqlite3_stmt* statement, const std::string& key, bool done, std::int64_t now,
                             std::int64_t token)
{
    sqlite3_bind_text(statement, 1, key.data(), static_cast<int>(key.size()), SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, done ? "done" : "processing", -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 3, m_fingerprint.data(), static_cast<int>(m_fingerprint.size()),
                      SQLITE_STATIC);
    sqlite3_bind_text(statement, 4, Invoice::holder, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 5, now);
    sqlite3_bind_int64(statement, 6, now + plain::lease);
    sqlite3_bind_int64(statement, 7, now + plain::retention);
    sqlite3_bind_int64(statement, 8, plain::retention);
    sqlite3_bind_int64(statement, 9, 1);
    if (done) {
        const std::string_view answer = Invoice::answer;
        sqlite3_bind_blob(statement, 10, answer.data(), static_cast<int>(answer.size()), SQLITE_STATIC);
    } else {
        sqlite3_bind_null(statement, 10);
    }
    sqlite3_bind_null(statement, 11);
    sqlite3_bind_int64(statement, 12, 0);
    sqlite3_bind_text(statement, 13, "", 0, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 15, token);
}

void PlainSqlite::replay(const std::string& key)
{
    sqlite3_stmt* read = m_statements[Read];
    sqlite3_bind_text(read, 1, key.data(), static_cast<int>(key.size()), SQLITE_STATIC);
    if (sqlite3_step(read) != SQLITE_ROW) {
        fail();
    }
    for (std::size_t i = 0; i < m_row.size(); ++i) {
        const int column = static_cast<int>(i);
        const void* bytes = sqlite3_column_blob(read, column);
        const int size = sqlite3_column_bytes(read, column);
        m_row.at(i).assign(static_cast<const char*>(bytes),
                           bytes != nullptr ? static_cast<std::size_t>(size) : 0);
    }
    if (m_row.front() != "done" || sqlite3_step(read) != SQLITE_DONE) {
        fail();
    }
    sqlite3_reset(read);
}

void PlainSqlite::stepOnce(Statement which)
{
    sqlite3_stmt* statement = m_statements.at(which);
    if (sqlite3_step(statement) != SQLITE_DONE) {
        fail();
    }
    sqlite3_reset(statement);
}

void PlainSqlite::fail() const
{
    throw std::runtime_error(std::string("the plain loop failed: ") + sqlite3_errmsg(m_database));
}

} // namespace idem
