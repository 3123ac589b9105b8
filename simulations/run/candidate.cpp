#include "simulations/run/candidate.h"

#include "simulations/run/lookup.h"
#include "simulations/scenario/duration.h"

#include <algorithm>
#include <set>

namespace idem {

namespace {

using Kind = Candidate::Kind;

/// Collects candidates for the tools whose actions went wrong. Paths name tools as the file does.
class Collector
{
public:
    Collector(const Trace& trace, const Verdict& verdict)
        : m_trace(trace)
        , m_scenario(*trace.scenario)
    {
        for (std::size_t i = 0; i < verdict.perAction.size(); ++i) {
            const ActionVerdict& action = verdict.perAction[i];
            const ActionSpec& spec = m_scenario.actions[i];
            const bool wrong = action.duplicates > 0 || action.missing > 0 || action.told == Told::Failed;
            for (const int step : stepsOf(m_scenario, spec)) {
                if (wrong && m_tools.insert(step).second) {
                    m_samples.push_back({&spec, step});
                }
            }
        }
    }

    std::vector<Candidate> collect()
    {
        keys();
        guards();
        timeouts();
        status();
        release();
        retention();
        sdk();
        webhook();
        fewerRepeats();
        return std::move(m_found);
    }

private:
    /// One action and one of its steps.
    struct Sample
    {
        const ActionSpec* action = nullptr;
        int tool = 0;
        const ActionSpec* operator->() const { return action; }
        const ActionSpec& operator*() const { return *action; }
    };

    const ToolSpec& tool(const Sample& sample) const
    {
        return m_scenario.tools[static_cast<std::size_t>(sample.tool)];
    }

    void add(Kind kind, std::vector<Override> changes, std::string text)
    {
        if (!changes.empty()) {
            m_found.push_back({kind, std::move(changes), std::move(text)});
        }
    }
    void addOne(Kind kind, const std::string& path, nlohmann::ordered_json value, std::string text)
    {
        add(kind, {{path, std::move(value)}}, std::move(text));
    }

    /// The same member of every tool that is concerned; `value` is asked per tool and empty where it is well as
    /// it is.
    template <typename Value>
    void addPerTool(Kind kind, const std::string& member, Value value)
    {
        std::vector<Override> changes;
        std::string text;
        for (const Sample& sample : m_samples) {
            const std::string wanted = value(*sample, tool(sample));
            if (!wanted.empty()) {
                changes.push_back({"tools." + tool(sample).name + "." + member, wanted});
                const std::string words = wordsOf(member, tool(sample), wanted);
                text += text.find(words) == std::string::npos ? (text.empty() ? "" : ", ") + words : "";
            }
        }
        add(kind, std::move(changes), std::move(text));
    }

    static std::string wordsOf(const std::string& member, const ToolSpec& tool, const std::string& wanted)
    {
        const std::string was = tool.keyTemplate ? tool.keyTemplate->text() : std::string(name(tool.keyKind));
        if (member == "key") {
            return "key " + wanted + (tool.keyKind == KeyKind::None ? "" : " in place of " + was);
        }
        return (member == "guard"         ? "guard "
                    : member == "timeout" ? "the tool's timeout at "
                                          : "the tool keeps its records for ")
            + wanted;
    }

    void keys()
    {
        const auto unless = [](KeyKind kind, const ToolSpec& tool, std::string key) {
            return tool.keyKind == kind ? std::string() : std::move(key);
        };
        addPerTool(Kind::Key, "key", [&](const ActionSpec& action, const ToolSpec& tool) {
            const std::string key = businessKey(tool, action.asks.front().args);
            return tool.keyTemplate && tool.keyTemplate->text() == key ? std::string() : key;
        });
        addPerTool(Kind::Key, "key", [&](const ActionSpec&, const ToolSpec& tool) {
            return unless(KeyKind::RequestId, tool, "request_id");
        });
        addPerTool(Kind::Key, "key", [&](const ActionSpec&, const ToolSpec& tool) {
            return unless(KeyKind::EventId, tool, "event_id");
        });
    }

    void guards()
    {
        for (const Guard guard : {Guard::ProviderKey, Guard::Reserve, Guard::ProviderKeyAndRecord}) {
            if (guard != Guard::Reserve && !m_scenario.provider.acceptsKeys) {
                continue;
            }
            addPerTool(Kind::Guard, "guard", [&](const ActionSpec&, const ToolSpec& tool) {
                return tool.guard == guard ? std::string() : std::string(name(guard));
            });
            if (guard == Guard::ProviderKeyAndRecord && !m_found.empty()
                && m_found.back().kind == Kind::Guard) {
                m_found.back().doesBoth = m_found.back().changes.front().value == name(guard);
            }
        }
    }

