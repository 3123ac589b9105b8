#pragma once

#include <cstddef>
#include <string_view>

/// ASCII only, whatever the locale. Pure functions, thread-safe.
namespace idem {

constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
constexpr bool isLower(char c)
{
    return c >= 'a' && c <= 'z';
}
constexpr bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}
constexpr bool isLetter(char c)
{
    return isLower(c) || isUpper(c);
}
constexpr bool isLetterOrDigit(char c)
{
    return isLetter(c) || isDigit(c);
}
constexpr bool isHexDigit(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
constexpr char lowered(char c)
{
    return isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Calls `found(begin, end)` for every longest run of characters that `belongs` takes.
template <typename Belongs, typename Found>
void forEachRun(std::string_view text, const Belongs& belongs, const Found& found)
{
    for (std::size_t begin = 0; begin < text.size();) {
        std::size_t end = begin;
        while (end < text.size() && belongs(text[end])) {
            ++end;
        }
        if (end > begin) {
            found(begin, end);
        }
        begin = end + 1;
    }
}

} // namespace idem
