#pragma once

#include "core/error.h"

#include <optional>

namespace idem {

class SqliteConnection;

/// The version that this program writes, in `PRAGMA user_version`.
inline constexpr int sqliteSchemaVersion = 2;

/// Makes the tables in an empty file, brings those of an older version up to date, and checks the rest. A file
/// of other software and one of a newer version are refused and not written to.
std::optional<Error> prepareSqliteSchema(SqliteConnection& connection);

} // namespace idem
