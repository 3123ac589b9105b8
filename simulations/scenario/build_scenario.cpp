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
        readThen(scenario);
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
        checkUnique(scenario);
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

    void readSpan(const std::string& pointer, Span& span) const
    {
        const json* value = find(pointer);
        if (value == nullptr) {
            return;
        }
        if (value->is_string()) {
            span.points = {{0, checkedDuration(pointer, value->get<std::string>())}};
            return;
        }
        const bool range = value->contains("from") && value->contains("to") && value->size() == 2;
        const bool quantiles
            = value->contains("p50") && value->contains("p90") && value->contains("p99") && value->size() == 3;
        if (!range && !quantiles) {
            refuse(pointer, "this is neither a range nor a list of quantiles",
                   "Write both \"from\" and \"to\", or all of \"p50\", \"p90\" and \"p99\"");
        }
        const auto at = [&](const char* name) {
            return checkedDuration(pointer + "/" + name, value->at(name).get<std::string>());
        };
        // Below the median it falls to half of it, beyond the last quantile it stays there.
        span.points = range ? std::vector<Span::Point>{{0, at("from")}, {1, at("to")}}
                            : std::vector<Span::Point>{
                                {0, at("p50") / 2}, {0.5, at("p50")}, {0.9, at("p90")}, {0.99, at("p99")}};
        const bool ordered = std::is_sorted(span.points.begin(), span.points.end(),
                                            [](const auto& a, const auto& b) { return a.at < b.at; });
        if (!ordered) {
            refuse(pointer, range ? "the range ends before it starts" : "the quantiles do not rise",
                   range ? "Write the shorter duration at \"from\"" : "Write the shortest at \"p50\"");
        }
    }

    void readRepeats(const std::string& layer, const std::string& count, Repeats& repeats) const
    {
        plain(layer + "/" + count, repeats.times);
        duration(layer + "/after", repeats.after);
        plain(layer + "/factor", repeats.factor);
        duration(layer + "/cap", repeats.cap);
        plain(layer + "/jitter", repeats.jitter);
        duration(layer + "/within", repeats.within);
        if (const json* waits = find(layer + "/waits")) {
            if (find(layer + "/after") != nullptr || find(layer + "/factor") != nullptr) {
                refuse(layer + "/waits", "the layer has both \"waits\" and \"after\" or \"factor\"",
                       "Keep one of them: \"waits\" gives every wait itself");
            }
            for (std::size_t i = 0; i < waits->size(); ++i) {
                const std::string at = layer + "/waits/" + std::to_string(i);
                repeats.waits.push_back(checkedDuration(at, (*waits)[i].get<std::string>()));
            }
        }
        if (const json* answers = find(layer + "/on")) {
            repeats.on = {};
            for (const json& answer : *answers) {
                repeats.on.add(*callAnswerNamed(answer.get<std::string>()));
            }
        }
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
        plain(base + "/sequence", tool.sequence);
        plain(base + "/then_before_recording", tool.thenBeforeRecording);
        plain(base + "/approval", tool.approval);
        if (find(base + "/budget") != nullptr) {
            readBudget(base + "/budget", tool);
        }
        checkGuard(base, tool);
        return tool;
    }

    void readBudget(const std::string& pointer, ToolSpec& tool) const
    {
        auto scope = KeyTemplate::parse(find(pointer + "/scope")->get<std::string>());
        if (!scope) {
            throw Error{placeOf(m_file, m_patched, pointer + "/scope"), scope.error().cause,
                        scope.error().cure};
        }
        BudgetSpec budget{std::move(*scope), 0, {}};
        plain(pointer + "/limit", budget.limit);
        plain(pointer + "/amount", budget.amount);
        tool.budget = std::move(budget);
    }

    /// A member that the guard never looks at would promise what nobody keeps.
    void checkGuard(const std::string& base, const ToolSpec& tool) const
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
    void readThen(Scenario& scenario) const
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
    void checkNumbers(const ToolSpec& tool, const json& args, const std::string& toolPointer) const
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

    void readLayers(LayersSpec& layers) const
    {
        readRepeats("/layers/user", "sends_again", layers.user.sends);
        word("/layers/user/message_id", {"new", "same"}, layers.user.messageId);
        plain("/layers/user/asks_again", layers.user.asksAgain);
        duration("/layers/user/asks_again_after", layers.user.asksAgainAfter);
        if (find("/layers/webhook") != nullptr) {
            WebhookSpec& webhook = layers.webhook.emplace();
            duration("/layers/webhook/timeout", webhook.timeout);
            readRepeats("/layers/webhook", "redelivers", webhook.redelivers);
            word("/layers/webhook/event_id", {"new", "stable"}, webhook.eventId);
            plain("/layers/webhook/receivers", webhook.receivers);
            word("/layers/webhook/acknowledges", {"after_work", "at_once"}, webhook.acknowledges);
        }
        if (find("/layers/runtime") != nullptr) {
            RuntimeSpec& runtime = layers.runtime.emplace();
            readRepeats("/layers/runtime", "retries", runtime.retries);
            duration("/layers/runtime/restarts_after", runtime.restartAfter);
            duration("/layers/runtime/dead_letter_after", runtime.deadLetterAfter);
            plain("/layers/runtime/journal", runtime.journal);
            duration("/layers/runtime/lease", runtime.lease);
            duration("/layers/runtime/clock_skew", runtime.clockSkew);
            if (runtime.lease != never && runtime.retries.times == 0) {
                refuse("/layers/runtime/lease",
                       "a run that lost its lease is given on only where it may be retried",
                       "Set \"retries\" to 1 or more: each loss costs one");
            }
        }
        if (find("/layers/model") != nullptr) {
            readModel(layers.model.emplace());
        }
        readRepeats("/layers/tool", "tries_again", layers.tool.tries);
        readRepeats("/layers/sdk", "resends", layers.sdk.resends);
        plain("/layers/sdk/obeys_retry_after", layers.sdk.obeysRetryAfter);
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
        word("/layers/model/call_ids", {"new", "reused"}, model.callIds);
        plain("/layers/model/changes", model.changes);
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

    /// The model changes what is there, and a unique constraint is about what every action has.
    void checkUnique(const Scenario& scenario) const
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
        for (const auto& [field, unused] : changes.items()) {
            const bool there
                = std::any_of(scenario.actions.begin(), scenario.actions.end(), [&](const ActionSpec& action) {
                      return action.asks.front().args.contains(field);
                  });
            if (!there) {
                refuse("/layers/model/changes", "no action has an argument \"" + field + "\"",
                       "Name arguments that an action has");
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
