#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace idem {

/// RFC 8785 (JCS): members sorted by UTF-16 code units, no white space, shortest escapes, numbers as ECMAScript prints
/// them. Two deliberate differences: strings are brought to NFC first, and an integer that fits 64 bits is printed
/// exactly, so that 9007199254740993 and …992 stay two numbers. 100 and 100.0 are the same text.
std::string canonicalJson(const nlohmann::json& value);

} // namespace idem
