#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace idem {

struct TextPosition
{
    int line = 1;
    int column = 1; ///< in characters (code points), from 1
};

/// Where byte `offset` is.
TextPosition positionOf(std::string_view text, std::size_t offset);

/// Where the value at a JSON pointer starts in a valid JSON text (the member's name for an object member); the
/// nearest enclosing value when the pointer leads nowhere.
TextPosition locate(std::string_view json, std::string_view pointer);

} // namespace idem
