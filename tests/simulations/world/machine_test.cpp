#include "simulations/world/machine.h"

#include "tests/simulations/test_scenarios.h"

#include <random>
#include <rapidcheck.h>
#include <set>
#include <type_traits>

namespace idem {
namespace {

using Small = Machine<SmallStorage>;
using Growing = Machine<GrowingStorage>;

/// Walks one schedule, choosing by the numbers; returns the world at its end.
template <typename M>
typename M::W walk(const M& machine, const std::vector<unsigned>& choices)
{
    auto world = machine.start();
    for (std::size_t i = 0; i < 2000; ++i) {
        const std::vector<Step> steps = machine.enabled(world);
        if (steps.empty() || world.full()) {
            break;
        }
        const unsigned choice = choices.empty() ? 0 : choices[i % choices.size()];
        machine.apply(world, steps[choice % steps.size()]);
    }
    return world;
}

/// Counts of one world, for comparing worlds of different storage.
template <typename W>
std::vector<int> summary(const W& world)
{
    std::vector<int> counts{static_cast<int>(world.calls.size()), static_cast<int>(world.records.size()),
                            static_cast<int>(world.ledger.size())};
    for (const auto& call : world.calls) {
        counts.push_back(static_cast<int>(call.pc) * 100 + static_cast<int>(call.answer));
    }
    return counts;
}

/// The largest number of effects of one action over many random schedules.
int mostEffects(const std::string& bundled, const std::string& variant,
                const std::vector<std::string>& sets = {})
{
    const Plan plan(test::build(test::bundledOrThrow(bundled), variant, sets));
    const Small machine(plan);
    std::mt19937 random(1); // NOLINT: the same schedules on every machine
    int most = 0;
    for (int i = 0; i < 4000; ++i) {
        std::vector<unsigned> choices(40);
        for (unsigned& choice : choices) {
            choice = static_cast<unsigned>(random());
        }
        const auto world = walk(machine, choices);
        EXPECT_FALSE(world.full());
        most = std::max(most, static_cast<int>(world.ledger.size()));
    }
    return most;
}

TEST(World, IsASmallTriviallyCopyableValue)
{
    static_assert(std::is_trivially_copyable_v<World<SmallStorage>>);
    EXPECT_LE(sizeof(World<SmallStorage>), 8192U);
}

TEST(World, SmallAndGrowingStorageMakeTheSameMoves)
{
    int compared = 0;
    for (const BundledScenario& each : bundledScenarios()) {
        const ScenarioFile file = test::bundledOrThrow(each.name);
        std::vector<std::string> variants = file.variants();
        variants.insert(variants.begin(), "");
        for (const std::string& variant : variants) {
            const Plan plan(test::build(file, variant));
            const Small small(plan);
            const Growing growing(plan);
            for (unsigned seed = 0; seed < 20; ++seed) {
                std::mt19937 random(seed); // NOLINT
                std::vector<unsigned> choices(30);
                for (unsigned& choice : choices) {
                    choice = static_cast<unsigned>(random());
                }
                const auto fixed = walk(small, choices);
                const auto grown = walk(growing, choices);
                if (fixed.full()) { // it says so, and only where there is more than it can hold
                    EXPECT_TRUE(grown.calls.size() > fixed.calls.size()
                                || grown.ledger.size() > fixed.ledger.size())
                        << each.name << " " << variant;
                    continue;
                }
                ++compared;
                EXPECT_EQ(summary(fixed), summary(grown)) << each.name << " " << variant;
            }
        }
    }
    EXPECT_GT(compared, 800);
}

TEST(World, SaysWhenItIsFullInsteadOfForgetting)
{
    const Plan plan(test::build(test::bundledOrThrow("six-layers"), "", {"layers.sdk.resends=5"}));
    const Small machine(plan);
    auto world = machine.start();
    bool full = false;
    for (unsigned i = 0; i < 5000 && !full; ++i) {
        const std::vector<Step> steps = machine.enabled(world);
        if (steps.empty()) {
            break;
        }
        machine.apply(world, steps[(i * 7) % steps.size()]);
        full = world.full();
    }
    EXPECT_TRUE(full);
}

TEST(World, AnUnguardedToolDuplicatesUnderSomeSchedule)
{
    EXPECT_EQ(mostEffects("refund-two-calls", ""), 2);
    EXPECT_EQ(mostEffects("refund-two-calls", "check, then act"), 2);
    EXPECT_EQ(mostEffects("refund-two-calls", "tool call id"), 2);
}

TEST(World, AKeyThatTheProviderEnforcesHoldsUnderEverySchedule)
{
    // The provider must not forget the key meanwhile: without a clock it may forget at any moment.
    EXPECT_EQ(mostEffects("refund-two-calls", "run and order", {"provider.keeps_keys=never"}), 1);
    EXPECT_EQ(mostEffects("invoice-naive", "business key", {"provider.keeps_keys=never"}), 1);
    EXPECT_GT(mostEffects("invoice-naive", "business key"), 1)
        << "a provider that may forget the key at once proves nothing";
}

TEST(World, ABareClaimHoldsUnderEveryScheduleButAReservationWhoseLeaseMayEndAtAnyMomentDoesNot)
{
    EXPECT_EQ(mostEffects("refund-two-calls", "claim first", {"tools.refund.retention=never"}), 1);
    EXPECT_EQ(mostEffects("refund-two-calls", "claim first",
                          {"tools.refund.guard=reserve", "tools.refund.on_expired=take_over",
                           "tools.refund.retention=never"}),
              2);
}

TEST(World, TheRequestThatArrivesAfterTheLookUpSaidNothingIsFound)
{
    // Reconcile without a lease that outlasts the request: the look-up is right, and then the first request
    // arrives.
    EXPECT_EQ(mostEffects("refund-two-calls", "claim first",
                          {"tools.refund.guard=reserve", "tools.refund.on_expired=reconcile",
                           "tools.refund.retention=never"}),
              2);
}

TEST(World, EveryScheduleEnds)
{
    const Plan plan(test::build(test::bundledOrThrow("crash-restart"), "reconcile"));
    const Small machine(plan);
    EXPECT_TRUE(rc::check("random schedules", [&] {
        const auto choices = *rc::gen::container<std::vector<unsigned>>(40, rc::gen::arbitrary<unsigned>());
        const auto world = walk(machine, choices);
        RC_ASSERT(machine.enabled(world).empty());
        RC_ASSERT(!world.full());
    }));
}

} // namespace
} // namespace idem
