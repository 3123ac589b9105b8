#include "simulations/scenario/expand_presets.h"

#include "simulations/scenario/preset.h"
#include "simulations/scenario/scenario_file.h"
#include "tests/simulations/test_scenarios.h"

#include <gmock/gmock.h>

namespace idem {
namespace {

using nlohmann::ordered_json;
using testing::HasSubstr;

ordered_json expanded(const std::string& layers)
{
    const auto document = expandPresets(ordered_json::parse(R"({"layers": )" + layers + "}"));
    if (!document) {
        ADD_FAILURE() << document.error().text();
        return {};
    }
    return (*document)["layers"];
}

Error expandError(const std::string& layers)
{
    const auto document = expandPresets(ordered_json::parse(R"({"layers": )" + layers + "}"));
    if (document) {
        ADD_FAILURE() << "was expanded: " << layers;
        return {};
    }
    return document.error();
}

/// A scenario with these layers and variants; line 4 has the layers.
std::string scenarioWithLayers(const std::string& layers, const std::string& variants = "{}")
{
    return R"({ "idemscope": 1, "title": "Small",
  "tools": { "send": { "timeout": "2s" } },
  "actions": [ { "name": "One", "tool": "send" } ],
  "layers": )"
        + layers + R"(,
  "variants": )"
        + variants + "\n}";
}

ordered_json effective(const std::string& text, const std::string& variant = "",
                       const std::vector<std::string>& sets = {})
{
    // Not read through readScenarioText(): the schema judges members, and this is about which there are.
    Choice choice{variant, {}, {}};
    for (const std::string& set : sets) {
        choice.overrides.push_back(*parseOverride(set));
    }
    const auto document = effectiveDocument({"test.json", text, ordered_json::parse(text)}, choice);
    if (!document) {
        throw std::runtime_error(document.error().text());
    }
    return (*document)["layers"];
}

TEST(ExpandPresets, PutsTheMembersInThePlaceOfTheName)
{
    EXPECT_EQ(expanded(R"({"sdk": "stripe-node", "webhook": "slack-events"})").dump(),
              ordered_json({{"sdk", findPreset("stripe-node")->members},
                            {"webhook", findPreset("slack-events")->members}})
                  .dump());
}

TEST(ExpandPresets, PutsWhatIsWrittenOverThePresetsMembersAndKeepsTheOrder)
{
    ordered_json wanted = findPreset("stripe-py")->members;
    wanted["resends"] = 1;
    wanted["obeys_retry_after"] = false;
    const ordered_json layers
        = expanded(R"({"sdk": {"obeys_retry_after": false, "preset": "stripe-py", "resends": 1}})");
    EXPECT_EQ(layers["sdk"].dump(), wanted.dump());
}

TEST(ExpandPresets, TakesAMemberAwayThatIsWrittenAsNull)
{
    const ordered_json sdk = expanded(R"({"sdk": {"preset": "openai-py", "timeout": null}})")["sdk"];
    EXPECT_FALSE(sdk.contains("timeout"));
    EXPECT_EQ(sdk["cap"], "8s");
    EXPECT_TRUE(expanded(R"({"sdk": {"preset": "openai-py", "tiemout": null}})")["sdk"].contains("tiemout"))
        << "a misspelt member is for the schema to name";
}

TEST(ExpandPresets, LeavesEverythingElseAsItIs)
{
    for (const char* layers :
         {R"({"sdk":{"resends":2},"model":{}})", R"({"sdkk":"stripe-node"})", R"({"sdk":7})",
          R"({"provider":"stripe-node"})", R"("stripe-node")", "[]", "null"}) {
        EXPECT_EQ(expanded(layers).dump(), layers);
    }
    EXPECT_EQ(*expandPresets(ordered_json::parse("{}")), ordered_json::object());
}

TEST(ExpandPresets, AnswersAWrongNameWithPlaceCauseAndCure)
{
    const Error unknown = expandError(R"({"sdk": "stripe-nod"})");
    EXPECT_EQ(unknown.place, "/layers/sdk");
    EXPECT_EQ(unknown.cause, "there is no preset \"stripe-nod\"");
    EXPECT_THAT(unknown.cure, HasSubstr("Did you mean \"stripe-node\"?"));
    EXPECT_THAT(unknown.cure, HasSubstr("`idemscope presets --layer sdk`"));

    const Error elsewhere = expandError(R"({"sdk": {"preset": "inngest"}})");
    EXPECT_EQ(elsewhere.place, "/layers/sdk/preset");
    EXPECT_EQ(elsewhere.cause, "\"inngest\" is a preset of the layer \"runtime\", not of \"sdk\"");
    EXPECT_THAT(elsewhere.cure, HasSubstr("Write it under \"layers\" as \"runtime\""));

    EXPECT_THAT(expandError(R"({"sdk": {"preset": 3}})").cause, HasSubstr("3 is not the name of a preset"));
    EXPECT_THAT(expandError(R"({"user": "hasty"})").cure, HasSubstr("There is none for this layer"));
}

