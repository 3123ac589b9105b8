#include "core/key/lint.h"

#include "core/key/key_shapes.h"
#include "core/key/scope.h"
#include "core/key/text_lint.h"
#include "core/text/char_kinds.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <array>

namespace idem {

namespace {

KeyFinding findingAt(std::string_view key, const TextFinding& found)
{
    return {.problem = found.problem,
            .severity = found.severity,
            .place = "key, column " + std::to_string(columnOf(key, found.byte)),
            .cause = found.cause,
            .cure = found.cure};
}

std::string_view beginningOf(std::string_view key)
{
    std::size_t length = std::min(key.size(), longestKeyRead);
    while (length < key.size() && length > 0 && (static_cast<unsigned char>(key[length]) & 0xC0U) == 0x80U) {
        --length; // not in the middle of a character
    }
    return key.substr(0, length);
}

// What a program prints where there was no value.
bool isPrintedNothing(std::string_view part)
{
    constexpr std::array<std::string_view, 6> nothing
        = {"null", "undefined", "None", "NaN", "nil", "[object Object]"};
    return std::find(nothing.begin(), nothing.end(), part) != nothing.end();
}

void lookForEmptyParts(std::string_view key, std::vector<TextFinding>& out)
{
    for (std::size_t begin = 0; begin <= key.size();) {
        const std::size_t end = std::min(key.find(':', begin), key.size());
        const std::string_view part = key.substr(begin, end - begin);
        if (part.empty()) {
            out.push_back(
                {.problem = KeyProblem::EmptyPart,
                 .severity = KeySeverity::Warning,
                 .byte = begin,
                 .cause = key.empty() ? "the key is empty" : "there is nothing between two delimiters",
                 .cure = "Refuse the call when the value is missing: with an empty part, different "
                         "actions get the same key"});
        } else if (isPrintedNothing(part)) {
            out.push_back(
                {.problem = KeyProblem::EmptyPart,
                 .severity = KeySeverity::Warning,
                 .byte = begin,
                 .cause = '"' + std::string(part) + "\" was printed where a value was missing",
                 .cure = "Refuse the call when the value is missing: different actions get this key"});
        }
        begin = end + 1;
    }
}

} // namespace

std::vector<KeyFinding> lintKey(std::string_view wholeKey)
{
    std::vector<TextFinding> found;
    const std::string_view key = beginningOf(wholeKey);
    if (wholeKey.size() > KeyTemplate::longestKey) {
        found.push_back({.problem = KeyProblem::TooLong,
                         .severity = KeySeverity::Error,
                         .byte = 0,
                         .cause = "the key has " + std::to_string(wholeKey.size()) + " bytes, more than the "
                             + std::to_string(KeyTemplate::longestKey)
                             + " that key columns and headers hold; cut off, different keys are equal",
                         .cure = "Use short identifiers instead of texts"});
    }
    if (!isValidUtf8(key)) {
        found.push_back({.problem = KeyProblem::InvalidText,
                         .severity = KeySeverity::Error,
                         .byte = 0,
                         .cause = "the key is not valid UTF-8; stores refuse it or change it",
                         .cure = "Make keys of UTF-8 text"});
    } else {
        const std::optional<ScopedKey> scoped = splitScopedKey(key);
        const std::string_view own = scoped ? key.substr(key.size() - scoped->key.size()) : key;
        const std::size_t offset = key.size() - own.size();
        const bool lower = std::any_of(own.begin(), own.end(), isLower);
        std::vector<TextFinding> inText = lintText(own, lower ? Capitals::Suspicious : Capitals::Fine);
        lookForEmptyParts(own, inText);
        std::stable_sort(inText.begin(), inText.end(),
                         [](const TextFinding& a, const TextFinding& b) { return a.byte < b.byte; });
        for (TextFinding& each : inText) {
            each.byte += offset;
            found.push_back(std::move(each));
        }
    }
    std::vector<KeyFinding> out;
    std::transform(found.begin(), found.end(), std::back_inserter(out),
                   [key](const TextFinding& each) { return findingAt(key, each); });
    return out;
}

} // namespace idem
