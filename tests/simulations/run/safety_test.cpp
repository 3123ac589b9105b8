#include "simulations/run/cause.h"
#include "tests/simulations/any_scenario.h"
#include "tests/simulations/test_scenarios.h"

#include <algorithm>
#include <functional>
#include <optional>

/// Which designs are safe whatever happens, and that each of their conditions is needed: without it a schedule
/// is found that makes a duplicate.
namespace idem {
namespace {

using nlohmann::json;
using test::Designs;

// As many as take ten seconds; under a sanitizer each takes ten times as long. Where one is to be found the
// first ends the search.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int neverTries = 150;
#else
constexpr int neverTries = 1000;
#endif
constexpr int untilFound = 4000;

void everyTool(json& scenario, const std::string& member, const json& value)
{
    for (auto& [name, tool] : scenario["tools"].items()) {
        tool[member] = value;
    }
}

void without(json& scenario, const std::vector<std::string>& kinds)
{
    json kept = json::array();
    for (const json& fault : scenario["faults"]) {
        if (std::find(kinds.begin(), kinds.end(), fault["kind"]) == kinds.end()) {
            kept.push_back(fault);
        }
    }
    scenario["faults"] = kept;
}

void correctKey(json& scenario)
{
    for (auto& [name, tool] : scenario["tools"].items()) {
        tool["key"] = name + ":{order}";
        tool.erase("sequence");
    }
    scenario["tools"]["act"]["then_before_recording"] = false;
    without(scenario, {"key_regenerated"});
}

/// Every condition of the guard that reserves.
void reservesWell(json& scenario)
{
    correctKey(scenario);
    everyTool(scenario, "guard", "reserve");
    everyTool(scenario, "on_expired", "reconcile");
    everyTool(scenario, "retention", "never");
    everyTool(scenario, "lease", "10m"); // longer than any request is under way, and than the clocks differ
    scenario["provider"]["status_lookup"] = true;
    scenario["provider"]["shows_after"] = "0s";
    without(scenario, {"lease_expired"});
    // The guard is above the SDK and the network: what these repeat it never sees.
    scenario["layers"]["sdk"]["resends"] = 0;
    json kept = json::array();
    for (const json& fault : scenario["faults"]) {
        if (fault["layer"] != "provider" || fault["kind"] != "concurrent_duplicate") {
            kept.push_back(fault);
        }
    }
    scenario["faults"] = kept;
}

Verdict verdictOf(const json& scenario)
{
    return judge(test::run(test::readOrThrow(scenario.dump())));
}

/// The first of many random scenarios that makes a duplicate in spite of the design; nothing where none does.
std::optional<json> duplicateWith(const std::function<void(json&)>& design, int tries = neverTries)
{
    for (int i = 0; i < tries; ++i) {
        json scenario = test::scenarioNumber(static_cast<std::uint64_t>(i));
        design(scenario);
        if (verdictOf(scenario).duplicates > 0) {
            return scenario;
        }
    }
    return std::nullopt;
}

TEST(Safety, AReservationThatIsMadeWellNeverLetsADuplicateThrough)
{
    const auto found = duplicateWith(reservesWell);
    EXPECT_FALSE(found) << found->dump(2);
}

TEST(Safety, OneTransactionWithTheEffectNeverLetsADuplicateThrough)
{
    const auto found = duplicateWith([](json& scenario) {
        correctKey(scenario);
        everyTool(scenario, "guard", "one_transaction");
        everyTool(scenario, "retention", "never");
    });
    EXPECT_FALSE(found) << found->dump(2);
}

TEST(Safety, AProviderThatEnforcesTheKeyForEverNeverLetsADuplicateThrough)
{
    const auto found = duplicateWith([](json& scenario) {
        correctKey(scenario);
        everyTool(scenario, "guard", "provider_key");
        scenario["provider"]["accepts_keys"] = true;
        scenario["provider"]["keeps_keys"] = "never";
        scenario["provider"]["stores"] = "everything"; // also an error after the effect
        scenario["layers"]["sdk"]["key"] = "same";
        without(scenario, {"key_not_forwarded"});
    });
    EXPECT_FALSE(found) << found->dump(2);
}

struct Dropped
{
    const char* condition;
    std::function<void(json&)> drop;
};

TEST(Safety, OfAReservationNeedsEachOfItsConditions)
{
    const std::vector<Dropped> conditions{
        {"the key is that of the action", [](json& scenario) { everyTool(scenario, "key", "call_id"); }},
        {"the key is the same on every call",
         [](json& scenario) {
             scenario["faults"].push_back({{"layer", "tool"}, {"kind", "key_regenerated"}, {"calls", {2}}});
         }},
        {"it is reserved, not looked at",
         [](json& scenario) { everyTool(scenario, "guard", "check_then_act"); }},
        {"reserving is one step", [](json& scenario) { everyTool(scenario, "guard", "check_then_insert"); }},
        {"an unknown outcome is looked up",
         [](json& scenario) {
             everyTool(scenario, "on_expired", "take_over");
             everyTool(scenario, "lease", "300ms");
         }},
        {"the look-up is exact",
         [](json& scenario) {
             scenario["provider"]["shows_after"] = "1h";
             everyTool(scenario, "lease", "1s");
         }},
        {"records are kept longer than repeats come",
         [](json& scenario) { everyTool(scenario, "retention", "1ms"); }},
        {"the lease is longer than a request is under way",
         [](json& scenario) {
             everyTool(scenario, "lease", "1s");
             scenario["faults"].push_back({{"layer", "tool"}, {"kind", "lease_expired"}, {"calls", {1}}});
         }},
        {"nothing below the guard repeats", [](json& scenario) { scenario["layers"]["sdk"]["resends"] = 2; }}};
    for (const Dropped& each : conditions) {
        const auto found = duplicateWith(
            [&](json& scenario) {
                reservesWell(scenario);
                each.drop(scenario);
            },
            untilFound);
        EXPECT_TRUE(found) << "no duplicate was found without: " << each.condition;
    }
}

TEST(Safety, TheRequestThatArrivesAfterTheLookUpSaidNothingHereIsOneOfThem)
{
    const auto found = duplicateWith(
        [](json& scenario) {
            reservesWell(scenario);
            everyTool(scenario, "lease", "1s");
            scenario["faults"].push_back({{"layer", "tool"}, {"kind", "lease_expired"}, {"calls", {1}}});
        },
        untilFound);
    ASSERT_TRUE(found);
    const Trace trace = test::run(test::readOrThrow(found->dump()));
    const Causes causes = causesOf(trace, snapshotAt(trace, trace.events.size()));
    const bool tooSoon
        = std::any_of(causes.duplicates.begin(), causes.duplicates.end(), [](const DuplicateCause& cause) {
              return std::find(cause.rules.begin(), cause.rules.end(), Rule::LookedUpTooSoon)
                  != cause.rules.end();
          });
    EXPECT_TRUE(tooSoon) << causes.duplicates.front().why << "\n" << found->dump(2);
}

} // namespace
} // namespace idem
