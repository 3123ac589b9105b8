#pragma once

#include "core/error.h"
#include "core/reservation/reservation.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace idem {

class SqlSession;

/// What a request got.
struct Reserved
{
    Decision decision;
    /// As it stands now; with `Started` it is the caller's, and its token goes with every finish. Where a new
    /// key was rejected there is none, and only `key` is set.
    Reservation record;
    std::vector<std::string> differing; ///< on a conflict: the names of the fields that differ
};

/// What became of a step of a holder or of a look-up.
struct Changed
{
    Finish finish = Finish::Stale; ///< Stale: nothing was changed
    std::optional<Reservation> record; ///< as it stands now; none where the key is not there (any more)
};

/// Keeps the reservations and settles races over them; every rule comes from core/reservation/decide.h. The
/// caller owns it. Unless the implementation says otherwise, one thread uses one object; any number of objects
/// may share what is stored. It has no clock: `now` comes from the caller. An error means that nothing was
/// changed, unless it says that this is not known.
class Store
{
public:
    Store() = default;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;
    virtual ~Store() = default;

    virtual Result<Reserved> reserve(const ReserveRequest& request, const Policy& policy, TimePoint now) = 0;

    /// The holder ends its work. It may do so after its lease ran out, as long as its token is still the
    /// current one.
    virtual Result<Changed> finish(const std::string& key, std::uint64_t token, Outcome outcome,
                                   std::optional<std::string> answer, TimePoint now)
        = 0;

    /// The same with the record as `reserve` gave it, in one access where nothing has changed it since.
    virtual Result<Changed> finish(const Reservation& held, Outcome outcome, std::optional<std::string> answer,
                                   TimePoint now)
        = 0;

    /// The holder is still at work: its lease lasts `lease` from now, and never shorter than before.
    virtual Result<Changed> renew(const std::string& key, std::uint64_t token, Milliseconds lease,
                                  TimePoint now)
        = 0;

    /// The provider was asked about the reservation that had `token`, or a person states what happened and why.
    /// While its lease runs that is Stale: the holder may still be about to send. Where the holder ended with
    /// an unknown outcome, "it happened" may be written at once, "it did not" only after the lease.
    virtual Result<Changed> settle(const std::string& key, std::uint64_t token, Probe probe,
                                   std::optional<std::string> answer, TimePoint now, const Note& note = {})
        = 0;

    /// A read; also of records that are past retention but not pruned yet.
    virtual Result<std::optional<Reservation>> find(const std::string& key) = 0;

    /// Removes at most `limit` settled records that are past retention, those that ran out first before others.
    /// The number that was removed.
    virtual Result<std::size_t> prune(TimePoint now, std::size_t limit) = 0;

    /// What the scope of a budget has counted so far; 0 where nothing was. Counts of pruned records stay.
    virtual Result<std::int64_t> budgetUsed(const std::string& scope) = 0;

    /// Everything that `work` does with this store is one transaction: all of it or, when `work` returns false
    /// or an error, or throws, nothing. One commit for many steps is also what makes batches fast.
    virtual std::optional<Error> together(const std::function<Result<bool>()>& work) = 0;

    /// The database that the store is in, for work that belongs in the same transaction; null where there is
    /// none.
    virtual SqlSession* session() { return nullptr; }
};

} // namespace idem
