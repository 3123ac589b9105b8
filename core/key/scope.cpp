#include "core/key/scope.h"

#include "core/key/key_template.h"
#include "core/text/unicode.h"

namespace idem {

namespace {

constexpr char mark = '@';
constexpr char escape = '%';
constexpr std::string_view hexDigits = "0123456789ABCDEF";

std::string escaped(std::string_view name)
{
    std::string out;
    out.reserve(name.size());
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == mark || c == escape || byte < 0x20 || byte == 0x7F) {
            out += escape;
            out += hexDigits[byte >> 4U];
            out += hexDigits[byte & 0xFU];
        } else {
            out += c;
        }
    }
    return out;
}

// Nothing where escaped() does not write it so: every scope has one spelling.
std::optional<std::string> unescaped(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != escape) {
            out += text[i];
            continue;
        }
        if (i + 2 >= text.size()) {
            return std::nullopt;
        }
        const std::size_t high = hexDigits.find(text[i + 1]);
        const std::size_t low = hexDigits.find(text[i + 2]);
        if (high == std::string_view::npos || low == std::string_view::npos) {
            return std::nullopt;
        }
        out += static_cast<char>(static_cast<unsigned char>(high << 4U | low));
        i += 2;
    }
    return escaped(out) == text ? std::optional(out) : std::nullopt;
}

} // namespace

Result<std::string> scopedKey(const KeyScope& scope, std::string_view key)
{
    if (key.empty()) {
        return Error{.place = "key", .cause = "the key is empty", .cure = "Give the name of the action"};
    }
    if (!isValidUtf8(key) || !isValidUtf8(scope.tenant) || !isValidUtf8(scope.endpoint)) {
        return Error{.place = isValidUtf8(key) ? "scope of the key" : "key",
                     .cause = "it is not valid UTF-8",
                     .cure = "Give it as UTF-8"};
    }
    std::string out;
    if (scope == KeyScope()) {
        if (splitScopedKey(key)) {
            return Error{.place = "key, column 1",
                         .cause
                         = "a key without a scope may not read as one with a scope, @tenant@endpoint@key",
                         .cure = "Give the scope by itself, or begin the key with something else than @"};
        }
        out = key;
    } else {
        out = mark + escaped(scope.tenant) + mark + escaped(scope.endpoint) + mark + std::string(key);
    }
    if (out.size() > KeyTemplate::longestKey) {
        return Error{.place = "key",
                     .cause = "the key has " + std::to_string(out.size()) + " bytes, "
                         + std::to_string(out.size() - key.size()) + " of them for its scope; at most "
                         + std::to_string(KeyTemplate::longestKey) + " are allowed",
                     .cure = "Use a shorter name for the tenant or the endpoint, or a shorter key"};
    }
    return out;
}

std::optional<ScopedKey> splitScopedKey(std::string_view text)
{
    if (!text.starts_with(mark)) {
        return std::nullopt;
    }
    const std::size_t second = text.find(mark, 1);
    const std::size_t third = second == std::string_view::npos ? second : text.find(mark, second + 1);
    if (third == std::string_view::npos || third + 1 == text.size()) {
        return std::nullopt;
    }
    auto tenant = unescaped(text.substr(1, second - 1));
    auto endpoint = unescaped(text.substr(second + 1, third - second - 1));
    if (!tenant || !endpoint || (tenant->empty() && endpoint->empty())) {
        return std::nullopt;
    }
    return ScopedKey{.scope = {.tenant = std::move(*tenant), .endpoint = std::move(*endpoint)},
                     .key = std::string(text.substr(third + 1))};
}

} // namespace idem
