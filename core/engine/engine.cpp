#include "core/engine/engine.h"

#include "core/store/sql_session.h"

#include <algorithm>
#include <utility>

namespace idem {

namespace {

Counted countedAs(const Reply& reply)
{
    switch (reply.answer) {
    case Answer::Started:
        return reply.finding == Finding::TakenOver ? Counted::TakenOver : Counted::Started;
    case Answer::Replayed:
        return Counted::Replayed;
    case Answer::InProgress:
        return Counted::InProgress;
    case Answer::Conflict:
        return Counted::Conflict;
    case Answer::OutcomeUnknown:
        return Counted::Unknown;
    case Answer::Rejected:
        break;
    }
    return Counted::Rejected;
}

} // namespace

Result<Engine> Engine::make(Store& store, EngineOptions options, Counters* counters, Clock clock)
{
    const ReserveRequest probe{.key = "k",
                               .fingerprint = {},
                               .holder = options.holder,
                               .lease = options.lease,
                               .retention = options.retention};
    if (auto error = checkRequest(probe)) {
        return *error;
    }
    for (const auto& time : {options.longestRequest, options.providerRetention}) {
        if (time && *time < Milliseconds::zero()) {
            return Error{.place = "longest request, or the provider's retention",
                         .cause = "a time of " + inMilliseconds(*time) + " cannot be",
                         .cure = "Give one that is not negative, or leave it out"};
        }
    }
    const bool tooShort = options.longestRequest && options.lease <= *options.longestRequest;
    const bool fenced = options.providerEnforcesKey
        && (!options.providerRetention || *options.providerRetention >= options.retention);
    if (tooShort && !fenced) {
        return Error{
            .place = "lease",
            .cause = "a lease of " + inMilliseconds(options.lease) + " is not longer than a request of "
                + inMilliseconds(*options.longestRequest)
                + " can be under way, and the provider does not refuse a late one for as long as records are"
                  " kept",
            .cure = "Make the lease longer, or send the key to a provider that enforces it"};
    }
    return Engine(store, std::move(options), counters, std::move(clock));
}

Engine::Engine(Store& store, EngineOptions options, Counters* counters, Clock clock)
    : m_store(&store)
    , m_options(std::move(options))
    , m_counters(counters)
    , m_clock(std::move(clock))
{
}

TimePoint Engine::systemClock()
{
    return std::chrono::time_point_cast<Milliseconds>(std::chrono::system_clock::now());
}

Result<Reply> Engine::reserve(const Request& request)
{
    const TimePoint now = m_clock();
    Result<Reserved> got
        = m_store->reserve({.key = request.key,
                            .fingerprint = request.fingerprint,
                            .holder = m_options.holder,
                            .lease = m_options.lease,
                            .retention = m_options.retention,
                            .windowFromFirst = m_options.windowFromFirst,
                            .budget = request.budget,
                            .approval = {.needed = m_options.needsApproval, .by = request.approvedBy}},
                           m_options.policy, now);
    if (!got) {
        return got.error();
    }
    Reply reply = replyTo(std::move(*got), now);
    count(countedAs(reply), request.caller);
    return reply.answer == Answer::Started ? withWholeLease(std::move(reply), now, request.caller) : reply;
}

/// The lease counts from the moment of asking; a store that kept the caller waiting has used some of it up.
Result<Reply> Engine::withWholeLease(Reply reply, TimePoint asked, const Caller& caller)
{
    if (4 * (m_clock() - asked) <= m_options.lease) {
        return reply;
    }
    const Result<Changed> renewed = renew(reply.record, caller);
    if (!renewed) {
        return renewed.error();
    }
    if (renewed->record) {
        if (renewed->finish == Finish::Stale) {
            return standing(*renewed->record, m_clock());
        }
        reply.record = *renewed->record;
    }
    return reply;
}

Result<Changed> Engine::complete(const Reservation& held, std::optional<std::string> answer,
                                 const Caller& caller)
{
    return counted(m_store->finish(held, Outcome::Done, std::move(answer), m_clock()), caller);
}

Result<Changed> Engine::fail(const Reservation& held, Outcome outcome, std::optional<std::string> answer,
                             const Caller& caller)
{
    if (outcome == Outcome::Done) {
        return Error{.place = held.key,
                     .cause = "what is done has not failed; nothing was changed",
                     .cure = "Complete it, or say how it failed"};
    }
    return counted(m_store->finish(held, outcome, std::move(answer), m_clock()), caller);
}

Result<Changed> Engine::renew(const Reservation& held, const Caller& caller)
{
    return counted(m_store->renew(held.key, held.token, m_options.lease, m_clock()), caller);
}

Result<Changed> Engine::release(const Reservation& seen, const Note& note, const Caller& caller)
{
    return settle(seen, {.probe = Probe::DidNotHappen}, note, caller);
}

Result<Changed> Engine::settle(const Reservation& seen, const Probed& found, const Note& note,
                               const Caller& caller)
{
    if (note.reason.empty() || note.by.empty()) {
        return Error{.place = seen.key,
                     .cause = "nobody said who settles it and why; nothing was changed",
                     .cure = "Give a name and a reason: they stay in the record's history"};
    }
    return settleAs(seen, found, note, caller);
}

/// Writes down what became of a reservation, as it was seen.
Result<Changed> Engine::settleAs(const Reservation& seen, const Probed& found, const Note& note,
                                 const Caller& caller)
{
    return counted(m_store->settle(seen.key, seen.token, found.probe, found.answer, m_clock(), note), caller,
                   found.probe == Probe::CannotTell ? std::optional<Counted>() : Counted::Reconciled);
}

Result<std::optional<Reply>> Engine::status(const std::string& key)
{
    const Result<std::optional<Reservation>> seen = m_store->find(key);
    if (!seen) {
        return seen.error();
    }
    return seen->has_value() ? std::optional(standing(**seen, m_clock())) : std::nullopt;
}

Result<std::optional<Reply>> Engine::reconcile(const std::string& key, const LookUp& lookUp,
                                               const Caller& caller)
{
    Result<std::optional<Reply>> stands = status(key);
    if (!stands || !stands->has_value() || (*stands)->answer != Answer::OutcomeUnknown) {
        return stands;
    }
    const Reservation& seen = (*stands)->record;
    const bool asks = m_options.canBeChecked && lookUp;
    const Probed found = asks ? lookUp(seen) : Probed{};
    const bool tooEarly
        = decideSettle(idem::standing(seen, m_clock()), seen.token, seen.token, found.probe) == Finish::Stale;
    if (tooEarly || (found.probe == Probe::CannotTell && seen.state == State::Unknown)) {
        return stands; // or nothing new to write down
    }
    const Result<Changed> changed = settleAs(seen, found, {.by = m_options.holder, .reason = {}}, caller);
    if (!changed) {
        return changed.error();
    }
    return changed->record ? std::optional(standing(*changed->record, m_clock())) : std::nullopt;
}

Result<Reply> Engine::run(const Request& request, const Work& work, const LookUp& lookUp)
{
    if (m_store->session() != nullptr && m_store->session()->isInTransaction()) {
        return Error{
            .place = request.key,
            .cause = "a transaction of the store is open, so the work would be sent before its reservation is"
                     " there for others; nothing was done",
            .cure = "Reserve, commit, work, and complete; or runInTransaction where the effect is in the same"
                    " database"};
    }
    Result<Reply> reply = reserve(request);
    if (reply && reply->answer == Answer::OutcomeUnknown && lookUp) {
        const Result<std::optional<Reply>> asked = reconcile(request.key, lookUp, request.caller);
        if (!asked) {
            return asked.error();
        }
        reply = reserve(request);
    }
    if (!reply || reply->answer != Answer::Started) {
        return reply;
    }
    Worked worked;
    try {
        worked = work(reply->record);
    } catch (...) {
        // What it had done by then is not known here. An error of the store changes nothing about that: the
        // lease ends.
        fail(reply->record, Outcome::Unknown, std::nullopt, request.caller);
        throw;
    }
    return afterWork(std::move(*reply), worked, request.caller);
}

Result<Reply> Engine::afterWork(Reply reply, const Worked& worked, const Caller& caller)
{
    const Result<Changed> changed
        = counted(m_store->finish(reply.record, worked.outcome, worked.answer, m_clock()), caller);
    const bool mayHaveActed = worked.outcome == Outcome::Done || worked.outcome == Outcome::Unknown;
    if (!changed) {
        if (!mayHaveActed) {
            return changed.error();
        }
        reply.answer = Answer::OutcomeUnknown;
        reply.late = true;
        reply.unrecorded = changed.error();
        reply.record.answer = worked.answer;
        return reply;
    }
    if (changed->finish == Finish::Applied) {
        reply.record = *changed->record;
        return reply;
    }
    // Somebody else has settled it or has it now. A first answer that is there is what counts for everybody.
    if (changed->record) {
        reply = standing(*changed->record, m_clock());
    }
    if (mayHaveActed && reply.answer != Answer::Replayed) {
        reply.answer = Answer::OutcomeUnknown;
        reply.late = true;
        reply.retryAfter = std::nullopt;
    }
    return reply;
}

Result<Reply> Engine::runInTransaction(const Request& request, const LocalWork& work)
{
    if (m_store->session() == nullptr) {
        return Error{.place = request.key,
                     .cause
                     = "this store has no database that work could share a transaction with; nothing was done",
                     .cure = "Use a store in SQLite or PostgreSQL, in the same database as the effect"};
    }
    Reply reply;
    const std::optional<Error> undone = m_store->together([&]() -> Result<bool> {
        Result<Reply> reserved = reserve(request);
        if (!reserved) {
            return reserved.error();
        }
        reply = std::move(*reserved);
        if (reply.answer != Answer::Started) {
            return false; // nothing was written
        }
        Worked worked;
        const std::optional<Error> failed = m_store->together([&]() -> Result<bool> {
            Result<Worked> got = work(*m_store->session(), reply.record);
            if (!got) {
                return got.error();
            }
            worked = std::move(*got);
            return worked.outcome == Outcome::Done; // else what it did here is undone
        });
        if (failed) {
            return *failed;
        }
        if (worked.outcome == Outcome::FailedBefore) {
            reply.record.state = State::FailedBefore;
            reply.record.answer = worked.answer;
            return false; // as if nobody had asked
        }
        Result<Changed> changed
            = counted(m_store->finish(reply.record, worked.outcome, worked.answer, m_clock()), request.caller);
        if (!changed) {
            return changed.error(); // nothing is kept: it is one transaction
        }
        if (changed->finish == Finish::Stale) {
            return Error{.place = request.key,
                         .cause = "the reservation changed inside its own transaction; nothing was changed",
                         .cure = "Look for work that settles or finishes the key itself"};
        }
        reply.record = std::move(*changed->record);
        return true;
    });
    if (undone) {
        return *undone;
    }
    return reply;
}

Result<std::size_t> Engine::prune(std::size_t most, std::size_t batch)
{
    std::size_t sum = 0;
    while (sum < most) {
        const std::size_t wanted = std::min(std::max<std::size_t>(batch, 1), most - sum);
        const Result<std::size_t> gone = m_store->prune(m_clock(), wanted);
        if (!gone) {
            Error error = gone.error();
            if (sum > 0) {
                error.cause += " in this batch; " + std::to_string(sum) + " records were removed before it";
            }
            return error;
        }
        sum += *gone;
        count(Counted::Pruned, {}, *gone);
        if (*gone < wanted) {
            break;
        }
    }
    return sum;
}

Reply Engine::replyTo(Reserved reserved, TimePoint now) const
{
    Reply reply{.answer = reserved.decision.answer,
                .refusal = reserved.decision.refusal,
                .finding = reserved.decision.finding,
                .record = std::move(reserved.record),
                .differing = std::move(reserved.differing),
                .retryAfter = std::nullopt};
    if (reply.answer == Answer::InProgress) {
        reply.retryAfter = retryAfter(reply.record, now);
    }
    return reply;
}

/// What the same request would get now, without starting anything: the answer of decide(), except that what
/// would start is told as it stands.
Reply Engine::standing(const Reservation& record, TimePoint now) const
{
    const Standing stands = idem::standing(record, now);
    const Decision decision = decide(&stands, true, m_options.policy);
    return replyTo({.decision = decision, .record = record, .differing = {}}, now);
}

Result<Changed> Engine::counted(Result<Changed> changed, const Caller& caller, std::optional<Counted> applied)
{
    if (changed && changed->finish == Finish::Stale) {
        count(Counted::Stale, caller);
    } else if (changed && applied) {
        count(*applied, caller);
    }
    return changed;
}

void Engine::count(Counted what, const Caller& caller, std::uint64_t times)
{
    if (m_counters != nullptr && times > 0) {
        m_counters->add(what, caller, times);
    }
}

} // namespace idem
