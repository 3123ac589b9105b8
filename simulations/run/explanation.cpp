#include "simulations/run/explanation.h"

#include "simulations/run/snapshot.h"

#include <algorithm>
#include <optional>

namespace idem {

namespace {

std::string capital(std::string text)
{
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    }
    return text;
}

/// Tells the story of a trace: one line for each event that somebody would point at.
class Teller
{
public:
    explicit Teller(const Trace& trace)
        : m_trace(trace)
        , m_end(snapshotAt(trace, trace.events.size()))
    {
    }

    std::vector<StoryLine> tell()
    {
        for (std::size_t i = 0; i < m_trace.events.size(); ++i) {
            m_event = i;
            tell(m_trace.events[i]);
        }
        return std::move(m_lines);
    }

private:
    const CallRow& row(int call) const { return m_end.calls[static_cast<std::size_t>(call)]; }
    const ToolSpec& tool(const Event& event) const
    {
        const ActionSpec& action = m_trace.scenario->actions[static_cast<std::size_t>(event.action)];
        return m_trace.scenario->tools[static_cast<std::size_t>(action.tool)];
    }
    std::string noun(const Event& event) const { return tool(event).makes; }

    std::string firstEffect(const Event& event) const
    {
        const auto found = std::find_if(m_end.ledger.begin(), m_end.ledger.end(), [&](const LedgerRow& each) {
            return each.action == event.action && each.at <= event.at;
        });
        return found == m_end.ledger.end() ? std::string() : effectName(m_trace, *found);
    }

    void say(Weight weight, std::string what, std::string meaning = {})
    {
        const Event& event = m_trace.events[m_event];
        m_lines.push_back({event.at, m_event, event.call, std::move(what), std::move(meaning), weight});
    }

    void tell(const Event& event)
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

    std::string key(const Event& event) const { return keyText(m_trace, event.key); }

    void started(const Event& event)
    {
        const std::string who = callName(m_trace, row(event.call));
        switch (event.reason) {
        case Reason::SentAgain:
            return say(Weight::Neutral,
                       "The user sent it again after " + durationText(m_trace.scenario->layers.user.after)
                           + " without an answer.");
        case Reason::Redelivered:
            return say(Weight::Neutral, "The event was delivered again.",
                       "The sender had no 2xx answer in time, or lost it.");
        case Reason::RunRetried:
            return say(Weight::Neutral, "The runtime ran the whole turn again.",
                       "Tools that had already succeeded run again with it.");
        case Reason::Restarted:
            return say(Weight::Neutral, "The process was started again; the run begins from the top.");
        case Reason::DoubleDispatched:
            return say(Weight::Neutral, "A second worker got the same run.",
                       "What one process holds in memory does not bind the other.");
        case Reason::Resent:
            if (event.layer == Layer::Provider) {
                say(Weight::Neutral, "The SDK sent the request again.",
                    event.key >= 0 ? "With the key " + key(event) + "."
                                   : "Without a key: the provider sees a new request.");
            }
            return;
        case Reason::StatusCheck:
            return say(Weight::Neutral, "The model checked the status before calling again.",
                       "A look-up changes nothing.");
        default:
            break;
        }
        if (event.layer == Layer::Tool) {
            calledAgain(event, who);
        }
    }

    /// A tool call for an action that was called for before: what tells it from a new one?
    void calledAgain(const Event& event, const std::string& who)
    {
        const auto before = std::find_if(m_end.calls.rbegin(), m_end.calls.rend(), [&](const CallRow& each) {
            return each.layer == Layer::Tool && each.reason != Reason::StatusCheck
                && each.action == event.action && each.call < event.call;
        });
        if (before == m_end.calls.rend()) {
            return;
        }
        std::string what = "The tool was called again: " + who + ".";
        if (event.reason == Reason::CalledAgain) {
            what = "Model called again: new call id " + who + ".";
        } else if (event.reason == Reason::AskedAtOnce) {
            what = "Model asked twice in one step: " + who + ".";
        } else if (event.reason == Reason::AskedLater) {
            what = "Model asked for it again in a later step: " + who + ".";
        } else if (event.reason == Reason::AskedAgain) {
            what = "It was asked for again: " + who + ".";
        }
        say(Weight::Neutral, std::move(what), keyMeaning(event, *before));
    }

