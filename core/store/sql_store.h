#pragma once

#include "core/store/cas_store.h"
#include "core/store/sql_session.h"

#include <memory>
#include <string>

namespace idem {

/// What the SQL stores have in common: the statements that are the same in every database, and which of them go
/// into one transaction. A base class; threads as in the store that is made from it.
class SqlStore : public CasStore
{
public:
    Result<std::size_t> prune(TimePoint now, std::size_t limit) final;
    Result<std::int64_t> budgetUsed(const std::string& scope) final;
    std::optional<Error> together(const std::function<Result<bool>()>& work) final;
    SqlSession* session() final { return m_session.get(); }

protected:
    struct Names
    {
        std::string reservations;
        std::string budgets;
        std::string lockToPrune; ///< what a SELECT that is to be deleted ends with
    };

    SqlStore(std::unique_ptr<SqlSession> session, Names names);

    SqlSession& database() const { return *m_session; }

    /// Writes a new row under a new token, which it puts into the record; false where the key is taken.
    virtual Result<bool> insertRow(Reservation& record) = 0;

    /// Writes `next` where the row is still as seen; the record gets its token. False where it is not.
    virtual Result<bool> updateRow(const Reservation& seen, Reservation& next, Token token) = 0;

    /// Is updateRow() one statement, and so a transaction of its own?
    virtual bool updatesInOneStatement(Token token) const = 0;

    Result<std::optional<Reservation>> read(const std::string& key) final;
    Result<std::optional<Reservation>> insert(Reservation record) final;
    Result<std::optional<Reservation>> replace(const Reservation& seen, Reservation next, Token token,
                                               const std::vector<BudgetChange>& changes) final;

private:
    std::optional<Error> inTransaction(const std::function<Result<bool>()>& write,
                                       const std::vector<BudgetChange>& changes, bool& written);

    std::unique_ptr<SqlSession> m_session;
    Names m_names;
    std::string m_readStatement;
    std::string m_pruneStatement;
};

} // namespace idem
