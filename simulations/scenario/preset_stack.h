#pragma once

#include "simulations/scenario/preset.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace idem {

/// What a chain of layers makes of one ask in the worst case: each of them tries as often as it may, and none
/// knows of the others, so the tries multiply. Value.
struct PresetStack
{
    std::vector<std::string> ids; ///< in the order given
    std::vector<std::optional<int>> attempts; ///< of each; none: no limit
    std::optional<std::uint64_t> worst; ///< the product; none when one of them has no limit
    std::uint64_t counted = 1; ///< the product of those that have a limit
    std::vector<std::string> remarks; ///< sentences about the chain: a layer that is there twice, the order
};

/// The product stops growing here: nobody needs to know more exactly.
inline constexpr std::uint64_t mostCounted = 1'000'000'000'000'000;

/// The chain in the order given, which should be from the outside in; an empty one is a single try.
PresetStack stack(const std::vector<Preset>& chain);

/// "slack-events × inngest × openai-py = 4 × 5 × 3 = 60"
std::string sentence(const PresetStack& stack);

} // namespace idem
