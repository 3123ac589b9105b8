#include "simulations/scenario/scenario_reader.h"

#include <algorithm>

// Part of ScenarioReader: the actions, and what has to fit them.

namespace idem {

ActionSpec ScenarioReader::readAction(std::size_t index, const Scenario& scenario) const
{
    const std::string base = "/actions/" + std::to_string(index);
    ActionSpec action;
    plain(base + "/name", action.name);
    plain(base + "/approved", action.approved);
    std::vector<std::string> toolNames;
    for (const ToolSpec& tool : scenario.tools) {
        toolNames.push_back(tool.name);
    }
    const auto toolName = find(base + "/tool")->get<std::string>();
    const auto tool = std::find(toolNames.begin(), toolNames.end(), toolName);
    if (tool == toolNames.end()) {
        refuse(base + "/tool", "there is no tool \"" + toolName + "\"",
               didYouMean(toolName, toolNames) + "Under \"tools\" there is " + listed(toolNames));
    }
    action.tool = static_cast<int>(tool - toolNames.begin());
    if (const json* by = find(base + "/by")) {
        action.by = *by == "tool" ? Layer::Tool : *by == "webhook" ? Layer::Webhook : Layer::User;
    }
    const json* args = find(base + "/args");
    const json common = args == nullptr ? json::object() : *args;
    const json* asks = find(base + "/asks");
    if (asks != nullptr && find(base + "/at") != nullptr) {
        refuse(base + "/at", "the action has both \"at\" and \"asks\"",
               "Keep one of them: \"asks\" gives every time itself");
    }
    for (std::size_t i = 0; i < (asks == nullptr ? 1 : asks->size()); ++i) {
        const std::string ask = asks == nullptr ? base : base + "/asks/" + std::to_string(i);
        AskSpec spec;
        spec.args = common;
        duration(ask + "/at", spec.at);
        if (const json* changes = asks == nullptr ? nullptr : find(ask + "/args")) {
            spec.args.update(*changes);
        }
        int worker = 1;
        plain(ask + "/worker", worker);
        spec.worker = worker - 1;
        for (int at = action.tool; at >= 0; at = scenario.tools[static_cast<std::size_t>(at)].then) {
            checkAsk(scenario.tools[static_cast<std::size_t>(at)], spec.args, base);
        }
        action.asks.push_back(std::move(spec));
    }
    std::stable_sort(action.asks.begin(), action.asks.end(),
                     [](const AskSpec& a, const AskSpec& b) { return a.at < b.at; });
    return action;
}

/// What identifies must be among the arguments, and a key template must give a key for them.
void ScenarioReader::checkAsk(const ToolSpec& tool, const json& args, const std::string& actionPointer) const
{
    const std::string toolPointer = (json::json_pointer("/tools") / tool.name).to_string();
    std::vector<std::string> names;
    for (const auto& [name, unused] : args.items()) {
        names.push_back(name);
    }
    const std::string there = names.empty() ? "The action has no arguments" : "The action has " + listed(names);
    for (const std::string& name : tool.identifies) {
        if (!args.contains(name)) {
            refuse(toolPointer + "/identifies", "no argument is called \"" + name + "\"", there);
        }
    }
    checkNumbers(tool, args, toolPointer);
    if (!tool.keyTemplate) {
        return;
    }
    const std::vector<std::string> context = keyContextNames();
    for (const std::string& name : tool.keyTemplate->contextNames()) {
        if (std::find(context.begin(), context.end(), name) == context.end()) {
            refuse(toolPointer + "/key", "the template names the unknown field \"$" + name + "\"",
                   "Known: $" + listed(context));
        }
    }
    for (const std::string& name : tool.keyTemplate->argumentNames()) {
        if (!args.contains(name.substr(0, name.find('.')))) {
            refuse(toolPointer + "/key", "the template names the unknown field \"" + name + "\"",
                   didYouMean(name, names) + there);
        }
    }
    const auto key = tool.keyTemplate->expand(args, sampleKeyContext());
    if (!key) {
        throw Error{placeOf(m_file, m_patched, actionPointer + "/args"),
                    "the key \"" + tool.keyTemplate->text() + "\" can't be made: " + key.error().cause,
                    key.error().cure};
    }
}

/// What a guard or a budget counts by has to be there, and be a whole number.
void ScenarioReader::checkNumbers(const ToolSpec& tool, const json& args, const std::string& toolPointer) const
{
    const auto whole = [&](const std::string& pointer, const std::string& name) {
        if (!args.contains(name) || !args[name].is_number_integer()) {
            refuse(pointer, "no argument \"" + name + "\" is a whole number",
                   "Name an argument that is one in every action of this tool");
        }
    };
    if (!tool.sequence.empty()) {
        whole(toolPointer + "/sequence", tool.sequence);
    }
    if (tool.budget) {
        whole(toolPointer + "/budget/amount", tool.budget->amount);
        const auto scope = tool.budget->scope.expand(args, sampleKeyContext());
        if (!scope) {
            refuse(toolPointer + "/budget/scope", "the scope can't be made: " + scope.error().cause,
                   scope.error().cure);
        }
    }
}

/// The model changes what is there, and a unique constraint is about what every action has.
void ScenarioReader::checkUnique(const Scenario& scenario) const
{
    const json changes = scenario.layers.model ? scenario.layers.model->changes : json();
    for (const ActionSpec& action : scenario.actions) {
        const json& args = action.asks.front().args;
        for (const std::string& field : scenario.provider.unique) {
            if (!args.contains(field)) {
                refuse("/provider/unique",
                       "the action \"" + action.name + "\" has no argument \"" + field + "\"",
                       "Name arguments that every action has");
            }
        }
    }
    for (const auto& change : changes.items()) {
        const std::string& field = change.key();
        const bool there
            = std::any_of(scenario.actions.begin(), scenario.actions.end(),
                          [&](const ActionSpec& action) { return action.asks.front().args.contains(field); });
        if (!there) {
            refuse("/layers/model/changes", "no action has an argument \"" + field + "\"",
                   "Name arguments that an action has");
        }
    }
}

} // namespace idem
