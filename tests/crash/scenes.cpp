#include "tests/crash/scenes.h"

#include <algorithm>
#include <iostream>
#include <memory>

namespace idem {

namespace {

constexpr int enoughRounds = 10; // for what has to happen now and then
constexpr int roundsOnOneStage = 100; // files in memory shouldn't grow for ever

void mustHappen(Outcomes& outcomes, bool did, const Setting& setting, const std::string& what)
{
    if (!did) {
        outcomes.complaints.push_back("in all rounds from " + std::to_string(setting.first) + ", seed "
                                      + std::to_string(setting.seed) + ", " + setting.store + ": " + what);
    }
}

void fencedEnd(const Setting& setting, Outcomes& outcomes)
{
    mustHappen(outcomes, outcomes.sum.stale > 0, setting, "no finish came too late, so nothing was fenced");
    mustHappen(outcomes, outcomes.happened.kills > 0, setting, "nobody was killed");
}

/// A machine that is so slow that requests arrive after seconds shows nothing here; a few such rounds don't
/// matter.
void unfencedEnd(const Setting& setting, Outcomes& outcomes)
{
    mustHappen(outcomes, outcomes.happened.kills > 0, setting, "nobody was killed");
    mustHappen(outcomes, outcomes.sum.excused * 4 <= outcomes.rounds, setting,
               std::to_string(outcomes.sum.excused) + " duplicates were excused as this machine was too slow");
}

} // namespace

const std::vector<Scene>& scenes()
{
    static const std::vector<Scene> all{
        {"fenced", "the provider takes the key or the token: kills, stops and restarts leave one effect", 70,
         35, true, fencedRound, fencedEnd},
        {"unfenced", "it takes neither: kills and restarts leave one effect, or an unknown that says so", 25,
         15, true, unfencedRound, unfencedEnd},
        {"late",
         "stopped or lost exactly where it hurts: what an engine can't and can prevent",
         15,
         15,
         false,
         lateRound,
         {}},
        {"seeing",
         "guards that don't work: this driver finds their duplicates",
         14,
         10,
         false,
         seeingRound,
         {}},
        {"transaction",
         "effect and key in one transaction, the process killed before every statement",
         1,
         1,
         false,
         transactionRound,
         {}},
    };
    return all;
}

void Outcomes::add(const Verdict& verdict)
{
    sum.duplicates += verdict.duplicates;
    sum.excused += verdict.excused;
    sum.unknown += verdict.unknown;
    sum.stale += verdict.stale;
    sum.troubles += verdict.troubles;
}

void Outcomes::add(const Happened& what)
{
    happened.kills += what.kills;
    happened.stops += what.stops;
    happened.restarts += what.restarts;
}

void Round::complainOf(const std::vector<std::string>& all) const
{
    for (const std::string& what : all) {
        complain(what);
    }
}

void Round::complainAll(const Verdict& verdict) const
{
    complainOf(verdict.twice);
    complainOf(verdict.wrong);
}

Outcomes playAll(const Scene& scene, const Setting& setting)
{
    Outcomes outcomes;
    std::unique_ptr<Stage> stage;
    for (int i = 0; i < setting.rounds; ++i) {
        const int number = setting.first + i;
        const auto complain = [&](const std::string& what) {
            outcomes.complaints.push_back(scene.name + " on " + setting.store + ", round "
                                          + std::to_string(number) + ", seed " + std::to_string(setting.seed)
                                          + ": " + what);
            std::cout << outcomes.complaints.back() << std::endl;
        };
        try {
            if (!stage || i % roundsOnOneStage == 0) {
                stage.reset();
                stage = std::make_unique<Stage>(setting.store, scene.restarts);
            }
            scene.play({.number = number,
                        .seed = setting.seed * 1'000'003 + static_cast<std::uint64_t>(number),
                        .name = scene.name + std::to_string(number),
                        .stage = *stage,
                        .setting = setting,
                        .outcomes = outcomes,
                        .complain = complain});
        } catch (const std::exception& error) {
            complain(error.what());
            break;
        }
        ++outcomes.rounds;
        if (setting.verbose) {
            std::cout << scene.name << " on " << setting.store << ": round " << number << std::endl;
        }
    }
    if (scene.atEnd && outcomes.rounds >= enoughRounds) {
        scene.atEnd(setting, outcomes);
    }
    return outcomes;
}

int shortForm(const Scene& scene, const std::string& store)
{
    const int rounds = store == "sqlite" ? scene.sqliteRounds : scene.postgresRounds;
    // The scripts of "late" are one round each, and all of them are wanted.
    return slowBuild && scene.name != "late" ? std::max(1, rounds / 4) : rounds;
}

} // namespace idem
