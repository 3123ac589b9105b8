#include "app/commands.h"
#include "simulations/scenario/preset_stack.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <optional>

namespace idem {

namespace {

using nlohmann::ordered_json;

std::string triesText(const std::optional<int>& attempts)
{
    return !attempts ? "no limit" : std::to_string(*attempts) + (*attempts == 1 ? " try" : " tries");
}

ordered_json presetJson(const Preset& preset)
{
    ordered_json attempts; // null: no limit
    if (preset.attempts) {
        attempts = *preset.attempts;
    }
    return {{"id", preset.id},
            {"name", preset.name},
            {"layer", name(preset.layer)},
            {"attempts", attempts},
            {"cut", preset.cut},
            {"horizon", preset.horizon},
            {"duplicates", preset.duplicates},
            {"note", preset.note},
            {"confidence", preset.confidence},
            {"source", preset.source},
            {"members", preset.members}};
}

ordered_json stackJson(const PresetStack& stack)
{
    ordered_json worst;
    if (stack.worst) {
        worst = *stack.worst;
    }
    return {{"presets", stack.ids},
            {"attempts", worst},
            {"attempts_with_a_limit", stack.counted},
            {"sentence", sentence(stack)},
            {"remarks", stack.remarks}};
}

/// One line each, those of a layer together, from the outside in.
void printList(const std::vector<Preset>& list)
{
    using Row = std::array<std::string, 6>;
    std::array<std::size_t, 6> widths{};
    std::vector<std::pair<Layer, Row>> rows;
    for (const Preset& preset : list) {
        const std::string sure = preset.confidence.substr(0, preset.confidence.find(' '));
        rows.push_back(
            {preset.layer,
             {preset.id, triesText(preset.attempts), preset.horizon, sure, preset.name, preset.source}});
        for (std::size_t i = 0; i < widths.size(); ++i) {
            widths[i] = std::max(widths[i], rows.back().second[i].size());
        }
    }
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::optional<Layer> heading;
    for (const auto& [layer, row] : rows) {
        if (heading != layer) {
            std::cout << (heading ? "\n" : "") << name(layer) << "\n";
            heading = layer;
        }
        for (std::size_t i = 0; i < row.size(); ++i) {
            const bool last = i + 1 == row.size();
            std::cout << "  " << row[i] << (last ? "\n" : std::string(widths[i] - row[i].size(), ' '));
        }
    }
    std::cout << "\n`idemscope presets NAME…` shows members and what a chain of them comes to at worst.\n";
}

void printDetails(const Preset& preset)
{
    const auto line = [](const char* what, const std::string& text) {
        if (!text.empty()) {
            std::cout << "  " << what << std::string(12 - std::string_view(what).size(), ' ') << text << "\n";
        }
    };
    std::cout << preset.id << "  " << preset.name << "\n";
    line("layer", std::string(name(preset.layer)));
    line("attempts", triesText(preset.attempts));
    line("horizon", preset.horizon);
    line("members", preset.members.dump());
    line("duplicates", preset.duplicates);
    line("note", preset.note);
    line("confidence", preset.confidence);
    line("source", preset.source);
    std::cout << "\n";
}

} // namespace

int presetsCommand(const PresetsCommand& command)
{
    std::vector<Preset> shown;
    for (const std::string& id : command.names) {
        auto preset = findPreset(id);
        if (!preset) {
            return complain(preset.error());
        }
        shown.push_back(std::move(*preset));
    }
    const bool chain = !shown.empty();
    for (const Preset& preset : presets()) {
        if (!chain && (command.layer.empty() || name(preset.layer) == command.layer)) {
            shown.push_back(preset);
        }
    }
    const PresetStack stacked = stack(chain ? shown : std::vector<Preset>());
    if (command.json) {
        ordered_json out{{"presets", ordered_json::array()}};
        for (const Preset& preset : shown) {
            out["presets"].push_back(presetJson(preset));
        }
        if (chain) {
            out["stack"] = stackJson(stacked);
        }
        std::cout << out.dump(2) << "\n";
    } else if (shown.empty()) {
        std::cerr << "There is no preset of the layer " << command.layer << ".\n";
    } else if (!chain) {
        printList(shown);
    } else {
        std::for_each(shown.begin(), shown.end(), printDetails);
        std::cout << "At worst  " << sentence(stacked) << "\n";
        for (const std::string& remark : stacked.remarks) {
            std::cout << "          " << remark << "\n";
        }
    }
    return 0;
}

} // namespace idem
