#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

/// Whole numbers beyond 64 bits, which nlohmann::json would round to a double: 9223372036854775808000 and …001
/// would become one number, and two requests one. Pure functions, thread-safe.
namespace idem {

/// Such a number as it was sent.
struct ExactInteger
{
    std::string digits; ///< with a minus where it is negative, without leading zeros
    bool asFraction
        = false; ///< it was written with a point or an exponent, as in 1e30 or 18446744073709551616.0

    bool operator==(const ExactInteger&) const = default;
};

/// Marks a binary value of nlohmann::json as such a number. No reader of JSON, BSON or MessagePack makes this
/// subtype (theirs have 8 bits); CBOR only does where its tags are stored and the sender sends this very tag.
inline constexpr std::uint64_t exactIntegerSubtype = 0x6964656D'496E7431; // "idemInt1"

/// The number as a value that canonicalJson() prints digit by digit. To nlohmann::json it is binary:
/// is_number() is false and dump() shows bytes.
nlohmann::json exactInteger(const ExactInteger& number);

/// The number in such a value; nothing for every other value, for one that fits 64 bits, and for damaged ones.
std::optional<ExactInteger> exactIntegerOf(const nlohmann::json& value);

/// The digits of a JSON number, however it is written (1.5e3 is 1500), where it is whole and has at most 400 of
/// them; nothing otherwise.
std::optional<std::string> wholeDigits(std::string_view number);

/// Neither a signed nor an unsigned integer of 64 bits. The digits are as in ExactInteger.
bool isBeyond64Bits(std::string_view digits);

} // namespace idem
