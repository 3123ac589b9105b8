#pragma once

#include "simulations/run/trace.h"

#include <atomic>
#include <cstddef>
#include <memory>

namespace idem {

struct RunOptions
{
    std::size_t maxEvents = 2'000'000;
    const std::atomic<bool>* stop = nullptr; ///< looked at every few hundred steps
};

struct Plan;

/// Runs a scenario in virtual time, always taking the step that is next. The same scenario and seed give the
/// same trace on every machine. Any thread; no shared state.
Trace runScenario(std::shared_ptr<const Scenario> scenario, const RunOptions& options = {});

/// The same of a plan that is kept, for whoever runs one scenario many times.
Trace runPlan(const Plan& plan, const RunOptions& options = {});

} // namespace idem
