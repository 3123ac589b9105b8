#pragma once

#include "core/reservation/reservation.h"
#include "core/store/sql_session.h"

#include <string>
#include <string_view>
#include <vector>

/// How a reservation lies in a table: the same columns, in the same order, in every SQL store. Times are
/// milliseconds since 1970 in UTC. The answer is bytes since it may be anything and must never be refused: when
/// it comes, the effect has happened.
namespace idem {

/// Every column but the key, in the order of SqlRecord and recordOf().
inline constexpr std::string_view recordColumns
    = "state, fingerprint, holder, reserved_at, lease_until, keep_until, retention, attempt, answer,"
      " budget_scope, budget_amount, approved_by, history, token";

/// A record as parameters: `$1` is the key, `$2` … `$14` the columns up to the history; the token is not among
/// them. Points into itself and into the record, so it stays where it was made and lives no longer than the
/// record.
class SqlRecord
{
public:
    explicit SqlRecord(const Reservation& record);
    SqlRecord(const SqlRecord&) = delete;
    SqlRecord& operator=(const SqlRecord&) = delete;

    const std::vector<SqlParameter>& values() const { return m_values; }
    void add(SqlParameter value) { m_values.push_back(value); }

    /// What tells that a record is still as it was seen: token, state, lease and retention.
    void addSeen(const Reservation& seen);

private:
    std::string m_fingerprint;
    std::vector<SqlParameter> m_values;
};

/// The record in a row of `recordColumns`. `place` names the store in errors.
Result<Reservation> recordOf(const std::string& place, const std::string& key, std::vector<SqlValue>& row);

SqlParameter parameter(TimePoint time);
SqlParameter parameter(std::uint64_t number);

/// The states that may be pruned, as decide.h has it, for an IN list: 'done', 'failed_before', …
std::string prunableStates();

} // namespace idem
