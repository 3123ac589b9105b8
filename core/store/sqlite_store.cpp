#include "core/store/sqlite_store.h"

#include "core/store/sqlite_connection.h"
#include "core/store/sqlite_schema.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <limits>
#include <QByteArray>
#include <utility>

namespace idem {

namespace {

QVariant variant(TimePoint time)
{
    return static_cast<qlonglong>(time.time_since_epoch().count());
}

QVariant variant(std::uint64_t number)
{
    return static_cast<qlonglong>(number);
}

QVariant variant(std::string_view text)
{
    return fromUtf8(text);
}

// For text that others chose, with CAST(? AS TEXT): bound as text it would go through UTF-16, where SQLite
// takes a leading U+FEFF or U+FFFE for a byte order mark and drops it, and two keys become one.
QVariant bytes(std::string_view text)
{
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

QVariant blob(const std::optional<std::string>& content)
{
    return content ? bytes(*content) : QVariant(QMetaType(QMetaType::QByteArray));
}

TimePoint timeOf(const QVariant& value)
{
    return TimePoint(Milliseconds(value.toLongLong()));
}

// The order of columns in every statement that writes a record.
std::vector<QVariant> valuesOf(const Reservation& record)
{
    return {variant(name(record.state)),
            variant(toText(record.fingerprint)),
            bytes(record.holder),
            variant(record.reservedAt),
            variant(record.leaseUntil),
            variant(record.keepUntil),
            static_cast<qlonglong>(record.retention.count()),
            variant(record.token),
            record.attempt,
            blob(record.answer)};
}

Result<Reservation> recordOf(const std::string& path, const std::string& key, const std::vector<QVariant>& row)
{
    const std::string stateName = toUtf8(row[0].toString());
    const std::optional<State> state = stateNamed(stateName);
    if (!state) {
        return Error{.place = path,
                     .cause = "the record of \"" + key + "\" has the state \"" + stateName
                         + "\", which there is not; nothing was changed",
                     .cure = "Find the software that wrote it, and correct the record by hand"};
    }
    Reservation record;
    record.key = key;
    record.state = *state;
    record.fingerprint = fingerprintFromText(toUtf8(row[1].toString()));
    record.holder = row[2].toByteArray().toStdString();
    record.reservedAt = timeOf(row[3]);
    record.leaseUntil = timeOf(row[4]);
    record.keepUntil = timeOf(row[5]);
    record.retention = Milliseconds(row[6].toLongLong());
    record.token = static_cast<std::uint64_t>(row[7].toLongLong());
    record.attempt = row[8].toUInt();
    if (!row[9].isNull()) {
        record.answer = row[9].toByteArray().toStdString();
    }
    return record;
}

// The states that may go, as decide.h has it: 'done', 'failed_before', …
QString prunableStates()
{
    QStringList names;
    for (const State state : allStates) {
        if (mayPrune({.state = state, .leaseOver = true, .pastRetention = true})) {
            names += QLatin1Char('\'') + fromUtf8(name(state)) + QLatin1Char('\'');
        }
    }
    return names.join(QStringLiteral(", "));
}

} // namespace

Result<std::unique_ptr<SqliteStore>> SqliteStore::open(const std::string& path)
{
    Result<std::unique_ptr<SqliteConnection>> connection = SqliteConnection::open(path);
    if (!connection) {
        return connection.error();
    }
    if (auto error = prepareSqliteSchema(**connection)) {
        return *error;
    }
    return std::unique_ptr<SqliteStore>(new SqliteStore(std::move(*connection)));
}

SqliteStore::SqliteStore(std::unique_ptr<SqliteConnection> connection)
    : m_connection(std::move(connection))
{
}

SqliteStore::~SqliteStore() = default;

Result<std::optional<Reservation>> SqliteStore::read(const std::string& key)
{
    Result<SqliteConnection::Rows> got = m_connection->run(
        "SELECT state, fingerprint, CAST(holder AS BLOB), reserved_at, lease_until, keep_until,"
        " retention, token, attempt, answer FROM reservations WHERE key = CAST(? AS TEXT)",
        {bytes(key)});
    if (!got) {
        return got.error();
    }
    if (got->rows.empty()) {
        return std::optional<Reservation>();
    }
    Result<Reservation> record = recordOf(m_connection->path(), key, got->rows.front());
    if (!record) {
        return record.error();
    }
    return std::optional(std::move(*record));
}

Result<std::uint64_t> SqliteStore::newToken()
{
    Result<SqliteConnection::Rows> got
        = m_connection->run("UPDATE last_token SET token = token + 1 RETURNING token");
    if (!got) {
        return got.error();
    }
    if (got->rows.size() != 1) {
        return Error{.place = m_connection->path(),
                     .cause = "the table last_token does not hold its one row; nothing was changed",
                     .cure = "Put the highest token of the table reservations there"};
    }
    return static_cast<std::uint64_t>(got->rows.front().front().toLongLong());
}

Result<std::optional<Reservation>> SqliteStore::insert(Reservation record)
{
    bool isNew = false;
    const std::optional<Error> failed = m_connection->inTransaction([&]() -> Result<bool> {
        const Result<std::uint64_t> token = newToken();
        if (!token) {
            return token.error();
        }
        record.token = *token;
        std::vector<QVariant> values = valuesOf(record);
        values.push_back(bytes(record.key));
        Result<SqliteConnection::Rows> done = m_connection->run(
            "INSERT INTO reservations (state, fingerprint, holder, reserved_at, lease_until,"
            " keep_until, retention, token, attempt, answer, key)"
            " VALUES (?, ?, CAST(? AS TEXT), ?, ?, ?, ?, ?, ?, ?, CAST(? AS TEXT))"
            " ON CONFLICT (key) DO NOTHING",
            values);
        if (!done) {
            return done.error();
        }
        isNew = done->affected == 1;
        return isNew;
    });
    if (failed) {
        return *failed;
    }
    return isNew ? std::optional(std::move(record)) : std::nullopt;
}

Result<std::optional<Reservation>> SqliteStore::replace(const Reservation& seen, Reservation next, Token token)
{
    const auto write = [&]() -> Result<bool> {
        next.token = seen.token;
        if (token == Token::New) {
            const Result<std::uint64_t> fresh = newToken();
            if (!fresh) {
                return fresh.error();
            }
            next.token = *fresh;
        }
        std::vector<QVariant> values = valuesOf(next);
        values.insert(values.end(),
                      {bytes(seen.key), variant(seen.token), variant(name(seen.state)),
                       variant(seen.leaseUntil), variant(seen.keepUntil)});
        Result<SqliteConnection::Rows> done = m_connection->run(
            "UPDATE reservations SET state = ?, fingerprint = ?, holder = CAST(? AS TEXT), reserved_at = ?,"
            " lease_until = ?, keep_until = ?, retention = ?, token = ?, attempt = ?, answer = ?"
            " WHERE key = CAST(? AS TEXT) AND token = ? AND state = ? AND lease_until = ? AND keep_until = ?",
            values);
        if (!done) {
            return done.error();
        }
        return done->affected == 1;
    };
    bool replaced = false;
    if (token == Token::Keep) { // one statement is a transaction of its own
        const Result<bool> done = write();
        if (!done) {
            return done.error();
        }
        replaced = *done;
    } else {
        const std::optional<Error> failed = m_connection->inTransaction([&]() -> Result<bool> {
            Result<bool> done = write();
            replaced = done && *done;
            return done;
        });
        if (failed) {
            return *failed;
        }
    }
    return replaced ? std::optional(std::move(next)) : std::nullopt;
}

Result<std::size_t> SqliteStore::prune(TimePoint now, std::size_t limit)
{
    static const std::string sql
        = toUtf8(QStringLiteral("DELETE FROM reservations WHERE key IN (SELECT key FROM reservations"
                                " WHERE keep_until <= ? AND state IN (%1) ORDER BY keep_until, key LIMIT ?)")
                     .arg(prunableStates()));
    constexpr std::size_t most = std::numeric_limits<int>::max();
    Result<SqliteConnection::Rows> done
        = m_connection->run(sql.c_str(), {variant(now), static_cast<qlonglong>(std::min(limit, most))});
    if (!done) {
        return done.error();
    }
    return static_cast<std::size_t>(std::max(done->affected, 0));
}

} // namespace idem
