#include "tests/benchmarks/plain_postgres.h"

#include "tests/benchmarks/engine_loop.h"
#include "tests/benchmarks/plain_records.h"

#include <libpq-fe.h>
#include <stdexcept>

namespace idem {

PlainPostgres::PlainPostgres(const std::string& connection, const std::vector<std::string>& statements)
    : m_connection(PQconnectdb(connection.c_str()))
    , m_fingerprint(plain::fingerprintText())
{
    if (statements.size() != statementCount) {
        throw std::runtime_error("the engine runs other statements than the plain loop knows");
    }
    mustBe(PQexec(m_connection, "SET synchronous_commit = on"), PGRES_COMMAND_OK);
    for (std::size_t i = 0; i < statementCount; ++i) {
        mustBe(PQprepare(m_connection, names.at(i), statements[i].c_str(), 0, nullptr), PGRES_COMMAND_OK);
    }
}

PlainPostgres::~PlainPostgres()
{
    PQfinish(m_connection);
}

void PlainPostgres::reserveAndComplete(const std::string& key)
{
    const std::int64_t reserved = plain::now();
    const std::string reservedText = std::to_string(reserved);
    const std::string lease = std::to_string(reserved + plain::lease);
    const std::string keep = std::to_string(reserved + plain::retention);
    const std::string retention = std::to_string(plain::retention);
    const std::string first = plain::history(reserved, false);
    const std::string token = tokenFrom(names[0],
                                        {key.c_str(), "processing", m_fingerprint.c_str(), Invoice::holder,
                                         reservedText.c_str(), lease.c_str(), keep.c_str(), retention.c_str(),
                                         "1", nullptr, nullptr, "0", "", first.c_str()});

    const std::int64_t done = plain::now();
    const std::string keepDone = std::to_string(done + plain::retention);
    const std::string second = plain::history(done, true);
    const std::string kept
        = tokenFrom(names[1],
                    {key.c_str(), "done", m_fingerprint.c_str(), Invoice::holder, reservedText.c_str(),
                     lease.c_str(), keepDone.c_str(), retention.c_str(), "1", Invoice::answer, nullptr, "0", "",
                     second.c_str(), token.c_str(), "processing", lease.c_str(), keep.c_str()});
    if (kept != token) {
        throw std::runtime_error("the plain loop lost its reservation");
    }
}

std::string PlainPostgres::tokenFrom(const char* statement, const std::vector<const char*>& values)
{
    PGresult* result = PQexecPrepared(m_connection, statement, static_cast<int>(values.size()), values.data(),
                                      nullptr, nullptr, 0);
    if (PQresultStatus(result) != PGRES_TUPLES_OK || PQntuples(result) != 1) {
        PQclear(result);
        throw std::runtime_error(std::string("the plain loop failed: ") + PQerrorMessage(m_connection));
    }
    std::string token = PQgetvalue(result, 0, PQnfields(result) - 1);
    PQclear(result);
    return token;
}

void PlainPostgres::mustBe(pg_result* result, int status)
{
    const bool good = PQresultStatus(result) == status;
    PQclear(result);
    if (!good) {
        throw std::runtime_error(std::string("the plain loop failed: ") + PQerrorMessage(m_connection));
    }
}

} // namespace idem
