#include "core/reservation/reservation.h"

#include "core/key/key_template.h"
#include "core/text/unicode.h"

#include <algorithm>
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

std::string inMilliseconds(Milliseconds time)
{
    return std::to_string(time.count()) + " ms";
}

} // namespace

Standing standing(const Reservation& record, TimePoint now)
{
    return {
        .state = record.state, .leaseOver = now >= record.leaseUntil, .pastRetention = now >= record.keepUntil};
}

Reservation created(const ReserveRequest& request, TimePoint now)
{
    return {.key = request.key,
            .state = State::Processing,
            .fingerprint = request.fingerprint,
            .holder = request.holder,
            .reservedAt = now,
            .leaseUntil = now + request.lease,
            .keepUntil = now + request.retention,
            .retention = request.retention,
            .token = 0,
            .attempt = 1,
            .answer = std::nullopt};
}

Reservation reservedAgain(const Reservation& before, const ReserveRequest& request, TimePoint now)
{
    Reservation next = created(request, now);
    next.token = before.token;
    next.attempt = before.attempt + 1;
    return next;
}

Reservation finished(Reservation record, Outcome outcome, std::optional<std::string> answer, TimePoint now)
{
    record.state = finishedState(outcome);
    record.keepUntil = now + record.retention;
    setAnswer(record, std::move(answer));
    return record;
}

Reservation renewed(Reservation record, Milliseconds lease, TimePoint now)
{
    record.leaseUntil = std::max(record.leaseUntil, now + lease); // a late heartbeat never shortens it
    record.keepUntil = std::max(record.leaseUntil, now + record.retention);
    return record;
}

Reservation settled(Reservation record, Probe probe, std::optional<std::string> answer, TimePoint now)
{
    record.state = settledState(probe);
    record.keepUntil = now + record.retention;
    setAnswer(record, std::move(answer));
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
    if (!isValidUtf8(request.holder) || request.holder.find('\0') != std::string::npos) {
        return Error{.place = "holder",
                     .cause
                     = "the holder's name is not valid UTF-8 or has a NUL character in it; nothing was changed",
                     .cure = "Give it as plain text"};
    }
    return std::nullopt;
}

} // namespace idem
