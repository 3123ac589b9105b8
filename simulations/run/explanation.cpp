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
        , m_firstEffect(trace.scenario->actions.size(), -1)
        , m_lastCall(trace.scenario->actions.size(), -1)
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
        const int step = event.args < 0 ? action.tool : m_trace.argTools[static_cast<std::size_t>(event.args)];
        return m_trace.scenario->tools[static_cast<std::size_t>(step)];
    }
    std::string noun(const Event& event) const { return tool(event).makes; }

    /// The first effect of the action of this event that has happened by then; null where there is none.
    const LedgerRow* effectBy(const Event& event) const
    {
        const int first = m_firstEffect[static_cast<std::size_t>(event.action)];
        return first >= 0 && ledger(first).at <= event.at ? &ledger(first) : nullptr;
    }
    const LedgerRow& ledger(int effect) const { return m_end.ledger[static_cast<std::size_t>(effect)]; }

    std::string firstEffect(const Event& event) const
    {
        const LedgerRow* row = effectBy(event);
        return row == nullptr ? std::string() : effectName(m_trace, *row);
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

    std::string key(const Event& event) const { return keyText(m_trace, event.key); }

    void started(const Event& event)
    {
        const std::string who = callName(m_trace, row(event.call));
        switch (event.reason) {
        case Reason::SentAgain:
            return say(Weight::Neutral,
                       "The user sent it again after "
                           + durationText(m_trace.scenario->layers.user.sends.wait(event.attempt - 1, 0))
                           + " without an answer.");
        case Reason::Redelivered:
            return say(Weight::Neutral, "The event was delivered again.", whyRedelivered(event));
        case Reason::RunRetried:
            return say(Weight::Neutral, "The runtime ran the whole turn again.",
                       effectBy(event) != nullptr ? "What its tools had already done is done again with it."
                                                  : "All its tools run again.");
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
                       m_trace.scenario->provider.statusLookup ? "A look-up changes nothing."
                                                               : "This provider can't be asked.");
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
        int& last = m_lastCall[static_cast<std::size_t>(event.action)];
        const int before = last;
        last = event.call;
        if (before < 0) {
            return;
        }
        std::string what = "The tool was called again: " + who + ".";
        if (event.reason == Reason::CalledAgain) {
            what = "Model called again: new call id " + who + ".";
        } else if (event.reason == Reason::TriedAgain) {
            what = "The wrapper tried again by itself, under the same call id: " + who + ".";
        } else if (event.reason == Reason::AskedAtOnce) {
            what = tool(event).concurrency > 0 ? who + ", asked for in the same step, got its turn."
                                               : "Model asked twice in one step: " + who + ".";
        } else if (event.reason == Reason::AskedLater) {
            what = "Model asked for it again in a later step: " + who + ".";
        } else if (event.reason == Reason::AskedAgain) {
            what = "It was asked for again: " + who + ".";
        }
        say(Weight::Neutral, std::move(what), keyMeaning(event, row(before)));
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
            if (spec.guard == Guard::None || spec.guard == Guard::CheckThenAct) {
                return "Same key " + key(event) + ", but no guard uses it.";
            }
            const bool ignored = spec.guard == Guard::ProviderKey && !m_trace.scenario->provider.acceptsKeys;
            return "Same key " + key(event) + (ignored ? ", but the provider ignores keys." : ".");
        }
        switch (spec.keyKind) {
        case KeyKind::CallId:
            return "The key is the call id, so it is new.";
        case KeyKind::ArgsHash:
            return differenceText(m_trace, before.args, event.args).empty()
                ? "The key is a hash of all arguments, and their wording changed: it is new."
                : "The key is a hash of all arguments, and they are not the same: it is new.";
        case KeyKind::Random:
            return "The key is made up on every call, so it is new.";
        case KeyKind::Timestamp:
            return "The key is the time of delivery, and this is another delivery: it is new.";
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
                       "Whether it happened is not known, so it was not sent again.");
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
        const int number = m_request[static_cast<std::size_t>(event.call)];
        const CallRow* request = number < 0 ? nullptr : &row(number);
        std::string meaning = "A timeout says nothing about the outcome.";
        if (request != nullptr && request->workEnd && *request->workEnd > event.at) {
            meaning
                = "The provider needs " + durationText(*request->workEnd - request->start) + ": work went on.";
        } else if (request != nullptr && request->workEnd) {
            meaning = "The provider was done in " + durationText(*request->workEnd - request->start)
                + "; the way there and back takes " + durationText(2 * m_trace.scenario->provider.network)
                + ": its answer came too late.";
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
            m_request[static_cast<std::size_t>(event.call)] < 0 ? "Its call had not sent anything yet."
                : effectBefore(event) ? "The " + noun(event) + " exists, but nothing recorded that it is done."
                                      : "Its call had sent a request; nobody is left to hear the answer.");
    }

    std::string whyRedelivered(const Event& event) const
    {
        for (int call = event.call - 1; call >= 0; --call) {
            const CallRow& before = row(call);
            if (before.layer == Layer::Webhook && before.action == event.action
                && before.attempt == event.attempt - 1) {
                return before.answer == CallAnswer::Timeout ? "The sender had no 2xx answer in time."
                    : before.answer == CallAnswer::Error
                    ? "The receiver had answered with an error."
                    : "It had been answered: senders deliver at least once.";
            }
        }
        return {};
    }

    void reserved(const Event& event)
    {
        if (event.answer == CallAnswer::OutcomeUnknown && event.ownTable) {
            return say(Weight::Neutral, key(event) + " is reserved and has no known outcome.",
                       m_trace.scenario->provider.statusLookup
                           ? "Ask the provider before anything is sent again."
                           : "This provider can't be asked, so it stays for a person.");
        }
        if (event.answer != CallAnswer::None) {
            return;
        }
        if (event.attempt > 1) {
            const bool released = m_released == event.record;
            return say(released ? Weight::Neutral : Weight::Bad,
                       key(event) + " was reserved once more, attempt " + std::to_string(event.attempt) + ".",
                       released ? "It had been released: nothing had happened by then."
                                : "Taken over blindly: nobody asked whether the first one took effect.");
        }
        const auto& rows = m_end.reservations;
        const bool hadOne
            = m_anyDropped && std::any_of(rows.begin(), rows.end(), [&](const ReservationRow& each) {
                  return each.key == event.key && each.ownTable == event.ownTable && each.record < event.record;
              });
        if (hadOne) {
            say(Weight::Bad, key(event) + " counts as new: the record of it was dropped.",
                "Keys have to be kept at least as long as repeats can come.");
        }
    }

    void dropped(const Event& event)
    {
        m_anyDropped = true;
        const Micros kept = event.ownTable ? tool(event).retention : m_trace.scenario->provider.keepsKeys;
        say(Weight::Neutral,
            (event.ownTable ? "The tool's record of " + key(event) + " was dropped"
                            : "The provider forgot " + key(event))
                + " after " + durationText(kept) + ".");
    }

    void settled(const Event& event)
    {
        const bool done = event.answer == CallAnswer::Done;
        const bool released = event.answer == CallAnswer::Error;
        m_released = released ? event.record : m_released;
        const std::string open = m_lookedUp == CallAnswer::InProgress ? "The provider is still working on it: "
                                                                      : "The provider can't tell: ";
        say(done ? Weight::Good : Weight::Neutral,
            done           ? "The provider says that it happened: " + key(event) + " is done."
                : released ? "The provider says that it did not happen: " + key(event) + " is free again."
                           : open + key(event) + " stays unknown.");
    }

    void lookedUp(const Event& event)
    {
        const std::string who = callName(m_trace, row(event.call));
        const bool found = event.answer == CallAnswer::Done;
        m_lookedUp = event.answer;
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
        const int first = m_firstEffect[static_cast<std::size_t>(event.action)];
        const bool exists = effectBefore(event);
        if (event.told == Told::Done) {
            return say(exists ? Weight::Good : Weight::Bad, "The user was told that it is done.",
                       exists ? "" : "That is not true: there is no effect.");
        }
        const bool later = first >= 0 && !exists;
        if (event.told == Told::Failed) {
            return say(first >= 0 ? Weight::Bad : Weight::Neutral, "The user was told that it failed.",
                       exists      ? "That is not true: " + firstEffect(event) + " exists."
                           : later ? "That does not stay true: " + effectName(m_trace, ledger(first))
                               + " takes effect at " + durationText(ledger(first).at) + "."
                                   : "");
        }
        say(Weight::Neutral, "The user was told that it is in progress.",
            exists ? firstEffect(event) + " exists already, but nobody could tell." : "");
    }

    const Trace& m_trace;
    Snapshot m_end;
    std::vector<StoryLine> m_lines;
    std::vector<int> m_firstEffect; ///< by action
    std::vector<int> m_lastCall; ///< by action: the tool call before, among those that act
    std::vector<int> m_request; ///< by tool call: the first request that came of it
    std::size_t m_event = 0;
    int m_released = -1; ///< the record that was released last, by its holder or after a look-up
    bool m_anyDropped = false;
    CallAnswer m_lookedUp = CallAnswer::None; ///< what the last look-up said
};

} // namespace

std::vector<StoryLine> explain(const Trace& trace)
{
    return Teller(trace).tell();
}

} // namespace idem
