#pragma once

#include "simulations/run/verdict.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace idem {

/// A figure of a run that differs from what its scenario expects, in words: "2 to 4", "at least 2", "3".
struct Difference
{
    std::string figure;
    std::string expected;
    std::string got;
};

/// What differs, in the order of the figures' names; empty when the run is as expected. A figure may be
/// expected as a value or as a range {"min": a, "max": b}, both ends included, either one left out. A figure
/// that has no value (knew_after_ms of a user who never knew) is in no range.
std::vector<Difference> compareWithExpectation(const nlohmann::json& expect, const Verdict& verdict);

} // namespace idem
