#include "app/commands.h"
#include "simulations/run/expectation.h"
#include "simulations/run/run.h"

#include <iostream>

namespace idem {

namespace {

/// How many variants of the file differ from what it expects; -1 when it can't be run.
int checkFile(const ScenarioFile& file)
{
    std::vector<std::string> variants = file.variants();
    variants.insert(variants.begin(), "");
    int different = 0;
    for (const std::string& variant : variants) {
        auto scenario = buildScenario(file, {variant, {}, {}});
        if (!scenario) {
            complain(scenario.error());
            return -1;
        }
        const nlohmann::json expect = scenario->expect;
        const Verdict verdict = judge(runScenario(std::make_shared<const Scenario>(std::move(*scenario))));
        const std::vector<Difference> differences = compareWithExpectation(expect, verdict);
        const char* word = !differences.empty() ? "DIFFERS" : expect.empty() ? "no expectation" : "ok";
        std::cout << "  " << word << "  " << (variant.empty() ? "(base)" : variant) << ": " << sentence(verdict)
                  << "\n";
        for (const Difference& each : differences) {
            std::cout << "      " << each.figure << ": expected " << each.expected << ", got " << each.got
                      << "\n";
        }
        different += differences.empty() ? 0 : 1;
    }
    return different;
}

} // namespace

int checkCommand(const std::vector<std::string>& scenarios)
{
    int different = 0;
    int variants = 0;
    bool unreadable = false;
    for (const std::string& name : scenarios) {
        const auto file = findScenario(name);
        if (!file) {
            complain(file.error());
            unreadable = true;
            continue;
        }
        std::cout << file->name << "\n";
        const int result = checkFile(*file);
        unreadable = unreadable || result < 0;
        different += result < 0 ? 0 : result;
        variants += static_cast<int>(file->variants().size()) + 1;
    }
    std::cout << scenarios.size() << (scenarios.size() == 1 ? " scenario, " : " scenarios, ") << variants
              << " designs, " << different << " different from what is expected\n";
    return unreadable ? 2 : different > 0 ? 1 : 0;
}

} // namespace idem
