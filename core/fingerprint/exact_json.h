#pragma once

#include "core/error.h"

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace idem {

/// Reads JSON without letting two different requests become one value. Whole numbers beyond 64 bits keep every
/// digit (see exact_integer.h; canonicalJson(), fingerprint() and key templates know them). A member name that
/// comes twice in one object and bytes that are no UTF-8 are errors: readers disagree about what they mean. So
/// is a number that is larger than any double. Nothing else is limited; nesting may have any depth. Fractions
/// are doubles as everywhere. The error's place is "line 3, column 7", counted in characters. Pure function,
/// thread-safe.
Result<nlohmann::json> parseExactly(std::string_view text);

} // namespace idem
