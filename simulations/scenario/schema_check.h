#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

/// Where and how a document breaks the scenario schema.
struct SchemaFault
{
    std::string pointer; ///< JSON pointer to the value (or to the unknown member)
    std::string cause;
    std::string cure;
};

/// Checks against the JSON Schema that ships with the product (draft 7, by valijson). Nothing when it fits.
std::optional<SchemaFault> checkAgainstSchema(const nlohmann::json& document);

/// The schema's text, for people and editors.
std::string schemaText();

/// "Did you mean \"reserve\"? " or nothing: the near word among those known, with a space behind it.
std::string didYouMean(std::string_view word, const std::vector<std::string>& known);

/// "a, b or c".
std::string listed(const std::vector<std::string>& names);

} // namespace idem
