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

/// The tools that an action goes through: one effect each is what there should be.
std::vector<int> stepsOf(const Scenario& scenario, const ActionSpec& action)
{
    std::vector<int> steps;
    for (int at = action.tool; at >= 0; at = scenario.tools[static_cast<std::size_t>(at)].then) {
        steps.push_back(at);
    }
    return steps;
}

void countEvent(Verdict& verdict, const Event& event)
{
    const bool acts = event.layer == Layer::Tool && event.reason != Reason::StatusCheck
        && event.reason != Reason::FromJournal;
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
    const std::size_t tools = trace.scenario->tools.size();
    std::vector<int> effects(trace.scenario->actions.size() * tools, 0); // by action and step
    for (const Event& event : trace.events) {
        countEvent(verdict, event);
        if (event.kind == EventKind::EffectHappened) {
            const auto step = static_cast<std::size_t>(trace.argTools[static_cast<std::size_t>(event.args)]);
            ++effects[static_cast<std::size_t>(event.action) * tools + step];
        }
        if (event.record >= 0) {
            followRecord(open, event);
        }
    }
    verdict.stuck = static_cast<int>(std::count(open.begin(), open.end(), true));
    verdict.safe = trace.end == RunEnd::Finished;
    for (std::size_t i = 0; i < verdict.perAction.size(); ++i) {
        ActionVerdict& action = verdict.perAction[i];
        for (const int step : stepsOf(*trace.scenario, trace.scenario->actions[i])) {
            const int made = effects[i * tools + static_cast<std::size_t>(step)];
            ++action.steps;
            action.missing += made == 0 ? 1 : 0;
            action.duplicates += std::max(0, made - 1);
        }
        action.lost = action.missing > 0 && action.told == Told::Done;
        verdict.steps += action.steps;
        verdict.effects += action.effects;
        verdict.duplicates += action.duplicates;
        verdict.lost += action.lost ? 1 : 0;
        verdict.safe
            = verdict.safe && action.duplicates == 0 && action.missing == 0 && action.told != Told::Failed;
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
