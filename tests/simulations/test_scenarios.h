#pragma once

#include "simulations/run/run.h"
#include "simulations/run/snapshot.h"
#include "simulations/run/verdict.h"
#include "simulations/scenario/scenario_file.h"

#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

/// What tests of simulations share: short ways from a file to a run. They throw on a scenario that can't be
/// read, which fails the test with the error's text.
namespace idem::test {

inline ScenarioFile readOrThrow(const std::string& text)
{
    auto file = readScenarioText(text, "test.json");
    if (!file) {
        throw std::runtime_error(file.error().text());
    }
    return std::move(*file);
}

inline ScenarioFile bundledOrThrow(const std::string& name)
{
    auto file = readBundled(name);
    if (!file) {
        throw std::runtime_error(file.error().text());
    }
    return std::move(*file);
}

inline std::shared_ptr<const Scenario> build(const ScenarioFile& file, const std::string& variant = "",
                                             const std::vector<std::string>& sets = {})
{
    Choice choice{variant, {}, {}};
    for (const std::string& set : sets) {
        choice.overrides.push_back(*parseOverride(set));
    }
    auto scenario = buildScenario(file, choice);
    if (!scenario) {
        throw std::runtime_error(scenario.error().text());
    }
    return std::make_shared<const Scenario>(std::move(*scenario));
}

inline Trace run(const ScenarioFile& file, const std::string& variant = "",
                 const std::vector<std::string>& sets = {})
{
    return runScenario(build(file, variant, sets));
}

inline Verdict verdictOf(const std::string& bundled, const std::string& variant = "",
                         const std::vector<std::string>& sets = {})
{
    return judge(run(bundledOrThrow(bundled), variant, sets));
}

/// The answers of all tool calls that act, in the order in which the calls began.
inline std::vector<std::string> toolAnswers(const Trace& trace)
{
    std::vector<std::string> answers;
    for (const CallRow& row : snapshotAt(trace, trace.events.size()).calls) {
        if (row.layer == Layer::Tool && row.reason != Reason::StatusCheck) {
            answers.emplace_back(name(row.answer));
        }
    }
    return answers;
}

} // namespace idem::test
