#include "tests/crash/scenes.h"

#include "tests/crash/random.h"

namespace idem {

/// Kills and restarts only. The lease is much longer than a request is ever under way; where the machine was so
/// slow that it was not, the ledger shows that and the round is excused.
void unfencedRound(const Round& round)
{
    Random random(round.seed);
    Cast cast(round.stage, round.name,
              {.actions = 6,
               .uncheckable = 2,
               .seed = round.seed,
               .leaseMs = slowly(600),
               .longestRequestMs = slowly(300),
               .givesUpPercent = 15,
               .takes = Takes::Nothing});
    round.outcomes.add(play(round.stage, cast,
                            {.workers = round.setting.workers,
                             .kills = random.between(1, 4),
                             .restart = round.number % 5 == 3,
                             .seed = random.seed()}));
    const Verdict verdict = verdictOf(round.stage, cast, false);
    round.outcomes.add(verdict);
    round.complainAll(verdict);
}

} // namespace idem
