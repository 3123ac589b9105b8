#include "simulations/run/teller.h"

#include "simulations/run/lookup.h"

#include <algorithm>

namespace idem {

namespace {

std::string named(const std::string& effect)
{
    return effect.empty() ? "" : ", " + effect;
}

} // namespace

void Teller::answered(const Event& event)
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
    if (!acts(event.layer, event.reason)) {
        return;
    }
    const std::string who = callName(m_trace, row(event.call));
    switch (event.answer) {
    case CallAnswer::Timeout:
        return gaveUp(event);
    case CallAnswer::Replayed:
        if (!effectBefore(event)) {
            return say(Weight::Bad, who + " was answered as if it were done.",
                       "There is no " + noun(event) + " yet.");
        }
        return say(Weight::Good, who + " was answered with the first result" + named(firstEffect(event)) + ".",
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
                   "The tool raised an error" + std::string(effectBefore(event) ? " after the effect." : "."),
                   effectBefore(event) ? "For its caller it looks as if nothing had happened." : "");
    default:
        return;
    }
}

void Teller::gaveUp(const Event& event)
{
    const int number = m_request[static_cast<std::size_t>(event.call)];
    const CallRow* request = number < 0 ? nullptr : &row(number);
    std::string meaning = "A timeout says nothing about the outcome.";
    if (request != nullptr && request->workEnd && *request->workEnd > event.at) {
        meaning = "The provider needs " + durationText(*request->workEnd - request->start) + ": work went on.";
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

void Teller::conflict(const Event& event, const std::string& who)
{
    const auto record = std::find_if(m_end.reservations.begin(), m_end.reservations.end(),
                                     [&](const ReservationRow& each) { return each.key == event.key; });
    const std::string difference
        = record == m_end.reservations.end() ? "" : differenceText(m_trace, record->args, event.args);
    say(Weight::Good, who + " was refused: conflict.",
        difference.empty() ? "The key belongs to another request." : capital(difference) + ": ask the user.");
}

} // namespace idem
