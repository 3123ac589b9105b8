#include "core/store/postgres_connection.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <libpq-fe.h>
#include <utility>

namespace idem {

namespace {

// Types as the server numbers them, from its catalogue pg_type.
constexpr Oid boolType = 16;
constexpr Oid bytesType = 17;
constexpr Oid bigType = 20;
constexpr Oid smallType = 21;
constexpr Oid numberType = 23;
constexpr Oid textType = 25;

/// Whose binary form is the text itself: name, text, json, bpchar, varchar, and enums have numbers of their
/// own.
constexpr std::array<Oid, 5> textTypes{19, textType, 114, 1042, 1043};
constexpr Oid unknownType = 705;
constexpr Oid voidType = 2278; // of a function called for what it does; empty
constexpr Oid firstOwnType = 16384; // of what users define: enums and domains, whose binary form is text or raw

bool isShown(Oid type)
{
    const bool number = type == bigType || type == numberType || type == smallType || type == boolType;
    return number || type == bytesType || type == unknownType || type == voidType || type >= firstOwnType
        || std::find(textTypes.begin(), textTypes.end(), type) != textTypes.end();
}

struct Clear
{
    void operator()(PGresult* result) const { PQclear(result); }
};
using ResultHolder = std::unique_ptr<PGresult, Clear>;

std::int64_t bigEndian(const char* bytes, int size)
{
    std::uint64_t out = size > 0 && (static_cast<unsigned char>(bytes[0]) & 0x80U) != 0 ? ~std::uint64_t{0} : 0;
    for (int i = 0; i < size; ++i) {
        out = (out << 8U) | static_cast<unsigned char>(bytes[i]);
    }
    return static_cast<std::int64_t>(out);
}

SqlValue valueAt(const PGresult* result, int row, int column)
{
    if (PQgetisnull(result, row, column) != 0) {
        return std::monostate();
    }
    const char* bytes = PQgetvalue(result, row, column);
    const int size = PQgetlength(result, row, column);
    switch (PQftype(result, column)) {
    case bigType:
    case numberType:
    case smallType:
        return bigEndian(bytes, size);
    case boolType:
        return std::int64_t{bytes[0] != 0 ? 1 : 0};
    default:
        return std::string(bytes, static_cast<std::size_t>(size));
    }
}

/// Whoever is silent for good is given up: after ten seconds while connecting, after about a minute later on.
/// What the connection's text says about it counts more.
pg_conn* connected(const std::string& connection)
{
    constexpr std::array names{"connect_timeout",  "keepalives_idle", "keepalives_interval",
                               "keepalives_count", "dbname",          static_cast<const char*>(nullptr)};
    const std::array values{"10", "30", "10", "3", connection.c_str(), static_cast<const char*>(nullptr)};
    return PQconnectdbParams(names.data(), values.data(), 1);
}

std::string oneLine(std::string text)
{
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) {
        text.pop_back();
    }
    for (char& c : text) {
        c = c == '\n' ? ' ' : c;
    }
    return text;
}

} // namespace

/// Values as libpq takes them: all in binary form, each with its type.
struct PostgresConnection::Parameters
{
    explicit Parameters(const std::vector<SqlParameter>& values)
        : numbers(values.size())
    {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (const auto* number = std::get_if<std::int64_t>(&values[i])) {
                auto rest = static_cast<std::uint64_t>(*number);
                for (std::size_t byte = 8; byte-- > 0; rest >>= 8U) {
                    numbers[i].at(byte) = static_cast<char>(rest & 0xFFU);
                }
                add(bigType, {numbers[i].data(), numbers[i].size()}, 'i');
            } else if (const auto* text = std::get_if<std::string_view>(&values[i])) {
                add(textType, *text, 't');
            } else if (const auto* bytes = std::get_if<SqlBytes>(&values[i])) {
                add(bytesType, bytes->bytes, 'b');
            } else {
                types.push_back(0);
                pointers.push_back(nullptr);
                lengths.push_back(0);
                formats.push_back(1);
                signature += 'n';
            }
        }
    }

    void add(Oid type, std::string_view bytes, char letter)
    {
        types.push_back(type);
        pointers.push_back(bytes.empty() ? "" : bytes.data());
        lengths.push_back(static_cast<int>(bytes.size()));
        formats.push_back(1);
        signature += letter;
    }

    int count() const { return static_cast<int>(types.size()); }

    std::vector<std::array<char, 8>> numbers;
    std::vector<Oid> types;
    std::vector<const char*> pointers;
    std::vector<int> lengths;
    std::vector<int> formats;
    std::string signature;
};

