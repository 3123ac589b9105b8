#pragma once

#include <array>
#include <string>
#include <vector>

struct pg_conn;
struct pg_result;

namespace idem {

/// The baseline: libpq in the plainest loop that does what the engine does, with the engine's own statements,
/// prepared, on a database with the engine's own schema. One connection; one thread.
class PlainPostgres
{
public:
    /// `statements` are those that the engine ran for one reserve and complete, in order.
    PlainPostgres(const std::string& connection, const std::vector<std::string>& statements);
    PlainPostgres(const PlainPostgres&) = delete;
    PlainPostgres& operator=(const PlainPostgres&) = delete;
    ~PlainPostgres();

    void reserveAndComplete(const std::string& key);

private:
    static constexpr std::size_t statementCount = 2;
    static constexpr std::array<const char*, statementCount> names{"reserve", "complete"};

    std::string tokenFrom(const char* statement, const std::vector<const char*>& values);
    void mustBe(pg_result* result, int status);

    pg_conn* m_connection;
    std::string m_fingerprint;
};

} // namespace idem
