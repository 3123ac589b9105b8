#pragma once

#include "core/store/sql_session.h"

#include <memory>
#include <string>
#include <unordered_map>

struct sqlite3;
struct sqlite3_stmt;

namespace idem {

/// One connection to one SQLite file. SQLite's own interface and not Qt SQL: the engine's fast path is a few
/// microseconds, of which a second layer of values and conversions would be most; and text goes through
/// unchanged, where Qt drops a leading byte order mark. A SqliteStore owns it; only the thread that opened it
/// may use it, others get an error.
class SqliteConnection final : public SqlSession
{
public:
    /// A file that is not there is made (empty) with the first statement. `path` is UTF-8. Waits up to ten
    /// seconds for others that write.
    static Result<std::unique_ptr<SqliteConnection>> open(const std::string& path);

    ~SqliteConnection() override;

    const std::string& place() const override { return m_path; }

protected:
    Result<SqlRows> execute(std::string_view sql, const std::vector<SqlParameter>& values) override;
    bool isIdle() const override;

    /// A deferred one may fail when it first writes; this holds the only write lock of the file from the start.
    const char* beginStatement() const override { return "BEGIN IMMEDIATE"; }

private:
    struct Finalize
    {
        void operator()(sqlite3_stmt* statement) const;
    };
    using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;
    struct TextHash
    {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };

    explicit SqliteConnection(std::string path);

    Result<sqlite3_stmt*> prepared(std::string_view sql);
    std::optional<Error> bind(sqlite3_stmt* statement, const std::vector<SqlParameter>& values) const;
    Result<SqlRows> rowsOf(sqlite3_stmt* statement);
    Error explained(int code) const;

    std::string m_path;
    sqlite3* m_database = nullptr;
    std::unordered_map<std::string, Statement, TextHash, std::equal_to<>> m_statements;
};

} // namespace idem
