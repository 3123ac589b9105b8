#include "core/key/key_shapes.h"

#include "core/text/char_kinds.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace idem {

namespace {

constexpr auto isWordCharacter = [](char c) { return isLetterOrDigit(c) || c == '_'; };

// "dddd-dd-ddTdd:dd" against a pattern: d is a digit, T a T or a space, everything else itself.
bool matches(std::string_view text, std::string_view pattern)
{
    return text.size() >= pattern.size()
        && std::equal(pattern.begin(), pattern.end(), text.begin(), [](char wanted, char c) {
               if (wanted == 'd') {
                   return isDigit(c);
               }
               return wanted == 'T' ? c == 'T' || c == 't' || c == ' ' || c == '_' : wanted == c;
           });
}

// Seconds, a fraction and a zone behind the minutes.
std::size_t endOfTime(std::string_view text, std::size_t at)
{
    while (at < text.size() && (isDigit(text[at]) || text[at] == '.')) {
        ++at;
    }
    if (matches(text.substr(at), ":dd")) {
        at += 3;
        while (at < text.size() && (isDigit(text[at]) || text[at] == '.')) {
            ++at;
        }
    }
    const std::string_view rest = text.substr(at);
    if (rest.starts_with('Z') || rest.starts_with('z')) {
        return at + 1;
    }
    for (const std::string_view zone : {"+dd:dd", "-dd:dd", "+dddd", "-dddd"}) {
        if (matches(rest, zone)) {
            return at + zone.size();
        }
    }
    return at;
}

} // namespace

std::vector<Stretch> dateTimesIn(std::string_view text)
{
    std::vector<Stretch> out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!isDigit(text[i]) || (i > 0 && isLetterOrDigit(text[i - 1]))) {
            continue;
        }
        for (const std::string_view pattern :
             {"dddd-dd-ddTdd:dd", "dddd-dd-ddTdddd", "dddd-dd-ddTdd-dd-dd", "ddddddddTdddd"}) {
            if (!matches(text.substr(i), pattern)) {
                continue;
            }
            const std::size_t end = endOfTime(text, i + pattern.size());
            out.push_back({.begin = i, .end = end, .kind = "a date with a time of day"});
            i = end - 1;
            break;
        }
    }
    return out;
}

std::vector<Stretch> unixTimesIn(std::string_view text)
{
    struct Unit
    {
        std::size_t digits;
        std::uint64_t perSecond;
        std::string_view kind;
    };
    constexpr std::array<Unit, 4> units = {{{10, 1, "seconds since 1970"},
                                            {13, 1'000, "milliseconds since 1970"},
                                            {16, 1'000'000, "microseconds since 1970"},
                                            {19, 1'000'000'000, "nanoseconds since 1970"}}};
    constexpr std::uint64_t from2015 = 1'420'070'400;
    constexpr std::uint64_t until2036 = 2'082'758'400;
    std::vector<Stretch> out;
    forEachRun(text, isLetterOrDigit, [&](std::size_t begin, std::size_t end) {
        if (begin > 0 && text[begin - 1] == '+') { // a phone number
            return;
        }
        for (const Unit& unit : units) {
            std::uint64_t number = 0;
            const auto [stop, error] = std::from_chars(text.data() + begin, text.data() + end, number);
            if (end - begin == unit.digits && error == std::errc() && stop == text.data() + end
                && number >= from2015 * unit.perSecond && number < until2036 * unit.perSecond) {
                out.push_back({.begin = begin,
                               .end = end,
                               .kind = std::string(unit.kind),
                               .certain = unit.perSecond > 1});
            }
        }
    });
    return out;
}

std::vector<Stretch> callIdsIn(std::string_view text)
{
    std::vector<Stretch> out;
    forEachRun(text, isWordCharacter, [&](std::size_t begin, std::size_t end) {
        const std::string_view word = text.substr(begin, end - begin);
        for (const std::string_view prefix :
             {"call_", "toolu_", "tooluse_", "toolcall_", "tool_call_", "fc_"}) {
            if (!word.starts_with(prefix) || word.size() == prefix.size()) {
                continue;
            }
            // call_center and call_back are words; call_abc, call_1 and call_V5x are not.
            const std::string_view rest = word.substr(prefix.size());
            const bool isWord = rest.size() > 3 && std::all_of(rest.begin(), rest.end(), isLower);
            if (!isWord && rest.find('_') == std::string_view::npos) {
                out.push_back({.begin = begin, .end = end, .kind = "the id of a tool call"});
                return;
            }
        }
    });
    return out;
}

std::vector<Stretch> providerIdsIn(std::string_view text)
{
    constexpr std::size_t shortestRest = 14;
    constexpr std::size_t longestPrefix = 10;
    std::vector<Stretch> out;
    forEachRun(text, isWordCharacter, [&](std::size_t begin, std::size_t end) {
        const std::string_view word = text.substr(begin, end - begin);
        const std::size_t prefix = std::min(word.find('_'), word.size());
        const std::size_t last = word.rfind('_') + 1; // pi_live_3Mtw… too
        const bool known = prefix >= 2 && prefix <= longestPrefix && word.size() - last >= shortestRest
            && std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(prefix), isLower);
        if (known && last > 0) {
            out.push_back({.begin = begin, .end = end, .kind = "the id of an object"});
        }
    });
    return out;
}

} // namespace idem
