#include "core/store/sql_session.h"

#include <array>

namespace idem {

namespace {

struct Savepoint
{
    const char* begin;
    const char* keep;
    const char* undo;
};
// Literals, so that each is prepared once. Deeper than this nothing in the house goes.
constexpr std::array<Savepoint, 3> savepoints{
    Savepoint{"SAVEPOINT level1", "RELEASE SAVEPOINT level1", "ROLLBACK TO SAVEPOINT level1"},
    Savepoint{"SAVEPOINT level2", "RELEASE SAVEPOINT level2", "ROLLBACK TO SAVEPOINT level2"},
    Savepoint{"SAVEPOINT level3", "RELEASE SAVEPOINT level3", "ROLLBACK TO SAVEPOINT level3"}};

/// Leaves the transaction when `work` throws.
class Level
{
public:
    explicit Level(int& depth)
        : m_depth(depth)
    {
        ++m_depth;
    }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    ~Level()
    {
        if (m_depth > 0) {
            --m_depth;
        }
    }

private:
    int& m_depth;
};

} // namespace

std::int64_t numberOf(const SqlValue& value)
{
    const auto* number = std::get_if<std::int64_t>(&value);
    return number != nullptr ? *number : 0;
}

std::string textOf(const SqlValue& value)
{
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr ? *text : std::string();
}

Result<SqlRows> SqlSession::run(std::string_view sql, const std::vector<SqlParameter>& values)
{
    if (std::this_thread::get_id() != m_thread) {
        return Error{.place = place(),
                     .cause = "this store was opened by another thread; nothing was changed",
                     .cure = "Open it once more in the thread that uses it"};
    }
    announce(sql);
    if (isInTransaction() && isIdle()) {
        return endedUnderneath();
    }
    return execute(sql, values);
}

Error SqlSession::endedUnderneath() const
{
    return Error{.place = place(),
                 .cause = "the transaction was ended by the database or by its own work, and is not going on",
                 .cure = "Begin again; work may not commit or roll back by itself"};
}

std::optional<Error> SqlSession::inTransaction(const Work& work)
{
    const int depth = m_depth;
    if (depth > static_cast<int>(savepoints.size())) {
        return Error{.place = {},
                     .cause = "transactions are nested more than four deep; nothing was changed",
                     .cure = "End one before the next begins"};
    }
    const Savepoint* inner = depth > 0 ? &savepoints.at(static_cast<std::size_t>(depth) - 1) : nullptr;
    if (Result<SqlRows> begun = run(inner != nullptr ? inner->begin : beginStatement()); !begun) {
        return begun.error();
    }
    Result<bool> keep = false;
    {
        const Level level(m_depth);
        try {
            keep = work();
        } catch (...) {
            rollBack(depth);
            throw;
        }
    }
    if (!keep || !*keep) {
        const std::optional<Error> failed = rollBack(depth);
        return keep ? failed : keep.error();
    }
    if (Result<SqlRows> done = inner != nullptr ? run(inner->keep) : commit(); !done) {
        rollBack(depth);
        return done.error();
    }
    return std::nullopt;
}

std::optional<Error> SqlSession::rollBack(int depth)
{
    const Savepoint* inner = depth > 0 ? &savepoints.at(static_cast<std::size_t>(depth) - 1) : nullptr;
    Result<SqlRows> done = run(inner != nullptr ? inner->undo : "ROLLBACK");
    if (done && inner != nullptr) {
        done = run(inner->keep);
    }
    return done ? std::nullopt : std::optional(done.error());
}

} // namespace idem
