#pragma once

#include "core/store/cas_store.h"

#include <mutex>
#include <unordered_map>

namespace idem {

/// Reservations of one process, gone with it: for tests, previews and simulated runs. The caller owns it;
/// unlike other stores, any number of threads may share one object.
class MemoryStore final : public CasStore
{
public:
    Result<std::size_t> prune(TimePoint now, std::size_t limit) override;
    Result<std::int64_t> budgetUsed(const std::string& scope) override;
    /// Others wait until `work` is over. Undoing copies everything: it is for small stores.
    std::optional<Error> together(const std::function<Result<bool>()>& work) override;

protected:
    Result<std::optional<Reservation>> read(const std::string& key) override;
    Result<std::optional<Reservation>> insert(Reservation record) override;
    Result<std::optional<Reservation>> replace(const Reservation& seen, Reservation next, Token token,
                                               const std::vector<BudgetChange>& changes) override;

private:
    struct Content
    {
        std::unordered_map<std::string, Reservation> records;
        std::unordered_map<std::string, std::int64_t> budgets;
    };

    bool apply(const std::vector<BudgetChange>& changes);

    std::recursive_mutex m_mutex;
    Content m_content;
    std::uint64_t m_lastToken = 0;
};

} // namespace idem
