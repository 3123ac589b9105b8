#include "simulations/run/expectation.h"

#include "simulations/run/report.h"

namespace idem {

namespace {

using nlohmann::json;

bool fits(const json& expected, const json& got)
{
    if (!expected.is_object()) {
        return got == expected;
    }
    return got.is_number() && (!expected.contains("min") || got >= expected["min"])
        && (!expected.contains("max") || got <= expected["max"]);
}

std::string inWords(const json& expected)
{
    if (!expected.is_object()) {
        return expected.dump(-1, ' ', false, json::error_handler_t::replace);
    }
    const bool from = expected.contains("min");
    const bool to = expected.contains("max");
    return from && to ? expected["min"].dump() + " to " + expected["max"].dump()
        : from        ? "at least " + expected["min"].dump()
        : to          ? "at most " + expected["max"].dump()
                      : "a number";
}

} // namespace

std::vector<Difference> compareWithExpectation(const json& expect, const Verdict& verdict)
{
    const json figures = verdictJson(verdict);
    std::vector<Difference> differences;
    for (const auto& [figure, expected] : expect.items()) {
        const auto got = figures.find(figure);
        if (got == figures.end()) {
            differences.push_back({figure, inWords(expected), "no such figure"});
        } else if (!fits(expected, *got)) {
            differences.push_back({figure, inWords(expected), got->dump()});
        }
    }
    return differences;
}

} // namespace idem
