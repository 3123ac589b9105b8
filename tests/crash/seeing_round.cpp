#include "tests/crash/scenes.h"

#include "tests/crash/random.h"

namespace idem {

namespace {

constexpr int mostTries = 12; // chance may spare one: it has to be found in one of them

struct Tried
{
    Verdict verdict;
    bool found = false;
};

/// Kills only, as in the unfenced scene, under which a guard that works leaves one effect.
Tried attempt(const Round& round, const std::string& name, WorkerOptions common, Random& random)
{
    common.seed = random.seed() % 1'000'000'007;
    Cast cast(round.stage, name, common);
    round.outcomes.add(
        play(round.stage, cast,
             {.workers = round.setting.workers, .kills = random.between(1, 3), .seed = random.seed()}));
    Tried tried;
    tried.verdict = common.guard == Guard::CheckThenAct ? effectsOnly(round.stage, cast)
                                                        : verdictOf(round.stage, cast, false);
    tried.found = !tried.verdict.twice.empty();
    return tried;
}

} // namespace

/// The same driver and the same verdict on guards that don't work. It must find what they do.
void seeingRound(const Round& round)
{
    Random random(round.seed);
    WorkerOptions common{.actions = 6, .leaseMs = slowly(100), .takes = Takes::Nothing};
    const bool checks = round.number % 2 != 0;
    if (checks) {
        common.guard = Guard::CheckThenAct;
    } else {
        common.onExpired = OnExpired::TakeOver;
    }
    for (int i = 1; i <= mostTries; ++i) {
        const Tried tried = attempt(round, round.name + "-" + std::to_string(i), common, random);
        round.outcomes.add(tried.verdict);
        round.complainOf(tried.verdict.wrong);
        if (tried.found) {
            return;
        }
    }
    round.complain(std::string(checks ? "check then act" : "blind release")
                   + " made no duplicate that this driver saw");
}

} // namespace idem
