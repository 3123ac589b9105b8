#include "core/key/key_shapes.h"
#include "core/key/lint.h"
#include "core/text/char_kinds.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <optional>

namespace idem {

namespace {

bool isDelimiter(char c)
{
    return std::string_view(":_/.#|,;~-").find(c) != std::string_view::npos;
}

std::vector<Stretch> partsOf(std::string_view key)
{
    std::vector<Stretch> parts;
    for (std::size_t begin = 0; begin <= key.size();) {
        std::size_t end = begin;
        while (end < key.size() && !isDelimiter(key[end])) {
            ++end;
        }
        parts.push_back({.begin = begin, .end = end});
        begin = end + 1;
    }
    return parts;
}

/// The one stretch in which two keys differ.
struct Differing
{
    Stretch first;
    Stretch second;
    bool wholeKey = false;
};

// From both ends towards each other, so that a part may have another number of delimiters in the other key, as
// tokens and UUIDs do.
std::optional<Differing> differing(std::string_view first, std::string_view second)
{
    const std::vector<Stretch> a = partsOf(first);
    const std::vector<Stretch> b = partsOf(second);
    const auto same = [&](const Stretch& one, const Stretch& other) {
        return first.substr(one.begin, one.end - one.begin)
            == second.substr(other.begin, other.end - other.begin)
            && first.substr(one.end, 1) == second.substr(other.end, 1); // the delimiter too
    };
    const std::size_t fewer = std::min(a.size(), b.size());
    std::size_t front = 0;
    while (front < fewer && same(a[front], b[front])) {
        ++front;
    }
    std::size_t back = 0;
    while (back + front < fewer && same(a[a.size() - 1 - back], b[b.size() - 1 - back])) {
        ++back;
    }
    if (front == a.size() || front == b.size() || front + back >= a.size() || front + back >= b.size()) {
        return std::nullopt; // equal, or one has a part more
    }
    return Differing{.first = {.begin = a[front].begin, .end = a[a.size() - 1 - back].end},
                     .second = {.begin = b[front].begin, .end = b[b.size() - 1 - back].end},
                     .wholeKey = front == 0 && back == 0};
}

// What is minted anew and has the differing bytes in it: of two times only the seconds may differ.
std::optional<Stretch> ephemeralAround(std::string_view key, const Stretch& differing)
{
    for (const auto& find : {dateTimesIn, unixTimesIn, callIdsIn, randomPartsIn}) {
        for (const Stretch& each : find(key)) {
            if (each.begin < differing.end && differing.begin < each.end) {
                return Stretch{.begin = std::min(each.begin, differing.begin),
                               .end = std::max(each.end, differing.end)};
            }
        }
    }
    return std::nullopt;
}

bool isNumberOrPeriod(std::string_view text)
{
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return isDigit(c) || c == '-' || c == 'W' || c == 'Q'; });
}

} // namespace

std::vector<KeyFinding> lintRepeatedKeys(std::string_view wholeFirst, std::string_view wholeSecond)
{
    const std::string_view first = wholeFirst.substr(0, longestKeyRead);
    const std::string_view second = wholeSecond.substr(0, longestKeyRead);
    std::optional<Differing> found = differing(first, second);
    if (!found) {
        return {};
    }
    const std::optional<Stretch> inFirst = ephemeralAround(first, found->first);
    const std::optional<Stretch> inSecond = ephemeralAround(second, found->second);
    const bool looksSo = inFirst && inSecond;
    if (looksSo) {
        found->first = *inFirst;
        found->second = *inSecond;
    }
    const std::string_view one = first.substr(found->first.begin, found->first.end - found->first.begin);
    const std::string_view other = second.substr(found->second.begin, found->second.end - found->second.begin);
    const auto parts = std::count_if(one.begin(), one.end(), isDelimiter);
    // Without that look the two may be two things: other numbers or periods, other names in several parts.
    if (!looksSo && (found->wholeKey || isNumberOrPeriod(one) || isNumberOrPeriod(other) || parts > 0)) {
        return {};
    }
    const auto shown = [](std::string_view part) {
        constexpr std::size_t longest = 60; // bytes
        return '"' + nfc(part.substr(0, longest)) + (part.size() > longest ? "…\"" : "\"");
    };
    return {{.problem = KeyProblem::EphemeralPart,
             .severity = looksSo ? KeySeverity::Error : KeySeverity::Warning,
             .place = "key, column " + std::to_string(columnOf(first, found->first.begin)),
             .cause = "two equal requests got two keys that differ only in " + shown(one) + " and "
                 + shown(other) + (found->wholeKey ? "" : ", which is minted anew on every call"),
             .cure = found->wholeKey
                 ? "Make the key once, store it with the work item, and send it with every try"
                 : "Leave that part out of the key"}};
}

} // namespace idem
