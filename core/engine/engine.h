#pragma once

#include "core/engine/counters.h"
#include "core/engine/reply.h"
#include "core/store/store.h"

#include <functional>
#include <optional>
#include <string>

namespace idem {

/// How an engine treats the keys of one tool. Three times that most mix up: the lease is how long a holder may
/// work, the retention how long a record is kept after it ended, the provider's retention how long the provider
/// knows the key.
struct EngineOptions
{
    std::string holder = "unnamed"; ///< who reserves: host and process, for a person
    Policy policy{};
    Milliseconds lease{60'000};
    Milliseconds retention = std::chrono::days(30);
    bool windowFromFirst = false; ///< retention counts from the first request, not from its end

    /// The longest that a request can be under way from the reservation until it arrives where the effect
    /// happens. A lease that is not longer can end while the request is still to arrive, and then "it did not
    /// happen" is not true for good.
    std::optional<Milliseconds> longestRequest{};
    /// It refuses a second request with the key for as long as records are kept. A token alone is not enough:
    /// the old request may arrive after the look-up that found nothing and before the new one. It is, where
    /// that look-up also makes the provider refuse the old token from then on.
    bool providerEnforcesKey = false;
    std::optional<Milliseconds> providerRetention{}; ///< how long it does so; none: for ever

    /// False for what nobody can look up afterwards (an SMS, a phone call): recorded before it is sent, and
    /// after a crash unknown until a person says what happened.
    bool canBeChecked = true;
    bool needsApproval = false; ///< irreversible: rejected until somebody approved it
};

/// What is asked for.
struct Request
{
    std::string key;
    Fingerprint fingerprint;
    std::optional<Budget> budget = std::nullopt;
    std::string approvedBy{}; ///< who approved an irreversible action; a repeat needs none
    Caller caller{};
};

/// What a status look-up found, with what the provider said.
struct Probed
{
    Probe probe = Probe::CannotTell;
    std::optional<std::string> answer = std::nullopt;
};
using LookUp = std::function<Probed(const Reservation& record)>;

/// What work came to.
struct Worked
{
    Outcome outcome = Outcome::Done;
    std::optional<std::string> answer = std::nullopt;
};
/// Gets its own reservation: the key to send along, and the token as a fence.
using Work = std::function<Worked(const Reservation& held)>;

/// The idempotency engine: names one action by a key, reserves it before the work, and answers every repeat
/// with what is. Holds no rules of its own (core/reservation/decide.h has them) and no state but its options,
/// so one is made per tool and thread; the store, the counters and the clock must outlive it. Threads as the
/// store. Every error says what was not changed.
class Engine
{
public:
    using Clock = std::function<TimePoint()>;

    /// Refuses options that can't be safe: a lease that is not longer than the longest request while the
    /// provider does not enforce the key (a lease is the only fence then), or times that can't be.
    static Result<Engine> make(Store& store, EngineOptions options, Counters* counters = nullptr,
                               Clock clock = systemClock);
    static TimePoint systemClock();

    /// What a repeat of this request gets, or `started`: then the caller holds it and must complete or fail it.
    Result<Reply> reserve(const Request& request);

    /// The holder's word. Stale, and nothing changed, where the reservation is no longer the caller's; that is
    /// counted.
    Result<Changed> complete(const Reservation& held, std::optional<std::string> answer,
                             const Caller& caller = {});
    /// `Outcome::Done` is refused as an error: complete() is for that.
    Result<Changed> fail(const Reservation& held, Outcome outcome, std::optional<std::string> answer,
                         const Caller& caller = {});
    /// A heartbeat: the lease lasts its full length from now.
    Result<Changed> renew(const Reservation& held, const Caller& caller = {});

    /// A person states that it did not happen, by name and with a reason, about the reservation as that person
    /// saw it (`status` shows it). Only where the lease is over or the outcome unknown; while somebody may
    /// still be at work, or where it was reserved anew since, it is stale.
    Result<Changed> release(const Reservation& seen, const Note& note, const Caller& caller = {});
    /// The same for what did happen: every later repeat gets `answer`.
    Result<Changed> settle(const Reservation& seen, const Probed& found, const Note& note,
                           const Caller& caller = {});

    /// A read, and it never executes anything: what a repeat would get now, approval and budget aside, which
    /// belong to a request. Nothing where the key is not known.
    Result<std::optional<Reply>> status(const std::string& key);

    /// Asks the provider about a reservation whose outcome is not known and writes down what it said. Does not
    /// ask while the lease runs (`in progress`), nor what is settled, nor what can't be checked. Nothing where
    /// there is no key.
    Result<std::optional<Reply>> reconcile(const std::string& key, const LookUp& lookUp,
                                           const Caller& caller = {});

    /// The whole round: reserve, work, complete or fail; where the outcome of an earlier try is not known,
    /// reconcile first when there is a `lookUp`. With `started` the reply's record says how it ended. When
    /// `work` throws, the outcome is recorded as unknown and the exception goes on.
    /// Work that was done but can't be recorded is no error: the reply says so (Reply::late), and is never
    /// retryable. Not inside a transaction of the store: the work would be sent before its reservation is there
    /// for others.
    Result<Reply> run(const Request& request, const Work& work, const LookUp& lookUp = {});

    /// The effect and its key in one transaction: both are there after a crash, or neither, so that nothing is
    /// ever unknown. `work` changes the same database through `session`; what it does elsewhere is not covered.
    /// An outcome other than done rolls its changes back: failed before the effect leaves the key as it was
    /// before, failed for good and unknown are recorded. The work holds what it locks until it returns (in
    /// SQLite the file's only write lock), and may not end the transaction. Needs a store that has a database.
    using LocalWork = std::function<Result<Worked>(SqlSession& session, const Reservation& held)>;
    Result<Reply> runInTransaction(const Request& request, const LocalWork& work);

    /// Removes settled records past retention, in batches of `batch`, until there are none or `most` are gone.
    Result<std::size_t> prune(std::size_t most, std::size_t batch = 1000);

    const EngineOptions& options() const { return m_options; }

private:
    Engine(Store& store, EngineOptions options, Counters* counters, Clock clock);

    Reply replyTo(Reserved reserved, TimePoint now) const;
    Reply standing(const Reservation& record, TimePoint now) const;
    Result<Reply> withWholeLease(Reply reply, TimePoint asked, const Caller& caller);
    Result<Reply> afterWork(Reply reply, const Worked& worked, const Caller& caller);
    Result<Changed> counted(Result<Changed> changed, const Caller& caller, std::optional<Counted> applied = {});
    Result<Changed> settleAs(const Reservation& seen, const Probed& found, const Note& note,
                             const Caller& caller);
    void count(Counted what, const Caller& caller, std::uint64_t times = 1);

    Store* m_store;
    EngineOptions m_options;
    Counters* m_counters;
    Clock m_clock;
};

} // namespace idem