    /// The longest that a request of this run took, there and back, in whole seconds above it.
    Micros enough() const
    {
        Micros longest = 0;
        std::vector<Micros> started;
        for (const Event& event : m_trace.events) {
            if (event.kind == EventKind::CallStarted) {
                started.push_back(event.at);
            } else if (event.kind == EventKind::EffectHappened) {
                longest = std::max(longest, event.at - started[static_cast<std::size_t>(event.call)]);
            }
        }
        const Micros needed
            = std::max(longest, m_scenario.provider.latency.longest()) + 2 * m_scenario.provider.network;
        return (needed / oneSecond + 1) * oneSecond;
    }

    static std::string seconds(Micros duration) { return std::to_string(duration / oneSecond) + "s"; }

    void timeouts()
    {
        const Micros wanted = enough();
        addPerTool(Kind::Timeout, "timeout", [&](const ActionSpec&, const ToolSpec& tool) {
            return tool.timeout < wanted ? seconds(wanted) : std::string();
        });
        if (m_scenario.layers.sdk.timeout < wanted) {
            addOne(Kind::Timeout, "layers.sdk.timeout", seconds(wanted),
                   "the SDK's timeout at " + seconds(wanted));
        }
    }

    void status()
    {
        const auto& model = m_scenario.layers.model;
        if (model && m_scenario.provider.statusLookup && model->onUnknown != OnUnknown::CheckStatus) {
            addOne(Kind::Status, "layers.model.on_unknown", "check_status",
                   "the model checks the status before it calls again");
        }
    }

    void release()
    {
        std::vector<Override> changes;
        for (const Sample& sample : m_samples) {
            if (tool(sample).onExpired == OnExpired::TakeOver) {
                changes.push_back({"tools." + tool(sample).name + ".on_expired", "reconcile"});
            }
        }
        add(Kind::Release, std::move(changes), "ask the provider about a reservation whose lease is over");
    }

    /// Only where a record was dropped: a longer one lasts beyond this whole run.
    void retention()
    {
        bool tools = false;
        bool provider = false;
        for (const Event& event : m_trace.events) {
            tools = tools || (event.kind == EventKind::KeyDropped && event.ownTable);
            provider = provider || (event.kind == EventKind::KeyDropped && !event.ownTable);
        }
        std::string wanted = "never";
        for (const int days : {365, 90, 30, 7, 2}) {
            wanted = days * oneDay > m_trace.length() ? std::to_string(days) + "d" : wanted;
        }
        if (tools) {
            addPerTool(Kind::Retention, "retention",
                       [&](const ActionSpec&, const ToolSpec&) { return wanted; });
        }
        if (provider) {
            addOne(Kind::Retention, "provider.keeps_keys", wanted, "a provider that keeps keys for " + wanted);
        }
    }

    void sdk()
    {
        if (m_scenario.layers.sdk.key != ResendKey::Same) {
            addOne(Kind::Sdk, "layers.sdk.key", "same", "the SDK sends again with the same key");
        }
    }

    void webhook()
    {
        if (m_scenario.layers.webhook && m_scenario.layers.webhook->redelivers.times > 0) {
            addOne(Kind::Webhook, "layers.webhook.acknowledges", "at_once",
                   "the receiver answers the event at once and works afterwards");
        }
    }

    /// People and senders of events can't be told to stop; one's own layers can.
    void fewerRepeats()
    {
        const LayersSpec& layers = m_scenario.layers;
        const auto stop = [&](int repeats, const char* path, int value, const char* text) {
            if (repeats > value) {
                addOne(Kind::FewerRepeats, path, value, text);
            }
        };
        stop(layers.sdk.resends.times, "layers.sdk.resends", 0, "the SDK never sends again");
        stop(layers.tool.tries.times, "layers.tool.tries_again", 0, "the wrapper never tries again");
        if (layers.model) {
            stop(layers.model->callsAgain, "layers.model.calls_again", 0, "the model never calls again");
            stop(layers.model->asksAtOnce, "layers.model.asks_at_once", 1, "the model asks once in a step");
            stop(layers.model->asksAgainLater, "layers.model.asks_again_later", 0,
                 "the model never asks again after an answer");
        }
        if (layers.runtime) {
            stop(layers.runtime->retries.times, "layers.runtime.retries", 0,
                 "the runtime never runs a turn again");
        }
    }

    const Trace& m_trace;
    const Scenario& m_scenario;
    std::set<int> m_tools;
    std::vector<Sample> m_samples; ///< one action of each tool that is concerned
    std::vector<Candidate> m_found;
};

} // namespace

std::vector<Candidate> candidatesFor(const Trace& trace, const Verdict& verdict)
{
    return Collector(trace, verdict).collect();
}

} // namespace idem
