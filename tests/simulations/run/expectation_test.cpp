#include "simulations/run/expectation.h"

#include "tests/simulations/test_scenarios.h"

#include <gmock/gmock.h>

namespace idem {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::vector<std::string> differences(const json& expect)
{
    std::vector<std::string> lines;
    for (const Difference& each : compareWithExpectation(expect, test::verdictOf("invoice-naive"))) {
        lines.push_back(each.figure + ": " + each.expected + ", got " + each.got);
    }
    return lines;
}

std::string withExpectation(const std::string& figure)
{
    return R"({ "idemscope": 1, "title": "t", "tools": { "act": {} }, "actions": [ { "name": "a", "tool": "act" } ],
  "expect": { "": { )"
        + figure + " } } }";
}

TEST(Expectation, TakesAValueOrARangeWithBothEndsIncluded)
{
    EXPECT_THAT(differences({{"effects", 3},
                             {"calls", {{"min", 3}}},
                             {"timeouts", {{"max", 3}}},
                             {"provider_calls", {{"min", 2}, {"max", 4}}},
                             {"amplification", 3},
                             {"knew_after_ms", nullptr},
                             {"told", "failed"},
                             {"safe", false}}),
                testing::IsEmpty());
}

TEST(Expectation, SaysInWordsWhatWasExpected)
{
    EXPECT_THAT(differences({{"effects", {{"min", 1}, {"max", 2}}}}),
                testing::ElementsAre("effects: 1 to 2, got 3"));
    EXPECT_THAT(differences({{"effects", {{"min", 4}}}}), testing::ElementsAre("effects: at least 4, got 3"));
    EXPECT_THAT(differences({{"amplification", {{"max", 2.5}}}}),
                testing::ElementsAre("amplification: at most 2.5, got 3"));
}

TEST(Expectation, AUserWhoNeverKnewIsInNoRangeOfTimes)
{
    EXPECT_THAT(differences({{"knew_after_ms", {{"max", 99999}}}}),
                testing::ElementsAre("knew_after_ms: at most 99999, got null"));
}

TEST(Expectation, IsReadFromAFileInEveryForm)
{
    for (const char* figure :
         {R"("effects": 1)", R"("effects": { "min": 1 })", R"("wasted_calls": { "max": 2 })",
          R"("amplification": 1.5)", R"("amplification": { "min": 1, "max": 2.25 })",
          R"("knew_after_ms": null)", R"("knew_after_ms": 3100)", R"("knew_after_ms": { "max": 4000 })"}) {
        EXPECT_TRUE(readScenarioText(withExpectation(figure), "t.json").ok()) << figure;
    }
}

TEST(Expectation, RefusesWhatNoRunCanBeWithThePlace)
{
    const auto error = [](const char* figure) {
        const auto file = readScenarioText(withExpectation(figure), "t.json");
        return file ? std::string() : file.error().text();
    };
    EXPECT_EQ(error(R"("effects": { "min": 3, "max": 2 })"),
              "t.json:2:21 (/expect//effects): no number is at least 3 and at most 2. Write the smaller one as "
              "\"min\"");
    EXPECT_THAT(error(R"("effects": { "minimum": 3 })"), HasSubstr("\"minimum\" is not known here"));
    EXPECT_THAT(error(R"("effects": {})"), HasSubstr("/expect//effects"));
    EXPECT_THAT(error(R"("effects": 1.5)"), HasSubstr("1.5 does not fit here. Write an integer, 0 or more"));
    EXPECT_THAT(error(R"("effects": -1)"), HasSubstr("/expect//effects"));
    EXPECT_THAT(error(R"("effects": { "min": -1 })"), HasSubstr("/expect//effects/min"));
}

} // namespace
} // namespace idem
