#include "simulations/scenario/scenario_patch.h"

#include "simulations/scenario/expand_presets.h"
#include "simulations/scenario/schema_check.h"
#include "simulations/scenario/text_position.h"

#include <algorithm>
#include <cctype>

namespace idem {

namespace {

using nlohmann::ordered_json;

std::vector<std::string> splitPath(const std::string& path)
{
    std::vector<std::string> parts(1);
    for (const char c : path) {
        if (c == '.') {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

bool isIndex(const std::string& step, std::size_t size)
{
    const bool digits = !step.empty() && step.size() < 8
        && std::all_of(step.begin(), step.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    return digits && std::stoul(step) < size;
}

Error leadsNowhere(const std::string& origin, const std::string& path, const std::string& step)
{
    return {origin, "the path \"" + path + "\" leads nowhere at \"" + step + "\"",
            "Name members from the top, joined by dots, such as tools.send_invoice.timeout"};
}

/// Sets one value; nothing on success, else the error.
std::optional<Error> setValue(PatchedDocument& patched, const std::string& path, const ordered_json& value,
                              const std::string& origin, const std::string& originText)
{
    ordered_json* at = &patched.document;
    ordered_json::json_pointer pointer;
    const std::vector<std::string> steps = splitPath(path);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const std::string& step = steps[i];
        const bool last = i + 1 == steps.size();
        const bool inLayer = i == 2 && steps[0] == "layers";
        if (step.empty()) {
            return leadsNowhere(originText, path, step);
        }
        pointer /= step;
        if (i == 1 && steps[0] == "tools" && at->is_object() && !at->contains(step)) {
            std::vector<std::string> tools;
            for (const auto& [tool, unused] : at->items()) {
                tools.push_back(tool);
            }
            return Error{originText, "there is no tool \"" + step + "\"",
                         didYouMean(step, tools) + "There is " + listed(tools)};
        }
        if (at->is_array() && isIndex(step, at->size())) {
            at = &(*at)[std::stoul(step)];
        } else if (at->is_object()) {
            if (last && value.is_null()) {
                inLayer ? removeFromLayer(*at, steps[1], step) : static_cast<void>(at->erase(step));
                return std::nullopt;
            }
            at = &(*at)[step];
            if (!last && at->is_null()) {
                *at = ordered_json::object();
            } else if (!last && i == 1 && steps[0] == "layers") {
                openPreset(*at); // one member changes, the rest of the preset stays
            }
        } else {
            return leadsNowhere(originText, path, step);
        }
    }
    *at = value;
    patched.origins.emplace_back(pointer.to_string(), origin);
    return std::nullopt;
}

} // namespace

Result<PatchedDocument> applyChoice(const ScenarioFile& file, const Choice& choice)
{
    PatchedDocument patched{file.document, {}};
    if (!choice.variant.empty()) {
        const std::vector<std::string> names = file.variants();
        if (std::find(names.begin(), names.end(), choice.variant) == names.end()) {
            return Error{file.name, "there is no variant \"" + choice.variant + "\"",
                         names.empty() ? "This file has no variants: leave it out"
                                       : didYouMean(choice.variant, names) + "There are: " + listed(names)};
        }
        const ordered_json::json_pointer variantPointer
            = ordered_json::json_pointer("/variants") / choice.variant;
        for (const auto& [path, value] : file.document["variants"][choice.variant].items()) {
            const std::string origin = (variantPointer / path).to_string();
            const TextPosition position = locate(file.text, origin);
            const std::string originText = file.name + ":" + std::to_string(position.line) + ":"
                + std::to_string(position.column) + " (" + origin + ")";
            if (auto error = setValue(patched, path, value, origin, originText)) {
                return *error;
            }
        }
    }
    for (const Override& change : choice.overrides) {
        const std::string origin = "--set " + change.path;
        if (auto error = setValue(patched, change.path, change.value, origin, origin)) {
            return *error;
        }
    }
    if (choice.seed) {
        patched.document["seed"] = *choice.seed;
    }
    auto expanded = expandPresets(std::move(patched.document));
    if (!expanded) {
        const Error& error = expanded.error();
        return Error{placeOf(file, patched, error.place), error.cause, error.cure};
    }
    patched.document = std::move(*expanded);
    return patched;
}

std::string placeOf(const ScenarioFile& file, const PatchedDocument& patched, const std::string& pointer)
{
    std::string origin = pointer;
    std::size_t longest = 0;
    for (const auto& [changed, from] : patched.origins) {
        const bool covers
            = pointer == changed || pointer.starts_with(changed + "/") || changed.starts_with(pointer + "/");
        if (covers && changed.size() >= longest) {
            longest = changed.size();
            origin = from;
        }
    }
    if (origin.starts_with("--")) {
        return origin;
    }
    const TextPosition position = locate(file.text, origin);
    const std::string shown = origin.empty() ? "" : " (" + origin + ")";
    return file.name + ":" + std::to_string(position.line) + ":" + std::to_string(position.column) + shown;
}

} // namespace idem
