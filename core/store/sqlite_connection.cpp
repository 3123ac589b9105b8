#include "core/store/sqlite_connection.h"

#include "core/text/unicode.h"

#include <atomic>
#include <QDeadlineTimer>
#include <QSqlRecord>
#include <QThread>
#include <utility>

namespace idem {

namespace {

// SQLite's result codes, https://www.sqlite.org/rescode.html; the low byte says what kind it is.
enum ResultCode {
    Busy = 5,
    Locked = 6,
    ReadOnly = 8,
    InputOutput = 10,
    Corrupt = 11,
    Full = 13,
    CannotOpen = 14,
    NotADatabase = 26
};

constexpr int waitMilliseconds = 10'000;

int primaryCode(const QSqlError& error)
{
    return error.nativeErrorCode().toInt() & 0xFF;
}

// SQLite itself waits for a writer, but answers "busy" at once in a few places, such as the change to WAL and
// the reading of a schema while another connection recovers the log.
template <typename Try>
bool succeeds(const QSqlQuery& query, Try attempt)
{
    const QDeadlineTimer deadline(waitMilliseconds);
    while (!attempt()) {
        if (primaryCode(query.lastError()) != Busy || deadline.hasExpired()) {
            return false;
        }
        QThread::msleep(2);
    }
    return true;
}

QString newConnectionName()
{
    static std::atomic<unsigned> count{0};
    return QStringLiteral("idemscope-store-%1").arg(++count);
}

} // namespace

Result<std::unique_ptr<SqliteConnection>> SqliteConnection::open(const std::string& path)
{
    if (path.empty()) { // SQLite would make a file that vanishes with the connection
        return Error{.place = "store", .cause = "no file is named", .cure = "Name the file of the store"};
    }
    std::unique_ptr<SqliteConnection> out(new SqliteConnection(newConnectionName(), path));
    if (!out->m_database.open()) {
        return out->explained(out->m_database.lastError());
    }
    return out;
}

SqliteConnection::SqliteConnection(QString name, std::string path)
    : m_name(std::move(name))
    , m_path(std::move(path))
    , m_database(QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_name))
    , m_thread(QThread::currentThread())
{
    m_database.setDatabaseName(fromUtf8(m_path));
    m_database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=%1").arg(waitMilliseconds));
}

SqliteConnection::~SqliteConnection()
{
    // Qt complains, and leaks, when a connection is removed while queries or handles of it are still there.
    m_prepared.clear();
    m_database.close();
    m_database = QSqlDatabase();
    QSqlDatabase::removeDatabase(m_name);
}

std::optional<Error> SqliteConnection::wrongThread() const
{
    if (QThread::currentThread() == m_thread) {
        return std::nullopt;
    }
    return Error{.place = m_path,
                 .cause = "this store was opened by another thread; nothing was changed",
                 .cure = "Open the file once more in the thread that uses it"};
}

Result<SqliteConnection::Rows> SqliteConnection::run(const char* sql, const std::vector<QVariant>& values)
{
    if (auto error = wrongThread()) {
        return *error;
    }
    auto found = m_prepared.find(sql);
    if (found == m_prepared.end()) {
        QSqlQuery query(m_database);
        if (auto error = prepare(query, QString::fromUtf8(sql))) {
            return *error;
        }
        found = m_prepared.emplace(sql, std::move(query)).first;
    }
    QSqlQuery& query = found->second;
    for (std::size_t i = 0; i < values.size(); ++i) {
        query.bindValue(static_cast<int>(i), values[i]);
    }
    return execute(query);
}

Result<SqliteConnection::Rows> SqliteConnection::runOnce(const QString& sql)
{
    if (auto error = wrongThread()) {
        return *error;
    }
    QSqlQuery query(m_database);
    if (auto error = prepare(query, sql)) {
        return *error;
    }
    return execute(query);
}

std::optional<Error> SqliteConnection::prepare(QSqlQuery& query, const QString& sql) const
{
    query.setForwardOnly(true);
    if (!succeeds(query, [&] { return query.prepare(sql); })) {
        return explained(query.lastError());
    }
    return std::nullopt;
}

Result<SqliteConnection::Rows> SqliteConnection::execute(QSqlQuery& query)
{
    if (!succeeds(query, [&] { return query.exec(); })) {
        Error error = explained(query.lastError());
        query.finish();
        return error;
    }
    Rows out;
    out.affected = query.numRowsAffected();
    const int columns = query.isSelect() ? query.record().count() : 0;
    while (columns > 0 && query.next()) {
        std::vector<QVariant>& row = out.rows.emplace_back();
        for (int i = 0; i < columns; ++i) {
            row.push_back(query.value(i));
        }
    }
    const QSqlError error = query.lastError(); // of next(): a damaged page may come late
    query.finish();
    if (error.isValid()) {
        return explained(error);
    }
    return out;
}

std::optional<Error> SqliteConnection::rollBack()
{
    Result<Rows> done = run("ROLLBACK");
    return done ? std::nullopt : std::optional(done.error());
}

Error SqliteConnection::explained(const QSqlError& error) const
{
    const std::string said = toUtf8(error.databaseText());
    const auto with = [this, &said](const std::string& cause, const std::string& cure) {
        return Error{.place = m_path, .cause = cause + " (" + said + "); nothing was changed", .cure = cure};
    };
    switch (primaryCode(error)) {
    case Busy:
    case Locked:
        return with("another program has been writing to the store for more than ten seconds",
                    "Try again, or find the program that keeps a transaction open");
    case ReadOnly:
        return with("the store can't be written to", "Check the rights of the file and of its folder");
    case InputOutput:
        return with("the disk did not read or write",
                    "Check the disk; keep a copy of the file before you go on");
    case Corrupt:
        return with("the file is damaged",
                    "Take it from a backup, or save what can be read with sqlite3's .recover");
    case Full:
        return with("the disk is full", "Make room and try again");
    case CannotOpen:
        return with("the file can't be opened",
                    "Check the name, that its folder exists, and the rights of both");
    case NotADatabase:
        return with("the file is not an SQLite database", "Name another file; this one was left as it is");
    default:
        return with("the store did not take a statement",
                    "Check that no other software has changed its tables");
    }
}

} // namespace idem
