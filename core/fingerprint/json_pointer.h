#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// JSON pointers (RFC 6901) as text: /order/lines/0. Pure functions, thread-safe.
namespace idem {

/// The names on the way, unescaped; nothing where the text is no pointer. The empty pointer has none.
std::optional<std::vector<std::string>> pointerTokens(std::string_view pointer);

/// One name as it stands in a pointer: ~ becomes ~0 and / becomes ~1.
std::string pointerToken(std::string_view name);

} // namespace idem
