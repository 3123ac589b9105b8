#include "simulations/scenario/scenario_reader.h"

#include <algorithm>

// Part of ScenarioReader: the provider and the tools.

namespace idem {

void ScenarioReader::readProvider(ProviderSpec& provider) const
{
    readSpan("/provider/latency", provider.latency);
    duration("/provider/network", provider.network);
    plain("/provider/accepts_keys", provider.acceptsKeys);
    duration("/provider/keeps_keys", provider.keepsKeys);
    plain("/provider/compares_parameters", provider.comparesParameters);
    plain("/provider/status_lookup", provider.statusLookup);
    duration("/provider/shows_after", provider.showsAfter);
    word("/provider/stores", {"success", "refusals", "everything"}, provider.stores);
    if (const json* running = find("/provider/while_running")) {
        provider.replaysWhileRunning = *running == "replayed";
    }
    plain("/provider/rate_limit/calls", provider.rateLimit);
    duration("/provider/rate_limit/per", provider.ratePer);
    plain("/provider/unique", provider.unique);
}

ToolSpec ScenarioReader::readTool(const std::string& name) const
{
    const std::string base = (json::json_pointer("/tools") / name).to_string();
    const bool plainName = !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '-';
    });
    if (!plainName || name.size() > 64) {
        refuse(base, "\"" + name.substr(0, 70) + "\" can't be a tool's name",
               "Use up to 64 letters, digits, _ and -");
    }
    ToolSpec tool;
    tool.name = name;
    plain(base + "/makes", tool.makes);
    duration(base + "/timeout", tool.timeout);
    word(base + "/runs_as", {"thread", "async"}, tool.runsAs);
    readKey(base + "/key", tool);
    word(base + "/guard", guardNames(), tool.guard);
    plain(base + "/identifies", tool.identifies);
    duration(base + "/lease", tool.lease);
    duration(base + "/retention", tool.retention);
    word(base + "/on_expired", {"reconcile", "take_over"}, tool.onExpired);
    duration(base + "/store", tool.store);
    plain(base + "/concurrency", tool.concurrency);
    plain(base + "/sequence", tool.sequence);
    plain(base + "/then_before_recording", tool.thenBeforeRecording);
    plain(base + "/approval", tool.approval);
    if (find(base + "/budget") != nullptr) {
        readBudget(base + "/budget", tool);
    }
    checkGuard(base, tool);
    return tool;
}

void ScenarioReader::readBudget(const std::string& pointer, ToolSpec& tool) const
{
    auto scope = KeyTemplate::parse(find(pointer + "/scope")->get<std::string>());
    if (!scope) {
        throw Error{placeOf(m_file, m_patched, pointer + "/scope"), scope.error().cause, scope.error().cure};
    }
    BudgetSpec budget{std::move(*scope), 0, {}};
    plain(pointer + "/limit", budget.limit);
    plain(pointer + "/amount", budget.amount);
    tool.budget = std::move(budget);
}

/// A member that the guard never looks at would promise what nobody keeps.
void ScenarioReader::checkGuard(const std::string& base, const ToolSpec& tool) const
{
    const bool reserves = tool.guard == Guard::Reserve || tool.guard == Guard::ClaimFirst
        || tool.guard == Guard::ProviderKeyAndRecord || tool.guard == Guard::TwoWrites;
    if ((tool.budget || tool.approval) && !reserves) {
        refuse(base + (tool.budget ? "/budget" : "/approval"),
               "the guard \"" + std::string(name(tool.guard))
                   + "\" reserves nothing, so this is never looked at",
               "Use the guard \"reserve\"");
    }
    if ((tool.budget || tool.approval) && tool.keyKind == KeyKind::None) {
        refuse(base + (tool.budget ? "/budget" : "/approval"),
               "without a key nothing is reserved, so this is never looked at", "Give the tool a key");
    }
    if ((tool.guard == Guard::HighWaterMark) == tool.sequence.empty()) {
        refuse(tool.sequence.empty() ? base + "/guard" : base + "/sequence",
               tool.sequence.empty() ? "the guard \"high_water_mark\" needs a number to go by"
                                     : "only the guard \"high_water_mark\" goes by a sequence",
               "Name the argument under \"sequence\", or use another guard");
    }
}

/// The next step of each tool, and that the steps end.
void ScenarioReader::readThen(Scenario& scenario) const
{
    std::vector<std::string> toolNames;
    for (const ToolSpec& tool : scenario.tools) {
        toolNames.push_back(tool.name);
    }
    for (ToolSpec& tool : scenario.tools) {
        const std::string pointer = (json::json_pointer("/tools") / tool.name / "then").to_string();
        if (const json* then = find(pointer)) {
            const auto next = std::find(toolNames.begin(), toolNames.end(), then->get<std::string>());
            if (next == toolNames.end()) {
                refuse(pointer, "there is no tool \"" + then->get<std::string>() + "\"",
                       didYouMean(then->get<std::string>(), toolNames) + "Under \"tools\" there is "
                           + listed(toolNames));
            }
            tool.then = static_cast<int>(next - toolNames.begin());
        }
    }
    for (const ToolSpec& tool : scenario.tools) {
        int at = tool.then;
        for (std::size_t steps = 0; at >= 0; ++steps) {
            if (steps >= scenario.tools.size()) {
                refuse((json::json_pointer("/tools") / tool.name / "then").to_string(),
                       "the steps go round in a circle", "Leave \"then\" out of the last one");
            }
            at = scenario.tools[static_cast<std::size_t>(at)].then;
        }
    }
}

void ScenarioReader::readKey(const std::string& pointer, ToolSpec& tool) const
{
    const json* value = find(pointer);
    if (value == nullptr) {
        return;
    }
    const auto text = value->get<std::string>();
    const std::vector<std::string> kinds = keyKindNames();
    const auto kind = std::find(kinds.begin(), kinds.end(), text);
    if (kind != kinds.end()) {
        tool.keyKind = static_cast<KeyKind>(kind - kinds.begin());
        return;
    }
    if (text.find_first_of("{}") == std::string::npos) {
        refuse(pointer, "\"" + text + "\" is not a kind of key",
               didYouMean(text, kinds) + "Write " + listed(kinds)
                   + ", or a template with a field, such as \"invoice:{customer|trim|lower}:{period}\"");
    }
    auto parsed = KeyTemplate::parse(text);
    if (!parsed) {
        const std::string inside = parsed.error().place.empty() ? "" : ", " + parsed.error().place;
        throw Error{placeOf(m_file, m_patched, pointer) + inside, parsed.error().cause, parsed.error().cure};
    }
    tool.keyKind = KeyKind::Template;
    tool.keyTemplate = std::move(*parsed);
}

} // namespace idem
