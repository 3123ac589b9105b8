#include "simulations/scenario/schema_check.h"

#include "core/text/nearest.h"
#include "simulations/scenario/bundled_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace idem {

namespace {

using nlohmann::json;

/// The shipped schema, parsed once; read-only afterwards, so every thread may use it.
struct LoadedSchema
{
    LoadedSchema()
        : document(json::parse(schemaText()))
    {
        valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
        parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(document), compiled);
    }
    json document;
    valijson::Schema compiled;
};

const LoadedSchema& loadedSchema()
{
    static const LoadedSchema schema;
    return schema;
}

const json& resolved(const json& node)
{
    const json* at = &node;
    while (at->contains("$ref")) {
        at = &loadedSchema().document.at(json::json_pointer(at->at("$ref").get<std::string>().substr(1)));
    }
    return *at;
}

/// The schema's node for the member or element `step` below `node`; null when the schema says nothing of it.
const json* below(const json& node, const std::string& step)
{
    if (node.contains("properties") && node["properties"].contains(step)) {
        return &resolved(node["properties"][step]);
    }
    if (node.contains("additionalProperties") && node["additionalProperties"].is_object()) {
        return &resolved(node["additionalProperties"]);
    }
    return node.contains("items") ? &resolved(node["items"]) : nullptr;
}

std::vector<std::string> memberNames(const json& node)
{
    std::vector<std::string> names;
    if (node.contains("properties")) {
        for (const auto& [name, unused] : node["properties"].items()) {
            names.push_back(name);
        }
    }
    return names;
}

std::string abridged(const json& value)
{
    const std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
    return text.size() <= 60 ? text : text.substr(0, 57) + "…";
}

std::string typeWords(const json& type)
{
    if (type.is_array()) {
        std::vector<std::string> names;
        for (const json& each : type) {
            names.push_back(typeWords(each));
        }
        return listed(names);
    }
    const auto name = type.get<std::string>();
    return name == "integer" || name == "array" || name == "object" ? "an " + name : "a " + name;
}

std::string wanted(const json& node)
{
    if (node.contains("enum")) {
        std::vector<std::string> values;
        for (const json& each : node["enum"]) {
            values.push_back(each.is_string() ? each.get<std::string>() : each.dump());
        }
        return "Write " + listed(values);
    }
    if (node.contains("description")) {
        return "Write " + node["description"].get<std::string>();
    }
    return node.contains("type") ? "Write " + typeWords(node["type"]) : "See the format's README";
}

std::optional<SchemaFault> unknownMember(const std::string& pointer, const json& value, const json& node)
{
    if (!value.is_object() || node.value("additionalProperties", json(true)) != json(false)) {
        return std::nullopt;
    }
    const std::vector<std::string> known = memberNames(node);
    for (const auto& [name, unused] : value.items()) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            return SchemaFault{(json::json_pointer(pointer) / name).to_string(),
                               "\"" + name + "\" is not known here",
                               didYouMean(name, known) + "Known here: " + listed(known)};
        }
    }
    return std::nullopt;
}

std::optional<SchemaFault> missingMember(const std::string& pointer, const json& value, const json& node)
{
    for (const json& name : node.value("required", json::array())) {
        if (value.is_object() && !value.contains(name.get<std::string>())) {
            const json* member = below(node, name.get<std::string>());
            return SchemaFault{pointer, "\"" + name.get<std::string>() + "\" is missing",
                               member == nullptr ? "Add it" : "Add it. " + wanted(*member)};
        }
    }
    return std::nullopt;
}

