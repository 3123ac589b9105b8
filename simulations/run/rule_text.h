#pragma once

#include "simulations/run/cause.h"
#include "simulations/run/evidence.h"

#include <string>

namespace idem {

/// Why the request of `later` was performed although that of `earlier` was for the same action: the rules of
/// the cause with the keys and times of this run.
std::string whyText(const Evidence& evidence, const DuplicateCause& cause, const LedgerRow& earlier,
                    const LedgerRow& later);

} // namespace idem
