#include "app/commands.h"
#include "core/text/printable.h"
#include "simulations/run/expectation.h"
#include "simulations/run/run.h"

#include <iostream>

namespace idem {

namespace {

struct Count
{
    int designs = 0;
    int different = 0;
    int unexpected = 0; ///< designs of which the file expects nothing
    bool unreadable = false;
};

void checkFile(const ScenarioFile& file, Count& count)
{
    std::vector<std::string> variants = file.variants();
    variants.insert(variants.begin(), "");
    for (const std::string& variant : variants) {
        ++count.designs;
        auto scenario = buildScenario(file, {variant, {}, {}});
        if (!scenario) {
            complain(scenario.error());
            count.unreadable = true;
            return;
        }
        const nlohmann::json expect = scenario->expect;
        const Verdict verdict = judge(runScenario(std::make_shared<const Scenario>(std::move(*scenario))));
        const std::vector<Difference> differences = compareWithExpectation(expect, verdict);
        const char* word = !differences.empty() ? "DIFFERS" : expect.empty() ? "no expectation" : "ok";
        std::cout << "  " << word << "  " << (variant.empty() ? "(base)" : printable(variant)) << ": "
                  << sentence(verdict) << "\n";
        for (const Difference& each : differences) {
            std::cout << "      " << each.figure << ": expected " << each.expected << ", got " << each.got
                      << "\n";
        }
        count.different += differences.empty() ? 0 : 1;
        count.unexpected += expect.empty() ? 1 : 0;
    }
}

} // namespace

int checkCommand(const std::vector<std::string>& scenarios)
{
    Count count;
    for (const std::string& name : scenarios) {
        const auto file = findScenario(name);
        if (!file) {
            complain(file.error());
            count.unreadable = true;
            continue;
        }
        std::cout << printable(file->name) << "\n";
        checkFile(*file, count);
    }
    const auto some = [](std::size_t n, const std::string& noun) {
        return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
    };
    std::cout << some(scenarios.size(), "scenario") << ", "
              << some(static_cast<std::size_t>(count.designs), "design") << ": " << count.different
              << " different from what is expected";
    if (count.unexpected > 0) {
        std::cout << ", nothing expected of " << count.unexpected;
    }
    std::cout << "\n";
    return count.unreadable ? 2 : count.different > 0 ? 1 : 0;
}

} // namespace idem
