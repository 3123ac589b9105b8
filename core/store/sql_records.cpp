#include "core/store/sql_records.h"

#include <utility>

namespace idem {

namespace {

enum Column {
    StateName,
    FingerprintText,
    Holder,
    ReservedAt,
    LeaseUntil,
    KeepUntil,
    Retention,
    Attempt,
    AnswerBytes,
    BudgetScope,
    BudgetAmount,
    ApprovedBy,
    HistoryText,
    TokenNumber
};

TimePoint timeOf(const SqlValue& value)
{
    return TimePoint(Milliseconds(numberOf(value)));
}

std::string taken(SqlValue& value)
{
    auto* text = std::get_if<std::string>(&value);
    return text != nullptr ? std::move(*text) : std::string();
}

} // namespace

SqlParameter parameter(TimePoint time)
{
    return static_cast<std::int64_t>(time.time_since_epoch().count());
}

SqlParameter parameter(std::uint64_t number)
{
    return static_cast<std::int64_t>(number);
}

SqlRecord::SqlRecord(const Reservation& record)
    : m_fingerprint(toText(record.fingerprint))
{
    m_values.reserve(20);
    m_values = {std::string_view(record.key),
                name(record.state),
                std::string_view(m_fingerprint),
                std::string_view(record.holder),
                parameter(record.reservedAt),
                parameter(record.leaseUntil),
                parameter(record.keepUntil),
                static_cast<std::int64_t>(record.retention.count()),
                static_cast<std::int64_t>(record.attempt),
                record.answer ? SqlParameter(SqlBytes{*record.answer}) : SqlParameter(nullptr),
                record.budget ? SqlParameter(std::string_view(record.budget->scope)) : SqlParameter(nullptr),
                record.budget ? record.budget->amount : std::int64_t{0},
                std::string_view(record.approvedBy),
                std::string_view(record.history.text())};
}

void SqlRecord::addSeen(const Reservation& seen)
{
    m_values.push_back(parameter(seen.token));
    m_values.push_back(name(seen.state));
    m_values.push_back(parameter(seen.leaseUntil));
    m_values.push_back(parameter(seen.keepUntil));
}

Result<Reservation> recordOf(const std::string& place, const std::string& key, std::vector<SqlValue>& row)
{
    const std::string stateName = textOf(row[StateName]);
    const std::optional<State> state = stateNamed(stateName);
    if (!state) {
        return Error{.place = place,
                     .cause = "the record of \"" + key + "\" has the state \"" + stateName
                         + "\", which there is not; nothing was changed",
                     .cure = "Find the software that wrote it, and correct the record by hand"};
    }
    Reservation record;
    record.key = key;
    record.state = *state;
    record.fingerprint = fingerprintFromText(textOf(row[FingerprintText]));
    record.holder = taken(row[Holder]);
    record.reservedAt = timeOf(row[ReservedAt]);
    record.leaseUntil = timeOf(row[LeaseUntil]);
    record.keepUntil = timeOf(row[KeepUntil]);
    record.retention = Milliseconds(numberOf(row[Retention]));
    record.attempt = static_cast<std::uint32_t>(numberOf(row[Attempt]));
    if (std::holds_alternative<std::string>(row[AnswerBytes])) {
        record.answer = taken(row[AnswerBytes]);
    }
    if (std::holds_alternative<std::string>(row[BudgetScope])) {
        record.budget = Budget{taken(row[BudgetScope]), numberOf(row[BudgetAmount]), 0};
    }
    record.approvedBy = taken(row[ApprovedBy]);
    record.history = History(taken(row[HistoryText]));
    record.token = static_cast<std::uint64_t>(numberOf(row[TokenNumber]));
    return record;
}

std::string prunableStates()
{
    std::string names;
    for (const State state : allStates) {
        if (mayPrune({.state = state, .leaseOver = true, .pastRetention = true})) {
            names += (names.empty() ? "'" : ", '") + std::string(name(state)) + "'";
        }
    }
    return names;
}

} // namespace idem
