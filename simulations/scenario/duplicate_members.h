#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace idem {

/// The JSON pointer of the first member that an object of this valid JSON text (comments allowed) names twice;
/// parsers disagree about which of the two counts, so neither may.
std::optional<std::string> findDuplicateMember(std::string_view text);

} // namespace idem
