#pragma once

#include "simulations/scenario/scenario.h"

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>
#include <vector>

namespace idem {

/// What a guard does, as data: the program of a tool is the same for all of them.
struct GuardSteps
{
    bool checksLedger = false;
    bool checksRecord = false;
    bool reserves = false;
    bool inserts = false; ///< after checking its record, in an access of its own
    bool writesDone = false; ///< the reservation says done before the work
    bool inTransaction = false; ///< the effect brings the record with it, in one step
    bool goesByNumber = false; ///< keeps the highest one seen
    bool finishes = false; ///< writes the outcome to the reservation
    bool recordsAfter = false; ///< writes a record that was not there before
    bool sendsKey = false;
    bool leases = false; ///< its reservations have a lease
};
GuardSteps stepsOf(Guard guard);

/// One time that an action is asked for.
struct PlannedAsk
{
    int action = 0;
    int tool = 0;
    Micros at = 0;
    int worker = 0;
    Layer by = Layer::User;
    std::vector<int> argSets; ///< by wording; the last one serves all later wordings
};

/// One distinct set of arguments, with everything that the world compares as a number.
struct PlannedArgs
{
    nlohmann::json args;
    int tool = 0;
    int identity = 0; ///< equal numbers: equal fingerprints of the identifying arguments
    int keyBase = 0; ///< equal numbers: equal texts of the template (or hashes of all arguments)
    int constrained = 0; ///< equal numbers: equal values of the provider's unique constraint
    int sequence = 0; ///< place of its number among all numbers of the scenario
    int budgetScope = -1; ///< equal numbers: one budget
    std::int64_t amount = 0; ///< that the budget counts
    int next = -1; ///< the same arguments for the tool of the next step
    int inOtherWords = -1; ///< with its free text worded anew; only where a fault does that
};

struct PlannedTool
{
    GuardSteps guard;
    Policy policy;
    bool keyHasRun = false; ///< the template names $run, $event …
    bool keyHasEvent = false;
    bool keyHasRequest = false;
    bool keyHasCall = false;
};

/// A scenario made ready for the world: numbers instead of texts. Immutable; share it freely between threads.
struct Plan
{
    explicit Plan(std::shared_ptr<const Scenario> scenario);

    const ToolSpec& toolSpec(int tool) const { return scenario->tools[static_cast<std::size_t>(tool)]; }

    /// The layer that serves `above`: those that the scenario leaves out pass calls through.
    Layer below(Layer above) const;

    /// How a layer repeats by itself; null for the model, which decides, for the provider, and for a layer that
    /// does not take part.
    const Repeats* repeatsOf(Layer layer) const;

    /// About how many calls and events a run comes to, for making room.
    std::size_t likelyCalls() const { return 16 + 10 * asks.size(); }
    std::size_t likelyEvents() const { return 64 + 48 * asks.size(); }

    bool hasFault(FaultKind kind, Layer layer) const { return faultIndex(kind, layer) >= 0; }

    /// The scenario's fault of this kind and layer that hits the nth call (from 0); -1 for none.
    int faultAt(FaultKind kind, Layer layer, std::uint32_t number) const;

    std::shared_ptr<const Scenario> scenario;
    std::vector<PlannedTool> tools;
    std::vector<PlannedAsk> asks; ///< in the order of the actions
    std::vector<PlannedArgs> argSets;
    std::vector<int> setOfBase; ///< by `keyBase`: the first argument set with it
    Policy providerPolicy;

private:
    int faultIndex(FaultKind kind, Layer layer) const;
    int internArgs(const nlohmann::json& args, int tool);
    void planKey(const ToolSpec& spec, PlannedTool& tool) const;
    void rankSequences();

    using Numbers = std::unordered_map<std::string, int>;
    Numbers m_identities;
    Numbers m_keyBases;
    Numbers m_argSets;
    Numbers m_constrained;
    Numbers m_budgetScopes;
};

/// The arguments as the model words them the nth time (0: as asked): what it rewords and what it changes.
nlohmann::json reworded(nlohmann::json args, const std::vector<std::string>& fields, int wording);
nlohmann::json asWorded(const nlohmann::json& args, const ModelSpec& model, int wording);

} // namespace idem
