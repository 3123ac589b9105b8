#include "tests/crash/scenes.h"

#include "tests/crash/random.h"

#include <csignal>

namespace idem {

namespace {

/// One is stopped between reserving and sending, another takes the action on and ends it, the first wakes up.
/// In some rounds by plan, as chance alone would show a stale finish only now and then.
void sleeperRound(const Round& round, const WorkerOptions& common)
{
    Cast cast(round.stage, round.name, common);
    cast.go();
    cast.oneSleepsBeforeSending(cast.worker());
    const Verdict verdict = verdictOf(round.stage, cast, true);
    round.outcomes.add(verdict);
    round.outcomes.add(Happened{.stops = 1});
    round.complainAll(verdict);
    if (verdict.stale == 0) {
        round.complain("the finish of the one that slept was taken");
    }
}

} // namespace

/// Nothing here depends on how fast the machine is: the provider refuses what comes too late.
void fencedRound(const Round& round)
{
    Random random(round.seed);
    const WorkerOptions common{.actions = 6,
                               .seed = round.seed,
                               .leaseMs = slowly(120),
                               .givesUpPercent = 15,
                               .heartbeats = random.percent(50),
                               .takes = round.number % 2 == 0 ? Takes::Key : Takes::Token};
    if (round.number % 10 < 2) {
        sleeperRound(round, common);
        return;
    }
    Cast cast(round.stage, round.name, common);
    const Happened happened = play(round.stage, cast,
                                   {.workers = round.setting.workers,
                                    .kills = random.between(1, 3),
                                    .stops = random.upTo(2),
                                    .restart = round.number % 10 == 5,
                                    .seed = random.seed()});
    round.outcomes.add(happened);
    const Verdict verdict = verdictOf(round.stage, cast, true);
    round.outcomes.add(verdict);
    round.complainAll(verdict);
}

} // namespace idem
