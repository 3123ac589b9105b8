#include "simulations/scenario/scenario_file.h"

#include "tests/simulations/test_scenarios.h"

#include <gmock/gmock.h>

namespace idem {
namespace {

using testing::HasSubstr;

/// A small scenario with one place to put something wrong.
std::string scenarioWith(const std::string& tool, const std::string& rest = "")
{
    return R"({
  "idemscope": 1,
  "title": "Small",
  "tools": { "send": { )"
        + tool + R"( } },
  "actions": [ { "name": "One", "tool": "send", "args": { "customer": "acme", "period": "2026-10" } } ])"
        + rest + "\n}";
}

Error errorOf(const std::string& text)
{
    const auto file = readScenarioText(text, "bad.json");
    if (file) {
        ADD_FAILURE() << "was read: " << text;
        return {};
    }
    return file.error();
}

struct Bad
{
    const char* what;
    std::string text;
    const char* place;
    const char* cause;
    const char* cure;
};

std::vector<Bad> badInputs()
{
    return {
        {"no JSON", "{ \"idemscope\": 1,\n  oops }", "bad.json:2:3", "not JSON", "syntax"},
        {"empty", "", "bad.json:1:1", "not JSON", "syntax"},
        {"another JSON", "[1, 2]", "bad.json:1:1", "not a scenario", "object"},
        {"no title", R"({"idemscope": 1, "tools": {"a": {}}, "actions": [{"name": "x", "tool": "a"}]})",
         "bad.json:1:1", "\"title\" is missing", "Add it"},
        {"a newer version",
         R"({"idemscope": 2, "title": "x", "tools": {"a": {}}, "actions": [{"name": "x", "tool": "a"}]})",
         "/idemscope", "2 does not fit here", "Write 1"},
        {"an unknown guard", scenarioWith(R"("guard": "reserv")"),
         "bad.json:4:", "\"reserv\" does not fit here", "Did you mean \"reserve\"?"},
        {"an unknown key", scenarioWith(R"("key": "call-id")"), "/tools/send/key",
         "\"call-id\" is not a kind of key", "Did you mean \"call_id\"?"},
        {"an unknown layer", scenarioWith("", R"(, "layers": { "modle": {} })"), "/layers/modle",
         "\"modle\" is not known here", "Did you mean \"model\"?"},
        {"an unknown member", scenarioWith(R"("timeuot": "2s")"), "/tools/send/timeuot",
         "\"timeuot\" is not known here", "Did you mean \"timeout\"?"},
        {"a negative duration", scenarioWith(R"("timeout": "-2s")"), "/tools/send/timeout",
         "\"-2s\" is negative", "a duration such as \"2s\""},
        {"a duration without unit", scenarioWith(R"("timeout": "2")"), "/tools/send/timeout",
         "\"2\" does not fit here", "a duration"},
        {"a duration as number", scenarioWith(R"("timeout": 2)"), "/tools/send/timeout", "2 does not fit here",
         "a duration"},
        {"a huge duration", scenarioWith(R"("timeout": "99999d")"), "/tools/send/timeout",
         "longer than ten years", "unit"},
        {"a duration beyond counting", scenarioWith(R"("timeout": "999999999999999d")"), "/tools/send/timeout",
         "longer than ten years", "unit"},
        {"no action", R"({"idemscope": 1, "title": "x", "tools": {"a": {}}, "actions": []})", "/actions",
         "it is empty", "at least one"},
        {"no tool", R"({"idemscope": 1, "title": "x", "tools": {}, "actions": [{"name": "x", "tool": "a"}]})",
         "/tools", "it is empty", "at least one"},
        {"an action of no tool",
         R"({"idemscope": 1, "title": "x", "tools": {"send_mail": {}}, "actions": [{"name": "x", "tool": "sendmail"}]})",
         "/actions/0/tool", "there is no tool \"sendmail\"", "Did you mean \"send_mail\"?"},
        {"a template with an unknown field", scenarioWith(R"("key": "i:{custmer}")"), "/tools/send/key",
         "unknown field \"custmer\"", "Did you mean \"customer\"?"},
        {"a template with an unknown context", scenarioWith(R"("key": "i:{$rnu}")"), "/tools/send/key",
         "unknown field \"$rnu\"", "run"},
        {"a template that does not close", scenarioWith(R"("key": "i:{customer")"), "/tools/send/key", "", ""},
        {"an unknown normaliser", scenarioWith(R"("key": "i:{customer|lowr}")"), "/tools/send/key", "lowr",
         "lower"},
        {"a part that is empty",
         R"({"idemscope": 1, "title": "x", "tools": {"a": {"key": "i:{c|trim}"}}, "actions": [{"name": "x", "tool": "a", "args": {"c": "  "}}]})",
         "/actions/0/args", "can't be made", ""},
        {"identifies what is not there", scenarioWith(R"("identifies": ["amount"])"), "/tools/send/identifies",
         "no argument is called \"amount\"", "customer"},
        {"a fault of the wrong layer",
         scenarioWith("", R"(, "faults": [ { "layer": "user", "kind": "lost_response" } ])"), "/faults/0/layer",
         "can't hit the layer \"user\"", "provider"},
        {"an unknown fault", scenarioWith("", R"(, "faults": [ { "layer": "tool", "kind": "crash" } ])"),
         "/faults/0/kind", "does not fit here", "crash_before_record"},
        {"a repeat count that is negative", scenarioWith("", R"(, "layers": { "sdk": { "resends": -1 } })"),
         "/layers/sdk/resends", "-1 does not fit here", "0 to 100"},
        {"a repeat count that is huge", scenarioWith("", R"(, "layers": { "sdk": { "resends": 1000000 } })"),
         "/layers/sdk/resends", "1000000 does not fit here", "0 to 100"},
        {"a range that ends before it starts",
         scenarioWith("", R"(, "provider": { "latency": { "from": "3s", "to": "1s" } })"), "/provider/latency",
         "ends before it starts", "from"},
        {"a variant that is wrong",
         scenarioWith("", R"(, "variants": { "worse": { "tools.send.guard": "hope" } })"),
         "/variants/worse/tools.send.guard", "\"hope\" does not fit here", "none"},
        {"a variant whose path leads nowhere",
         scenarioWith("", R"(, "variants": { "worse": { "title.x": 1 } })"), "/variants/worse/title.x",
         "leads nowhere", "joined by dots"},
        {"an expectation of no variant",
         scenarioWith("", R"(, "variants": { "better": {} }, "expect": { "beter": {} })"), "/expect/beter",
         "not a variant", "better"},
        {"at and asks",
         R"({"idemscope": 1, "title": "x", "tools": {"a": {}}, "actions": [{"name": "x", "tool": "a", "at": "1s", "asks": [{"at": "2s"}]}]})",
         "/actions/0/at", "both", "Keep one"},
        {"a tool's name with a dot",
         R"({"idemscope": 1, "title": "x", "tools": {"a.b": {}}, "actions": [{"name": "x", "tool": "a.b"}]})",
         "/tools/a.b", "can't be a tool's name", "letters"},
        {"a member that is there twice", scenarioWith(R"("guard": "none", "guard": "reserve")"),
         "/tools/send/guard", "\"guard\" is there twice", "Keep one"},
        {"a member twice in an array",
         R"({"idemscope": 1, "title": "x", "tools": {"a": {}}, "actions": [{"name": "x", "tool": "a"}, {"name": "x", "name": "y", "tool": "a"}]})",
         "/actions/1/name", "\"name\" is there twice", "Keep one"},
        {"a title that is too long",
         R"({"idemscope": 1, "title": ")" + std::string(201, 'x')
             + R"(", "tools": {"a": {}}, "actions": [{"name": "x", "tool": "a"}]})",
         "/title", "more than 200 characters", "shorter"},
        {"a title that is empty",
         R"({"idemscope": 1, "title": "", "tools": {"a": {}}, "actions": [{"name": "x", "tool": "a"}]})",
         "/title", "it is empty", "Write a title"},
        {"a fault that hits nothing",
         scenarioWith("", R"(, "faults": [ { "layer": "runtime", "kind": "double_dispatch" } ])"),
         "/faults/0/layer", "this fault hits nothing", "Add \"runtime\""},
        {"rewords what is no text", scenarioWith("", R"(, "layers": { "model": { "rewords": ["nope"] } })"),
         "/layers/model/rewords", "no action has a text argument \"nope\"", "text"},
        {"a number beyond counting",
         R"({"idemscope": 1, "title": "x", "seed": 1e999, "tools": {"a": {}}, "actions": [{"name": "x", "tool": "a"}]})",
         "bad.json", "too large", "1e308"},
        {"not UTF-8", "{\"idemscope\": 1, \"title\": \"\xff\xfe\"}", "bad.json:1:", "not JSON", "syntax"},
    };
}

