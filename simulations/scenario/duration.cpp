#include "simulations/scenario/duration.h"

#include <array>
#include <charconv>
#include <cmath>

namespace idem {

namespace {

struct Unit
{
    std::string_view name;
    Micros micros;
};

// Longest first, so that the spelling takes the largest unit that divides.
constexpr std::array<Unit, 6> units{{{"d", 86'400'000'000},
                                     {"h", 3'600'000'000},
                                     {"m", 60'000'000},
                                     {"s", 1'000'000},
                                     {"ms", 1'000},
                                     {"us", 1}}};

} // namespace

std::optional<Micros> parseDuration(std::string_view text)
{
    if (text == "never") {
        return never;
    }
    double number = 0;
    const auto [rest, error]
        = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (error != std::errc() || number < 0) {
        return std::nullopt;
    }
    const std::string_view unitName(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
    for (const Unit& unit : units) {
        if (unit.name == unitName) {
            const double micros = std::round(number * static_cast<double>(unit.micros));
            // Beyond this a double no longer counts single microseconds, and no limit of ours is that far away.
            return micros < 9e15 ? static_cast<Micros>(micros) : never - 1;
        }
    }
    return std::nullopt;
}

std::string durationSpelling(Micros duration)
{
    if (duration == never) {
        return "never";
    }
    if (duration == 0) {
        return "0s";
    }
    for (const Unit& unit : units) {
        // 90 s stays "90s" and does not become "1.5m"; 24 h stays "24h".
        const bool daysReadWorse = unit.name == "d" && duration / unit.micros < 2;
        if (duration % unit.micros == 0 && !daysReadWorse) {
            return std::to_string(duration / unit.micros) + std::string(unit.name);
        }
    }
    return std::to_string(duration) + "us";
}

} // namespace idem
