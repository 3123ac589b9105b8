#pragma once

#include "core/error.h"
#include "simulations/scenario/scenario.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

/// How one real SDK, runtime or sender of webhooks repeats by default, with where we know it from. Value.
struct Preset
{
    std::string id; ///< what a scenario names: stripe-node
    std::string name; ///< what people call it, with its version where that matters
    Layer layer = Layer::Sdk; ///< where it belongs, and the only place where a scenario may name it
    std::optional<int> attempts; ///< most tries, the first included; none where the number has no limit
    bool cut = false; ///< the real one repeats more often than `members` can say
    std::string horizon; ///< how long it goes on, in words
    std::string duplicates; ///< what it does to an action that is felt outside, in sentences
    std::string note; ///< what `members` leaves out, in sentences; may be empty
    std::string confidence; ///< begins with source, docs, reported or memory
    std::string source;
    nlohmann::ordered_json members; ///< as a scenario would write them under its layer
};

/// All of them, in a fixed order. Read once from what is compiled in; never changes, so every thread may use
/// it.
const std::vector<Preset>& presets();

/// The error has the name as its place and a near name, where there is one, in its cure.
Result<Preset> findPreset(std::string_view id);

/// The member that counts a layer's repeats: redelivers, retries, calls_again, tries_again, resends,
/// sends_again.
std::string_view repeatsMember(Layer layer);

} // namespace idem