TEST(ScenarioFile, AnswersEveryBadInputWithPlaceCauseAndCure)
{
    for (const Bad& bad : badInputs()) {
        SCOPED_TRACE(bad.what);
        const Error error = errorOf(bad.text);
        EXPECT_THAT(error.place, HasSubstr(bad.place));
        EXPECT_THAT(error.place, HasSubstr("bad.json"));
        EXPECT_THAT(error.cause, HasSubstr(bad.cause));
        EXPECT_THAT(error.cure, HasSubstr(bad.cure));
        EXPECT_FALSE(error.cause.empty());
        EXPECT_FALSE(error.cure.empty());
        EXPECT_THAT(error.text(), testing::Not(HasSubstr("\n"))) << "one message";
    }
}

TEST(ScenarioFile, PointsAtTheLineAndColumnOfTheFault)
{
    const Error error = errorOf(scenarioWith(R"("guard": "reserv")"));
    EXPECT_EQ(error.place, "bad.json:4:24 (/tools/send/guard)");
}

TEST(ScenarioFile, RefusesMoreActionsThanItCanHold)
{
    std::string actions;
    for (int i = 0; i < 10'001; ++i) {
        actions += (i == 0 ? "" : ",") + std::string(R"({"name":"x","tool":"a"})");
    }
    const Error error
        = errorOf(R"({"idemscope": 1, "title": "x", "tools": {"a": {}}, "actions": [)" + actions + "]}");
    EXPECT_THAT(error.place, HasSubstr("/actions"));
    EXPECT_THAT(error.cause, HasSubstr("more than 10000"));
}

