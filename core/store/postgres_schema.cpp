#include "core/store/postgres_schema.h"

#include "core/store/postgres_connection.h"

#include <array>

namespace idem {

namespace {

// Keys compare byte by byte ("C"): a collation may change with the operating system, and then an index lies.
// Every number is a bigint, as the house binds all of them so. Tokens come from a sequence: never twice, not
// even after a rollback.
constexpr std::array schemaStatements = {
    "CREATE SCHEMA IF NOT EXISTS idemscope",
    "CREATE TABLE idemscope.reservations ("
    " key text COLLATE \"C\" NOT NULL PRIMARY KEY,"
    " state text COLLATE \"C\" NOT NULL,"
    " fingerprint text NOT NULL,"
    " holder text NOT NULL,"
    " reserved_at bigint NOT NULL,"
    " lease_until bigint NOT NULL,"
    " keep_until bigint NOT NULL,"
    " retention bigint NOT NULL,"
    " attempt bigint NOT NULL,"
    " answer bytea,"
    " budget_scope text,"
    " budget_amount bigint NOT NULL,"
    " approved_by text NOT NULL,"
    " history text NOT NULL,"
    " token bigint NOT NULL"
    ")",
    "CREATE INDEX reservations_keep_until ON idemscope.reservations (keep_until)",
    "CREATE TABLE idemscope.budgets (scope text COLLATE \"C\" NOT NULL PRIMARY KEY, used bigint NOT NULL)",
    "CREATE SEQUENCE idemscope.tokens",
    "CREATE TABLE idemscope.schema_version (version bigint NOT NULL)",
};

/// 0 where there are no tables.
Result<std::int64_t> versionOf(PostgresConnection& connection)
{
    // A query of the catalogue and not to_regclass(): that one answers from a cache which may be older than a
    // lock that was just waited for.
    const Result<SqlRows> there
        = connection.run("SELECT count(*) FROM pg_catalog.pg_tables"
                         " WHERE schemaname = 'idemscope' AND tablename = 'schema_version'");
    if (!there) {
        return there.error();
    }
    if (numberOf(there->rows.front().front()) == 0) {
        return std::int64_t{0};
    }
    const Result<SqlRows> got = connection.run("SELECT max(version) FROM idemscope.schema_version");
    if (!got) {
        return got.error();
    }
    return numberOf(got->rows.front().front());
}

Result<bool> create(PostgresConnection& connection)
{
    // One at a time: others wait here, and then find the tables.
    if (const Result<SqlRows> locked = connection.run("SELECT pg_advisory_xact_lock(1231316333)"); !locked) {
        return locked.error();
    }
    const Result<std::int64_t> version = versionOf(connection);
    if (!version) {
        return version.error();
    }
    if (*version != 0) {
        return true;
    }
    for (const char* statement : schemaStatements) {
        if (const Result<SqlRows> done = connection.run(statement); !done) {
            return done.error();
        }
    }
    const Result<SqlRows> done = connection.run("INSERT INTO idemscope.schema_version VALUES ($1)",
                                                {std::int64_t{postgresSchemaVersion}});
    return done ? Result<bool>(true) : Result<bool>(done.error());
}

} // namespace

std::optional<Error> preparePostgresSchema(PostgresConnection& connection)
{
    Result<std::int64_t> version = versionOf(connection);
    if (version && *version == 0) {
        if (auto failed = connection.inTransaction([&connection] { return create(connection); })) {
            return failed;
        }
        version = versionOf(connection);
    }
    if (!version) {
        return version.error();
    }
    if (*version != postgresSchemaVersion) {
        return Error{.place = connection.place(),
                     .cause = "the store has schema version " + std::to_string(*version)
                         + ", this program knows " + std::to_string(postgresSchemaVersion)
                         + "; nothing was changed",
                     .cure = "Use the newer program that made it"};
    }
    return std::nullopt;
}

} // namespace idem
