#include "simulations/scenario/preset.h"

#include "simulations/scenario/bundled_text.h"
#include "simulations/scenario/scenario_checks.h"
#include "simulations/scenario/schema_check.h"

#include <algorithm>

namespace idem {

namespace {

using nlohmann::ordered_json;

Preset readPreset(const ordered_json& data)
{
    Preset preset;
    preset.id = data.at("id").get<std::string>();
    preset.name = data.at("name").get<std::string>();
    const std::vector<std::string> layers = layerNames();
    const auto layer = std::find(layers.begin(), layers.end(), data.at("layer").get<std::string>());
    preset.layer = static_cast<Layer>(layer - layers.begin());
    if (!data.at("attempts").is_null()) {
        preset.attempts = data.at("attempts").get<int>();
    }
    preset.cut = data.value("cut", false);
    preset.horizon = data.at("horizon").get<std::string>();
    preset.duplicates = data.at("duplicates").get<std::string>();
    preset.note = data.value("note", std::string());
    preset.confidence = data.at("confidence").get<std::string>();
    preset.source = data.at("source").get<std::string>();
    preset.members = data.at("members");
    return preset;
}

std::vector<Preset> readPresets()
{
    std::vector<Preset> list;
    for (const ordered_json& data : ordered_json::parse(bundledText("presets.json").value_or("[]"))) {
        list.push_back(readPreset(data));
    }
    return list;
}

} // namespace

const std::vector<Preset>& presets()
{
    static const std::vector<Preset> list = readPresets();
    return list;
}

Result<Preset> findPreset(std::string_view id)
{
    std::vector<std::string> ids;
    for (const Preset& preset : presets()) {
        if (preset.id == id) {
            return preset;
        }
        ids.push_back(preset.id);
    }
    constexpr std::size_t longestName = 60; // of what could be meant by it
    const std::string hint = id.size() <= longestName ? didYouMean(id, ids) : std::string();
    return Error{std::string(id.substr(0, longestName)), "there is no preset of this name",
                 hint + "`idemscope presets` lists them"};
}

std::string_view repeatsMember(Layer layer)
{
    switch (layer) {
    case Layer::User:
        return "sends_again";
    case Layer::Webhook:
        return "redelivers";
    case Layer::Runtime:
        return "retries";
    case Layer::Model:
        return "calls_again";
    case Layer::Tool:
        return "tries_again";
    case Layer::Sdk:
        return "resends";
    case Layer::Provider:
        break;
    }
    return {}; // the provider performs and repeats nothing
}

} // namespace idem
