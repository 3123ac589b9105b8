#include "core/fingerprint/json_pointer.h"

#include <algorithm>

namespace idem {

std::optional<std::vector<std::string>> pointerTokens(std::string_view pointer)
{
    std::vector<std::string> tokens;
    if (!pointer.empty() && pointer.front() != '/') {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < pointer.size(); ++i) {
        const char c = pointer[i];
        if (c == '/') {
            tokens.emplace_back();
        } else if (c != '~') {
            tokens.back() += c;
        } else if (const char next = i + 1 < pointer.size() ? pointer[i + 1] : ' ';
                   next == '0' || next == '1') {
            tokens.back() += next == '0' ? '~' : '/';
            ++i;
        } else {
            return std::nullopt;
        }
    }
    return tokens;
}

std::string pointerToken(std::string_view name)
{
    std::string out;
    out.reserve(name.size());
    for (const char c : name) {
        if (c == '~' || c == '/') {
            out += c == '~' ? "~0" : "~1";
        } else {
            out += c;
        }
    }
    return out;
}

} // namespace idem
