#include "simulations/scenario/expand_presets.h"

#include "simulations/scenario/preset.h"
#include "simulations/scenario/scenario_checks.h"
#include "simulations/scenario/schema_check.h"

#include <algorithm>
#include <optional>

namespace idem {

namespace {

using nlohmann::ordered_json;

constexpr const char* presetMember = "preset";
constexpr std::size_t longestShown = 60; ///< of what somebody wrote, in a message

/// Whether a preset of this layer has the member.
bool somePresetGives(const std::string& layerName, const std::string& member)
{
    return std::any_of(presets().begin(), presets().end(), [&](const Preset& preset) {
        return name(preset.layer) == layerName && preset.members.contains(member);
    });
}

std::string whereListed(const std::string& layerName)
{
    const bool any = std::any_of(presets().begin(), presets().end(),
                                 [&](const Preset& preset) { return name(preset.layer) == layerName; });
    return any ? "`idemscope presets --layer " + layerName + "` lists those of this layer"
               : "There is none for this layer; `idemscope presets` lists those of the others";
}

std::string shortened(const std::string& text)
{
    std::string out = text.substr(0, longestShown);
    out += text.size() <= longestShown ? "" : "…";
    return out;
}

Error unknownPreset(const std::string& layerName, const std::string& id, const std::string& pointer)
{
    std::vector<std::string> ofLayer;
    for (const Preset& preset : presets()) {
        if (name(preset.layer) == layerName) {
            ofLayer.push_back(preset.id);
        }
    }
    const std::string hint = id.size() <= longestShown ? didYouMean(id, ofLayer) : std::string();
    return {pointer, "there is no preset \"" + shortened(id) + "\"", hint + whereListed(layerName)};
}

Result<Preset> presetFor(const std::string& layerName, const ordered_json& written, const std::string& pointer)
{
    if (!written.is_string()) {
        return Error{pointer,
                     shortened(written.dump(-1, ' ', false, ordered_json::error_handler_t::replace))
                         + " is not the name of a preset",
                     "Write a name, such as \"stripe-node\". " + whereListed(layerName)};
    }
    const auto id = written.get<std::string>();
    auto preset = findPreset(id);
    if (!preset) {
        return unknownPreset(layerName, id, pointer);
    }
    if (name(preset->layer) != layerName) {
        const std::string right(name(preset->layer));
        return Error{
            pointer, "\"" + id + "\" is a preset of the layer \"" + right + "\", not of \"" + layerName + "\"",
            "Write it under \"layers\" as \"" + right + "\", or take another. " + whereListed(layerName)};
    }
    return preset;
}

/// Nothing when the layer names no preset or could be expanded.
std::optional<Error> expandLayer(const std::string& layerName, ordered_json& layer)
{
    const std::string pointer = "/layers/" + layerName;
    const bool bare = layer.is_string();
    if (!bare && !(layer.is_object() && layer.contains(presetMember))) {
        return std::nullopt;
    }
    auto preset = bare ? presetFor(layerName, layer, pointer)
                       : presetFor(layerName, layer[presetMember], pointer + "/" + presetMember);
    if (!preset) {
        return preset.error();
    }
    ordered_json members = std::move(preset->members);
    if (!bare) {
        for (const auto& [member, value] : layer.items()) {
            if (member == presetMember) {
                continue;
            }
            if (value.is_null() && somePresetGives(layerName, member)) {
                members.erase(member);
            } else {
                members[member] = value;
            }
        }
    }
    layer = std::move(members);
    return std::nullopt;
}

} // namespace

Result<ordered_json> expandPresets(ordered_json document)
{
    const auto layers = document.is_object() ? document.find("layers") : document.end();
    if (layers == document.end() || !layers->is_object()) {
        return document;
    }
    const std::vector<std::string> known = layerNames();
    for (const auto& [layerName, layer] : layers->items()) {
        // A layer that is not known is named by the schema, which knows what was meant.
        const bool repeats = std::find(known.begin(), known.end(), layerName) != known.end()
            && layerName != name(Layer::Provider);
        if (auto error = repeats ? expandLayer(layerName, layer) : std::nullopt) {
            return *error;
        }
    }
    return document;
}

void openPreset(ordered_json& layer)
{
    if (layer.is_string()) {
        std::string id = layer.get<std::string>();
        layer = ordered_json::object();
        layer[presetMember] = std::move(id);
    }
}

void removeFromLayer(ordered_json& layer, const std::string& layerName, const std::string& member)
{
    if (layer.contains(presetMember) && somePresetGives(layerName, member)) {
        layer[member] = nullptr;
    } else {
        layer.erase(member);
    }
}

} // namespace idem
