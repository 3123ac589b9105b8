#include "core/store/memory_store.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace idem {

Result<std::optional<Reservation>> MemoryStore::read(const std::string& key)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_records.find(key);
    return found == m_records.end() ? std::optional<Reservation>() : found->second;
}

Result<std::optional<Reservation>> MemoryStore::insert(Reservation record)
{
    const std::lock_guard lock(m_mutex);
    const auto [place, isNew] = m_records.try_emplace(record.key, record);
    if (!isNew) {
        return std::optional<Reservation>();
    }
    place->second.token = ++m_lastToken;
    return std::optional(place->second);
}

Result<std::optional<Reservation>> MemoryStore::replace(const Reservation& seen, Reservation next, Token token)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_records.find(seen.key);
    if (found == m_records.end()) {
        return std::optional<Reservation>();
    }
    Reservation& record = found->second;
    if (record.token != seen.token || record.state != seen.state || record.leaseUntil != seen.leaseUntil
        || record.keepUntil != seen.keepUntil) {
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
    for (const auto& [key, record] : m_records) {
        if (mayPrune(standing(record, now))) {
            over.emplace_back(record.keepUntil, key);
        }
    }
    std::sort(over.begin(), over.end());
    over.resize(std::min(over.size(), limit));
    for (const auto& [keepUntil, key] : over) {
        m_records.erase(key);
    }
    return over.size();
}

} // namespace idem
