#pragma once

#include <nlohmann/json.hpp>
#include <rapidcheck.h>
#include <string>

namespace idem::test {

/// Which designs a random scenario may have.
enum class Designs {
    Any, ///< also those that lose an action by themselves: done before it is done, by number, one id for two,
         ///< one look for two steps
    ThatLoseNothing,
};

/// Scenarios of every shape, as texts: all layers, faults, guards and keys, with each other.
rc::Gen<std::string> anyScenario(Designs designs = Designs::Any);

/// The same one for the same number, outside of a property.
nlohmann::json scenarioNumber(std::uint64_t number, Designs designs = Designs::Any);

} // namespace idem::test
