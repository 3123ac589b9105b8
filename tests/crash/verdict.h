#pragma once

#include "tests/crash/cast.h"

#include <string>
#include <vector>

namespace idem {

/// What a round left, held against what is promised. Value.
struct Verdict
{
    std::vector<std::string> twice; ///< actions with more than one effect and no excuse, a sentence each
    std::vector<std::string> wrong; ///< what else should not be
    int duplicates = 0; ///< effects of an action beyond its first
    int excused = 0; ///< of them: a request arrived after its lease, so that nothing was promised
    int unknown = 0; ///< actions that are left for a person
    int stale = 0; ///< finishes that were refused
    int troubles = 0; ///< lost connections and the like
};

/// Of all actions of a round that is over. `enforced`: the provider takes the key or the token, so there is no
/// excuse. Waits until nothing is under way.
Verdict verdictOf(Stage& stage, Cast& cast, bool enforced);

/// The effects alone, for workers without a store.
Verdict effectsOnly(Stage& stage, Cast& cast);

} // namespace idem
