#pragma once

#include "core/store/sql_store.h"

#include <memory>
#include <string>

namespace idem {

/// Reservations in one SQLite file, shared by any number of threads and processes of one machine. The caller
/// owns it. One object is one connection: only the thread that opened it may use and destroy it, other threads
/// open the file once more.
class SqliteStore final : public SqlStore
{
public:
    /// Makes the file where there is none, and brings one of an older version up to date. Refuses what is no
    /// database, belongs to other software, or was made by a newer program, and leaves such a file as it is.
    /// `path` is UTF-8.
    static Result<std::unique_ptr<SqliteStore>> open(const std::string& path);

protected:
    Result<bool> insertRow(Reservation& record) override;
    Result<bool> updateRow(const Reservation& seen, Reservation& next, Token token) override;
    bool updatesInOneStatement(Token token) const override { return token == Token::Keep; }

private:
    explicit SqliteStore(std::unique_ptr<SqlSession> connection);

    Result<std::uint64_t> newToken();
};

} // namespace idem