Result<std::unique_ptr<PostgresConnection>> PostgresConnection::open(const std::string& connection)
{
    std::unique_ptr<PostgresConnection> out(new PostgresConnection(connected(connection)));
    if (PQstatus(out->m_connection) != CONNECTION_OK) {
        return out->explained(nullptr);
    }
    if (auto error = out->setUp()) {
        return *error;
    }
    return out;
}

PostgresConnection::PostgresConnection(pg_conn* connection)
    : m_connection(connection)
{
    const auto shown = [](const char* text) { return std::string(text != nullptr ? text : "?"); };
    m_place = "PostgreSQL " + shown(PQdb(connection)) + " at " + shown(PQhost(connection));
    PQsetNoticeProcessor(
        connection, [](void*, const char*) {}, nullptr);
}

PostgresConnection::~PostgresConnection()
{
    PQfinish(m_connection);
}

/// A reservation that a crash of the server takes back is a duplicate, so the server's own default for waiting
/// is not trusted; and nobody waits for a lock for ever.
std::optional<Error> PostgresConnection::setUp()
{
    if (PQsetClientEncoding(m_connection, "UTF8") != 0) {
        return explained(nullptr);
    }
    const ResultHolder done(PQexec(m_connection,
                                   "SET synchronous_commit = on; SET lock_timeout = '10s';"
                                   " SET default_transaction_isolation = 'read committed'"));
    if (PQresultStatus(done.get()) != PGRES_COMMAND_OK) {
        return explained(done.get());
    }
    return std::nullopt;
}

std::optional<Error> PostgresConnection::connectAgain()
{
    m_statements.clear();
    PQreset(m_connection);
    if (PQstatus(m_connection) != CONNECTION_OK) {
        return explained(nullptr);
    }
    return setUp();
}

bool PostgresConnection::isIdle() const
{
    return PQtransactionStatus(m_connection) == PQTRANS_IDLE;
}

Result<SqlRows> PostgresConnection::execute(std::string_view sql, const std::vector<SqlParameter>& values)
{
    if (PQstatus(m_connection) != CONNECTION_OK) {
        if (isInTransaction()) {
            return explained(nullptr);
        }
        if (auto error = connectAgain()) {
            return *error;
        }
    }
    const Parameters parameters(values);
    const Result<std::string> name = prepared(sql, parameters);
    if (!name) {
        return name.error();
    }
    return rowsOf(PQexecPrepared(m_connection, name->c_str(), parameters.count(), parameters.pointers.data(),
                                 parameters.lengths.data(), parameters.formats.data(), 1));
}

/// Never on a new connection, which would commit nothing, successfully; and the server answers the COMMIT of a
/// transaction in which something failed with success and the word ROLLBACK.
Result<SqlRows> PostgresConnection::commit()
{
    announce("COMMIT");
    if (isIdle()) {
        return endedUnderneath();
    }
    const ResultHolder result(PQexec(m_connection, "COMMIT"));
    if (PQresultStatus(result.get()) != PGRES_COMMAND_OK) {
        return explained(result.get());
    }
    if (std::string_view(PQcmdStatus(result.get())) != "COMMIT") {
        return Error{.place = m_place,
                     .cause
                     = "a statement of the transaction had failed, so it was rolled back; nothing was changed",
                     .cure = "Pass the error of the statement on instead of going on after it"};
    }
    return SqlRows{};
}

