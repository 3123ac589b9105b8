#pragma once

#include "core/error.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

namespace idem {

/// A value that is bound to a statement. Text is UTF-8; both views must live until the statement has run.
struct SqlBytes
{
    std::string_view bytes;
};
using SqlParameter = std::variant<std::nullptr_t, std::int64_t, std::string_view, SqlBytes>;

/// A value that a statement gave: nothing, a whole number, or text or bytes as they are.
using SqlValue = std::variant<std::monostate, std::int64_t, std::string>;

/// What a statement gave. Everything was read and the statement is over, so that it holds no lock.
struct SqlRows
{
    std::vector<std::vector<SqlValue>> rows;
    std::int64_t affected = 0; ///< rows that were inserted, updated or deleted
};

std::int64_t numberOf(const SqlValue& value); ///< 0 where it is no number
std::string textOf(const SqlValue& value); ///< empty where it is neither text nor bytes

/// One connection to one database: runs statements and says what went wrong in words. A store owns it and lends
/// it to work that has to be in one transaction with a reservation. One thread at a time.
class SqlSession
{
public:
    SqlSession() = default;
    SqlSession(const SqlSession&) = delete;
    SqlSession& operator=(const SqlSession&) = delete;
    virtual ~SqlSession() = default;

    /// Places for values are `$1`, `$2` …, whatever the database itself calls them. Prepared at the first use
    /// and kept, so `sql` should be one of a few texts.
    Result<SqlRows> run(std::string_view sql, const std::vector<SqlParameter>& values = {});

    /// Begins, runs `work`, and commits when it returns true; rolls back when it returns false or an error, and
    /// when it throws. Inside another transaction it is a savepoint: nothing is final before the outermost
    /// ends.
    using Work = std::function<Result<bool>()>;
    std::optional<Error> inTransaction(const Work& work);
    bool isInTransaction() const { return m_depth > 0; }

    /// What this is a connection to, for messages; never with a password.
    virtual const std::string& place() const = 0;

    /// Called with every statement just before it runs: for tests that end the process between any two.
    void observe(std::function<void(std::string_view sql)> observer) { m_observer = std::move(observer); }

protected:
    virtual Result<SqlRows> execute(std::string_view sql, const std::vector<SqlParameter>& values) = 0;
    virtual const char* beginStatement() const = 0;

    /// The database itself is in no transaction (any more). False where the connection is lost.
    virtual bool isIdle() const = 0;

    /// COMMIT, on the connection that the transaction began on. An error where it was rolled back instead.
    virtual Result<SqlRows> commit() { return run("COMMIT"); }
    void announce(std::string_view sql) const
    {
        if (m_observer) {
            m_observer(sql);
        }
    }
    Error endedUnderneath() const;

private:
    std::optional<Error> rollBack(int depth);

    int m_depth = 0;
    std::thread::id m_thread = std::this_thread::get_id();
    std::function<void(std::string_view)> m_observer;
};

} // namespace idem
