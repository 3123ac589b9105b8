#pragma once

#include "core/reservation/reservation.h"
#include "core/store/sql_session.h"

#include <string>
#include <vector>

/// What the scopes of budgets have counted, in the table `table` (scope, used) of a SQL store.
namespace idem {

Result<std::int64_t> budgetUsedIn(SqlSession& session, std::string_view table, const std::string& scope);

/// Call it inside the transaction of the step that it is for. False where a limit would be exceeded: then the
/// caller has to roll back.
Result<bool> applyBudgetChanges(SqlSession& session, std::string_view table,
                                const std::vector<BudgetChange>& changes);

} // namespace idem