std::optional<SchemaFault> wrongSize(const std::string& pointer, const json& value, const json& node)
{
    const auto limit = [&](const char* name) { return node[name].get<std::size_t>(); };
    const std::string what = value.is_string() ? "characters" : "entries";
    const bool countable = value.is_array() || value.is_object() || value.is_string();
    const std::size_t size = value.is_string() ? value.get<std::string>().size() : value.size();
    for (const char* name : {"maxItems", "maxProperties", "maxLength"}) {
        if (node.contains(name) && countable && size > limit(name)) {
            return SchemaFault{pointer, "there are more than " + std::to_string(limit(name)) + " " + what,
                               "At most " + std::to_string(limit(name)) + " can be held; make it shorter"};
        }
    }
    for (const char* name : {"minItems", "minProperties", "minLength"}) {
        if (node.contains(name) && countable && size < limit(name)) {
            return SchemaFault{pointer, "it is empty",
                               value.is_string() ? "Write " + node.value("description", "some text")
                                                 : "Add at least one: " + node.value("description", what)};
        }
    }
    return std::nullopt;
}

SchemaFault explainFault(const std::string& pointer, const json& value, const json& node,
                         const std::string& said)
{
    for (const auto& look : {unknownMember, missingMember, wrongSize}) {
        if (auto fault = look(pointer, value, node)) {
            return *fault;
        }
    }
    std::string hint;
    if (node.contains("enum") && value.is_string()) {
        std::vector<std::string> names;
        for (const json& each : node["enum"]) {
            if (each.is_string()) {
                names.push_back(each.get<std::string>());
            }
        }
        hint = didYouMean(value.get<std::string>(), names);
    }
    if (value.is_number() && (node.contains("minimum") || node.contains("maximum"))) {
        const std::string low = node.contains("minimum") ? abridged(node["minimum"]) : "";
        const std::string high = node.contains("maximum") ? " to " + abridged(node["maximum"]) : " or more";
        return {pointer, abridged(value) + " does not fit here", "Write an integer, " + low + high};
    }
    if (value.is_string() && value.get<std::string>().starts_with('-')
        && node.value("description", "").starts_with("a duration")) {
        return {pointer, abridged(value) + " is negative", wanted(node)};
    }
    const std::string cause = node.is_object() && !node.empty() ? abridged(value) + " does not fit here" : said;
    return {pointer, cause, hint + wanted(node)};
}

} // namespace

std::optional<SchemaFault> checkAgainstSchema(const json& document)
{
    valijson::Validator validator(valijson::Validator::kStrongTypes);
    valijson::ValidationResults results;
    const valijson::adapters::NlohmannJsonAdapter target(document);
    if (validator.validate(loadedSchema().compiled, target, &results)) {
        return std::nullopt;
    }
    // The validator reports the fault and every value around it; the deepest is the one to mend.
    valijson::ValidationResults::Error deepest;
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
        if (deepest.description.empty() || error.context.size() > deepest.context.size()) {
            deepest = error;
        }
    }
    json::json_pointer pointer;
    const json* node = &loadedSchema().document;
    const json* value = &document;
    for (std::size_t i = 1; i < deepest.context.size(); ++i) {
        const std::string step = deepest.context[i].substr(1, deepest.context[i].size() - 2);
        const json* nextNode = below(*node, step);
        const bool element = value->is_array();
        const bool there
            = element ? std::stoul(step) < value->size() : value->is_object() && value->contains(step);
        if (nextNode == nullptr || !there) {
            break;
        }
        node = nextNode;
        value = element ? &(*value)[std::stoul(step)] : &(*value)[step];
        pointer /= step;
    }
    return explainFault(pointer.to_string(), *value, *node, deepest.description);
}

std::string schemaText()
{
    return bundledText("scenario.schema.json").value_or("{}");
}

std::string didYouMean(std::string_view word, const std::vector<std::string>& known)
{
    const std::string near = nearest(word, known);
    return near.empty() ? std::string() : "Did you mean \"" + near + "\"? ";
}

std::string listed(const std::vector<std::string>& names)
{
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += i == 0 ? "" : i + 1 == names.size() ? " or " : ", ";
        text += names[i];
    }
    return text;
}

} // namespace idem
