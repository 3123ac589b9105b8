#pragma once

#include "simulations/scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>

namespace idem {

/// The longest duration a scenario may hold: ten years. Longer ones are typing errors.
inline constexpr Micros longestDuration = 3650LL * 24 * 3600 * 1'000'000;

/// "500ms", "2.5s", "24h", "3d", "never" → microseconds; nothing for what is no duration. Not yet limited in
/// length.
std::optional<Micros> parseDuration(std::string_view text);

/// The shortest exact spelling, for files: 2500000 → "2500ms", 2000000 → "2s".
std::string durationSpelling(Micros duration);

} // namespace idem
