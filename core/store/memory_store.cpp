#include "core/store/memory_store.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace idem {

Result<std::optional<Reservation>> MemoryStore::read(const std::string& key)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_content.records.find(key);
    return found == m_content.records.end() ? std::optional<Reservation>() : found->second;
}

Result<std::optional<Reservation>> MemoryStore::insert(Reservation record)
{
    const std::lock_guard lock(m_mutex);
    if (m_content.records.contains(record.key) || !apply(budgetChanges(nullptr, record))) {
        return std::optional<Reservation>();
    }
    const auto place = m_content.records.try_emplace(record.key, record).first;
    place->second.token = ++m_lastToken;
    return std::optional(place->second);
}

Result<std::optional<Reservation>> MemoryStore::replace(const Reservation& seen, Reservation next, Token token,
                                                        const std::vector<BudgetChange>& changes)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_content.records.find(seen.key);
    if (found == m_content.records.end()) {
        return std::optional<Reservation>();
    }
    Reservation& record = found->second;
    if (record.token != seen.token || record.state != seen.state || record.leaseUntil != seen.leaseUntil
        || record.keepUntil != seen.keepUntil || !apply(changes)) {
        return std::optional<Reservation>();
    }
    next.token = token == Token::New ? ++m_lastToken : seen.token;
    record = std::move(next);
    return std::optional(record);
}

Result<std::size_t> MemoryStore::prune(TimePoint now, std::size_t limit)
{
    const std::lock_guard lock(m_mutex);
    std::vector<std::pair<TimePoint, std::string>> over;
    for (const auto& [key, record] : m_content.records) {
        if (mayPrune(standing(record, now))) {
            over.emplace_back(record.keepUntil, key);
        }
    }
    std::sort(over.begin(), over.end());
    over.resize(std::min(over.size(), limit));
    for (const auto& [keepUntil, key] : over) {
        m_content.records.erase(key);
    }
    return over.size();
}

Result<std::int64_t> MemoryStore::budgetUsed(const std::string& scope)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_content.budgets.find(scope);
    return found == m_content.budgets.end() ? std::int64_t{0} : found->second;
}

/// All of them or none.
bool MemoryStore::apply(const std::vector<BudgetChange>& changes)
{
    for (const BudgetChange& change : changes) {
        const std::int64_t used = m_content.budgets[change.scope];
        if (change.delta > 0 && (used > change.limit || change.delta > change.limit - used)) {
            return false;
        }
    }
    for (const BudgetChange& change : changes) {
        m_content.budgets[change.scope] += change.delta;
    }
    return true;
}

std::optional<Error> MemoryStore::together(const std::function<Result<bool>()>& work)
{
    const std::lock_guard lock(m_mutex);
    Content before = m_content;
    try {
        const Result<bool> keep = work();
        if (keep && *keep) {
            return std::nullopt;
        }
        m_content = std::move(before);
        return keep ? std::nullopt : std::optional(keep.error());
    } catch (...) {
        m_content = std::move(before);
        throw;
    }
}

} // namespace idem
