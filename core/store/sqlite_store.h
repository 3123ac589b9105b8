#pragma once

#include "core/store/cas_store.h"

#include <memory>
#include <string>

namespace idem {

class SqliteConnection;

/// Reservations in one SQLite file, shared by any number of threads and processes of one machine. The caller
/// owns it. One object is one connection: only the thread that opened it may use and destroy it, other threads
/// open the file once more.
class SqliteStore final : public CasStore
{
public:
    /// Makes the file where there is none, and brings one of an older version up to date. Refuses what is no
    /// database, belongs to other software, or was made by a newer program, and leaves such a file as it is.
    /// `path` is UTF-8.
    static Result<std::unique_ptr<SqliteStore>> open(const std::string& path);

    ~SqliteStore() override;

    Result<std::size_t> prune(TimePoint now, std::size_t limit) override;
    Result<std::int64_t> budgetUsed(const std::string& scope) override;
    std::optional<Error> together(const std::function<Result<bool>()>& work) override;
    SqlSession* session() override;

protected:
    Result<std::optional<Reservation>> read(const std::string& key) override;
    Result<std::optional<Reservation>> insert(Reservation record) override;
    Result<std::optional<Reservation>> replace(const Reservation& seen, Reservation next, Token token,
                                               const std::vector<BudgetChange>& changes) override;

private:
    explicit SqliteStore(std::unique_ptr<SqliteConnection> connection);

    Result<std::uint64_t> newToken();
    Result<bool> update(const Reservation& seen, Reservation& next, Token token);

    std::unique_ptr<SqliteConnection> m_connection;
};

} // namespace idem
