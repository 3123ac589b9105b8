#pragma once

#include "simulations/run/verdict.h"
#include "simulations/scenario/scenario_file.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace idem {

/// How far a change takes a design.
enum class Cure : std::uint8_t {
    None, ///< some action has no effect, or several
    Effects, ///< every action has exactly one effect, but some user is told that it failed
    Safe, ///< safe
    SafeAndTold, ///< safe, every user is told the truth in the end, and no key stays without an outcome
};

/// A small change of a scenario that was run, and what it came to.
struct Suggestion
{
    std::vector<Override> changes; ///< on top of the choice: apply them like any edit
    std::string text; ///< "key invoice:{customer|trim|lower}:{period} in place of call_id, guard provider_key"
    std::string outcome; ///< "→ 1 effect, safe"
    std::string left; ///< what it does not cure: "the user is still told that it failed"; or empty
    Verdict verdict;
    Cure cure = Cure::None;
    bool lastResort = false; ///< it only stops a layer from repeating: the design stays as fragile as it was
};

struct SuggestOptions
{
    int mostRuns = 200;
    std::size_t mostEvents = 500'000; ///< of one run; one that is cut off cures nothing
    std::size_t mostEventsInAll = 5'000'000; ///< no further run is begun beyond that: a few seconds
    const std::atomic<bool>* stop
        = nullptr; ///< also looked at inside of runs; what was found so far is returned
    std::atomic<int>* runs = nullptr; ///< counts the runs while they are made: how far the search is
};

/// The smallest changes that stop what goes wrong, each verified by a run: single ones first, then pairs, then
/// a key and a guard with one more. The safest first, among those the smallest; last resorts after all others
/// that go as far. Empty where the design is safe already, where nothing small helps, and where the choice
/// can't be built. Deterministic; any thread; takes up to `mostRuns` runs.
std::vector<Suggestion> suggest(const ScenarioFile& file, const Choice& choice,
                                const SuggestOptions& options = {});

/// How far a run goes by itself.
Cure cureOf(const Verdict& verdict);

/// An override as `--set` takes it: PATH=VALUE, a string bare unless it would be read back as something else.
std::string overrideText(const Override& change);

/// Members: text, set, effects, duplicates, told, safe, last_resort, left.
nlohmann::ordered_json suggestionsJson(const std::vector<Suggestion>& suggestions);

/// A heading and rows for people; says so where there is none.
std::string suggestionsText(const std::vector<Suggestion>& suggestions, bool safe);

} // namespace idem
