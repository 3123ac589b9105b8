#include "core/store/cas_store.h"

#include <utility>

namespace idem {

namespace {

// Each lost round is one that somebody else won, so nobody comes near this unless a store contradicts itself,
// as one with a damaged index may: it finds no record and yet refuses to insert it.
constexpr int mostRounds = 10'000;

Error keepsChanging(const std::string& key)
{
    return {.place = key,
            .cause = "the record was never as it had just been read; nothing was changed",
            .cure = "Check the store for damage, and whether other software writes to it"};
}

} // namespace

Result<Reserved> CasStore::reserve(const ReserveRequest& request, const Policy& policy, TimePoint now)
{
    if (auto error = checkRequest(request)) {
        return *error;
    }
    for (int round = 0; round < mostRounds; ++round) {
        const Result<std::int64_t> used
            = request.budget ? budgetUsed(request.budget->scope) : Result<std::int64_t>(0);
        if (!used) {
            return used.error();
        }
        const Decision asNew = decide(nullptr, true, policy, refusalOf(request, nullptr, *used));
        Result<Claim> got = Claim{};
        if (asNew.write == Write::Create) {
            got = claim(request, now);
        } else if (Result<std::optional<Reservation>> seen = read(request.key); seen) {
            got->record = std::move(*seen);
        } else {
            return seen.error();
        }
        if (!got) {
            return got.error();
        }
        if (got->created) {
            return Reserved{.decision = asNew, .record = std::move(*got->record), .differing = {}};
        }
        if (!got->record) {
            if (asNew.write == Write::None) {
                Reserved refused{.decision = asNew, .record = {}, .differing = {}};
                refused.record.key = request.key;
                return refused;
            }
            continue;
        }
        bool lost = false;
        Result<Reserved> answer = answerTo(request, *got->record, policy, *used, now, lost);
        if (!lost) {
            return answer;
        }
    }
    return keepsChanging(request.key);
}

/// What a request gets that met a record. `lost`: somebody else has changed it meanwhile.
Result<Reserved> CasStore::answerTo(const ReserveRequest& request, const Reservation& record,
                                    const Policy& policy, std::int64_t used, TimePoint now, bool& lost)
{
    const Standing stands = standing(record, now);
    const bool same = record.fingerprint == request.fingerprint;
    // What it would be if the record counted as dropped decides which share of a budget is its own.
    const bool dropped = decide(&stands, same, policy).write == Write::Create;
    const Reservation* known = dropped ? nullptr : &record;
    const Decision decision = decide(&stands, same, policy, refusalOf(request, known, used));
    if (decision.write == Write::None) {
        Reserved out{.decision = decision, .record = record, .differing = {}};
        if (decision.answer == Answer::Conflict) {
            out.differing = differingFields(record.fingerprint, request.fingerprint);
        }
        return out;
    }
    Reservation next = decision.write == Write::Again ? reservedAgain(record, request, now, decision.finding)
                                                      : created(request, now);
    const std::vector<BudgetChange> changes = budgetChanges(known, next);
    Result<std::optional<Reservation>> written = replace(record, std::move(next), Token::New, changes);
    if (!written) {
        return written.error();
    }
    lost = !written->has_value();
    return lost ? Reserved{} : Reserved{.decision = decision, .record = std::move(**written), .differing = {}};
}

Result<CasStore::Claim> CasStore::claim(const ReserveRequest& request, TimePoint now)
{
    Result<std::optional<Reservation>> seen = read(request.key);
    if (!seen) {
        return seen.error();
    }
    if (seen->has_value()) {
        return Claim{.created = false, .record = std::move(*seen)};
    }
    Result<std::optional<Reservation>> written = insert(created(request, now));
    if (!written) {
        return written.error();
    }
    const bool stored = written->has_value();
    return Claim{.created = stored, .record = std::move(*written)};
}

Result<Changed> CasStore::finish(const Reservation& held, Outcome outcome, std::optional<std::string> answer,
                                 TimePoint now)
{
    if (auto error = checkKey(held.key)) {
        return *error;
    }
    if (decideFinish(standing(held, now), held.token, held.token) == Finish::Applied) {
        Reservation next = finished(held, outcome, answer, now);
        const std::vector<BudgetChange> changes = budgetChanges(&held, next);
        Result<std::optional<Reservation>> written = replace(held, std::move(next), Token::Keep, changes);
        if (!written) {
            return written.error();
        }
        if (written->has_value()) {
            return Changed{.finish = Finish::Applied, .record = std::move(*written)};
        }
    }
    return finish(held.key, held.token, outcome, std::move(answer), now);
}

Result<Changed> CasStore::finish(const std::string& key, std::uint64_t token, Outcome outcome,
                                 std::optional<std::string> answer, TimePoint now)
{
    return change(
        key, now,
        [token](const Standing& record, std::uint64_t recordToken) {
            return decideFinish(record, recordToken, token);
        },
        [&](const Reservation& seen) { return finished(seen, outcome, answer, now); });
}

Result<Changed> CasStore::renew(const std::string& key, std::uint64_t token, Milliseconds lease, TimePoint now)
{
    if (auto error = checkLease(lease)) {
        return *error;
    }
    return change(
        key, now,
        [token](const Standing& record, std::uint64_t recordToken) {
            return decideRenew(record, recordToken, token);
        },
        [&](const Reservation& seen) { return renewed(seen, lease, now); });
}

Result<Changed> CasStore::settle(const std::string& key, std::uint64_t token, Probe probe,
                                 std::optional<std::string> answer, TimePoint now, const Note& note)
{
    if (auto error = checkNote(note)) {
        return *error;
    }
    return change(
        key, now,
        [token, probe](const Standing& record, std::uint64_t recordToken) {
            return decideSettle(record, recordToken, token, probe);
        },
        [&](const Reservation& seen) { return settled(seen, probe, answer, now, note); });
}

Result<std::optional<Reservation>> CasStore::find(const std::string& key)
{
    if (auto error = checkKey(key)) {
        return *error;
    }
    return read(key);
}

Result<Changed> CasStore::change(const std::string& key, TimePoint now, const Ask& ask, const Apply& apply)
{
    if (auto error = checkKey(key)) {
        return *error;
    }
    for (int round = 0; round < mostRounds; ++round) {
        Result<std::optional<Reservation>> seen = read(key);
        if (!seen) {
            return seen.error();
        }
        if (!seen->has_value()) {
            return Changed{.finish = Finish::Stale, .record = std::nullopt};
        }
        const Reservation& record = **seen;
        if (ask(standing(record, now), record.token) == Finish::Stale) {
            return Changed{.finish = Finish::Stale, .record = record};
        }
        Reservation next = apply(record);
        const std::vector<BudgetChange> changes = budgetChanges(&record, next);
        Result<std::optional<Reservation>> written = replace(record, std::move(next), Token::Keep, changes);
        if (!written) {
            return written.error();
        }
        if (written->has_value()) {
            return Changed{.finish = Finish::Applied, .record = std::move(*written)};
        }
    }
    return keepsChanging(key);
}

} // namespace idem
