#pragma once

#include "core/store/sql_session.h"

#include <memory>
#include <string>
#include <unordered_map>

struct pg_conn;
struct pg_result;

namespace idem {

/// One connection to one PostgreSQL server. libpq and not Qt SQL: statements are prepared in the server and
/// values go there in binary form, which Qt's driver does not do. A PostgresStore owns it; one thread uses it
/// at a time. A connection that was lost is made again with the next statement outside a transaction.
class PostgresConnection final : public SqlSession
{
public:
    /// `connection` as libpq takes it: "host=… dbname=…" or a URI; what it leaves out comes from PGHOST and the
    /// like.
    static Result<std::unique_ptr<PostgresConnection>> open(const std::string& connection);

    ~PostgresConnection() override;

    /// "PostgreSQL idem at /var/run/postgresql", for messages; never with a password.
    const std::string& place() const override { return m_place; }

protected:
    Result<SqlRows> execute(std::string_view sql, const std::vector<SqlParameter>& values) override;
    bool isIdle() const override;
    const char* beginStatement() const override { return "BEGIN ISOLATION LEVEL READ COMMITTED"; }
    Result<SqlRows> commit() override;

private:
    struct Parameters;

    explicit PostgresConnection(pg_conn* connection);

    std::optional<Error> setUp();
    std::optional<Error> connectAgain();
    Result<std::string> prepared(std::string_view sql, const Parameters& parameters);
    Result<SqlRows> rowsOf(pg_result* result);
    Error explained(const pg_result* result) const;

    pg_conn* m_connection;
    std::string m_place;
    std::unordered_map<std::string, std::string> m_statements; ///< name in the server, by text and types
};

} // namespace idem
