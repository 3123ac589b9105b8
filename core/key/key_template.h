#pragma once

#include "core/error.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

/// A parsed key template such as `invoice:{customer|trim|lower}:{period|date:YYYY-MM}`. Immutable value; thread-safe.
///
/// A part `{path|normaliser|…}` names an argument (dots reach into objects: `{order.id}`) or, with a leading `$`, a
/// value of the context (`{$run}`, `{$event}`). `{{` and `}}` stand for braces. Normalisers, left to right:
/// `trim`, `lower`, `upper` (both Unicode), `nfc`, `digits` (keeps 0-9), `date:YYYY-MM-DD|YYYY-MM|YYYY`.
class KeyTemplate
{
public:
    /// The error's place is the column in the template; the cure names what is allowed there.
    static Result<KeyTemplate> parse(std::string_view text);

    /// The key for these arguments. An argument that is missing, empty after normalisation, not a scalar, or that
    /// brings the delimiter `:` into its part is an error: such keys meet by accident.
    Result<std::string> expand(const nlohmann::json& args, const nlohmann::json& context) const;

    const std::string& text() const { return m_text; }

    /// The names the template uses, in order, without `$` names / with only `$` names (and without the `$`).
    std::vector<std::string> argumentNames() const;
    std::vector<std::string> contextNames() const;

private:
    struct Normaliser
    {
        std::string name;
        std::string option;
    };
    struct Part
    {
        std::string literal; ///< text before the field
        std::string field; ///< empty: only a literal
        bool fromContext = false;
        std::vector<Normaliser> normalisers;
    };

    static Result<std::string> normalise(std::string value, const Normaliser& how);

    std::string m_text;
    std::vector<Part> m_parts;
};

} // namespace idem
