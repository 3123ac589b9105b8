#include "core/key/key_template.h"

#include "core/fingerprint/canonical_json.h"
#include "core/fingerprint/exact_integer.h"
#include "core/key/key_template_parser.h"
#include "core/text/nearest.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace idem {

namespace {

using nlohmann::json;

std::string place(std::size_t column)
{
    return "key template, column " + std::to_string(column);
}

std::vector<std::string> memberNames(const json& object)
{
    std::vector<std::string> out;
    if (object.is_object()) {
        for (const auto& [name, value] : object.items()) {
            out.push_back(name);
        }
    }
    return out;
}

// What is there instead of the name that is not.
std::string whatIsThere(const std::string& missing, const json& where)
{
    const std::vector<std::string> names = memberNames(where);
    if (names.empty()) {
        return "Give it with the request, or take it out of the template";
    }
    const std::string close = nearest(missing, names);
    return (close.empty() ? "" : "Did you mean \"" + close + "\"? ") + "There are " + joined(names);
}

const char* kindOf(const json& value)
{
    if (value.is_array()) {
        return "a list";
    }
    return value.is_object() ? "an object" : "not a value";
}

} // namespace

Result<KeyTemplate> KeyTemplate::parse(std::string_view text)
{
    Result<std::vector<Part>> parts = Parser(text).parse();
    if (!parts) {
        return parts.error();
    }
    KeyTemplate out;
    out.m_text = std::string(text);
    out.m_parts = std::move(*parts);
    return out;
}

Result<std::string> KeyTemplate::expand(const json& args, const json& context) const
{
    std::string key;
    std::size_t longestPart = 0;
    std::size_t longestColumn = 1;
    for (const Part& part : m_parts) {
        key += part.literal;
        if (part.field.empty()) {
            continue;
        }
        const Result<std::string> value = expandField(part, args, context);
        if (!value) {
            return value.error();
        }
        if (value->size() > longestPart) {
            longestPart = value->size();
            longestColumn = part.column;
        }
        key += *value;
    }
    if (key.size() > longestKey) {
        return Error{.place = place(longestColumn),
                     .cause = "the key has " + std::to_string(key.size()) + " bytes, at most "
                         + std::to_string(longestKey) + " are allowed; this part alone brings "
                         + std::to_string(longestPart),
                     .cure = "Use a short identifier there instead of free text"};
    }
    return key;
}

Result<std::string> KeyTemplate::expandField(const Part& part, const json& args, const json& context) const
{
    const json* value = part.fromContext ? &context : &args;
    for (std::size_t begin = 0; begin <= part.field.size();) {
        const std::size_t dot = std::min(part.field.find('.', begin), part.field.size());
        const std::string step = part.field.substr(begin, dot - begin);
        const json* const parent = value;
        const auto found = parent->is_object() ? parent->find(step) : parent->end();
        if (found == parent->end() || found->is_null()) {
            const bool isNull = found != parent->end();
            return Error{.place = place(part.column),
                         .cause = (part.fromContext ? "the context value \"" : "the argument \"") + part.name()
                             + (isNull ? "\" is null" : "\" is missing"),
                         .cure = isNull ? "Give it a value, or take it out of the template"
                                        : whatIsThere(step, *parent)};
        }
        value = &*found;
        begin = dot + 1;
    }

    QString text;
    if (value->is_string()) {
        if (!isValidUtf8(value->get_ref<const std::string&>())) { // replacing the bytes would make two keys one
            return Error{.place = place(part.column),
                         .cause = "\"" + part.name() + "\" is not valid UTF-8",
                         .cure = "Give it as UTF-8"};
        }
        text = fromUtf8(value->get_ref<const std::string&>());
    } else if (value->is_boolean() || value->is_number() || exactIntegerOf(*value)) {
        if (value->is_number_float() && !std::isfinite(value->get<double>())) {
            return Error{.place = place(part.column),
                         .cause = "\"" + part.name() + "\" is not a finite number",
                         .cure = "Give a number or a string"};
        }
        text = fromUtf8(canonicalJson(*value));
    } else {
        return Error{.place = place(part.column),
                     .cause = "\"" + part.name() + "\" is " + kindOf(*value) + ", not a single value",
                     .cure
                     = "Name a string, a number or a truth value; dots reach into objects, as in {order.id}"};
    }

    const bool wasEmpty = text.isEmpty();
    for (const Normaliser& normaliser : part.normalisers) {
        Result<QString> next = normaliser.apply(text);
        if (!next) {
            return Error{.place = place(part.column),
                         .cause = "\"" + part.name() + "\": " + next.error().cause,
                         .cure = next.error().cure};
        }
        text = std::move(*next);
    }
    if (text.isEmpty()) {
        return Error{.place = place(part.column),
                     .cause
                     = "\"" + part.name() + (wasEmpty ? "\" is empty" : "\" is empty after normalisation"),
                     .cure = "Give it a value: with an empty part, different actions get the same key"};
    }
    if (text.contains(u':')) {
        return Error{.place = place(part.column),
                     .cause
                     = "\"" + part.name() + "\" brings a ':' into its part, which separates the parts of a key",
                     .cure = "Name an argument without one, or normalise it away (digits, date:YYYY-MM-DD)"};
    }
    return toUtf8(text);
}

std::vector<std::string> KeyTemplate::argumentNames() const
{
    return names(false);
}

std::vector<std::string> KeyTemplate::contextNames() const
{
    return names(true);
}

std::vector<std::string> KeyTemplate::names(bool fromContext) const
{
    std::vector<std::string> out;
    for (const Part& part : m_parts) {
        if (!part.field.empty() && part.fromContext == fromContext
            && std::find(out.begin(), out.end(), part.field) == out.end()) {
            out.push_back(part.field);
        }
    }
    return out;
}

} // namespace idem