TEST(ExpandPresets, AnswersAHugeNameShortly)
{
    const Error huge = expandError("{\"sdk\": \"" + std::string(1'000'000, 'x') + "\"}");
    EXPECT_LT(huge.text().size(), 300U);
}

TEST(ExpandPresets, AVariantOrAnOverrideMayNameAPreset)
{
    const std::string text
        = scenarioWithLayers(R"({"sdk": {"resends": 9}})", R"({"slow": {"layers.sdk": "requests"},
            "own": {"layers.sdk": {"preset": "mcp-ts", "resends": 2}}})");
    EXPECT_EQ(effective(text)["sdk"].dump(), R"({"resends":9})");
    EXPECT_EQ(effective(text, "slow")["sdk"].dump(), R"({"resends":0,"timeout":"never"})");
    EXPECT_EQ(effective(text, "own")["sdk"].dump(), R"({"resends":2,"timeout":"60s"})");
    EXPECT_EQ(effective(text, "", {"layers.sdk=mcp-ts"})["sdk"].dump(), R"({"resends":0,"timeout":"60s"})");
    EXPECT_EQ(effective(text, "", {"layers.runtime=crewai"})["runtime"].dump(),
              R"({"retries":2,"after":"0s"})");
}

TEST(ExpandPresets, AChangeOfOneMemberKeepsTheRestOfThePreset)
{
    const std::string text
        = scenarioWithLayers(R"({"sdk": "mcp-ts"})", R"({"again": {"layers.sdk.resends": 2}})");
    EXPECT_EQ(effective(text, "again")["sdk"].dump(), R"({"resends":2,"timeout":"60s"})");
    EXPECT_EQ(effective(text, "", {"layers.sdk.resends=1"})["sdk"].dump(), R"({"resends":1,"timeout":"60s"})");
    EXPECT_EQ(effective(text, "again", {"layers.sdk.timeout=null"})["sdk"].dump(), R"({"resends":2})");
    EXPECT_EQ(effective(text, "again", {"layers.sdk=requests"})["sdk"].dump(),
              R"({"resends":0,"timeout":"never"})");
    EXPECT_EQ(effective(text, "again", {"layers.sdk.preset=requests"})["sdk"].dump(),
              R"({"resends":2,"timeout":"never"})")
        << "what the variant wrote stays over the other preset, too";
}

TEST(ExpandPresets, TheFileItselfIsNotRewritten)
{
    const std::string text = scenarioWithLayers(R"({"runtime": "crewai"})");
    const ScenarioFile file = test::readOrThrow(text);
    EXPECT_EQ(file.text, text);
    EXPECT_EQ(file.document["layers"].dump(), R"({"runtime":"crewai"})");
    EXPECT_EQ(test::build(file)->layers.runtime->retries.times, 2);
    EXPECT_EQ(test::build(file)->layers.runtime->retries.after, 0);
    EXPECT_EQ(test::build(file, "", {"layers.runtime.retries=5"})->layers.runtime->retries.times, 5);
}

TEST(ExpandPresets, BlamesThePlaceWhereTheWrongNameWasWritten)
{
    const auto inFile = readScenarioText(scenarioWithLayers(R"({ "sdk": "stripe-nod" })"), "test.json");
    ASSERT_FALSE(inFile);
    EXPECT_EQ(inFile.error().place, "test.json:4:15 (/layers/sdk)");

    const auto inVariant = readScenarioText(
        scenarioWithLayers("{}", R"({ "worse": { "layers.sdk": "inngest" } })"), "test.json");
    ASSERT_FALSE(inVariant);
    EXPECT_EQ(inVariant.error().place, "test.json:5:28 (/variants/worse/layers.sdk)");

    const ScenarioFile file = test::readOrThrow(scenarioWithLayers(R"({"sdk": "requests"})"));
    const auto inSet = buildScenario(file, {"", {*parseOverride("layers.sdk=stripe-nod")}, {}});
    ASSERT_FALSE(inSet);
    EXPECT_EQ(inSet.error().place, "--set layers.sdk");
    const auto swapped = buildScenario(file, {"", {*parseOverride("layers.sdk.preset=crewai")}, {}});
    ASSERT_FALSE(swapped);
    EXPECT_EQ(swapped.error().place, "--set layers.sdk.preset");
}

TEST(ExpandPresets, TheSchemaStillNamesAWrongMemberBesideAPreset)
{
    const auto file = readScenarioText(
        scenarioWithLayers(R"({ "sdk": { "preset": "requests", "resnds": 1 } })"), "test.json");
    ASSERT_FALSE(file);
    EXPECT_THAT(file.error().place, HasSubstr("test.json:4:"));
    EXPECT_THAT(file.error().place, HasSubstr("/layers/sdk/resnds"));
    EXPECT_THAT(file.error().cure, HasSubstr("Did you mean \"resends\"?"));
}

} // namespace
} // namespace idem
