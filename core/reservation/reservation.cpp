#include "core/reservation/reservation.h"

#include "core/key/key_template.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace idem {

namespace {

constexpr Milliseconds longestTime = std::chrono::years(100); // far from where adding to a date overflows

// The answer of a look-up that cannot tell says nothing: what was stored before stays.
void setAnswer(Reservation& record, std::optional<std::string> answer)
{
    if (answer) {
        record.answer = std::move(answer);
    }
}

// What a record's budget has to count for it.
std::int64_t counted(const Reservation& record)
{
    return record.budget && countsInBudget(record.state) ? record.budget->amount : 0;
}

void note(Reservation& record, TimePoint now, std::string_view what, const std::string& who,
          const std::string& why = {})
{
    record.history.add({now, std::string(what), record.attempt, who, why});
}

std::optional<Error> checkText(const char* place, const std::string& what, const std::string& text)
{
    if (isValidUtf8(text) && text.find('\0') == std::string::npos) {
        return std::nullopt;
    }
    return Error{.place = place,
                 .cause = what + " is not valid UTF-8 or has a NUL character in it; nothing was changed",
                 .cure = "Give it as plain text"};
}

std::optional<Error> checkBudget(const Budget& budget)
{
    if (budget.scope.empty() || budget.scope.size() > KeyTemplate::longestKey) {
        return Error{.place = "budget",
                     .cause
                     = "the budget's scope has no name, or one of more than 255 bytes; nothing was changed",
                     .cure = "Name what the limit is for, such as \"refunds:order:1182\""};
    }
    if (budget.amount < 0 || budget.limit < 0) {
        return Error{.place = "budget",
                     .cause = "an amount of " + std::to_string(budget.amount) + " under a limit of "
                         + std::to_string(budget.limit) + " cannot be; nothing was changed",
                     .cure = "Give both as whole numbers that are not negative, in the smallest unit"};
    }
    return checkText("budget", "the budget's scope", budget.scope);
}

} // namespace

std::string inMilliseconds(Milliseconds time)
{
    return std::to_string(time.count()) + " ms";
}

Standing standing(const Reservation& record, TimePoint now)
{
    return {
        .state = record.state, .leaseOver = now >= record.leaseUntil, .pastRetention = now >= record.keepUntil};
}

Refusal refusalOf(const ReserveRequest& request, const Reservation* record, std::int64_t used)
{
    const bool approved = !request.approval.by.empty() || (record != nullptr && !record->approvedBy.empty());
    if (request.approval.needed && !approved) {
        return Refusal::NeedsApproval;
    }
    if (!request.budget) {
        return Refusal::None;
    }
    // An attempt that is taken over was counted before, and is not counted twice.
    const bool ownShare = record != nullptr && record->budget && record->budget->scope == request.budget->scope;
    const std::int64_t others = used - (ownShare ? counted(*record) : 0);
    return fitsBudget(request.budget->amount, request.budget->limit, others) ? Refusal::None
                                                                             : Refusal::OverBudget;
}

bool countsInBudget(State state)
{
    return state != State::FailedBefore && state != State::FailedForGood;
}

bool fitsBudget(std::int64_t amount, std::int64_t limit, std::int64_t others)
{
    return others <= limit && amount <= limit - others; // written so that nothing overflows
}

std::vector<BudgetChange> budgetChanges(const Reservation* before, const Reservation& after)
{
    std::vector<BudgetChange> changes;
    if (before != nullptr && counted(*before) != 0) {
        changes.push_back({before->budget->scope, -counted(*before), std::numeric_limits<std::int64_t>::max()});
    }
    if (counted(after) != 0) {
        if (!changes.empty() && changes.front().scope == after.budget->scope) {
            changes.front().delta += counted(after);
            changes.front().limit = after.budget->limit;
        } else {
            changes.push_back({after.budget->scope, counted(after), after.budget->limit});
        }
    }
    std::erase_if(changes, [](const BudgetChange& change) { return change.delta == 0; });
    return changes;
}

Reservation created(const ReserveRequest& request, TimePoint now)
{
    Reservation record{.key = request.key,
                       .state = State::Processing,
                       .fingerprint = request.fingerprint,
                       .holder = request.holder,
                       .reservedAt = now,
                       .leaseUntil = now + request.lease,
                       .keepUntil = now + request.retention,
                       .retention = request.windowFromFirst ? Milliseconds::zero() : request.retention,
                       .token = 0,
                       .attempt = 1,
                       .answer = std::nullopt,
                       .budget = request.budget,
                       .approvedBy = request.approval.by,
                       .history = {}};
    note(record, now, "reserved", request.holder);
    return record;
}

