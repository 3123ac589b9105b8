#include "simulations/run/teller.h"

#include "simulations/run/lookup.h"

namespace idem {

void Teller::started(const Event& event)
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
    case Reason::LeaseLost:
        return say(Weight::Neutral,
                   "The run was silent for longer than its lease of "
                       + durationText(m_trace.scenario->layers.runtime->lease) + ": another worker got it.",
                   "The first worker is not dead: it goes on.");
    case Reason::FromCheckpoint:
        return say(Weight::Neutral, "The finished run was started again from its checkpoint.",
                   "The checkpoint is from before its tool calls.");
    case Reason::DeadLettered:
        return say(Weight::Neutral,
                   "The failed run was delivered once more, "
                       + durationText(m_trace.scenario->layers.runtime->deadLetterAfter)
                       + " after it had failed for the last time.",
                   "By then many a key has been forgotten.");
    case Reason::FromJournal:
        return say(Weight::Good, "The journal has the answer of " + who + ".",
                   "Nothing was carried out again.");
    case Reason::Duplicated:
        if (event.layer != Layer::Tool) {
            return say(Weight::Neutral, who + " came: the same once more at the same moment.");
        }
        break;
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
void Teller::calledAgain(const Event& event, const std::string& who)
{
    if (event.reason == Reason::NextStep) {
        return; // no repeat of the call before it
    }
    int& last = m_lastCall[m_steps.place(event.action, m_steps.stepOf(event.args))];
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
    } else if (event.reason == Reason::Duplicated) {
        what = who + " was called twice at the same moment, under the same call id.";
    } else if (event.reason == Reason::Forgot) {
        what = "The model no longer knew that it was answered, and called again: " + who + ".";
    } else if (event.reason == Reason::AskedAgain) {
        what = "It was asked for again: " + who + ".";
    }
    say(Weight::Neutral, std::move(what), keyMeaning(event, row(before)));
}

std::string Teller::keyMeaning(const Event& event, const CallRow& before) const
{
    const ToolSpec& spec = tool(event);
    if (event.key < 0) {
        return spec.guard == Guard::CheckThenAct ? std::string()
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
        return "The key is another one: " + key(event) + " instead of " + keyText(m_trace, before.key) + ".";
    }
}

std::string Teller::whyRedelivered(const Event& event) const
{
    for (int call = event.call - 1; call >= 0; --call) {
        const CallRow& before = row(call);
        if (before.layer == Layer::Webhook && before.action == event.action
            && before.attempt == event.attempt - 1) {
            return before.answer == CallAnswer::Timeout ? "The sender had no 2xx answer in time."
                : before.answer == CallAnswer::Error    ? "The receiver had answered with an error."
                                                     : "It had been answered: senders deliver at least once.";
        }
    }
    return {};
}

} // namespace idem
