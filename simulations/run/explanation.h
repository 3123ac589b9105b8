#pragma once

#include "simulations/run/trace.h"

#include <cstddef>
#include <string>
#include <vector>

namespace idem {

enum class Weight : std::uint8_t { Neutral, Good, Bad };

/// One step of the story: when, what happened, and what it meant.
struct StoryLine
{
    Micros at = 0;
    std::size_t event = 0; ///< the event that it is about, for a click
    int call = -1;
    std::string what; ///< "Tool gave up after 2.0 s."
    std::string meaning; ///< "The provider needs 3.0 s: work went on." or empty
    Weight weight = Weight::Neutral;
};

/// Why it went wrong, or why it held, in order.
std::vector<StoryLine> explain(const Trace& trace);

} // namespace idem
