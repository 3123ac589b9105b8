#pragma once

#include "core/store/sql_store.h"

#include <memory>
#include <string>

namespace idem {

/// Reservations in one PostgreSQL database (15 or newer), in its schema `idemscope`, shared by any number of
/// threads, processes and machines. The caller owns it. One object is one connection: one thread uses it. A new
/// key and a repeat take one round trip, a finish one more. After an error about a lost connection the next
/// call connects again.
class PostgresStore final : public SqlStore
{
public:
    /// `connection` as libpq takes it; empty: from PGHOST, PGDATABASE and the like. Makes the schema where
    /// there is none.
    static Result<std::unique_ptr<PostgresStore>> open(const std::string& connection);

protected:
    Result<bool> insertRow(Reservation& record) override;
    Result<bool> updateRow(const Reservation& seen, Reservation& next, Token token) override;
    bool updatesInOneStatement(Token) const override { return true; }
    Result<Claim> claim(const ReserveRequest& request, TimePoint now) override;

private:
    explicit PostgresStore(std::unique_ptr<SqlSession> connection);
};

} // namespace idem
