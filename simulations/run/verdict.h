#pragma once

#include "simulations/run/trace.h"

#include <string>
#include <vector>

namespace idem {

struct ActionVerdict
{
    int steps = 0; ///< effects that should be: one for each step
    int effects = 0;
    int missing = 0; ///< steps without an effect
    int duplicates = 0;
    bool lost = false;
    Told told = Told::Nothing;
};

/// What a run came to. Safe: every action has exactly one effect and the user was not told otherwise.
struct Verdict
{
    bool safe = false;
    int actions = 0;
    int steps = 0; ///< effects that should be: one for each step of each action
    int effects = 0;
    int duplicates = 0;
    int lost = 0;
    std::string told; ///< the common value of all actions, or "mixed"
    int calls = 0; ///< of the tools that act; status look-ups are counted apart
    int providerCalls = 0; ///< requests that reached the provider, without look-ups
    int replayed = 0; ///< answers that tool calls got
    int inProgress = 0;
    int conflict = 0;
    int unknown = 0;
    int rejected = 0;
    int timeouts = 0;
    int stuck = 0; ///< reservations that nobody will ever finish: processing or of unknown outcome at the end
    int stale = 0; ///< late finishes that were refused
    int statusLookups = 0;
    std::vector<ActionVerdict> perAction;
};

Verdict judge(const Trace& trace);

/// "1 action asked for → 3 effects (2 duplicates). 3 calls reached the provider, 0 replays. The user was told
/// that it failed."
std::string sentence(const Verdict& verdict);

} // namespace idem
