#pragma once

#include "simulations/run/trace.h"
#include "simulations/run/verdict.h"
#include "simulations/scenario/scenario_file.h"

#include <cstdint>
#include <string>
#include <vector>

namespace idem {

/// One thing that could be done otherwise.
struct Candidate
{
    enum class Kind : std::uint8_t {
        Key,
        Guard,
        Timeout,
        Status,
        Release,
        Retention,
        Sdk,
        Webhook,
        FewerRepeats
    };

    Kind kind = Kind::Key;
    std::vector<Override> changes; ///< one, or one per tool that is concerned
    std::string text;
    bool doesBoth = false; ///< a guard that does what all other guards here do
};

/// What could be changed, from the scenario as it is and what its run showed: in the order in which it should
/// be tried. Nothing of it has been run. `trace` is that of the scenario.
std::vector<Candidate> candidatesFor(const Trace& trace, const Verdict& verdict);

/// `invoice:{customer|trim|lower}:{period}` over the arguments that identify, without amounts; empty where none
/// is left.
std::string businessKey(const ToolSpec& tool, const nlohmann::json& args);

} // namespace idem