TEST(ScenarioFile, RefusesNestingThatNoScenarioNeeds)
{
    const Error error = errorOf(std::string(100'000, '['));
    EXPECT_THAT(error.cause, HasSubstr("64 levels"));
}

TEST(ScenarioFile, SaysThatAFileIsNotThere)
{
    const auto file = readScenarioPath("/nowhere/at/all.json");
    ASSERT_FALSE(file);
    EXPECT_THAT(file.error().cause, HasSubstr("no such file"));
    const auto folder = readScenarioPath("/");
    ASSERT_FALSE(folder);
    EXPECT_THAT(folder.error().cause, HasSubstr("not a file"));
}

TEST(ScenarioFile, ToleratesComments)
{
    EXPECT_TRUE(readScenarioText("// what happened to us\n" + scenarioWith(R"(/* slow */ "timeout": "2s")"),
                                 "ok.json"));
}

TEST(ScenarioFile, KeepsTheVariantsInTheFilesOrder)
{
    const ScenarioFile file
        = test::readOrThrow(scenarioWith("", R"(, "variants": { "z": {}, "a": {}, "m": {} })"));
    EXPECT_THAT(file.variants(), testing::ElementsAre("z", "a", "m"));
}

TEST(ScenarioFile, AnOverrideGoesOnTopOfTheVariant)
{
    const ScenarioFile file = test::readOrThrow(
        scenarioWith(R"("timeout": "2s")", R"(, "variants": { "slow": { "tools.send.timeout": "5s" } })"));
    EXPECT_EQ(test::build(file)->tools[0].timeout, 2'000'000);
    EXPECT_EQ(test::build(file, "slow")->tools[0].timeout, 5'000'000);
    EXPECT_EQ(test::build(file, "slow", {"tools.send.timeout=7s"})->tools[0].timeout, 7'000'000);
    EXPECT_EQ(test::build(file, "", {"layers.model.calls_again=3"})->layers.model->callsAgain, 3);
    EXPECT_FALSE(test::build(file)->layers.model.has_value());
}

TEST(ScenarioFile, AnOverrideOfNullRemovesAMember)
{
    const ScenarioFile file = test::readOrThrow(scenarioWith(R"("timeout": "2s")"));
    EXPECT_EQ(test::build(file, "", {"tools.send.timeout=null"})->tools[0].timeout, never);
}

TEST(ScenarioFile, BlamesTheOverrideForItsOwnFault)
{
    const ScenarioFile file = test::readOrThrow(scenarioWith(""));
    const auto scenario = buildScenario(file, {"", {*parseOverride("tools.send.guard=magic")}, {}});
    ASSERT_FALSE(scenario);
    EXPECT_EQ(scenario.error().place, "--set tools.send.guard");
    const auto nowhere = buildScenario(file, {"", {*parseOverride("tools.sent.guard=none")}, {}});
    ASSERT_FALSE(nowhere) << "a misspelt tool must not become a new one that nobody calls";
    EXPECT_THAT(nowhere.error().text(), HasSubstr("there is no tool \"sent\". Did you mean \"send\"?"));
    const auto bad = parseOverride("tools.send.guard");
    ASSERT_FALSE(bad);
    EXPECT_THAT(bad.error().cause, HasSubstr("PATH=VALUE"));
}

TEST(ScenarioFile, NamesTheNearestVariantWhenOneIsMisspelt)
{
    const ScenarioFile file = test::bundledOrThrow("invoice-naive");
    const auto scenario = buildScenario(file, {"buisness key", {}, {}});
    ASSERT_FALSE(scenario);
    EXPECT_THAT(scenario.error().cure, HasSubstr("Did you mean \"business key\"?"));
}

TEST(ScenarioFile, TheSeedOfTheChoiceWins)
{
    const ScenarioFile file = test::bundledOrThrow("invoice-naive");
    EXPECT_EQ(buildScenario(file, {"", {}, {}})->seed, 42U);
    EXPECT_EQ(buildScenario(file, {"", {}, 7})->seed, 7U);
}

/// Every file that is read is fuzzed: cut, doubled and flipped texts give an error or a scenario, never a
/// crash.
TEST(ScenarioFile, SurvivesDamagedTexts)
{
    const std::string text = test::bundledOrThrow("invoice-naive").text;
    std::size_t refused = 0;
    for (std::size_t i = 0; i < text.size(); i += 7) {
        std::string cut = text.substr(0, i);
        std::string flipped = text;
        flipped[i] = static_cast<char>(flipped[i] ^ (1 << (i % 8)));
        std::string doubled = text.substr(0, i) + text.substr(i / 2);
        for (const std::string& damaged : {cut, flipped, doubled}) {
            const auto file = readScenarioText(damaged, "damaged.json");
            refused += file ? 0 : 1;
            EXPECT_TRUE(file || !file.error().cause.empty());
        }
    }
    EXPECT_GT(refused, 100U);
}

} // namespace
} // namespace idem
