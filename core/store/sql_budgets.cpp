#include "core/store/sql_budgets.h"

namespace idem {

Result<std::int64_t> budgetUsedIn(SqlSession& session, std::string_view table, const std::string& scope)
{
    const Result<SqlRows> got = session.run("SELECT used FROM " + std::string(table) + " WHERE scope = $1",
                                            {std::string_view(scope)});
    if (!got) {
        return got.error();
    }
    return got->rows.empty() ? std::int64_t{0} : numberOf(got->rows.front().front());
}

Result<bool> applyBudgetChanges(SqlSession& session, std::string_view table,
                                const std::vector<BudgetChange>& changes)
{
    const std::string name(table);
    for (const BudgetChange& change : changes) {
        const std::string_view scope = change.scope;
        const Result<SqlRows> made = session.run(
            "INSERT INTO " + name + " (scope, used) VALUES ($1, 0) ON CONFLICT (scope) DO NOTHING", {scope});
        if (!made) {
            return made.error();
        }
        // The sum can't overflow: both sides of the comparison stay below the limit.
        const Result<SqlRows> counted = change.delta > 0
            ? session.run("UPDATE " + name + " SET used = used + $2 WHERE scope = $1 AND used <= $3",
                          {scope, change.delta, change.limit - change.delta})
            : session.run("UPDATE " + name + " SET used = used + $2 WHERE scope = $1", {scope, change.delta});
        if (!counted) {
            return counted.error();
        }
        if (counted->affected != 1) {
            return false;
        }
    }
    return true;
}

} // namespace idem
