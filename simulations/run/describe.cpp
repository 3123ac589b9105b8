#include "simulations/run/snapshot.h"

#include <array>

namespace idem {

namespace {

std::string started(const Trace& trace, const Event& event, const std::string& who)
{
    static constexpr std::array<std::string_view, 20> whys{
        " begins",
        " begins: the user sends again",
        " begins: the event is delivered again",
        " begins: the whole turn runs again",
        " begins: the process was started again",
        " begins: a second worker has the same run",
        " begins: asked twice in one step",
        " begins: the same ask in a later step",
        " begins: the model calls again",
        " begins: the wrapper tries again, same call id",
        " arrives: the SDK sent it again",
        " begins: asked for again",
        " begins: a look-up, nothing is changed",
        " begins: the same once more at the same moment",
        " begins: a finished run starts again from its checkpoint",
        " begins: the failed run is delivered once more",
        " begins: the run was silent for too long, another worker has it",
        " begins: the next step",
        ": the journal has its answer, nothing is carried out",
        " begins: the model no longer knows that it was answered"};
    const bool request = event.layer == Layer::Provider;
    std::string text = who
        + (request && event.reason == Reason::First
               ? std::string(" arrives at the provider")
               : std::string(whys.at(static_cast<std::size_t>(event.reason))));
    if (event.layer >= Layer::Tool && event.key >= 0) {
        text += ", key " + keyText(trace, event.key);
    }
    return text + ".";
}

std::string told(Told what)
{
    switch (what) {
    case Told::Done:
        return "The user is told that it is done.";
    case Told::Failed:
        return "The user is told that it failed.";
    case Told::InProgress:
        return "The user is told that it is in progress.";
    case Told::Nothing:
        break;
    }
    return "The user is told nothing.";
}

std::string decided(const Trace& trace, const Event& event)
{
    const std::string where = event.ownTable ? "" : " at the provider";
    const std::string key = keyText(trace, event.key);
    if (event.answer == CallAnswer::None) {
        return key + " is reserved" + where + ", token " + std::to_string(event.token)
            + (event.attempt > 1 ? ", attempt " + std::to_string(event.attempt) : "") + ".";
    }
    return key + " is known" + where + ": " + spaced(name(event.answer)) + ".";
}

std::string outcome(CallAnswer answer)
{
    return answer == CallAnswer::Done    ? "done"
        : answer == CallAnswer::Error    ? "released: it did not happen"
        : answer == CallAnswer::Rejected ? "a stored failure: every repeat gets it"
                                         : "of unknown outcome";
}

} // namespace

std::string describe(const Trace& trace, const Snapshot& snapshot, const Event& event)
{
    const bool hasCall = event.call >= 0 && static_cast<std::size_t>(event.call) < snapshot.calls.size();
    const std::string who
        = hasCall ? callName(trace, snapshot.calls[static_cast<std::size_t>(event.call)]) : std::string();
    const std::string key = keyText(trace, event.key);
    switch (event.kind) {
    case EventKind::CallStarted:
        return started(trace, event, who);
    case EventKind::RequestSent:
        return who + " sends a request" + (event.key >= 0 ? " with the key " + key : "") + ".";
    case EventKind::ThinkingStarted:
        return who + ": the model starts to think.";
    case EventKind::ThinkingEnded:
        return who + ": the model has decided.";
    case EventKind::CallAnswered:
        return event.answer == CallAnswer::Timeout && event.layer != Layer::User
                && event.layer != Layer::Runtime
            ? who + " is given up: timeout. That says nothing about its work."
            : who + " is answered: " + spaced(name(event.answer)) + ".";
    case EventKind::WorkEnded:
        return "The work of " + who + " ends; nobody waits for it any more.";
    case EventKind::WorkCancelled:
        return who + " is cancelled here; what was sent is not.";
    case EventKind::CallDied:
        return who + " dies with its process.";
    case EventKind::ResponseLost:
        return "The answer to " + who + " is lost; the connection drops.";
    case EventKind::KeyChecked:
        if (event.record < 0 && event.key < 0) {
            return who
                + (event.answer == CallAnswer::None ? " has a number higher than any before: let through."
                                                    : " has no higher number: taken for a repeat.");
        }
        return event.answer == CallAnswer::None ? who + " reads its own records: nothing about " + key + "."
                                                : who + " reads its own records: " + key + " is there.";
    case EventKind::KeyDecided:
        return decided(trace, event);
    case EventKind::KeyFinished:
        return key + (event.ownTable ? "" : " at the provider") + " is " + outcome(event.answer) + ".";
    case EventKind::KeyStale:
        return who + " writes too late: refused, nothing changed.";
    case EventKind::KeySettled:
        return key + " is settled by the look-up: " + outcome(event.answer) + ".";
    case EventKind::LeaseOver:
        return "The lease of " + key + " is over.";
    case EventKind::KeyDropped:
        return key + (event.ownTable ? "" : " at the provider")
            + " is past its retention: the record is dropped.";
    case EventKind::LookedUp:
        return who + " looks it up at the provider: "
            + (event.answer == CallAnswer::Done           ? "it is there."
                   : event.answer == CallAnswer::NotFound ? "nothing is there."
                                                          : "still being worked on.");
    case EventKind::EffectHappened:
        if (event.effect >= 0 && static_cast<std::size_t>(event.effect) < snapshot.ledger.size()) {
            const LedgerRow& row = snapshot.ledger[static_cast<std::size_t>(event.effect)];
            return effectName(trace, row) + " takes effect" + (row.duplicate ? ": a duplicate." : ".");
        }
        return "An effect.";
    case EventKind::EffectShown:
        return "Look-ups find the effect of " + who + " from now on.";
    case EventKind::Crashed:
        return "The process of worker " + std::to_string(event.worker + 1) + " dies.";
    case EventKind::UserTold:
        return told(event.told);
    }
    return {};
}

} // namespace idem
