#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Help with misspelt words in messages. Pure functions, thread-safe.
namespace idem {

/// The candidate that a person most likely meant by `word`, or an empty string where none is close. Case does
/// not count.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

/// "a, b, c"
std::string joined(const std::vector<std::string>& words);

} // namespace idem
