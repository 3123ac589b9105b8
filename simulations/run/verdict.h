#pragma once

#include "simulations/run/trace.h"

#include <optional>
#include <string>
#include <vector>

namespace idem {

/// What one action came to.
struct ActionVerdict
{
    int steps = 0; ///< effects that should be: one for each step
    int missing = 0; ///< steps without an effect
    int effects = 0;
    int duplicates = 0;
    int stuck = 0; ///< its reservations that nobody will ever finish
    int providerCalls = 0;
    int wastedCalls = 0; ///< of those, the ones that brought no first effect
    bool lost = false; ///< told done, and there is no effect
    Told told = Told::Nothing; ///< the last word

    /// Is the last word true in the end? "Done" is where there is an effect, "failed" where there is none, also
    /// later; "in progress" never is, because nothing is once a run has ended; neither is silence. Nothing
    /// where no user waits: an event or a test asked.
    std::optional<bool> toldTruly;

    /// From the first ask until the user was told what is true in the end, and nothing else after it. Nothing
    /// where that never was, and where no user waits.
    std::optional<Micros> knewAfter;
};

/// What a run came to. Safe: every action has exactly one effect (of each step) and the user was not told
/// otherwise, which is that it failed. A user who was told nothing, or that it is in progress, was not told
/// otherwise: whether that is the truth says `toldUntruly`.
struct Verdict
{
    bool safe = false;
    int actions = 0;
    int steps = 0; ///< effects that should be
    int effects = 0;
    int duplicates = 0;
    int lost = 0;
    std::string
        told; ///< the common value of all actions that have a user ("nothing" where none has), or "mixed"
    int toldUntruly = 0; ///< actions whose user was not told in the end what is true
    int calls = 0; ///< of the tools that act; status look-ups are counted apart
    int providerCalls = 0; ///< requests that reached the provider, without look-ups
    int wastedCalls = 0; ///< of those, the ones that brought no first effect
    double amplification = 0; ///< provider calls per action, rounded to two decimals
    int replayed = 0; ///< answers that tool calls got
    int inProgress = 0;
    int conflict = 0;
    int unknown = 0;
    int rejected = 0;
    int timeouts = 0;
    int stuck = 0; ///< reservations that nobody will ever finish: processing or of unknown outcome at the end
    int stale = 0; ///< late finishes that were refused
    int statusLookups = 0;

    /// The longest ActionVerdict::knewAfter; nothing where some user never was told the truth, and where there
    /// is no user.
    std::optional<Micros> knewAfter;

    std::vector<ActionVerdict> perAction; ///< in the scenario's order
};

/// One pass over the events; the cost of a run that is judged is hardly more than that of the run. Any thread.
Verdict judge(const Trace& trace);

/// "1 action asked for → 3 effects (2 duplicates). 3 calls reached the provider, 0 replays. The user was told
/// that it failed. That is not true."
std::string sentence(const Verdict& verdict);

} // namespace idem
