#pragma once

#include "core/key/key_finding.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

/// A KeyFinding before its column is known: the text may be a whole key or the value of one field.
struct TextFinding
{
    KeyProblem problem;
    KeySeverity severity;
    std::size_t byte; ///< where it begins
    std::string cause;
    std::string cure;
};

/// Whether capital letters alone are worth a hint.
enum class Capitals {
    Suspicious,
    Fine, ///< everything is in capitals, or they can't come
};

/// What lintKey() and lintTemplate() both look for: shapes, white space, case, Unicode, words. The text must be
/// valid UTF-8; ':' separates its parts. In the order of the text. Pure function, thread-safe.
std::vector<TextFinding> lintText(std::string_view text, Capitals capitals);

} // namespace idem
