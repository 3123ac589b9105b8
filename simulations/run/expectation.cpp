#include "simulations/run/expectation.h"

#include "simulations/run/report.h"

namespace idem {

std::vector<Difference> compareWithExpectation(const nlohmann::json& expect, const Verdict& verdict)
{
    const nlohmann::ordered_json figures = verdictJson(verdict);
    std::vector<Difference> differences;
    for (const auto& [figure, expected] : expect.items()) {
        const nlohmann::ordered_json& got = figures.at(figure);
        if (nlohmann::json(got) != expected) {
            differences.push_back({figure, expected.dump(), got.dump()});
        }
    }
    return differences;
}

} // namespace idem
