#pragma once

#include "simulations/run/cause.h"
#include "simulations/run/evidence.h"

#include <vector>

namespace idem {

/// The rules that were broken when the request behind `later` was performed although that behind `earlier`,
/// which arrived before it, was for the same action: at least one, the most telling first.
std::vector<Rule> whyRepeated(const Evidence& evidence, const LedgerRow& earlier, const LedgerRow& later);

} // namespace idem
