#pragma once

#include "core/error.h"

#include <optional>

namespace idem {

class PostgresConnection;

/// The version that this program writes, in `idemscope.schema_version`. The tables started with the columns of
/// SQLite's second version.
inline constexpr int postgresSchemaVersion = 2;

/// Makes the schema `idemscope` with its tables where there is none, and checks what is there. A newer version
/// is refused and not written to.
std::optional<Error> preparePostgresSchema(PostgresConnection& connection);

} // namespace idem
