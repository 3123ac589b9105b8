#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

/// A file that is compiled in, by its name below /idemscope: "scenario.schema.json",
/// "library/timeouts/invoice-naive.json".
std::optional<std::string> bundledText(std::string_view name);

/// The names of all files in the folder and the folders below it, as bundledText() takes them, sorted.
std::vector<std::string> bundledNames(std::string_view folder);

} // namespace idem
