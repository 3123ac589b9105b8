#include "core/store/sqlite_schema.h"

#include "core/store/sqlite_connection.h"

#include <array>

namespace idem {

namespace {

// "Idem" as four letters: tells our files from those of other software, and from each other by `file`.
constexpr int applicationId = 0x4964656D;

// What each version added; a new file gets all of it. The columns are explained in sql_records.h. The last
// token has a table of its own, so that it never comes again, not even after the record that had it was pruned.
constexpr std::array firstVersion = {
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
constexpr std::array secondVersion = {
    "ALTER TABLE reservations ADD COLUMN budget_scope TEXT",
    "ALTER TABLE reservations ADD COLUMN budget_amount INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE reservations ADD COLUMN approved_by TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE reservations ADD COLUMN history TEXT NOT NULL DEFAULT ''",
    "CREATE TABLE budgets (scope TEXT NOT NULL PRIMARY KEY, used INTEGER NOT NULL) STRICT",
};

enum class Content { Nothing, Older, Ours };

Result<int> number(SqliteConnection& connection, std::string_view sql)
{
    Result<SqlRows> got = connection.run(sql);
    if (!got) {
        return got.error();
    }
    return got->rows.empty() ? 0 : static_cast<int>(numberOf(got->rows.front().front()));
}

// Inside a transaction, so that all three are of one moment: somebody else may just be making the tables.
Result<Content> contentOf(SqliteConnection& connection)
{
    const Result<int> owner = number(connection, "PRAGMA application_id");
    if (!owner) {
        return owner.error();
    }
    const Result<int> version = number(connection, "PRAGMA user_version");
    if (!version) {
        return version.error();
    }
    const Result<int> tables = number(connection, "SELECT count(*) FROM sqlite_master");
    if (!tables) {
        return tables.error();
    }
    if (*owner == 0 && *version == 0 && *tables == 0) {
        return Content::Nothing;
    }
    if (*owner != applicationId) {
        return Error{.place = connection.place(),
                     .cause = "this database belongs to other software; nothing was changed",
                     .cure = "Name a file of its own for the store; to look into this one, inspect it"};
    }
    if (*version < 1 || *version > sqliteSchemaVersion) {
        return Error{.place = connection.place(),
                     .cause = "the store has schema version " + std::to_string(*version)
                         + ", this program knows 1 to " + std::to_string(sqliteSchemaVersion)
                         + "; nothing was changed",
                     .cure = "Use the newer program that made it"};
    }
    return *version == sqliteSchemaVersion ? Content::Ours : Content::Older;
}

template <std::size_t Count>
std::optional<Error> runAll(SqliteConnection& connection, const std::array<const char*, Count>& statements)
{
    for (const char* statement : statements) {
        if (Result<SqlRows> done = connection.run(statement); !done) {
            return done.error();
        }
    }
    return std::nullopt;
}

Result<bool> bringUpToDate(SqliteConnection& connection)
{
    const Result<Content> content = contentOf(connection); // somebody else may have been faster
    if (!content) {
        return content.error();
    }
    if (*content == Content::Ours) {
        return false;
    }
    std::optional<Error> failed;
    if (*content == Content::Nothing) {
        failed = runAll(connection, firstVersion);
    }
    if (!failed) {
        failed = runAll(connection, secondVersion);
    }
    for (const std::string& pragma : {"PRAGMA application_id = " + std::to_string(applicationId),
                                      "PRAGMA user_version = " + std::to_string(sqliteSchemaVersion)}) {
        if (!failed) {
            const Result<SqlRows> done = connection.run(pragma);
            failed = done ? std::nullopt : std::optional(done.error());
        }
    }
    return failed ? Result<bool>(*failed) : Result<bool>(true);
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
    // duplicate. 32 MiB hold the inner pages of ten million records, so that a look-up reads no more of a large
    // file than of a small one; SQLite's own 2 MB do not. It takes them as it needs them.
    for (const char* pragma :
         {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA cache_size = -32768"}) {
        if (auto done = connection.run(pragma); !done) {
            return done.error();
        }
    }
    if (*content == Content::Ours) {
        return std::nullopt;
    }
    return connection.inTransaction([&connection] { return bringUpToDate(connection); });
}

} // namespace idem
