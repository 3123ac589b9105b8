#include "simulations/scenario/scenario_reader.h"

#include <algorithm>

// Part of ScenarioReader: the layers and the faults.

namespace idem {

void ScenarioReader::readLayers(LayersSpec& layers) const
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

void ScenarioReader::readModel(ModelSpec& model) const
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
void ScenarioReader::checkRewords(const Scenario& scenario) const
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

FaultSpec ScenarioReader::readFault(const std::string& base, const LayersSpec& layers) const
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
        || (fault.layer == Layer::Webhook && !layers.webhook) || (fault.layer == Layer::Model && !layers.model);
    if (absent) {
        const std::string layer(name(fault.layer));
        refuse(base + "/layer", "no call of the layer \"" + layer + "\" takes part, so this fault hits nothing",
               "Add \"" + layer + "\" under \"layers\", or remove the fault");
    }
    return fault;
}

} // namespace idem
