#pragma once

#include "simulations/run/snapshot.h"
#include "simulations/run/verdict.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace idem {

/// What the parts of a report in JSON share.

/// A whole number where it is one, else with a fraction; null for nothing.
nlohmann::ordered_json milliseconds(Micros time);
nlohmann::ordered_json milliseconds(const std::optional<Micros>& time);

/// A reason as JSON calls it: called_again.
std::string_view whyName(Reason reason);

/// One object per action, in the scenario's order: `verdict.per_action`.
nlohmann::ordered_json actionsJson(const Trace& trace, const Verdict& verdict);

/// Why there are duplicates and why effects are missing: `causes`.
nlohmann::ordered_json causesJson(const Trace& trace, const Snapshot& end);

} // namespace idem
