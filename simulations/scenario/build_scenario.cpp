#include "simulations/scenario/duration.h"
#include "simulations/scenario/scenario_checks.h"
#include "simulations/scenario/scenario_file.h"
#include "simulations/scenario/scenario_patch.h"
#include "simulations/scenario/schema_check.h"

#include <algorithm>

namespace idem {

namespace {

using nlohmann::json;

/// Turns a document that fits the schema into values. Throws Error: it never leaves this file.
class Reader
{
public:
    Reader(const ScenarioFile& file, const PatchedDocument& patched)
        : m_file(file)
        , m_patched(patched)
        , m_document(patched.document)
    {
    }

    Scenario read(const std::string& variant)
    {
        Scenario scenario;
        scenario.title = m_document.value("title", "");
        scenario.story = m_document.value("story", "");
        scenario.lesson = m_document.value("lesson", "");
        scenario.variant = variant;
        scenario.seed = m_document.value("seed", std::uint64_t{0});
        readProvider(scenario.provider);
        // Members of `tools` in the file's order, so that the first tool is the one people wrote first.
        for (const auto& [name, unused] : m_patched.document["tools"].items()) {
            scenario.tools.push_back(readTool(name));
        }
        for (std::size_t i = 0; i < m_document["actions"].size(); ++i) {
            scenario.actions.push_back(readAction(i, scenario));
        }
        readLayers(scenario.layers);
        const bool byWebhook
            = std::any_of(scenario.actions.begin(), scenario.actions.end(),
                          [](const ActionSpec& action) { return action.by == Layer::Webhook; });
        if (byWebhook && !scenario.layers.webhook) {
            scenario.layers.webhook.emplace();
        }
        checkRewords(scenario);
        for (std::size_t i = 0; m_document.contains("faults") && i < m_document["faults"].size(); ++i) {
            scenario.faults.push_back(readFault("/faults/" + std::to_string(i), scenario.layers));
        }
        scenario.expect = m_document.value("expect", json::object()).value(variant, json::object());
        return scenario;
    }

private:
    const json* find(const std::string& pointer) const
    {
        const json::json_pointer at(pointer);
        return m_document.contains(at) ? &m_document.at(at) : nullptr;
    }

    [[noreturn]] void refuse(const std::string& pointer, std::string cause, std::string cure) const
    {
        throw Error{placeOf(m_file, m_patched, pointer), std::move(cause), std::move(cure)};
    }

    Micros checkedDuration(const std::string& pointer, const std::string& text) const
    {
        const Micros duration = parseDuration(text).value_or(never - 1);
        if (duration != never && duration > longestDuration) {
            refuse(pointer, "the duration \"" + text + "\" is longer than ten years",
                   "Check its unit: us, ms, s, m, h or d");
        }
        return duration;
    }

    void duration(const std::string& pointer, Micros& into) const
    {
        if (const json* value = find(pointer)) {
            into = checkedDuration(pointer, value->get<std::string>());
        }
    }

    template <typename T>
    void plain(const std::string& pointer, T& into) const
    {
        if (const json* value = find(pointer)) {
            into = value->get<T>();
        }
    }

    /// The enumerator at the position of the word; the schema has the words in the enumerators' order.
    template <typename T>
    void word(const std::string& pointer, const std::vector<std::string>& words, T& into) const
    {
        if (const json* value = find(pointer)) {
            const auto found = std::find(words.begin(), words.end(), value->get<std::string>());
            into = static_cast<T>(found - words.begin());
        }
    }

    void readProvider(ProviderSpec& provider) const
    {
        if (const json* latency = find("/provider/latency"); latency != nullptr && latency->is_object()) {
            duration("/provider/latency/from", provider.latency.from);
            duration("/provider/latency/to", provider.latency.to);
            if (provider.latency.from > provider.latency.to) {
                refuse("/provider/latency", "the range ends before it starts",
                       "Write the shorter duration at \"from\"");
            }
        } else if (latency != nullptr) {
            duration("/provider/latency", provider.latency.from);
            provider.latency.to = provider.latency.from;
        }
        duration("/provider/network", provider.network);
        plain("/provider/accepts_keys", provider.acceptsKeys);
        duration("/provider/keeps_keys", provider.keepsKeys);
        plain("/provider/compares_parameters", provider.comparesParameters);
        plain("/provider/status_lookup", provider.statusLookup);
    }

    ToolSpec readTool(const std::string& name) const
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
        return tool;
    }

