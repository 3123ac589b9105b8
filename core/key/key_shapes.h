#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Finds what does not belong into a key by its look. Each function returns the stretches of the text that look
/// so, in order. Pure functions, thread-safe, linear in the length of the text.
namespace idem {

/// Bytes of a key that are looked at. What is longer is no key, and the finding says so.
inline constexpr std::size_t longestKeyRead = 4096;

/// Bytes `begin` up to and without `end`.
struct Stretch
{
    std::size_t begin;
    std::size_t end;
    std::string kind{}; ///< "an e-mail address": for a sentence
    bool certain = true; ///< false: ordinary numbers and ids look like that now and then
};

/// A date with a time of day, as in 2026-10-05T14:30:00Z or 20261005T143000. A date alone is none.
std::vector<Stretch> dateTimesIn(std::string_view text);

/// Seconds (uncertain), milliseconds, microseconds or nanoseconds since 1970, where they fall into 2015 to
/// 2035.
std::vector<Stretch> unixTimesIn(std::string_view text);

/// Ids that model providers give to tool calls, as in call_abc or toolu_01A….
std::vector<Stretch> callIdsIn(std::string_view text);

/// UUIDs, ULIDs, long hexadecimal numbers, and text that looks like base64 or base36 of random bytes. Ids of a
/// provider's objects (pi_3Mtw…) and request ids of newRequestId() are none.
std::vector<Stretch> randomPartsIn(std::string_view text);

/// Such ids of objects, in which upper and lower case mean something.
std::vector<Stretch> providerIdsIn(std::string_view text);

/// E-mail addresses, phone numbers, numbers of payment cards and bank accounts.
std::vector<Stretch> personalDataIn(std::string_view text);

} // namespace idem
