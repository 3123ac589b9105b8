#include "simulations/run/explanation.h"

#include "simulations/run/lookup.h"
#include "simulations/run/teller.h"

namespace idem {

Teller::Teller(const Trace& trace)
    : m_trace(trace)
    , m_end(snapshotAt(trace, trace.events.size()))
    , m_causes(causesOf(trace, m_end))
    , m_firstEffect(trace.scenario->actions.size(), -1)
    , m_steps(trace)
    , m_lastCall(m_steps.size(), -1)
    , m_request(m_end.calls.size(), -1)
{
    for (const LedgerRow& row : m_end.ledger) {
        int& first = m_firstEffect[static_cast<std::size_t>(row.action)];
        first = first < 0 ? row.effect : first;
    }
    for (const CallRow& row : m_end.calls) {
        if (row.layer == Layer::Provider) {
            int& request = m_request[static_cast<std::size_t>(this->row(row.parent).parent)];
            request = request < 0 ? row.call : request;
        }
    }
}

std::vector<StoryLine> Teller::tell()
{
    for (std::size_t i = 0; i < m_trace.events.size(); ++i) {
        m_event = i;
        tell(m_trace.events[i]);
    }
    // Where nobody was told anything, nothing above says why there is no effect.
    for (const MissingCause& cause : m_causes.missing) {
        const ActionSpec& action = m_trace.scenario->actions[static_cast<std::size_t>(cause.action)];
        if (!hasUser(action)) {
            m_event = m_trace.events.size() - 1;
            say(Weight::Bad, "\"" + action.name + "\" was not done.", cause.why);
        }
    }
    return std::move(m_lines);
}

void Teller::tell(const Event& event)
{
    switch (event.kind) {
    case EventKind::CallStarted:
        return started(event);
    case EventKind::CallAnswered:
        return answered(event);
    case EventKind::EffectHappened:
        return effect(event);
    case EventKind::ResponseLost:
        return say(Weight::Bad, "The connection dropped and the answer was lost.",
                   "The provider had taken the request; the SDK can't know.");
    case EventKind::Crashed:
        return crashed(event);
    case EventKind::LeaseOver:
        return say(Weight::Neutral, "The lease of " + key(event) + " ran out.",
                   "Its holder may be slow or gone: the outcome is unknown.");
    case EventKind::KeyDecided:
        return reserved(event);
    case EventKind::KeySettled:
        return settled(event);
    case EventKind::KeyFinished:
        m_released = event.answer == CallAnswer::Error ? event.record : m_released;
        return;
    case EventKind::KeyDropped:
        return dropped(event);
    case EventKind::KeyChecked:
        if (event.answer == CallAnswer::None) {
            say(Weight::Neutral, callName(m_trace, row(event.call)) + " read its own records: nothing yet.",
                "Reading and acting are two steps; another call can come between.");
        }
        return;
    case EventKind::LookedUp:
        return lookedUp(event);
    case EventKind::KeyStale:
        return say(Weight::Good, callName(m_trace, row(event.call)) + " wrote too late and was refused.",
                   "Its token is old, or the record is there already.");
    case EventKind::UserTold:
        return told(event);
    default:
        return;
    }
}

void Teller::say(Weight weight, std::string what, std::string meaning)
{
    const Event& event = m_trace.events[m_event];
    m_lines.push_back({event.at, m_event, event.call, std::move(what), std::move(meaning), weight});
}

const ToolSpec& Teller::tool(const Event& event) const
{
    return toolOf(m_trace, event.action, event.args);
}

/// The first effect of the action of this event that has happened by then; null where there is none.
const LedgerRow* Teller::effectBy(const Event& event) const
{
    const int first = m_firstEffect[static_cast<std::size_t>(event.action)];
    return first >= 0 && ledger(first).at <= event.at ? &ledger(first) : nullptr;
}

std::string Teller::firstEffect(const Event& event) const
{
    const LedgerRow* row = effectBy(event);
    return row == nullptr ? std::string() : effectName(m_trace, *row);
}

std::string Teller::capital(std::string text)
{
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    }
    return text;
}

std::vector<StoryLine> explain(const Trace& trace)
{
    return Teller(trace).tell();
}

} // namespace idem
