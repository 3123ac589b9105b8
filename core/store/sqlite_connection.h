#pragma once

#include "core/error.h"

#include <memory>
#include <optional>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QString>
#include <QVariant>
#include <unordered_map>
#include <vector>

class QThread;

namespace idem {

/// One connection to one SQLite file: runs statements, waits while others write, and says what went wrong in
/// words. A SqliteStore owns it; only the thread that opened it may use it, others get an error.
class SqliteConnection
{
public:
    /// What a statement gave. Everything was read and the statement is over, so that it holds no lock.
    struct Rows
    {
        std::vector<std::vector<QVariant>> rows;
        int affected = 0;
    };

    /// A file that is not there is made (empty) with the first statement. `path` is UTF-8.
    static Result<std::unique_ptr<SqliteConnection>> open(const std::string& path);

    SqliteConnection(const SqliteConnection&) = delete;
    SqliteConnection& operator=(const SqliteConnection&) = delete;
    ~SqliteConnection();

    /// Prepared at the first use and kept; `sql` is a literal or lives as long as the connection. Waits up to
    /// ten seconds for others that write.
    Result<Rows> run(const char* sql, const std::vector<QVariant>& values = {});

    /// For statements that are not used again, such as pragmas.
    Result<Rows> runOnce(const QString& sql);

    /// Begins, runs `work`, and commits when it returns true; rolls back when it returns false or an error.
    /// `work` holds the only write lock of the file.
    template <typename Work>
    std::optional<Error> inTransaction(Work work);

    const std::string& path() const { return m_path; }

private:
    SqliteConnection(QString name, std::string path);

    std::optional<Error> wrongThread() const;
    std::optional<Error> prepare(QSqlQuery& query, const QString& sql) const;
    Result<Rows> execute(QSqlQuery& query);
    Error explained(const QSqlError& error) const;
    std::optional<Error> rollBack();

    QString m_name;
    std::string m_path;
    QSqlDatabase m_database;
    std::unordered_map<const char*, QSqlQuery> m_prepared;
    const QThread* m_thread;
};

template <typename Work>
std::optional<Error> SqliteConnection::inTransaction(Work work)
{
    if (Result<Rows> begun = run("BEGIN IMMEDIATE"); !begun) { // a deferred one may fail when it first writes
        return begun.error();
    }
    const Result<bool> keep = work();
    if (!keep || !*keep) {
        const std::optional<Error> failed = rollBack();
        return keep ? failed : keep.error();
    }
    if (Result<Rows> committed = run("COMMIT"); !committed) {
        rollBack();
        return committed.error();
    }
    return std::nullopt;
}

} // namespace idem
