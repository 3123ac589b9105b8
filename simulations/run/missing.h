#pragma once

#include "simulations/run/cause.h"
#include "simulations/run/evidence.h"
#include "simulations/run/lookup.h"

#include <vector>

namespace idem {

/// Why actions without an effect have none, where a record or a key is to blame; and every lost one. `effects`
/// is by action.
std::vector<MissingCause> missingOf(const Evidence& evidence, const EffectCounts& effects);

} // namespace idem
