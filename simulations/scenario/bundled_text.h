#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace idem {

/// A file that is compiled in, by its name below /idemscope: "scenario.schema.json",
/// "library/invoice-naive.json".
std::optional<std::string> bundledText(std::string_view name);

} // namespace idem