    std::string keyMeaning(const Event& event, const CallRow& before) const
    {
        const ToolSpec& spec = tool(event);
        if (event.key < 0) {
            return spec.guard == Guard::CheckThenAct
                ? std::string()
                : std::string("No key, so the provider sees a new request.");
        }
        if (event.key == before.key) {
            return spec.guard == Guard::None ? "Same key " + key(event) + ", but no guard looks at it."
                                             : "Same key " + key(event) + ".";
        }
        switch (spec.keyKind) {
        case KeyKind::CallId:
            return "The key is the call id, so it is new.";
        case KeyKind::ArgsHash:
            return "The key is a hash of all arguments, and their wording changed: it is new.";
        case KeyKind::Random:
            return "The key is made up on every call, so it is new.";
        case KeyKind::Timestamp:
            return "The key is the time of delivery, so it is new.";
        case KeyKind::EventId:
            return "The key is the message's id, and this is another message.";
        default:
            return "The key is another one: " + key(event) + " instead of " + keyText(m_trace, before.key)
                + ".";
        }
    }

    void answered(const Event& event)
    {
        if (event.layer == Layer::Webhook && event.answer == CallAnswer::Timeout) {
            return say(Weight::Neutral,
                       "The webhook's sender gave up after "
                           + durationText(m_trace.scenario->layers.webhook->timeout) + ".",
                       "The receiver goes on working.");
        }
        if (event.layer == Layer::Model && event.raised) {
            return say(Weight::Bad, "The model call failed after the tools had answered.",
                       effectBefore(event) ? "The turn counts as failed, yet the " + noun(event) + " exists."
                                           : "The turn counts as failed.");
        }
        if (event.layer != Layer::Tool || event.reason == Reason::StatusCheck) {
            return;
        }
        const std::string who = callName(m_trace, row(event.call));
        switch (event.answer) {
        case CallAnswer::Timeout:
            return gaveUp(event);
        case CallAnswer::Replayed:
            return say(Weight::Good,
                       who + " was answered with the first result" + named(firstEffect(event)) + ".",
                       "Replayed: nothing was done.");
        case CallAnswer::InProgress:
            return say(Weight::Good, who + " was told: in progress.",
                       "The key is reserved; nothing was sent again.");
        case CallAnswer::Conflict:
            return conflict(event, who);
        case CallAnswer::OutcomeUnknown:
            return say(Weight::Neutral, who + " was told: outcome unknown.",
                       "Nobody can say whether it happened, so it was not sent again.");
        case CallAnswer::Error:
            return say(Weight::Bad,
                       "The tool raised an error"
                           + std::string(effectBefore(event) ? " after the effect." : "."),
                       effectBefore(event) ? "For its caller it looks as if nothing had happened." : "");
        default:
            return;
        }
    }

    static std::string named(const std::string& effect) { return effect.empty() ? "" : ", " + effect; }
    bool effectBefore(const Event& event) const { return !firstEffect(event).empty(); }

    void gaveUp(const Event& event)
    {
        const auto request = std::find_if(m_end.calls.begin(), m_end.calls.end(), [&](const CallRow& each) {
            return each.layer == Layer::Provider && each.parent >= 0 && row(each.parent).parent == event.call;
        });
        std::string meaning = "A timeout says nothing about the outcome.";
        const bool workWentOn
            = request != m_end.calls.end() && (!request->workEnd || *request->workEnd > event.at);
        if (workWentOn && request->workEnd) {
            meaning
                = "The provider needs " + durationText(*request->workEnd - request->start) + ": work went on.";
        }
        if (row(event.call).cancelled) {
            meaning += " It was cancelled here, not there.";
        }
        say(Weight::Bad, "Tool gave up after " + durationText(event.at - row(event.call).start) + ".", meaning);
    }

