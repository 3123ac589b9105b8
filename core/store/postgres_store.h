#pragma once

#include "core/store/cas_store.h"

#include <memory>
#include <string>

namespace idem {

class PostgresConnection;

/// Reservations in one PostgreSQL database (15 or newer), in its schema `idemscope`, shared by any number of
/// threads, processes and machines. The caller owns it. One object is one connection: one thread uses it. A new
/// key and a repeat take one round trip, a finish one more. After an error about a lost connection the next
/// call connects again.
class PostgresStore final : public CasStore
{
public:
    /// `connection` as libpq takes it; empty: from PGHOST, PGDATABASE and the like. Makes the schema where
    /// there is none.
    static Result<std::unique_ptr<PostgresStore>> open(const std::string& connection);

    ~PostgresStore() override;

    /// Rows that others are working on are left for the next time.
    Result<std::size_t> prune(TimePoint now, std::size_t limit) override;
    Result<std::int64_t> budgetUsed(const std::string& scope) override;
    std::optional<Error> together(const std::function<Result<bool>()>& work) override;
    SqlSession* session() override;

protected:
    Result<std::optional<Reservation>> read(const std::string& key) override;
    Result<std::optional<Reservation>> insert(Reservation record) override;
    Result<std::optional<Reservation>> replace(const Reservation& seen, Reservation next, Token token,
                                               const std::vector<BudgetChange>& changes) override;
    Result<Claim> claim(Reservation fresh) override;

private:
    explicit PostgresStore(std::unique_ptr<PostgresConnection> connection);

    Result<bool> update(const Reservation& seen, Reservation& next, Token token);

    std::unique_ptr<PostgresConnection> m_connection;
};

} // namespace idem
