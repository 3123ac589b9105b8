#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace idem {

/// The baseline: SQLite's C interface in the plainest loop that does what the engine does, with the engine's
/// own statements on a file with the engine's own schema. One thread.
class PlainSqlite
{
public:
    /// `statements` are those that the engine ran for one reserve and complete, in order.
    PlainSqlite(const std::string& path, const std::vector<std::string>& statements);
    PlainSqlite(const PlainSqlite&) = delete;
    PlainSqlite& operator=(const PlainSqlite&) = delete;
    ~PlainSqlite();

    void run(const char* sql); ///< a pragma
    void reserveAndComplete(const std::string& key);
    void replay(const std::string& key); ///< reads every column of a key that is done

private:
    enum Statement { Read, Begin, NewToken, Insert, Commit, Update };
    static constexpr std::size_t statementCount = 6;

    void bindRecord(sqlite3_stmt* statement, const std::string& key, bool done, std::int64_t now,
                    std::int64_t token);
    void stepOnce(Statement which);
    [[noreturn]] void fail() const;

    sqlite3* m_database = nullptr;
    std::array<sqlite3_stmt*, statementCount> m_statements{};
    std::string m_fingerprint;
    std::array<std::string, 14> m_row;
};

} // namespace idem
