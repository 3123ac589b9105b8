#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

/// One text per value, so that equal values have equal digests. Pure functions, thread-safe; they throw nothing
/// but std::bad_alloc and take any depth of nesting.
namespace idem {

/// RFC 8785 (JCS): members sorted by UTF-16 code units, no white space, shortest escapes, numbers as ECMAScript
/// prints them. Two deliberate differences: strings are brought to NFC first, and a whole number that fits 64
/// bits is printed exactly, so that 9007199254740993 and …992 stay two numbers. 100 and 100.0 are the same
/// text: two numbers have the same text exactly when they have the same value. Where the RFC wants an error:
/// bytes that are no UTF-8 become U+FFFD; NaN and the infinities become null.
std::string canonicalJson(const nlohmann::json& value);

/// A string as canonicalJson() prints it, quotes included.
std::string canonicalString(std::string_view text);

} // namespace idem
