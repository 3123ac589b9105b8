#pragma once

#include "core/error.h"

#include <optional>

namespace idem {

class SqliteConnection;

/// The version that this program writes, in `PRAGMA user_version`.
inline constexpr int sqliteSchemaVersion = 1;

/// Makes the tables in an empty file and checks those of one that has some. A file of other software and one of
/// a newer version are refused and not written to.
std::optional<Error> prepareSqliteSchema(SqliteConnection& connection);

} // namespace idem
