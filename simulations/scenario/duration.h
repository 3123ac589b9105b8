#pragma once

#include "simulations/scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>

namespace idem {

inline constexpr Micros oneSecond = 1'000'000;
inline constexpr Micros oneMinute = 60 * oneSecond;
inline constexpr Micros oneHour = 60 * oneMinute;
inline constexpr Micros oneDay = 24 * oneHour;

/// The longest duration a scenario may hold: ten years. Longer ones are typing errors.
inline constexpr Micros longestDuration = 3650 * oneDay;

/// "500ms", "2.5s", "24h", "3d", "never" → microseconds; nothing for what is no duration. Not yet limited in
/// length.
std::optional<Micros> parseDuration(std::string_view text);

/// The shortest exact spelling, for files: 2500000 → "2500ms", 2000000 → "2s".
std::string durationSpelling(Micros duration);

} // namespace idem
