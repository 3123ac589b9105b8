#include "simulations/run/teller.h"

#include <algorithm>

namespace idem {

void Teller::effect(const Event& event)
{
    const LedgerRow& ledger = m_end.ledger[static_cast<std::size_t>(event.effect)];
    const std::string what = capital(noun(event)) + " " + effectName(m_trace, ledger) + " took effect";
    if (ledger.duplicate) {
        // Causes are in the order of the ledger, as effects are.
        const DuplicateCause& cause = m_causes.duplicates[m_duplicate++];
        return say(Weight::Bad, what + ": duplicate.",
                   (ledger.awaited ? "It repeats " : "Nobody was waiting for it. It repeats ")
                       + effectName(m_trace, this->ledger(cause.repeats)) + ". " + cause.why + " It came by "
                       + chainText(m_trace, m_end, cause.chain) + ".");
    }
    say(ledger.awaited ? Weight::Good : Weight::Neutral, what + ".", ledger.awaited ? "" : "Nobody was told.");
}

/// Whether a record of the key of this call's tool, its own or the provider's, said by then that it is done.
bool Teller::isRecorded(const Event& event) const
{
    const int itsKey = row(event.call).key;
    return std::any_of(m_end.reservations.begin(), m_end.reservations.end(), [&](const ReservationRow& record) {
        return record.key == itsKey
            && std::any_of(record.life.begin(), record.life.end(), [&](const auto& change) {
                   return change.first <= event.at && change.second == State::Done;
               });
    });
}

void Teller::crashed(const Event& event)
{
    say(Weight::Bad, "The process died.",
        m_request[static_cast<std::size_t>(event.call)] < 0 ? "Its call had not sent anything yet."
            : effectBefore(event) && isRecorded(event)
            ? "The " + noun(event) + " exists, and the record of its key says that it is done."
            : effectBefore(event) ? "The " + noun(event) + " exists, but nothing recorded that it is done."
                                  : "Its call had sent a request; nobody is left to hear the answer.");
}

void Teller::reserved(const Event& event)
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

void Teller::dropped(const Event& event)
{
    m_anyDropped = true;
    const Micros kept = event.ownTable ? tool(event).retention : m_trace.scenario->provider.keepsKeys;
    say(Weight::Neutral,
        (event.ownTable ? "The tool's record of " + key(event) + " was dropped"
                        : "The provider forgot " + key(event))
            + " after " + durationText(kept) + ".");
}

void Teller::settled(const Event& event)
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

void Teller::lookedUp(const Event& event)
{
    const std::string who = callName(m_trace, row(event.call));
    const bool found = event.answer == CallAnswer::Done;
    m_lookedUp = event.answer;
    if (event.reason == Reason::StatusCheck) {
        return say(found ? Weight::Good : Weight::Neutral,
                   found                                      ? "The look-up found " + firstEffect(event) + "."
                       : event.answer == CallAnswer::NotFound ? "The look-up found nothing."
                                                              : "The look-up found it still being worked on.");
    }
    if (tool(event).guard == Guard::CheckThenAct) {
        say(found ? Weight::Good : Weight::Neutral,
            who + " looked before acting: " + (found ? "it is there." : "nothing is there."),
            found ? "" : "Looking and acting are two steps; another call can come between.");
    }
}

/// Why the action of this event has no effect in the end, where a record or a key is to blame.
std::string Teller::whyMissing(const Event& event) const
{
    const auto& missing = m_causes.missing; // in the order of the actions
    const auto cause
        = std::lower_bound(missing.begin(), missing.end(), event.action,
                           [](const MissingCause& each, int action) { return each.action < action; });
    const bool known
        = cause != missing.end() && cause->action == event.action && cause->rule != Rule::Unexplained;
    return known ? " " + cause->why : std::string();
}

void Teller::told(const Event& event)
{
    const int first = m_firstEffect[static_cast<std::size_t>(event.action)];
    const bool exists = effectBefore(event);
    if (event.told == Told::Done) {
        return say(exists ? Weight::Good : Weight::Bad, "The user was told that it is done.",
                   exists ? "" : "That is not true: there is no effect." + whyMissing(event));
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

} // namespace idem
