#pragma once

#include "simulations/scenario/schema_check.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>

namespace idem {

/// What a schema can't say of `expect`: a range that nothing fits, because its "min" is above its "max".
/// Nothing when all is well; takes a document that fits the schema.
std::optional<SchemaFault> checkExpectations(const nlohmann::ordered_json& document);

} // namespace idem
