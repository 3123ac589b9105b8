#include "simulations/world/plan.h"

#include "core/fingerprint/canonical_json.h"
#include "core/fingerprint/fingerprint.h"
#include "simulations/scenario/scenario_checks.h"

#include <algorithm>

namespace idem {

namespace {

// Wordings beyond this one repeat it; more than the calls of most models.
constexpr int mostWordings = 128;

int intern(std::unordered_map<std::string, int>& numbers, const std::string& text)
{
    return numbers.try_emplace(text, static_cast<int>(numbers.size())).first->second;
}

/// The template's text for these arguments with marks where the context goes: equal marks, equal keys.
std::string keyBase(const ToolSpec& tool, const nlohmann::json& args)
{
    if (tool.keyKind == KeyKind::ArgsHash) {
        return canonicalJson(args);
    }
    if (tool.keyKind != KeyKind::Template) {
        return {};
    }
    const auto key = tool.keyTemplate->expand(
        args, {{"run", "$run"}, {"event", "$event"}, {"request", "$request"}, {"call", "$call"}});
    return key ? *key : canonicalJson(args);
}

/// All free text worded anew: what is text and does not identify. Once: other words of other words are the
/// same.
nlohmann::json inOtherWords(nlohmann::json args, const std::vector<std::string>& identifies)
{
    for (auto& [name, value] : args.items()) {
        const bool free = std::find(identifies.begin(), identifies.end(), name) == identifies.end();
        constexpr std::string_view mark = ", in other words";
        if (free && value.is_string() && value.get_ref<const std::string&>().find(mark) == std::string::npos) {
            value = value.get<std::string>() + std::string(mark);
        }
    }
    return args;
}

} // namespace

GuardSteps stepsOf(Guard guard)
{
    switch (guard) {
    case Guard::None:
        return {};
    case Guard::CheckThenAct:
        return {.checksLedger = true};
    case Guard::CheckThenInsert:
        return {.checksRecord = true, .inserts = true, .finishes = true, .leases = true};
    case Guard::RecordAfter:
        return {.checksRecord = true, .recordsAfter = true};
    case Guard::ClaimFirst:
        return {.reserves = true};
    case Guard::Reserve:
        return {.reserves = true, .finishes = true, .leases = true};
    case Guard::TwoWrites:
        return {.reserves = true, .writesDone = true};
    case Guard::OneTransaction:
        return {.inTransaction = true};
    case Guard::ProviderKey:
        return {.sendsKey = true};
    case Guard::ProviderKeyAndRecord:
        return {.reserves = true, .finishes = true, .sendsKey = true, .leases = true};
    case Guard::HighWaterMark:
        return {.goesByNumber = true};
    }
    return {};
}

nlohmann::json reworded(nlohmann::json args, const std::vector<std::string>& fields, int wording)
{
    for (const std::string& field : fields) {
        if (wording > 0 && args.contains(field) && args[field].is_string()) {
            args[field]
                = args[field].get<std::string>() + ", in other words (" + std::to_string(wording + 1) + ")";
        }
    }
    return args;
}

nlohmann::json asWorded(const nlohmann::json& args, const ModelSpec& model, int wording)
{
    nlohmann::json out = reworded(args, model.rewords, wording);
    for (const auto& [field, value] : model.changes.items()) {
        if (wording > 0 && out.contains(field)) {
            out[field] = value;
        }
    }
    return out;
}

Plan::Plan(std::shared_ptr<const Scenario> shared)
    : scenario(std::move(shared))
{
    for (const ToolSpec& spec : scenario->tools) {
        PlannedTool& tool = tools.emplace_back();
        tool.guard = stepsOf(spec.guard);
        tool.policy.onExpired = spec.onExpired;
        planKey(spec, tool);
    }
    providerPolicy.dropsUnsettled = true;
    providerPolicy.comparesParameters = scenario->provider.comparesParameters;
    if (scenario->provider.replaysWhileRunning) {
        providerPolicy.onRunning = OnRunning::Replay;
    }

    const auto& model = scenario->layers.model;
    int calls = model ? model->asksAtOnce + model->asksAgainLater + model->callsAgain : 1;
    for (const FaultSpec& fault : scenario->faults) {
        calls += fault.kind == FaultKind::ContextTrimmed ? static_cast<int>(fault.calls.size()) : 0;
    }
    const bool words = model && (!model->rewords.empty() || !model->changes.empty());
    const int wordings = words ? std::min(calls, mostWordings) : 1;
    for (std::size_t i = 0; i < scenario->actions.size(); ++i) {
        const ActionSpec& action = scenario->actions[i];
        for (const AskSpec& ask : action.asks) {
            PlannedAsk planned{static_cast<int>(i), action.tool, ask.at, ask.worker, action.by, {}};
            for (int wording = 0; wording < wordings; ++wording) {
                const nlohmann::json args = model ? asWorded(ask.args, *model, wording) : ask.args;
                planned.argSets.push_back(internArgs(args, action.tool));
            }
            asks.push_back(std::move(planned));
        }
    }
    rankSequences();
}

void Plan::planKey(const ToolSpec& spec, PlannedTool& tool) const
{
    if (!spec.keyTemplate) {
        return;
    }
    const std::vector<std::string> names = spec.keyTemplate->contextNames();
    const auto uses
        = [&](const char* name) { return std::find(names.begin(), names.end(), name) != names.end(); };
    tool.keyHasRun = uses("run");
    tool.keyHasEvent = uses("event");
    tool.keyHasRequest = uses("request");
    tool.keyHasCall = uses("call");
}

/// The world compares numbers of messages; their places among each other are small where they are not.
void Plan::rankSequences()
{
    const auto numberOf = [&](const PlannedArgs& args) {
        const std::string& name = toolSpec(args.tool).sequence;
        return name.empty() ? 0 : args.args.at(name).get<std::int64_t>();
    };
    std::vector<std::int64_t> all;
    for (const PlannedArgs& args : argSets) {
        all.push_back(numberOf(args));
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    for (PlannedArgs& args : argSets) {
        args.sequence
            = static_cast<int>(std::lower_bound(all.begin(), all.end(), numberOf(args)) - all.begin());
    }
}

Layer Plan::below(Layer above) const
{
    if (above < Layer::Webhook && scenario->layers.webhook) {
        return Layer::Webhook;
    }
    if (above < Layer::Runtime && scenario->layers.runtime) {
        return Layer::Runtime;
    }
    if (above < Layer::Model && scenario->layers.model) {
        return Layer::Model;
    }
    return above < Layer::Tool ? Layer::Tool : above == Layer::Tool ? Layer::Sdk : Layer::Provider;
}

const Repeats* Plan::repeatsOf(Layer layer) const
{
    const LayersSpec& layers = scenario->layers;
    switch (layer) {
    case Layer::User:
        return &layers.user.sends;
    case Layer::Webhook:
        return layers.webhook ? &layers.webhook->redelivers : nullptr;
    case Layer::Runtime:
        return layers.runtime ? &layers.runtime->retries : nullptr;
    case Layer::Tool:
        return &layers.tool.tries;
    case Layer::Sdk:
        return &layers.sdk.resends;
    case Layer::Model:
    case Layer::Provider:
        break;
    }
    return nullptr;
}

int Plan::faultIndex(FaultKind kind, Layer layer) const
{
    const auto& faults = scenario->faults;
    const auto found = std::find_if(faults.begin(), faults.end(), [&](const FaultSpec& fault) {
        return fault.kind == kind && fault.layer == layer;
    });
    return found == faults.end() ? -1 : static_cast<int>(found - faults.begin());
}

int Plan::faultAt(FaultKind kind, Layer layer, std::uint32_t number) const
{
    const auto& faults = scenario->faults;
    for (std::size_t i = 0; i < faults.size(); ++i) {
        const std::vector<int>& calls = faults[i].calls;
        const bool hit = std::find(calls.begin(), calls.end(), static_cast<int>(number) + 1) != calls.end();
        if (faults[i].kind == kind && faults[i].layer == layer && hit) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

int Plan::internArgs(const nlohmann::json& args, int tool)
{
    const ToolSpec& spec = toolSpec(tool);
    const std::string prefix = spec.name + " ";
    const int number = intern(m_argSets, prefix + canonicalJson(args));
    if (static_cast<std::size_t>(number) < argSets.size()) {
        return number;
    }
    PlannedArgs planned;
    planned.args = args;
    planned.tool = tool;
    planned.identity = intern(m_identities, prefix + hex(fingerprint(args, spec.identifies).digest));
    planned.keyBase = intern(m_keyBases, keyBase(spec, args));
    const std::vector<std::string>& unique = scenario->provider.unique;
    planned.constrained = unique.empty() ? 0 : intern(m_constrained, hex(fingerprint(args, unique).digest));
    if (spec.budget) {
        const auto scope = spec.budget->scope.expand(args, sampleKeyContext());
        planned.budgetScope = intern(m_budgetScopes, prefix + (scope ? *scope : std::string()));
        planned.amount = args.at(spec.budget->amount).get<std::int64_t>();
    }
    if (static_cast<std::size_t>(planned.keyBase) == setOfBase.size()) {
        setOfBase.push_back(number);
    }
    argSets.push_back(std::move(planned));
    // These may add sets themselves, so nothing is held across.
    if (spec.then >= 0) {
        const int next = internArgs(args, spec.then);
        argSets[static_cast<std::size_t>(number)].next = next;
    }
    if (hasFault(FaultKind::RewordedArgs, Layer::Tool)) {
        const nlohmann::json other = inOtherWords(args, spec.identifies);
        const int words = other == args ? number : internArgs(other, tool);
        argSets[static_cast<std::size_t>(number)].inOtherWords = words;
    }
    return number;
}

} // namespace idem