    void conflict(const Event& event, const std::string& who)
    {
        const auto record = std::find_if(m_end.reservations.begin(), m_end.reservations.end(),
                                         [&](const ReservationRow& each) { return each.key == event.key; });
        const std::string difference
            = record == m_end.reservations.end() ? "" : differenceText(m_trace, record->args, event.args);
        say(Weight::Good, who + " was refused: conflict.",
            difference.empty() ? "The key belongs to another request."
                               : capital(difference) + ": ask the user.");
    }

    void effect(const Event& event)
    {
        const LedgerRow& ledger = m_end.ledger[static_cast<std::size_t>(event.effect)];
        const std::string what = capital(noun(event)) + " " + effectName(m_trace, ledger) + " took effect";
        if (ledger.duplicate) {
            return say(Weight::Bad, what + ": duplicate.", ledger.awaited ? "" : "Nobody was waiting for it.");
        }
        say(ledger.awaited ? Weight::Good : Weight::Neutral, what + ".",
            ledger.awaited ? "" : "Nobody was told.");
    }

    void crashed(const Event& event)
    {
        say(Weight::Bad, "The process died.",
            effectBefore(event) ? "The " + noun(event) + " exists, but nothing recorded that it is done."
                                : "Nothing had been sent yet.");
    }

    void reserved(const Event& event)
    {
        if (event.answer == CallAnswer::None && event.attempt > 1) {
            const bool settledBefore = m_settled == event.record;
            say(settledBefore ? Weight::Neutral : Weight::Bad,
                key(event) + " was reserved once more, attempt " + std::to_string(event.attempt) + ".",
                settledBefore ? "The look-up had said that nothing happened."
                              : "Taken over blindly: nobody asked whether the first one took effect.");
        } else if (event.answer == CallAnswer::OutcomeUnknown) {
            say(Weight::Neutral, key(event) + " is reserved by somebody who is gone: ask the provider first.");
        }
    }

    void settled(const Event& event)
    {
        m_settled = event.record;
        const bool done = event.answer == CallAnswer::Done;
        const bool released = event.answer == CallAnswer::Error;
        say(done ? Weight::Good : Weight::Neutral,
            done           ? "The provider says that it happened: " + key(event) + " is done."
                : released ? "The provider says that it did not happen: " + key(event) + " is free again."
                           : "The provider can't tell: " + key(event) + " stays unknown.");
    }

    void lookedUp(const Event& event)
    {
        const std::string who = callName(m_trace, row(event.call));
        const bool found = event.answer == CallAnswer::Done;
        if (event.reason == Reason::StatusCheck) {
            return say(found ? Weight::Good : Weight::Neutral,
                       found ? "The look-up found " + firstEffect(event) + "."
                           : event.answer == CallAnswer::NotFound
                           ? "The look-up found nothing."
                           : "The look-up found it still being worked on.");
        }
        if (tool(event).guard == Guard::CheckThenAct) {
            say(found ? Weight::Good : Weight::Neutral,
                who + " looked before acting: " + (found ? "it is there." : "nothing is there."),
                found ? "" : "Looking and acting are two steps; another call can come between.");
        }
    }

    void told(const Event& event)
    {
        const bool exists = effectBefore(event);
        if (event.told == Told::Failed) {
            return say(exists ? Weight::Bad : Weight::Neutral, "The user was told that it failed.",
                       exists ? "That is not true: " + firstEffect(event) + " exists." : "");
        }
        if (event.told == Told::InProgress) {
            return say(Weight::Neutral, "The user was told that it is in progress.");
        }
        say(exists ? Weight::Good : Weight::Bad, "The user was told that it is done.",
            exists ? "" : "That is not true: there is no effect.");
    }

    const Trace& m_trace;
    Snapshot m_end;
    std::vector<StoryLine> m_lines;
    std::size_t m_event = 0;
    int m_settled = -1; ///< the record that a look-up settled last
};

} // namespace

std::vector<StoryLine> explain(const Trace& trace)
{
    return Teller(trace).tell();
}

} // namespace idem
