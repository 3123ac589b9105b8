#pragma once

#include <cstdint>
#include <string>

/// The values that the plain loops write: as long as those that the engine writes for the same invoice.
namespace idem::plain {

inline constexpr std::int64_t lease = 60'000;
inline constexpr std::int64_t retention = 30LL * 24 * 60 * 60 * 1000;

std::int64_t now(); ///< milliseconds since 1970
std::string fingerprintText();
std::string history(std::int64_t now, bool done);

} // namespace idem::plain
