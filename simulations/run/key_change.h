#pragma once

#include "simulations/run/cause.h"
#include "simulations/run/evidence.h"

#include <vector>

namespace idem {

/// Why the tool calls of two requests, the earlier first, have two keys.
std::vector<Rule> whyKeyChanged(const Evidence& evidence, int firstRequest, int request);

/// The call at which the ways to two requests part: the repeat, of the later one.
int divergence(const Evidence& evidence, int firstRequest, int request);

} // namespace idem
