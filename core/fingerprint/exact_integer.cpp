#include "core/fingerprint/exact_integer.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <vector>

namespace idem {

namespace {

constexpr std::size_t mostDigits = 400; // a double has at most 309
constexpr std::string_view fractionMark = ".0";

bool areDigits(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

template <typename T>
bool fits(std::string_view digits)
{
    T number{};
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc() && end == digits.data() + digits.size();
}

// The exponent of "1e-7"; nothing where it is so large that no double holds the number.
std::optional<int> exponentIn(std::string_view text)
{
    if (text.starts_with('+')) { // from_chars takes no plus sign
        text.remove_prefix(1);
    }
    int exponent = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
    constexpr int largest = 100'000;
    if (error != std::errc() || end != text.data() + text.size() || exponent > largest || exponent < -largest) {
        return std::nullopt;
    }
    return exponent;
}

} // namespace

nlohmann::json exactInteger(const ExactInteger& number)
{
    std::vector<std::uint8_t> content(number.digits.begin(), number.digits.end());
    if (number.asFraction) {
        content.insert(content.end(), fractionMark.begin(), fractionMark.end());
    }
    return nlohmann::json::binary(std::move(content), exactIntegerSubtype);
}

std::optional<ExactInteger> exactIntegerOf(const nlohmann::json& value)
{
    if (!value.is_binary() || !value.get_binary().has_subtype()
        || value.get_binary().subtype() != exactIntegerSubtype) {
        return std::nullopt;
    }
    const auto& content = value.get_binary();
    ExactInteger out{.digits = {content.begin(), content.end()}, .asFraction = false};
    if (out.digits.ends_with(fractionMark)) {
        out.digits.resize(out.digits.size() - fractionMark.size());
        out.asFraction = true;
    }
    std::string_view plain = out.digits;
    if (plain.starts_with('-')) {
        plain.remove_prefix(1);
    }
    if (!areDigits(plain) || plain.front() == '0' || !isBeyond64Bits(out.digits)) {
        return std::nullopt;
    }
    return out;
}

std::optional<std::string> wholeDigits(std::string_view number)
{
    const bool negative = number.starts_with('-');
    if (negative) {
        number.remove_prefix(1);
    }
    const std::size_t e = std::min(number.find_first_of("eE"), number.size());
    const std::optional<int> exponent = e == number.size() ? 0 : exponentIn(number.substr(e + 1));
    const std::string_view mantissa = number.substr(0, e);
    const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
    std::string digits(mantissa.substr(0, point));
    digits += mantissa.substr(std::min(point + 1, mantissa.size()));
    if (!exponent || !areDigits(digits)) {
        return std::nullopt;
    }

    auto whole = static_cast<std::ptrdiff_t>(point) + *exponent; // so many digits stand before the point
    const std::size_t zeros = std::min(digits.find_first_not_of('0'), digits.size());
    digits.erase(0, zeros);
    whole -= static_cast<std::ptrdiff_t>(zeros);
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.empty()) {
        return "0"; // of any sign
    }
    if (whole < static_cast<std::ptrdiff_t>(digits.size()) || whole > static_cast<std::ptrdiff_t>(mostDigits)) {
        return std::nullopt;
    }
    digits.resize(static_cast<std::size_t>(whole), '0');
    return (negative ? "-" : "") + digits;
}

bool isBeyond64Bits(std::string_view digits)
{
    return !fits<std::int64_t>(digits) && !fits<std::uint64_t>(digits);
}

} // namespace idem
