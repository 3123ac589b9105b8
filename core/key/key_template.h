#pragma once

#include "core/error.h"
#include "core/key/normaliser.h"

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

/// A parsed key template such as `invoice:{customer|trim|lower}:{period|date:YYYY-MM}`. Immutable value;
/// thread-safe.
///
/// A part `{path|normaliser|…}` names an argument (dots reach into objects: `{order.id}`) or, with a leading
/// `$`, a value of the context (`{$run}`, `{$event}`). `{{` and `}}` stand for braces. White space around a
/// path or a normaliser does not count. Normalisers, left to right: `trim`, `lower`, `upper` (both Unicode),
/// `nfc`, `digits` (keeps 0-9), `date:YYYY-MM-DD|YYYY-MM|YYYY` (the date as it is written, without a time
/// zone).
class KeyTemplate
{
public:
    /// In bytes of UTF-8; what the common key columns and headers hold.
    static constexpr std::size_t longestKey = 255;

    /// The error's place is the column in the template, "key template, column 9"; the cure names what is
    /// allowed there.
    static Result<KeyTemplate> parse(std::string_view text);

    /// The key for these arguments. An argument that is missing, empty after normalisation, not a scalar, or
    /// that brings the delimiter `:` into its part is an error: such keys meet by accident. So is a key over
    /// `longestKey`. Numbers and truth values print as in canonical JSON, those of parseExactly() too.
    Result<std::string> expand(const nlohmann::json& args, const nlohmann::json& context) const;

    /// One field with the fixed text before it; the last part may have no field.
    struct Part
    {
        std::string literal; ///< text before the field
        std::string field; ///< empty: only a literal
        bool fromContext = false;
        std::vector<Normaliser> normalisers;
        std::size_t column = 1; ///< of the field's brace

        std::string name() const { return (fromContext ? "$" : "") + field; }
    };

    const std::string& text() const { return m_text; }

    const std::vector<Part>& parts() const { return m_parts; }

    /// What one part with a field brings into the key, with the errors of expand().
    Result<std::string> expandField(const Part& part, const nlohmann::json& args,
                                    const nlohmann::json& context) const;

    /// The names the template uses, in order and each once, without `$` names / with only `$` names (and
    /// without the `$`).
    std::vector<std::string> argumentNames() const;
    std::vector<std::string> contextNames() const;

private:
    class Parser;

    std::vector<std::string> names(bool fromContext) const;

    std::string m_text;
    std::vector<Part> m_parts;
};

} // namespace idem
