#pragma once

#include "simulations/run/trace.h"
#include "simulations/run/verdict.h"

#include <nlohmann/json.hpp>
#include <string>

namespace idem {

/// The JSON of `idemscope run --json`: stable names, times in milliseconds, the same bytes for the same
/// scenario, variant and seed. `scenarioName` is the file as people know it.
nlohmann::ordered_json reportJson(const Trace& trace, const std::string& scenarioName, bool withEvents);

/// The verdict's part of it; its members are also what `expect` may name.
nlohmann::ordered_json verdictJson(const Verdict& verdict);

/// The same for people: what each call was answered, the ledger, the reservations, the story and the verdict,
/// aligned.
std::string reportText(const Trace& trace);

} // namespace idem