Reservation reservedAgain(const Reservation& before, const ReserveRequest& request, TimePoint now,
                          Finding finding)
{
    Reservation next = created(request, now);
    next.token = before.token;
    next.attempt = before.attempt + 1;
    if (next.approvedBy.empty()) {
        next.approvedBy = before.approvedBy;
    }
    next.history = before.history;
    note(next, now, finding == Finding::TakenOver ? "taken_over" : "reserved_again", request.holder);
    return next;
}

Reservation finished(Reservation record, Outcome outcome, std::optional<std::string> answer, TimePoint now)
{
    record.state = finishedState(outcome);
    record.keepUntil = std::max(record.keepUntil, now + record.retention);
    setAnswer(record, std::move(answer));
    note(record, now, name(record.state), record.holder);
    return record;
}

Reservation renewed(Reservation record, Milliseconds lease, TimePoint now)
{
    record.leaseUntil = std::max(record.leaseUntil, now + lease); // a late heartbeat never shortens it
    record.keepUntil = std::max({record.keepUntil, record.leaseUntil, now + record.retention});
    note(record, now, "renewed", record.holder);
    return record;
}

Reservation settled(Reservation record, Probe probe, std::optional<std::string> answer, TimePoint now,
                    const Note& by)
{
    record.state = settledState(probe);
    record.keepUntil = std::max(record.keepUntil, now + record.retention);
    setAnswer(record, std::move(answer));
    note(record, now, by.reason.empty() || probe != Probe::DidNotHappen ? name(record.state) : "released",
         by.by, by.reason);
    return record;
}

std::optional<Error> checkKey(const std::string& key)
{
    if (key.empty()) {
        return Error{
            .place = "key", .cause = "the key is empty; nothing was changed", .cure = "Name the action"};
    }
    if (key.size() > KeyTemplate::longestKey) {
        return Error{.place = "key",
                     .cause = "the key has " + std::to_string(key.size()) + " bytes, at most "
                         + std::to_string(KeyTemplate::longestKey) + " are allowed; nothing was changed",
                     .cure = "Use short identifiers in it instead of free text"};
    }
    if (!isValidUtf8(key)) {
        return Error{.place = "key",
                     .cause = "the key is not valid UTF-8; nothing was changed",
                     .cure = "Give it as UTF-8"};
    }
    if (key.find('\0') != std::string::npos) {
        return Error{.place = "key",
                     .cause = "the key has a NUL character in it; nothing was changed",
                     .cure = "Leave it out: some systems end the key there"};
    }
    return std::nullopt;
}

std::optional<Error> checkLease(Milliseconds lease)
{
    if (lease <= Milliseconds::zero() || lease > longestTime) {
        return Error{.place = "lease",
                     .cause = "a lease of " + inMilliseconds(lease) + " cannot be; nothing was changed",
                     .cure
                     = "Give more than 0 ms and at most 100 years; it has to be longer than a request can be "
                       "under way"};
    }
    return std::nullopt;
}

std::optional<Error> checkRequest(const ReserveRequest& request)
{
    if (auto error = checkKey(request.key)) {
        return error;
    }
    if (auto error = checkLease(request.lease)) {
        return error;
    }
    if (request.retention < request.lease || request.retention > longestTime) {
        return Error{.place = "retention",
                     .cause = "a retention of " + inMilliseconds(request.retention)
                         + " does not fit a lease of " + inMilliseconds(request.lease)
                         + "; nothing was changed",
                     .cure = "Keep a record at least as long as its lease, and at most 100 years"};
    }
    if (auto error = checkText("holder", "the holder's name", request.holder)) {
        return error;
    }
    if (auto error = checkText("approval", "the name of who approved it", request.approval.by)) {
        return error;
    }
    return request.budget ? checkBudget(*request.budget) : std::nullopt;
}

std::optional<Error> checkNote(const Note& note)
{
    if (auto error = checkText("note", "the name of who settles it", note.by)) {
        return error;
    }
    return checkText("note", "the reason", note.reason);
}

} // namespace idem
