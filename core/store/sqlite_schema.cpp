#include "core/store/sqlite_schema.h"

#include "core/store/sqlite_connection.h"

#include <array>

namespace idem {

namespace {

// "Idem" as four letters: tells our files from those of other software, and from each other by `file`.
constexpr int applicationId = 0x4964656D;

// Times are milliseconds since 1970 in UTC. The answer is a BLOB since it may be anything and must never be
// refused: when it comes, the effect has happened. The last token has a table of its own, so that it never
// comes again, not even after the record that had it was pruned.
constexpr std::array statements = {
    "CREATE TABLE reservations ("
    " key TEXT NOT NULL PRIMARY KEY,"
    " state TEXT NOT NULL,"
    " fingerprint TEXT NOT NULL,"
    " holder TEXT NOT NULL,"
    " reserved_at INTEGER NOT NULL,"
    " lease_until INTEGER NOT NULL,"
    " keep_until INTEGER NOT NULL,"
    " retention INTEGER NOT NULL,"
    " token INTEGER NOT NULL,"
    " attempt INTEGER NOT NULL,"
    " answer BLOB"
    ") STRICT",
    "CREATE INDEX reservations_keep_until ON reservations (keep_until)",
    "CREATE TABLE last_token (token INTEGER NOT NULL) STRICT",
    "INSERT INTO last_token (token) VALUES (0)",
};

enum class Content { Nothing, Ours };

Result<int> number(SqliteConnection& connection, const QString& sql)
{
    Result<SqliteConnection::Rows> got = connection.runOnce(sql);
    if (!got) {
        return got.error();
    }
    return got->rows.empty() ? 0 : got->rows.front().front().toInt();
}

// Inside a transaction, so that all three are of one moment: somebody else may just be making the tables.
Result<Content> contentOf(SqliteConnection& connection)
{
    const Result<int> owner = number(connection, QStringLiteral("PRAGMA application_id"));
    if (!owner) {
        return owner.error();
    }
    const Result<int> version = number(connection, QStringLiteral("PRAGMA user_version"));
    if (!version) {
        return version.error();
    }
    const Result<int> tables = number(connection, QStringLiteral("SELECT count(*) FROM sqlite_master"));
    if (!tables) {
        return tables.error();
    }
    if (*owner == 0 && *version == 0 && *tables == 0) {
        return Content::Nothing;
    }
    if (*owner != applicationId) {
        return Error{.place = connection.path(),
                     .cause = "this database belongs to other software; nothing was changed",
                     .cure = "Name a file of its own for the store; to look into this one, inspect it"};
    }
    if (*version != sqliteSchemaVersion) {
        return Error{.place = connection.path(),
                     .cause = "the store has schema version " + std::to_string(*version)
                         + ", this program knows " + std::to_string(sqliteSchemaVersion)
                         + "; nothing was changed",
                     .cure = "Use the newer program that made it"};
    }
    return Content::Ours;
}

Result<bool> create(SqliteConnection& connection)
{
    const Result<Content> content = contentOf(connection); // somebody else may have been faster
    if (!content) {
        return content.error();
    }
    if (*content == Content::Ours) {
        return false;
    }
    for (const char* statement : statements) {
        if (auto done = connection.runOnce(QString::fromUtf8(statement)); !done) {
            return done.error();
        }
    }
    for (const QString& pragma : {QStringLiteral("PRAGMA application_id = %1").arg(applicationId),
                                  QStringLiteral("PRAGMA user_version = %1").arg(sqliteSchemaVersion)}) {
        if (auto done = connection.runOnce(pragma); !done) {
            return done.error();
        }
    }
    return true;
}

} // namespace

std::optional<Error> prepareSqliteSchema(SqliteConnection& connection)
{
    if (auto begun = connection.run("BEGIN"); !begun) {
        return begun.error();
    }
    const Result<Content> content = contentOf(connection);
    const auto ended = connection.run("ROLLBACK");
    if (!content) {
        return content.error();
    }
    if (!ended) {
        return ended.error();
    }
    // Only now: these write to the file. Where there can be no WAL (some network disks) SQLite keeps its old
    // journal, which is as safe and only slower. FULL, since a reservation that a power cut takes back is a
    // duplicate.
    for (const QString& pragma :
         {QStringLiteral("PRAGMA journal_mode = WAL"), QStringLiteral("PRAGMA synchronous = FULL")}) {
        if (auto done = connection.runOnce(pragma); !done) {
            return done.error();
        }
    }
    if (*content == Content::Ours) {
        return std::nullopt;
    }
    return connection.inTransaction([&connection] { return create(connection); });
}

} // namespace idem
