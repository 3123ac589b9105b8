#include "tests/crash/scenes.h"

#include <chrono>
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>
#include <random>

namespace {

using namespace idem;

constexpr int skipped = 77; // as CTest is told in CMakeLists.txt
constexpr int allRounds = 200; // rounds of all scenes on both stores together, about

/// IDEMSCOPE_CRASH_ROUNDS says how many rounds all scenes have together; each gets its share.
int roundsOf(const Scene& scene, const std::string& store)
{
    const int rounds = shortForm(scene, store);
    const char* all = std::getenv("IDEMSCOPE_CRASH_ROUNDS"); // NOLINT(concurrency-mt-unsafe): one thread
    return all == nullptr ? rounds : std::max(1, rounds * std::atoi(all) / allRounds); // NOLINT
}

/// Nothing where a store can be had; otherwise the exit code.
std::optional<int> missing(const std::string& store)
{
    if (store != "postgres" || std::getenv("PGHOST") != nullptr) { // NOLINT(concurrency-mt-unsafe)
        return std::nullopt;
    }
    if (std::getenv("IDEMSCOPE_NEEDS_POSTGRES") != nullptr) { // NOLINT(concurrency-mt-unsafe)
        std::cout << "failed: there is no PostgreSQL server (PGHOST is not set), and this run needs one\n";
        return 1;
    }
    std::cout << "skipped: there is no PostgreSQL server (PGHOST is not set; scripts/test.sh starts one)\n";
    return skipped;
}

bool passes(const Scene& scene, const Setting& setting)
{
    std::cout << scene.name << " on " << setting.store << ": " << scene.about << "; " << setting.rounds
              << " rounds from " << setting.first << ", --seed " << setting.seed << std::endl;
    const auto start = std::chrono::steady_clock::now();
    const Outcomes got = playAll(scene, setting);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    std::cout << "  " << got.rounds << " rounds in " << static_cast<int>(took.count() * 10) / 10.0
              << " s: " << got.happened.kills << " kills, " << got.happened.stops << " stops, "
              << got.happened.restarts << " restarts of the server; " << got.sum.stale
              << " stale finishes refused, " << got.sum.troubles << " errors met, " << got.sum.unknown
              << " actions left unknown, " << got.sum.duplicates << " duplicates (" << got.sum.excused
              << " by requests that came after their lease)\n";
    for (const std::string& complaint : got.complaints) {
        std::cout << "FAILED " << complaint << '\n';
    }
    std::cout.flush();
    return got.complaints.empty();
}

} // namespace

/// Worker processes on one store and a ledger, killed, stopped and cut off at random moments; then effects are
/// counted. The seed repeats what is done and when; what the system's scheduler makes of it is its own.
int main(int argc, char** argv)
{
    Setting setting;
    std::string wanted;
    std::string stores = "sqlite";
    int rounds = 0;
    bool random = false;
    std::vector<std::string> names{"all"};
    for (const Scene& scene : scenes()) {
        names.push_back(scene.name);
    }
    CLI::App app("Kills workers at random moments and counts effects");
    app.add_option("scene", wanted, "What is played")->required()->check(CLI::IsMember(names));
    app.add_option("--store", stores, "sqlite, postgres, or both")
        ->check(CLI::IsMember({"sqlite", "postgres", "both"}));
    app.add_option("--rounds", rounds, "Rounds of each scene; default: the short form, a minute for all")
        ->check(CLI::PositiveNumber);
    app.add_option("--first", setting.first, "Number of the first round, to repeat one")
        ->check(CLI::PositiveNumber);
    app.add_option("--workers", setting.workers, "Worker processes at once")->check(CLI::Range(2, 64));
    app.add_option("--seed", setting.seed, "Seed of all that is random here");
    app.add_flag("--random-seed", random, "A seed that nobody has chosen");
    app.add_flag("--verbose", setting.verbose, "A line for each round");
    CLI11_PARSE(app, argc, argv);
    if (random) {
        setting.seed = std::random_device()();
    }
    bool passed = true;
    for (const std::string store : {"sqlite", "postgres"}) {
        if (stores != "both" && stores != store) {
            continue;
        }
        if (const std::optional<int> code = missing(store)) {
            return passed ? *code : 1;
        }
        setting.store = store;
        for (const Scene& scene : scenes()) {
            if (wanted == "all" || wanted == scene.name) {
                setting.rounds = rounds > 0 ? rounds : roundsOf(scene, setting.store);
                passed = passes(scene, setting) && passed;
            }
        }
    }
    return passed ? 0 : 1;
}
