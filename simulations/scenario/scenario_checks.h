#pragma once

#include "simulations/scenario/scenario.h"

#include <string>
#include <vector>

namespace idem {

/// The words of the format in the order of their enumerators.
std::vector<std::string> keyKindNames(); ///< without the template
std::vector<std::string> guardNames();
std::vector<std::string> layerNames();
std::vector<std::string> faultKindNames();

/// The layers whose calls a fault of this kind can hit.
std::vector<Layer> layersOf(FaultKind kind);

/// What a key template may name with a leading `$`: run, event, request, call.
std::vector<std::string> keyContextNames();

/// A context with a value for each of them, to try a template.
nlohmann::json sampleKeyContext();

} // namespace idem
