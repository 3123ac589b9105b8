#include "core/key/key_shapes.h"
#include "core/text/char_kinds.h"

#include <algorithm>

namespace idem {

namespace {

constexpr std::size_t shortestRandom = 20; // characters; shorter ones look like ordinary identifiers
constexpr std::string_view requestPrefix = "req_";
constexpr std::string_view ulidLetters = "0123456789abcdefghjkmnpqrstvwxyz";

bool isUuid(std::string_view text)
{
    constexpr std::string_view pattern = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    return text.size() == pattern.size()
        && std::equal(text.begin(), text.end(), pattern.begin(),
                      [](char c, char wanted) { return wanted == 'x' ? isHexDigit(c) : c == wanted; });
}

enum class Class { Lower, Upper, Digit, Other };

Class classOf(char c)
{
    if (isLower(c)) {
        return Class::Lower;
    }
    if (isUpper(c)) {
        return Class::Upper;
    }
    return isDigit(c) ? Class::Digit : Class::Other;
}

/// How a word mixes digits and letters of both cases.
struct Mixture
{
    std::size_t lower = 0;
    std::size_t upper = 0;
    std::size_t digits = 0;
    std::size_t changes = 0; ///< from one of these to another

    explicit Mixture(std::string_view word)
    {
        for (std::size_t i = 0; i < word.size(); ++i) {
            const Class each = classOf(word[i]);
            lower += each == Class::Lower ? 1 : 0;
            upper += each == Class::Upper ? 1 : 0;
            digits += each == Class::Digit ? 1 : 0;
            changes += i > 0 && each != classOf(word[i - 1]) ? 1 : 0;
        }
    }
};

// Random text changes between digits and letters all the time; words, camelCase and numbered words seldom do.
bool looksRandom(std::string_view word)
{
    const Mixture mixture(word);
    if (word.size() < shortestRandom || mixture.digits < 2 || mixture.lower + mixture.upper < 4) {
        return false;
    }
    const bool bothCases = mixture.lower > 1 && mixture.upper > 1;
    return 100 * mixture.changes >= word.size() * (bothCases ? 45 : 25);
}

bool isUlid(std::string_view word)
{
    return word.size() == 26 && word.front() >= '0' && word.front() <= '7'
        && std::all_of(word.begin(), word.end(),
                       [](char c) { return ulidLetters.find(lowered(c)) != std::string_view::npos; })
        && std::any_of(word.begin(), word.end(), isLetter);
}

bool isLongHex(std::string_view word)
{
    constexpr std::size_t shortest = 32;
    return word.size() >= shortest && std::all_of(word.begin(), word.end(), isHexDigit)
        && std::any_of(word.begin(), word.end(), isLetter) && std::any_of(word.begin(), word.end(), isDigit);
}

std::string randomKind(std::string_view word)
{
    if (isUlid(word)) {
        return "a ULID";
    }
    if (isLongHex(word)) {
        return "a long hexadecimal number";
    }
    return looksRandom(word) ? "text that looks random" : "";
}

} // namespace

std::vector<Stretch> randomPartsIn(std::string_view text)
{
    std::vector<Stretch> out;
    const auto belongsToUuid = [](char c) { return isLetterOrDigit(c) || c == '-'; };
    const auto uuidLength = std::size_t{36};
    forEachRun(text, belongsToUuid, [&](std::size_t begin, std::size_t end) {
        // A UUID may be followed or led by more words with a hyphen between.
        for (std::size_t i = begin; i + uuidLength <= end; ++i) {
            const bool starts = i == begin || text[i - 1] == '-';
            const bool stops = i + uuidLength == end || text[i + uuidLength] == '-';
            if (starts && stops && isUuid(text.substr(i, uuidLength))) {
                out.push_back({.begin = i, .end = i + uuidLength, .kind = "a UUID"});
                return;
            }
        }
        forEachRun(text.substr(begin, end - begin), isLetterOrDigit, [&](std::size_t from, std::size_t to) {
            const std::size_t at = begin + from;
            const bool isRequestId = to - from == 26 && text.substr(0, at).ends_with(requestPrefix);
            std::string kind = isRequestId ? "" : randomKind(text.substr(at, to - from));
            if (!kind.empty()) {
                out.push_back({.begin = at, .end = begin + to, .kind = std::move(kind)});
            }
        });
    });
    if (!out.empty()) {
        return out;
    }
    // base64url has hyphens and underscores inside.
    const auto belongsToBase64 = [](char c) { return isLetterOrDigit(c) || c == '-' || c == '_'; };
    forEachRun(text, belongsToBase64, [&](std::size_t begin, std::size_t end) {
        const std::string_view word = text.substr(begin, end - begin);
        const Mixture mixture(word);
        if (mixture.lower > 1 && mixture.upper > 1 && looksRandom(word) && providerIdsIn(word).empty()) {
            out.push_back({.begin = begin, .end = end, .kind = "text that looks random"});
        }
    });
    return out;
}

} // namespace idem
