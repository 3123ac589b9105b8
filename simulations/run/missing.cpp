#include "simulations/run/missing.h"

#include <algorithm>

namespace idem {

namespace {

/// A record as its story tells it up to a moment.
struct Past
{
    int action = -1; ///< whose request made the record
    CallAnswer written = CallAnswer::None; ///< Done, Error or OutcomeUnknown; None while it is worked on
    Micros at = 0; ///< when that was written, or when it was reserved
};

Past pastOf(const Evidence& evidence, int record, std::size_t until)
{
    Past past;
    for (const std::size_t position : evidence.ofRecord(record)) {
        const Event& event = evidence.at(position);
        if (position >= until) {
            break;
        }
        past.action = past.action < 0 ? event.action : past.action;
        const bool reserved = event.kind == EventKind::KeyDecided && event.answer == CallAnswer::None;
        if (reserved || event.kind == EventKind::KeyFinished || event.kind == EventKind::KeySettled) {
            past.written = reserved ? CallAnswer::None : event.answer;
            past.at = event.at;
        }
    }
    return past;
}

/// A repeat or a request that was answered from a record.
bool turnsAway(const Event& event)
{
    const bool byNumber = event.kind == EventKind::KeyChecked; // without a record: a high-water mark
    return (event.record >= 0 || byNumber) && event.answer != CallAnswer::None
        && (event.kind == EventKind::KeyDecided || event.kind == EventKind::KeyChecked);
}

/// What does the record stand on that answered it?
MissingCause turnedAway(const Evidence& evidence, std::size_t position)
{
    const Event& event = evidence.at(position);
    if (event.record < 0) {
        return {event.action, false, Rule::BehindTheMark, event.call,
                std::string(meaning(Rule::BehindTheMark))};
    }
    const Past past = pastOf(evidence, event.record, position);
    const std::string key = keyText(evidence.trace(), event.key);
    MissingCause cause;
    cause.action = event.action;
    cause.call = event.call;
    if (past.action != event.action) {
        const std::string& other
            = evidence.trace().scenario->actions[static_cast<std::size_t>(past.action)].name;
        cause.rule = Rule::KeyOfAnother;
        cause.why = "Its key " + key + " was already that of \"" + other + "\".";
    } else if (past.written == CallAnswer::Done) {
        cause.rule = Rule::RecordedBefore;
        cause.why
            = key + " was recorded as done at " + durationText(past.at) + ", before anything had been done.";
    } else if (past.written == CallAnswer::Error || past.written == CallAnswer::Rejected
               || event.answer == CallAnswer::Error || event.answer == CallAnswer::Rejected) {
        cause.rule = Rule::FailureStored;
        cause.why = key + " keeps a failure as its answer since " + durationText(past.at) + ".";
    } else {
        cause.rule = Rule::ClaimedBefore;
        cause.why = key + " was claimed at " + durationText(past.at)
            + ", nothing came of it, and every repeat is turned away.";
    }
    return cause;
}

} // namespace

std::vector<MissingCause> missingOf(const Evidence& evidence, const EffectCounts& effects)
{
    constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
    const std::vector<ActionSpec>& actions = evidence.trace().scenario->actions;
    std::vector<std::size_t> last(actions.size(), nowhere); // by action: what kept its last try from acting
    const std::vector<Event>& events = evidence.trace().events;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const bool away = turnsAway(events[i]);
        // One record around several steps turns a repeat away from all of them.
        const bool around
            = away && toolOf(evidence.trace(), events[i].action, events[i].args).thenBeforeRecording;
        if (away && (around || effects.of(events[i].action, effects.stepOf(events[i].args)) == 0)) {
            last[static_cast<std::size_t>(events[i].action)] = i;
        }
    }
    std::vector<MissingCause> missing;
    for (std::size_t i = 0; i < actions.size(); ++i) {
        const std::vector<int> steps = stepsOf(*evidence.trace().scenario, actions[i]);
        const bool misses = std::any_of(steps.begin(), steps.end(),
                                        [&](int step) { return effects.of(static_cast<int>(i), step) == 0; });
        const bool lost = misses && evidence.end().told[i] == Told::Done;
        std::optional<MissingCause> cause;
        if (misses && last[i] != nowhere) {
            cause = turnedAway(evidence, last[i]);
        } else if (lost) {
            cause = MissingCause{static_cast<int>(i), true, Rule::Unexplained, -1,
                                 "The trace does not show why it was told as done."};
        }
        if (cause) {
            cause->lost = lost;
            missing.push_back(std::move(*cause));
        }
    }
    return missing;
}

} // namespace idem
