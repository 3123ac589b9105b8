#pragma once

#include "simulations/run/verdict.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace idem {

/// A figure of a run that differs from what its scenario expects.
struct Difference
{
    std::string figure;
    std::string expected;
    std::string got;
};

/// What differs, in the order in which `expect` names it; empty when the run is as expected.
std::vector<Difference> compareWithExpectation(const nlohmann::json& expect, const Verdict& verdict);

} // namespace idem
