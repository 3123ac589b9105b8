#pragma once

#include "core/store/store.h"

#include <functional>

namespace idem {

/// The part that every store has in common: read, ask decide(), write by insert or compare-and-set, and begin
/// again when somebody else was faster. A base class; threads as in the store that is made from it.
class CasStore : public Store
{
public:
    Result<Reserved> reserve(const ReserveRequest& request, const Policy& policy, TimePoint now) final;
    Result<Changed> finish(const std::string& key, std::uint64_t token, Outcome outcome,
                           std::optional<std::string> answer, TimePoint now) final;
    Result<Changed> finish(const Reservation& held, Outcome outcome, std::optional<std::string> answer,
                           TimePoint now) final;
    Result<Changed> renew(const std::string& key, std::uint64_t token, Milliseconds lease, TimePoint now) final;
    Result<Changed> settle(const std::string& key, std::uint64_t token, Probe probe,
                           std::optional<std::string> answer, TimePoint now, const Note& note = {}) final;
    Result<std::optional<Reservation>> find(const std::string& key) final;

protected:
    enum class Token : std::uint8_t { Keep, New };

    /// What a new key met: itself, stored; what was there before; or neither, when the race has to be run
    /// again.
    struct Claim
    {
        bool created = false;
        std::optional<Reservation> record;
    };

    virtual Result<std::optional<Reservation>> read(const std::string& key) = 0;

    /// Stores a key that nobody has yet, under a new token. The record as stored, or nothing when the key is
    /// taken or its budget is used up meanwhile: then a constraint, not this code, has settled the race.
    virtual Result<std::optional<Reservation>> insert(Reservation record) = 0;

    /// Puts `next` in the place of `seen`, in one atomic step, if the record is still as seen: token, state,
    /// lease and retention. The token alone would not do, as a finish and a heartbeat keep it. `changes` of
    /// budgets go with it, all or nothing. The record as stored, or nothing.
    virtual Result<std::optional<Reservation>> replace(const Reservation& seen, Reservation next, Token token,
                                                       const std::vector<BudgetChange>& changes)
        = 0;

    /// The fast path of a store that can do both in one access.
    virtual Result<Claim> claim(const ReserveRequest& request, TimePoint now);

private:
    using Ask = std::function<Finish(const Standing& record, std::uint64_t recordToken)>;
    using Apply = std::function<Reservation(const Reservation& seen)>;
    Result<Reserved> answerTo(const ReserveRequest& request, const Reservation& record, const Policy& policy,
                              std::int64_t used, TimePoint now, bool& lost);
    Result<Changed> change(const std::string& key, TimePoint now, const Ask& ask, const Apply& apply);
};

} // namespace idem
