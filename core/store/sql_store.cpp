#include "core/store/sql_store.h"

#include "core/store/sql_budgets.h"
#include "core/store/sql_records.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace idem {

SqlStore::SqlStore(std::unique_ptr<SqlSession> session, Names names)
    : m_session(std::move(session))
    , m_names(std::move(names))
    , m_readStatement("SELECT " + std::string(recordColumns) + " FROM " + m_names.reservations
                      + " WHERE key = $1")
    , m_pruneStatement("DELETE FROM " + m_names.reservations + " WHERE key IN (SELECT key FROM "
                       + m_names.reservations + " WHERE keep_until <= $1 AND state IN (" + prunableStates()
                       + ") ORDER BY keep_until, key LIMIT $2" + m_names.lockToPrune + ")")
{
}

Result<std::optional<Reservation>> SqlStore::read(const std::string& key)
{
    Result<SqlRows> got = m_session->run(m_readStatement, {std::string_view(key)});
    if (!got) {
        return got.error();
    }
    if (got->rows.empty()) {
        return std::optional<Reservation>();
    }
    Result<Reservation> record = recordOf(m_session->place(), key, got->rows.front());
    if (!record) {
        return record.error();
    }
    return std::optional(std::move(*record));
}

/// Writes, and then the budgets: all of it or nothing.
std::optional<Error> SqlStore::inTransaction(const std::function<Result<bool>()>& write,
                                             const std::vector<BudgetChange>& changes, bool& written)
{
    return m_session->inTransaction([&]() -> Result<bool> {
        Result<bool> done = write();
        if (done && *done) {
            done = applyBudgetChanges(*m_session, m_names.budgets, changes);
        }
        written = done && *done;
        return done;
    });
}

Result<std::optional<Reservation>> SqlStore::insert(Reservation record)
{
    bool stored = false;
    if (const std::optional<Error> failed
        = inTransaction([&] { return insertRow(record); }, budgetChanges(nullptr, record), stored)) {
        return *failed;
    }
    return stored ? std::optional(std::move(record)) : std::nullopt;
}

Result<std::optional<Reservation>> SqlStore::replace(const Reservation& seen, Reservation next, Token token,
                                                     const std::vector<BudgetChange>& changes)
{
    bool replaced = false;
    const auto update = [&] { return updateRow(seen, next, token); };
    if (changes.empty() && updatesInOneStatement(token)) {
        const Result<bool> done = update();
        if (!done) {
            return done.error();
        }
        replaced = *done;
    } else if (const std::optional<Error> failed = inTransaction(update, changes, replaced)) {
        return *failed;
    }
    return replaced ? std::optional(std::move(next)) : std::nullopt;
}

Result<std::int64_t> SqlStore::budgetUsed(const std::string& scope)
{
    return budgetUsedIn(*m_session, m_names.budgets, scope);
}

std::optional<Error> SqlStore::together(const std::function<Result<bool>()>& work)
{
    return m_session->inTransaction(work);
}

Result<std::size_t> SqlStore::prune(TimePoint now, std::size_t limit)
{
    constexpr std::size_t most = std::numeric_limits<int>::max();
    const Result<SqlRows> done
        = m_session->run(m_pruneStatement, {parameter(now), static_cast<std::int64_t>(std::min(limit, most))});
    if (!done) {
        return done.error();
    }
    return static_cast<std::size_t>(done->affected);
}

} // namespace idem
