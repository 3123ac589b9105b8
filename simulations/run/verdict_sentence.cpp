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
    if (verdict.toldUntruly == 0 || verdict.told == "nothing") {
        return {};
    }
    if (verdict.actions == 1) {
        return " That is not true.";
    }
    return " " + plural(verdict.toldUntruly, "user") + (verdict.toldUntruly == 1 ? " was" : " were")
        + " not told the truth.";
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
