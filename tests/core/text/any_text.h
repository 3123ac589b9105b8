#pragma once

#include "core/text/unicode.h"

#include <map>
#include <rapidcheck.h>
#include <string>
#include <vector>

namespace idem {

/// A string of any characters that Unicode has, with many marks and syllables that NFC joins.
inline rc::Gen<std::string> anyText()
{
    const auto character
        = rc::gen::oneOf(rc::gen::inRange<char32_t>(1, 0xD800), rc::gen::inRange<char32_t>(0xE000, 0x110000),
                         rc::gen::inRange<char32_t>('a', 'f'), rc::gen::inRange<char32_t>(0x300, 0x370),
                         rc::gen::inRange<char32_t>(0xAC00, 0xD7A4));
    return rc::gen::map(rc::gen::container<std::vector<char32_t>>(character),
                        [](const std::vector<char32_t>& text) {
                            return toUtf8(QString::fromUcs4(text.data(), static_cast<qsizetype>(text.size())));
                        });
}

/// Members of an object whose names are different after normalisation too.
inline rc::Gen<std::map<std::string, int>> anyMembers()
{
    const auto member = rc::gen::pair(
        rc::gen::map(anyText(), [](const std::string& name) { return nfc(name); }), rc::gen::arbitrary<int>());
    return rc::gen::map(rc::gen::container<std::vector<std::pair<std::string, int>>>(member),
                        [](const std::vector<std::pair<std::string, int>>& members) {
                            return std::map<std::string, int>(members.begin(), members.end());
                        });
}

} // namespace idem
