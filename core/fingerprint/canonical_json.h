#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

/// One text per value, so that equal values have equal digests. Pure functions, thread-safe; they throw nothing
/// but std::bad_alloc and take any depth of nesting.
namespace idem {

class IgnoredValues;

/// How numbers print.
enum class NumberText {
    ByValue, ///< 100 and 100.0 are the same text
    AsWritten, ///< 100.0 prints as 100.0
};

/// RFC 8785 (JCS): members sorted by UTF-16 code units, no white space, shortest escapes, numbers as ECMAScript
/// prints them. Two deliberate differences: strings are brought to NFC first, and a whole number that fits 64
/// bits, or that came through parseExactly(), is printed exactly, so that 9007199254740993 and …992 stay two
/// numbers. 100 and 100.0 are the same text: two numbers have the same text exactly when they have the same
/// value. Where the RFC wants an error: bytes that are no UTF-8 become U+FFFD; NaN and the infinities become
/// null.
std::string canonicalJson(const nlohmann::json& value);

/// The same without what is ignored inside the value (which counts as absent, in lists too).
std::string canonicalJson(const nlohmann::json& value, NumberText numbers, const IgnoredValues& ignored);

/// A string as canonicalJson() prints it, quotes included.
std::string canonicalString(std::string_view text);

/// A member of an object with its name in NFC.
struct CanonicalMember
{
    std::string name;
    const nlohmann::json* value;
};

/// The members that count, in the order in which canonicalJson() writes them. They point into the object. Names
/// that only normalisation made equal come one behind the other.
std::vector<CanonicalMember> canonicalMembers(const nlohmann::json& object, const IgnoredValues& ignored);

} // namespace idem
