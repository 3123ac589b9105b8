#pragma once

#include "core/error.h"
#include "core/fingerprint/fingerprint.h"
#include "core/reservation/decide.h"
#include "core/reservation/history.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace idem {

/// A share of a limit over many actions, such as all refunds of one order: 42 and then 41 are two actions, and
/// a key stops neither. Counted in the same atomic step as the reservation, and given back when there was no
/// effect.
struct Budget
{
    std::string scope; ///< "refunds:order:1182"
    std::int64_t amount = 0; ///< of this action, not negative; in the smallest unit: cents
    std::int64_t limit = 0; ///< of the scope, as this request knows it; not kept with the record

    bool operator==(const Budget& other) const { return scope == other.scope && amount == other.amount; }
};

/// What an irreversible action needs before it may start: somebody's word. A repeat of an approved action needs
/// none.
struct Approval
{
    bool needed = false;
    std::string by; ///< who approved it; empty: nobody yet

    bool operator==(const Approval&) const = default;
};

/// The record of a key. Value; whoever reads one from a store owns the copy.
struct Reservation
{
    std::string key;
    State state = State::Processing;
    Fingerprint fingerprint;
    std::string holder; ///< who works on it or did: for a person, never compared
    TimePoint reservedAt; ///< by this holder
    TimePoint leaseUntil; ///< from this moment on the outcome counts as unknown
    TimePoint keepUntil; ///< from this moment on the record counts as dropped
    Milliseconds retention{}; ///< how long it is kept after its last change
    std::uint64_t token = 0; ///< grows with every reservation of a store, over all keys, and never comes again
    std::uint32_t attempt = 1;
    std::optional<std::string> answer; ///< what the holder or the provider said in the end; any bytes
    std::optional<Budget> budget; ///< counted unless it failed, before the effect or for good
    std::string approvedBy;
    History history;

    bool operator==(const Reservation&) const = default;
};

/// What somebody asks for who is about to act.
struct ReserveRequest
{
    std::string key;
    Fingerprint fingerprint;
    std::string holder;
    Milliseconds lease{};
    Milliseconds retention{}; ///< at least as long as the lease
    bool windowFromFirst = false; ///< kept for `retention` from this moment on, whatever comes later
    std::optional<Budget> budget = std::nullopt;
    Approval approval{};
};

/// Who settles or releases a reservation that is not theirs, and why. For a person, and kept in the history.
struct Note
{
    std::string by;
    std::string reason;
};

std::string inMilliseconds(Milliseconds time); ///< "300 ms", for messages

/// The record as decide() wants to see it at this moment.
Standing standing(const Reservation& record, TimePoint now);

/// What stands against starting this request. `used` is what its budget's scope has counted so far, `record`
/// what is there already (null: nothing, or a record that counts as dropped).
Refusal refusalOf(const ReserveRequest& request, const Reservation* record, std::int64_t used);

/// The two rules that it is made of, for whoever has no texts and times.
bool countsInBudget(State state); ///< an effect that may have happened counts
bool fitsBudget(std::int64_t amount, std::int64_t limit, std::int64_t others); ///< beside what others use

/// How a step changes what a budget's scope has counted.
struct BudgetChange
{
    std::string scope;
    std::int64_t delta = 0;
    std::int64_t limit = 0; ///< the sum may not exceed it where delta is positive
};

/// Of the step from `before` (null: nothing, or a record that counts as dropped; what it did still counts) to
/// `after`.
std::vector<BudgetChange> budgetChanges(const Reservation* before, const Reservation& after);

/// The record as each step leaves it. Only who asked decide() and its sisters may call these; `token` stays as
/// it was, a store gives the new one.
Reservation created(const ReserveRequest& request, TimePoint now);
Reservation reservedAgain(const Reservation& before, const ReserveRequest& request, TimePoint now,
                          Finding finding = Finding::None);
Reservation finished(Reservation record, Outcome outcome, std::optional<std::string> answer, TimePoint now);
Reservation renewed(Reservation record, Milliseconds lease, TimePoint now);
Reservation settled(Reservation record, Probe probe, std::optional<std::string> answer, TimePoint now,
                    const Note& note = {});

/// What is wrong with a key: empty, over 255 bytes, not UTF-8, or with a NUL. Such keys are cut or changed by
/// one system or another, and then two keys become one.
std::optional<Error> checkKey(const std::string& key);
std::optional<Error> checkLease(Milliseconds lease);
std::optional<Error> checkRequest(const ReserveRequest& request);
std::optional<Error> checkNote(const Note& note);

} // namespace idem