Result<std::string> PostgresConnection::prepared(std::string_view sql, const Parameters& parameters)
{
    std::string text(sql);
    std::string id = text + '\n' + parameters.signature;
    if (const auto found = m_statements.find(id); found != m_statements.end()) {
        return found->second;
    }
    std::string name = "idem_" + std::to_string(m_statements.size());
    const ResultHolder done(
        PQprepare(m_connection, name.c_str(), text.c_str(), parameters.count(), parameters.types.data()));
    if (PQresultStatus(done.get()) != PGRES_COMMAND_OK) {
        return explained(done.get());
    }
    m_statements.emplace(std::move(id), name);
    return name;
}

Result<SqlRows> PostgresConnection::rowsOf(pg_result* raw)
{
    const ResultHolder result(raw);
    const ExecStatusType status = PQresultStatus(result.get());
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
        return explained(result.get());
    }
    SqlRows out;
    out.affected = std::strtoll(PQcmdTuples(result.get()), nullptr, 10);
    const int columns = PQnfields(result.get());
    for (int column = 0; column < columns; ++column) {
        if (!isShown(PQftype(result.get(), column))) {
            return Error{
                .place = m_place,
                .cause = "the column \"" + std::string(PQfname(result.get(), column))
                    + "\" has a type that is neither text, bytes, a whole number nor a truth value; the"
                      " statement was carried out",
                .cure = "Cast it in the statement, as in CAST(amount AS text)"};
        }
    }
    for (int i = 0; i < PQntuples(result.get()); ++i) {
        std::vector<SqlValue>& row = out.rows.emplace_back();
        row.reserve(static_cast<std::size_t>(columns));
        for (int column = 0; column < columns; ++column) {
            row.push_back(valueAt(result.get(), i, column));
        }
    }
    return out;
}

Error PostgresConnection::explained(const pg_result* result) const
{
    const char* code = result != nullptr ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : nullptr;
    const std::string state = code != nullptr ? code : "";
    const char* primary = result != nullptr ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : nullptr;
    const std::string said = oneLine(primary != nullptr ? primary : PQerrorMessage(m_connection));
    const auto with = [&](const std::string& cause, const std::string& cure) {
        return Error{.place = m_place, .cause = cause + " (" + said + "); nothing was changed", .cure = cure};
    };
    if (PQstatus(m_connection) != CONNECTION_OK && result != nullptr) {
        return Error{.place = m_place,
                     .cause = "the connection to the server was lost (" + said
                         + "); whether the last step was stored is not known",
                     .cure = "Ask for the key again: the answer says what is there"};
    }
    // https://www.postgresql.org/docs/15/errcodes-appendix.html; the first two letters are the class.
    const std::string kind = state.substr(0, 2);
    if (state == "57014") {
        return with("the server ended the statement, which took longer than it allows",
                    "Try again, or raise statement_timeout for this user");
    }
    if (kind == "08" || kind == "57" || PQstatus(m_connection) != CONNECTION_OK) {
        return with("the server can't be reached",
                    "Check host, port, name and password, and that the server runs");
    }
    if (state == "40P01") {
        return with("two transactions waited for each other, and the server ended this one",
                    "Try again; touch keys and scopes in the same order everywhere");
    }
    if (state == "55P03") {
        return with("another program has held what this one needs for more than ten seconds",
                    "Try again, or find the program that keeps a transaction open");
    }
    if (state == "42501" || state == "25006" || kind == "28") {
        return with("the store can't be written to by this user", "Grant the rights on the schema idemscope");
    }
    if (kind == "53") {
        return with("the server has no room left", "Make room on the server's disk, or allow more connections");
    }
    if (kind == "XX") {
        return with("the server found damage in its files", "Take the database from a backup");
    }
    return with("the server did not take a statement", "Check that no other software has changed the tables");
}

} // namespace idem
