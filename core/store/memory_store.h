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

protected:
    Result<std::optional<Reservation>> read(const std::string& key) override;
    Result<std::optional<Reservation>> insert(Reservation record) override;
    Result<std::optional<Reservation>> replace(const Reservation& seen, Reservation next, Token token) override;

private:
    std::mutex m_mutex;
    std::unordered_map<std::string, Reservation> m_records;
    std::uint64_t m_lastToken = 0;
};

} // namespace idem
