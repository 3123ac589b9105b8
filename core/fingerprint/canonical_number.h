#pragma once

#include <string>

namespace idem {

/// As ECMAScript's Number::toString prints it, except that a whole number that fits 64 bits is printed exactly;
/// `null` for NaN and the infinities. Pure function, thread-safe.
std::string canonicalNumber(double value);

} // namespace idem
