#include "simulations/world/plan.h"

#include "core/fingerprint/canonical_json.h"
#include "core/fingerprint/fingerprint.h"

#include <algorithm>

namespace idem {

namespace {

// Wordings beyond this one repeat it: enough to show that they differ, and the number of argument sets stays
// small.
constexpr int mostWordings = 8;

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

} // namespace

GuardSteps stepsOf(Guard guard)
{
    switch (guard) {
    case Guard::None:
        return {};
    case Guard::CheckThenAct:
        return {.checksLedger = true};
    case Guard::RecordAfter:
        return {.checksRecord = true, .recordsAfter = true};
    case Guard::ClaimFirst:
        return {.reserves = true};
    case Guard::Reserve:
        return {.reserves = true, .finishes = true, .leases = true};
    case Guard::ProviderKey:
        return {.sendsKey = true};
    case Guard::ProviderKeyAndRecord:
        return {.reserves = true, .finishes = true, .sendsKey = true, .leases = true};
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

Plan::Plan(std::shared_ptr<const Scenario> shared)
    : scenario(std::move(shared))
{
    for (const ToolSpec& spec : scenario->tools) {
        PlannedTool tool{stepsOf(spec.guard), {.onExpired = spec.onExpired}, false, false, false, false};
        if (spec.keyTemplate) {
            const std::vector<std::string> names = spec.keyTemplate->contextNames();
            const auto uses
                = [&](const char* name) { return std::find(names.begin(), names.end(), name) != names.end(); };
            tool.keyHasRun = uses("run");
            tool.keyHasEvent = uses("event");
            tool.keyHasRequest = uses("request");
            tool.keyHasCall = uses("call");
        }
        tools.push_back(tool);
    }
    providerPolicy.dropsUnsettled = true;
    providerPolicy.comparesParameters = scenario->provider.comparesParameters;

    const auto& model = scenario->layers.model;
    const int calls = model ? model->asksAtOnce + model->asksAgainLater + model->callsAgain : 1;
    const int wordings = model && !model->rewords.empty() ? std::min(calls, mostWordings) : 1;
    for (std::size_t i = 0; i < scenario->actions.size(); ++i) {
        const ActionSpec& action = scenario->actions[i];
        for (const AskSpec& ask : action.asks) {
            PlannedAsk planned{static_cast<int>(i), action.tool, ask.at, ask.worker, action.by, {}};
            for (int wording = 0; wording < wordings; ++wording) {
                const nlohmann::json args = model ? reworded(ask.args, model->rewords, wording) : ask.args;
                planned.argSets.push_back(internArgs(args, action.tool));
            }
            asks.push_back(std::move(planned));
        }
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
    if (static_cast<std::size_t>(number) == argSets.size()) {
        argSets.push_back({args, tool,
                           intern(m_identities, prefix + hex(fingerprint(args, spec.identifies).digest)),
                           intern(m_keyBases, keyBase(spec, args))});
    }
    return number;
}

} // namespace idem
