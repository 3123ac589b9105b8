#pragma once

#include "core/key/key_template.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <QString>

/// What a sample call brings for one field of a template, also where KeyTemplate::expand() refuses it. Pure
/// functions, thread-safe.
namespace idem {

/// The value that the field names; null where there is none.
const nlohmann::json* sampleValue(const KeyTemplate::Part& part, const nlohmann::json& args,
                                  const nlohmann::json& context);

/// That value as it would come into the key, after the field's normalisers: of a string or a whole number.
/// Nothing otherwise, and where a normaliser refuses it.
std::optional<QString> sampleText(const KeyTemplate::Part& part, const nlohmann::json* value);

} // namespace idem
