#include "core/fingerprint/canonical_number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace idem {

namespace {

// The shortest digits that read back as the same number: value = 0.DIGITS × 10^point.
struct Digits
{
    std::string digits;
    int point = 0;
};

Digits shortestDigits(double positive)
{
    std::array<char, 32> buffer{};
    const auto [end, error]
        = std::to_chars(buffer.data(), buffer.data() + buffer.size(), positive, std::chars_format::scientific);
    static_cast<void>(error); // 32 characters hold every double
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    const std::size_t e = text.find('e');

    Digits out;
    for (const char c : text.substr(0, e)) {
        if (c != '.') {
            out.digits += c;
        }
    }
    std::string_view exponent = text.substr(e + 1);
    if (exponent.front() == '+') { // from_chars takes no plus sign
        exponent.remove_prefix(1);
    }
    std::from_chars(exponent.data(), exponent.data() + exponent.size(), out.point);
    ++out.point;
    return out;
}

std::string laidOut(const Digits& number)
{
    const int count = static_cast<int>(number.digits.size());
    const int point = number.point;
    if (count <= point && point <= 21) {
        return number.digits + std::string(static_cast<std::size_t>(point - count), '0');
    }
    if (0 < point && point <= 21) {
        std::string out = number.digits;
        return out.insert(static_cast<std::size_t>(point), 1, '.');
    }
    if (-6 < point && point <= 0) {
        return "0." + std::string(static_cast<std::size_t>(-point), '0') + number.digits;
    }
    std::string out = number.digits;
    if (count > 1) {
        out.insert(1, 1, '.');
    }
    return out + (point > 0 ? "e+" : "e-") + std::to_string(std::abs(point - 1));
}

} // namespace

std::string canonicalNumber(double value)
{
    if (!std::isfinite(value)) {
        return "null";
    }
    if (value == 0) {
        return "0"; // -0 too
    }
    constexpr double twoTo63 = 9223372036854775808.0;
    if (value == std::trunc(value)) {
        if (value >= -twoTo63 && value < twoTo63) {
            return std::to_string(static_cast<std::int64_t>(value));
        }
        if (value > 0 && value < 2 * twoTo63) {
            return std::to_string(static_cast<std::uint64_t>(value));
        }
    }
    return (value < 0 ? "-" : "") + laidOut(shortestDigits(std::abs(value)));
}

} // namespace idem
