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
        Result<std::optional<Reservation>> seen = read(request.key);
        if (!seen) {
            return seen.error();
        }
        const Reservation* record = seen->has_value() ? &**seen : nullptr;
        const Standing stands = record != nullptr ? standing(*record, now) : Standing{};
        const bool same = record != nullptr && record->fingerprint == request.fingerprint;
        const Decision decision = decide(record != nullptr ? &stands : nullptr, same, policy);

        if (decision.write == Write::None) {
            Reserved out{.decision = decision, .record = *record, .differing = {}};
            if (decision.answer == Answer::Conflict) {
                out.differing = differingFields(record->fingerprint, request.fingerprint);
            }
            return out;
        }
        Reservation next
            = decision.write == Write::Again ? reservedAgain(*record, request, now) : created(request, now);
        Result<std::optional<Reservation>> written
            = record == nullptr ? insert(std::move(next)) : replace(*record, std::move(next), Token::New);
        if (!written) {
            return written.error();
        }
        if (written->has_value()) {
            return Reserved{.decision = decision, .record = std::move(**written), .differing = {}};
        }
    }
    return keepsChanging(request.key);
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
                                 std::optional<std::string> answer, TimePoint now)
{
    return change(
        key, now,
        [token](const Standing& record, std::uint64_t recordToken) {
            return decideSettle(record, recordToken, token);
        },
        [&](const Reservation& seen) { return settled(seen, probe, answer, now); });
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
        Result<std::optional<Reservation>> written = replace(record, apply(record), Token::Keep);
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