    void readKey(const std::string& pointer, ToolSpec& tool) const
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
            throw Error{placeOf(m_file, m_patched, pointer) + inside, parsed.error().cause,
                        parsed.error().cure};
        }
        tool.keyKind = KeyKind::Template;
        tool.keyTemplate = std::move(*parsed);
    }

    ActionSpec readAction(std::size_t index, const Scenario& scenario) const
    {
        const std::string base = "/actions/" + std::to_string(index);
        ActionSpec action;
        plain(base + "/name", action.name);
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
            checkAsk(scenario.tools[static_cast<std::size_t>(action.tool)], spec.args, base);
            action.asks.push_back(std::move(spec));
        }
        std::stable_sort(action.asks.begin(), action.asks.end(),
                         [](const AskSpec& a, const AskSpec& b) { return a.at < b.at; });
        return action;
    }

    /// What identifies must be among the arguments, and a key template must give a key for them.
    void checkAsk(const ToolSpec& tool, const json& args, const std::string& actionPointer) const
    {
        const std::string toolPointer = (json::json_pointer("/tools") / tool.name).to_string();
        std::vector<std::string> names;
        for (const auto& [name, unused] : args.items()) {
            names.push_back(name);
        }
        const std::string there
            = names.empty() ? "The action has no arguments" : "The action has " + listed(names);
        for (const std::string& name : tool.identifies) {
            if (!args.contains(name)) {
                refuse(toolPointer + "/identifies", "no argument is called \"" + name + "\"", there);
            }
        }
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

    void readLayers(LayersSpec& layers) const
    {
        plain("/layers/user/sends_again", layers.user.sendsAgain);
        duration("/layers/user/after", layers.user.after);
        if (find("/layers/webhook") != nullptr) {
            WebhookSpec& webhook = layers.webhook.emplace();
            duration("/layers/webhook/timeout", webhook.timeout);
            plain("/layers/webhook/redelivers", webhook.redelivers);
            duration("/layers/webhook/after", webhook.after);
        }
        if (find("/layers/runtime") != nullptr) {
            RuntimeSpec& runtime = layers.runtime.emplace();
            plain("/layers/runtime/retries", runtime.retries);
            duration("/layers/runtime/after", runtime.after);
            duration("/layers/runtime/restarts_after", runtime.restartAfter);
        }
        if (find("/layers/model") != nullptr) {
            readModel(layers.model.emplace());
        }
        plain("/layers/tool/tries_again", layers.tool.triesAgain);
        duration("/layers/tool/after", layers.tool.after);
        plain("/layers/sdk/resends", layers.sdk.resends);
        duration("/layers/sdk/after", layers.sdk.after);
        duration("/layers/sdk/timeout", layers.sdk.timeout);
        word("/layers/sdk/key", {"same", "new", "none"}, layers.sdk.key);
    }

    void readModel(ModelSpec& model) const
    {
        duration("/layers/model/thinks", model.thinks);
        plain("/layers/model/asks_at_once", model.asksAtOnce);
        plain("/layers/model/asks_again_later", model.asksAgainLater);
        plain("/layers/model/calls_again", model.callsAgain);
        duration("/layers/model/after", model.after);
        plain("/layers/model/rewords", model.rewords);
        word("/layers/model/on_unknown", {"call_again", "check_status", "give_up"}, model.onUnknown);
        duration("/layers/model/check_after", model.checkAfter);
        plain("/layers/model/checks", model.checks);
    }

    /// A field to reword that is not there, or is no text, would change nothing without a word.
    void checkRewords(const Scenario& scenario) const
    {
        const std::vector<std::string> fields
            = scenario.layers.model ? scenario.layers.model->rewords : std::vector<std::string>();
        for (const std::string& field : fields) {
            const bool isText
                = std::any_of(scenario.actions.begin(), scenario.actions.end(), [&](const ActionSpec& action) {
                      const json& args = action.asks.front().args;
                      return args.contains(field) && args[field].is_string();
                  });
            if (!isText) {
                refuse("/layers/model/rewords", "no action has a text argument \"" + field + "\"",
                       "Name arguments that hold text: only words can be worded anew");
            }
        }
    }

    FaultSpec readFault(const std::string& base, const LayersSpec& layers) const
    {
        FaultSpec fault;
        word(base + "/layer", layerNames(), fault.layer);
        word(base + "/kind", faultKindNames(), fault.kind);
        fault.calls = {1};
        plain(base + "/calls", fault.calls);
        std::vector<std::string> allowed;
        for (const Layer layer : layersOf(fault.kind)) {
            allowed.emplace_back(name(layer));
        }
        if (std::find(allowed.begin(), allowed.end(), name(fault.layer)) == allowed.end()) {
            refuse(base + "/layer",
                   "\"" + std::string(name(fault.kind)) + "\" can't hit the layer \""
                       + std::string(name(fault.layer)) + "\"",
                   "It hits " + listed(allowed));
        }
        const bool absent = (fault.layer == Layer::Runtime && !layers.runtime)
            || (fault.layer == Layer::Webhook && !layers.webhook)
            || (fault.layer == Layer::Model && !layers.model);
        if (absent) {
            const std::string layer(name(fault.layer));
            refuse(base + "/layer",
                   "no call of the layer \"" + layer + "\" takes part, so this fault hits nothing",
                   "Add \"" + layer + "\" under \"layers\", or remove the fault");
        }
        return fault;
    }

    const ScenarioFile& m_file;
    const PatchedDocument& m_patched;
    json m_document;
};

} // namespace

Result<Scenario> buildScenario(const ScenarioFile& file, const Choice& choice)
{
    const auto patched = applyChoice(file, choice);
    if (!patched) {
        return patched.error();
    }
    if (const auto fault = checkAgainstSchema(json(patched->document))) {
        return Error{placeOf(file, *patched, fault->pointer), fault->cause, fault->cure};
    }
    try {
        return Reader(file, *patched).read(choice.variant);
    } catch (const Error& error) {
        return error;
    }
}

} // namespace idem
