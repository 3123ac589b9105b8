#pragma once

#include "core/key/key_finding.h"
#include "core/key/key_template.h"

#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

/// Names what is wrong with a key before, or after, it made a duplicate. It reads names and shapes and can't
/// know what they mean: a hint is a question. Pure functions, thread-safe; their work is bounded by the length
/// of their input, of a key only the first 4096 bytes are read.
namespace idem {

/// By the names of the fields, their normalisers and the fixed text. In the order of the columns.
std::vector<KeyFinding> lintTemplate(const KeyTemplate& keyTemplate);

/// By the values that a sample call brings, too. Context values are looked at where `context` is an object.
std::vector<KeyFinding> lintTemplate(const KeyTemplate& keyTemplate, const nlohmann::json& args,
                                     const nlohmann::json& context);

/// A key as it was found in a store or a log, made by any software. Scoped keys (see scope.h) are looked at
/// behind their scope.
std::vector<KeyFinding> lintKey(std::string_view key);

/// Two keys that came close together with equal fingerprints, so that they probably name one action: where they
/// share everything but one part, that part is minted anew on every call. Silent where the keys are equal,
/// where they differ in a period or in more than one part.
std::vector<KeyFinding> lintRepeatedKeys(std::string_view first, std::string_view second);

} // namespace idem
