#include "simulations/run/verdict.h"

namespace idem {

namespace {

std::string plural(int n, const std::string& noun)
{
    return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

std::string toldText(const Verdict& verdict)
{
    if (verdict.told == "done") {
        return " The user was told that it is done.";
    }
    if (verdict.told == "failed") {
        return " The user was told that it failed.";
    }
    if (verdict.told == "in_progress") {
        return " The user was told that it is in progress.";
    }
    return verdict.told == "mixed" ? " The users were told different things." : " No user was told anything.";
}

std::string truthText(const Verdict& verdict)
{
    // Told otherwise, or only never told how it ended: the second is no reason to call a design unsafe.
    int otherwise = 0;
    int silent = 0;
    for (const ActionVerdict& action : verdict.perAction) {
        const bool untrue = action.toldTruly.has_value() && !*action.toldTruly;
        const bool word = action.told == Told::Done || action.told == Told::Failed;
        otherwise += untrue && word ? 1 : 0;
        silent += untrue && action.told == Told::InProgress ? 1 : 0;
    }
    if (verdict.actions == 1) {
        return otherwise > 0 ? " That is not true." : silent > 0 ? " How it ended the user never heard." : "";
    }
    std::string text;
    if (otherwise > 0) {
        text += " " + plural(otherwise, "user") + (otherwise == 1 ? " was" : " were")
            + " told what is not true.";
    }
    if (silent > 0) {
        text += " " + plural(silent, "user") + " never heard how it ended.";
    }
    return text;
}

} // namespace

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
    return text + toldText(verdict) + truthText(verdict);
}

} // namespace idem
