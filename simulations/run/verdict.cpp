#include "simulations/run/verdict.h"

#include "simulations/run/snapshot.h"

#include <algorithm>

namespace idem {

namespace {

void countAnswer(Verdict& verdict, CallAnswer answer)
{
    switch (answer) {
    case CallAnswer::Replayed:
        ++verdict.replayed;
        return;
    case CallAnswer::InProgress:
        ++verdict.inProgress;
        return;
    case CallAnswer::Conflict:
        ++verdict.conflict;
        return;
    case CallAnswer::OutcomeUnknown:
        ++verdict.unknown;
        return;
    case CallAnswer::Rejected:
        ++verdict.rejected;
        return;
    case CallAnswer::Timeout:
        ++verdict.timeouts;
        return;
    default:
        return;
    }
}

void countEvent(Verdict& verdict, const Event& event)
{
    const bool acts = event.layer == Layer::Tool && event.reason != Reason::StatusCheck;
    switch (event.kind) {
    case EventKind::CallStarted:
        verdict.calls += acts ? 1 : 0;
        verdict.providerCalls += event.layer == Layer::Provider ? 1 : 0;
        return;
    case EventKind::CallAnswered:
        if (acts) {
            countAnswer(verdict, event.answer);
        }
        return;
    case EventKind::EffectHappened:
        ++verdict.perAction[static_cast<std::size_t>(event.action)].effects;
        return;
    case EventKind::UserTold:
        verdict.perAction[static_cast<std::size_t>(event.action)].told = event.told;
        return;
    case EventKind::KeyStale:
        ++verdict.stale;
        return;
    case EventKind::LookedUp:
        ++verdict.statusLookups;
        return;
    default:
        return;
    }
}

void followRecord(std::vector<bool>& open, const Event& event)
{
    const auto record = static_cast<std::size_t>(event.record);
    if (open.size() <= record) {
        open.resize(record + 1, false);
    }
    const bool reserved = event.kind == EventKind::KeyDecided && event.answer == CallAnswer::None;
    const bool written = event.kind == EventKind::KeyFinished || event.kind == EventKind::KeySettled;
    if (reserved || (written && event.answer == CallAnswer::OutcomeUnknown)) {
        open[record] = true;
    } else if (written || event.kind == EventKind::KeyDropped) {
        open[record] = false;
    }
}

std::string plural(int n, const std::string& noun)
{
    return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

} // namespace

Verdict judge(const Trace& trace)
{
    Verdict verdict;
    verdict.actions = static_cast<int>(trace.scenario->actions.size());
    verdict.perAction.resize(trace.scenario->actions.size());
    std::vector<bool> open; // by record: reserved, and not finished yet
    for (const Event& event : trace.events) {
        countEvent(verdict, event);
        if (event.record >= 0) {
            followRecord(open, event);
        }
    }
    verdict.stuck = static_cast<int>(std::count(open.begin(), open.end(), true));
    verdict.safe = trace.end == RunEnd::Finished;
    for (ActionVerdict& action : verdict.perAction) {
        action.duplicates = std::max(0, action.effects - 1);
        action.lost = action.effects == 0 && action.told == Told::Done;
        verdict.effects += action.effects;
        verdict.duplicates += action.duplicates;
        verdict.lost += action.lost ? 1 : 0;
        verdict.safe = verdict.safe && action.effects == 1 && action.told != Told::Failed;
        const std::string told(name(action.told));
        verdict.told = verdict.told.empty() || verdict.told == told ? told : "mixed";
    }
    return verdict;
}

std::string sentence(const Verdict& verdict)
{
    std::string text = plural(verdict.actions, "action") + " asked for → " + plural(verdict.effects, "effect");
    if (verdict.duplicates > 0) {
        text += " (" + plural(verdict.duplicates, "duplicate") + ")";
    }
    text += ". " + plural(verdict.providerCalls, "call") + " reached the provider, "
        + plural(verdict.replayed, "replay") + ".";
    if (verdict.lost > 0) {
        text += " " + plural(verdict.lost, "action") + (verdict.lost == 1 ? " is lost." : " are lost.");
    }
    if (verdict.stuck > 0) {
        text += " " + plural(verdict.stuck, "key") + (verdict.stuck == 1 ? " stays" : " stay")
            + " without an outcome.";
    }
    if (verdict.told == "done") {
        text += " The user was told that it is done.";
    } else if (verdict.told == "failed") {
        text += " The user was told that it failed.";
    } else if (verdict.told == "in_progress") {
        text += " The user was told that it is in progress.";
    } else if (verdict.told == "mixed") {
        text += " The users were told different things.";
    } else {
        text += " No user was told anything.";
    }
    return text;
}

} // namespace idem
