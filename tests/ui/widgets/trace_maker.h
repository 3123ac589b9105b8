#pragma once

#include "simulations/run/trace.h"

#include <algorithm>
#include <memory>
#include <string>

namespace idem::test {

inline constexpr Micros ms = 1'000;
inline constexpr Micros s = 1'000'000;

/// Writes a trace event by event, so that a test says what happened and nothing runs. Times may come in any
/// order.
class TraceMaker
{
public:
    TraceMaker()
    {
        auto scenario = std::make_shared<Scenario>();
        scenario->title = "Slow invoice: tool gives up at 2 s";
        ToolSpec tool;
        tool.name = "send_invoice";
        tool.makes = "invoice";
        scenario->tools.push_back(tool);
        ActionSpec action;
        action.name = "October invoice for acme";
        action.asks.push_back({});
        scenario->actions.push_back(action);
        m_trace.scenario = scenario;
    }

    int start(Micros at, Layer layer, int parent = -1, Reason reason = Reason::First, int key = -1)
    {
        Event& event = add(at, EventKind::CallStarted, m_calls);
        event.layer = layer;
        event.parent = parent;
        event.reason = reason;
        event.action = 0;
        event.key = key;
        event.worker = 0;
        event.attempt = ++m_attempts[static_cast<std::size_t>(layer)];
        m_layers.push_back(layer);
        return m_calls++;
    }

    Event& add(Micros at, EventKind kind, int call = -1)
    {
        Event event;
        event.at = at;
        event.kind = kind;
        event.call = call;
        if (call >= 0 && static_cast<std::size_t>(call) < m_layers.size()) {
            event.layer = m_layers[static_cast<std::size_t>(call)];
        }
        m_trace.events.push_back(event);
        return m_trace.events.back();
    }

    void answer(Micros at, int call, CallAnswer answer)
    {
        add(at, EventKind::CallAnswered, call).answer = answer;
    }
    void ended(Micros at, int call) { add(at, EventKind::WorkEnded, call); }
    void think(Micros from, Micros to, int model)
    {
        add(from, EventKind::ThinkingStarted, model);
        add(to, EventKind::ThinkingEnded, model);
    }
    void effect(Micros at, int provider)
    {
        Event& event = add(at, EventKind::EffectHappened, provider);
        event.effect = m_effects++;
        event.action = 0;
        event.args = someArgs();
    }
    void told(Micros at, Told told)
    {
        Event& event = add(at, EventKind::UserTold);
        event.action = 0;
        event.told = told;
    }
    int key(const std::string& text)
    {
        m_trace.keys.push_back(text);
        return static_cast<int>(m_trace.keys.size()) - 1;
    }
    /// decide() was asked: None starts or starts again, all else is a repeat.
    void decided(Micros at, int call, int record, CallAnswer answer, int itsKey)
    {
        Event& event = add(at, EventKind::KeyDecided, call);
        event.record = record;
        event.answer = answer;
        event.key = itsKey;
        event.args = someArgs();
        event.token = 1;
    }
    void finished(Micros at, int call, int record, CallAnswer answer)
    {
        Event& event = add(at, EventKind::KeyFinished, call);
        event.record = record;
        event.answer = answer;
    }
    void recordEvent(Micros at, EventKind kind, int record) { add(at, kind).record = record; }

    /// One tool call with its SDK and provider calls below it; the tool gives up after two seconds of three.
    int slowCall(Micros at, int model, Reason reason)
    {
        const int tool = start(at, Layer::Tool, model, reason);
        const int sdk = start(at + 20 * ms, Layer::Sdk, tool);
        add(at + 30 * ms, EventKind::RequestSent, sdk);
        const int provider = start(at + 80 * ms, Layer::Provider, sdk);
        answer(at + 2 * s, tool, CallAnswer::Timeout);
        effect(at + 3080 * ms, provider);
        answer(at + 3130 * ms, provider, CallAnswer::Done);
        answer(at + 3130 * ms, sdk, CallAnswer::Done);
        ended(at + 3130 * ms, tool);
        return tool;
    }

    std::shared_ptr<const Trace> make()
    {
        std::stable_sort(m_trace.events.begin(), m_trace.events.end(),
                         [](const Event& a, const Event& b) { return a.at < b.at; });
        return std::make_shared<const Trace>(m_trace);
    }

    /// The invoice that is sent three times.
    static std::shared_ptr<const Trace> naive()
    {
        TraceMaker maker;
        const int user = maker.start(0, Layer::User);
        const int model = maker.start(0, Layer::Model, user);
        maker.think(50 * ms, 400 * ms, model);
        maker.slowCall(400 * ms, model, Reason::First);
        maker.think(2800 * ms, 3200 * ms, model);
        maker.slowCall(3200 * ms, model, Reason::CalledAgain);
        maker.think(5600 * ms, 6000 * ms, model);
        maker.slowCall(6000 * ms, model, Reason::CalledAgain);
        maker.think(8200 * ms, 8600 * ms, model);
        maker.answer(8600 * ms, model, CallAnswer::Error);
        maker.answer(8600 * ms, user, CallAnswer::Error);
        maker.told(8600 * ms, Told::Failed);
        return maker.make();
    }

private:
    int someArgs()
    {
        if (m_trace.argSets.empty()) {
            m_trace.argSets.push_back(nlohmann::json::object());
            m_trace.argTools.push_back(0);
        }
        return 0;
    }

    Trace m_trace;
    std::vector<Layer> m_layers;
    int m_attempts[layerCount] = {};
    int m_calls = 0;
    int m_effects = 0;
};

} // namespace idem::test
