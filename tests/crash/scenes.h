#pragma once

#include "tests/crash/chaos.h"
#include "tests/crash/slowly.h"
#include "tests/crash/stage.h"
#include "tests/crash/verdict.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace idem {

/// How a scene is played. Value.
struct Setting
{
    std::string store = "sqlite"; ///< or postgres
    int first = 1; ///< number of the first round
    int rounds = 1;
    std::uint64_t seed = 1;
    int workers = 4;
    bool verbose = false;
};

/// What all rounds of a scene came to. The numbers are for a person, `complaints` decide.
struct Outcomes
{
    int rounds = 0;
    Happened happened;
    Verdict sum; ///< without the sentences
    std::vector<std::string> complaints; ///< each with scene, store, round and seed

    void add(const Verdict& verdict);
    void add(const Happened& what);
};

/// One round; what is wrong with it goes to `complain`.
struct Round
{
    int number = 0;
    std::uint64_t seed = 0;
    std::string name; ///< part of the names of its actions
    Stage& stage;
    const Setting& setting;
    Outcomes& outcomes;
    std::function<void(const std::string&)> complain;

    void complainOf(const std::vector<std::string>& all) const;
    void complainAll(const Verdict& verdict) const;
};

/// A scene: what is played on which stage.
struct Scene
{
    std::string name;
    std::string about;
    /// Of the short form: about 200 for all scenes on both stores, fewer where a connection costs a process.
    int sqliteRounds;
    int postgresRounds;
    bool restarts; ///< wants a server of its own
    std::function<void(const Round&)> play;
    std::function<void(const Setting&, Outcomes&)> atEnd; ///< what only all rounds together can show
};

const std::vector<Scene>& scenes();

/// Plays all rounds of a scene; an exception in one is a complaint and ends it.
Outcomes playAll(const Scene& scene, const Setting& setting);

/// The rounds of the short form. Fewer in a build with sanitizers, where each takes several times as long.
int shortForm(const Scene& scene, const std::string& store);

// The rounds, one file each.
void fencedRound(const Round& round);
void unfencedRound(const Round& round);
void lateRound(const Round& round);
void seeingRound(const Round& round);
void transactionRound(const Round& round);

} // namespace idem
