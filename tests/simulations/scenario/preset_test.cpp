#include "simulations/scenario/preset.h"

#include "simulations/scenario/duration.h"
#include "simulations/scenario/scenario_file.h"
#include "simulations/scenario/schema_check.h"

#include <algorithm>
#include <functional>
#include <gmock/gmock.h>
#include <map>
#include <set>

namespace idem {
namespace {

using nlohmann::ordered_json;
using testing::AnyOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

constexpr int mostRepeats = 100;

using Fits = std::function<bool(const ordered_json&)>;

bool isDuration(const ordered_json& value)
{
    return value.is_string() && value != "never" && parseDuration(value.get<std::string>());
}

bool isDurationOrNever(const ordered_json& value)
{
    return value.is_string() && parseDuration(value.get<std::string>());
}

bool isCount(const ordered_json& value)
{
    return value.is_number_integer() && value >= 0 && value <= mostRepeats;
}

bool isYesOrNo(const ordered_json& value)
{
    return value.is_boolean();
}

Fits oneOf(const std::set<std::string>& words)
{
    return [words](const ordered_json& value) { return value.is_string() && words.contains(value); };
}

Fits listOf(const Fits& each)
{
    return [each](const ordered_json& value) {
        return value.is_array() && !value.empty() && std::all_of(value.begin(), value.end(), each);
    };
}

/// What the format lets a layer say, as the README of the scenario file has it.
std::map<std::string, Fits> membersOf(Layer layer)
{
    if (layer == Layer::Model) {
        return {{"calls_again", isCount}, {"after", isDuration}, {"call_ids", oneOf({"new", "reused"})}};
    }
    std::map<std::string, Fits> members{
        {std::string(repeatsMember(layer)), isCount},
        {"after", isDuration},
        {"factor", [](const ordered_json& value) { return value.is_number() && value >= 1; }},
        {"cap", isDurationOrNever},
        {"jitter", [](const ordered_json& value) { return value.is_number() && value >= 0 && value <= 1; }},
        {"waits", listOf(isDuration)},
        {"within", isDurationOrNever},
        {"on",
         listOf(
             oneOf({"timeout", "lost", "error", "rejected", "in_progress", "conflict", "outcome_unknown"}))}};
    const auto also
        = [&members](const std::map<std::string, Fits>& more) { members.insert(more.begin(), more.end()); };
    if (layer == Layer::Webhook) {
        also({{"timeout", isDuration}, {"event_id", oneOf({"stable", "new"})}});
    } else if (layer == Layer::Runtime) {
        also({{"journal", isYesOrNo}, {"lease", isDurationOrNever}, {"restarts_after", isDurationOrNever}});
    } else if (layer == Layer::Sdk) {
        also({{"timeout", isDurationOrNever},
              {"key", oneOf({"same", "new", "none"})},
              {"obeys_retry_after", isYesOrNo}});
    }
    return members;
}

TEST(Presets, AreThirtyEightWithNamesOfTheirOwn)
{
    EXPECT_EQ(presets().size(), 38U);
    std::set<std::string> ids;
    std::set<std::string> names;
    for (const Preset& preset : presets()) {
        EXPECT_TRUE(ids.insert(preset.id).second) << preset.id;
        EXPECT_TRUE(names.insert(preset.name).second) << preset.name;
        EXPECT_EQ(preset.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), std::string::npos)
            << preset.id << " must be easy to type and no path of a --set";
    }
}

TEST(Presets, SayWhereTheyAreKnownFromAndHowSureThatIs)
{
    for (const Preset& preset : presets()) {
        SCOPED_TRACE(preset.id);
        EXPECT_FALSE(preset.source.empty());
        EXPECT_THAT(
            preset.confidence,
            AnyOf(StartsWith("source"), StartsWith("docs"), StartsWith("reported"), StartsWith("memory")));
        EXPECT_FALSE(preset.name.empty());
        EXPECT_FALSE(preset.horizon.empty());
        EXPECT_THAT(preset.duplicates, EndsWith("."));
        EXPECT_TRUE(preset.note.empty() || preset.note.ends_with('.')) << preset.note;
    }
}

TEST(Presets, HaveOnlyMembersThatTheirLayerHasInTheFormat)
{
    for (const Preset& preset : presets()) {
        SCOPED_TRACE(preset.id);
        EXPECT_NE(preset.layer, Layer::Provider);
        const std::map<std::string, Fits> known = membersOf(preset.layer);
        ASSERT_TRUE(preset.members.is_object());
        for (const auto& [member, value] : preset.members.items()) {
            const auto found = known.find(member);
            ASSERT_NE(found, known.end()) << member;
            EXPECT_TRUE(found->second(value)) << member << " = " << value;
        }
        EXPECT_FALSE(preset.members.contains("waits") && preset.members.contains("after"))
            << "a list of waits stands instead of the others";
    }
}

TEST(Presets, RepeatOnceLessThanTheyTryAndSayItWhereTheCountIsCut)
{
    for (const Preset& preset : presets()) {
        SCOPED_TRACE(preset.id);
        const int repeats = preset.members.at(std::string(repeatsMember(preset.layer))).get<int>();
        const bool fits = preset.attempts && *preset.attempts - 1 <= mostRepeats;
        EXPECT_EQ(repeats, fits ? *preset.attempts - 1 : mostRepeats);
        EXPECT_EQ(preset.cut, !fits);
        if (preset.cut) {
            EXPECT_THAT(preset.note, HasSubstr("100 repeats"));
        }
    }
}

TEST(Presets, HaveTheFiguresOfTheirSources)
{
    const auto members = [](const char* id) { return findPreset(id)->members; };
    EXPECT_EQ(members("openai-py").dump(),
              R"({"resends":2,"after":"500ms","factor":2,"cap":"8s","jitter":0.25,)"
              R"("on":["timeout","lost","error","rejected","in_progress","conflict"],)"
              R"("timeout":"600s","key":"none","obeys_retry_after":true})");
    EXPECT_EQ(members("slack-events")["waits"], ordered_json({"0s", "60s", "300s"}));
    EXPECT_EQ(members("lambda-async")["waits"], ordered_json({"60s", "120s"}));
    EXPECT_EQ(members("stripe-node")["key"], "same");
    EXPECT_EQ(members("celery-redis")["lease"], "3600s");
    EXPECT_EQ(findPreset("eventbridge")->attempts, 186);
    EXPECT_EQ(findPreset("temporal")->attempts, std::nullopt);
    EXPECT_EQ(findPreset("github-hook")->attempts, 1);
}

TEST(Presets, AreFoundByTheirNamesAndANearOneIsOffered)
{
    const auto found = findPreset("stripe-node");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->layer, Layer::Sdk);
    const auto misspelt = findPreset("stripe-nod");
    ASSERT_FALSE(misspelt);
    EXPECT_EQ(misspelt.error().place, "stripe-nod");
    EXPECT_THAT(misspelt.error().cure, HasSubstr("Did you mean \"stripe-node\"?"));
    EXPECT_FALSE(findPreset(""));
}

TEST(Presets, FitTheSchemaUnderTheirLayer)
{
    for (const Preset& preset : presets()) {
        const std::string text = R"({"idemscope": 1, "title": "x", "tools": {"a": {}},
            "actions": [{"name": "x", "tool": "a"}], "layers": {")"
            + std::string(name(preset.layer)) + R"(": ")" + preset.id + R"("}})";
        const auto file = readScenarioText(text, "preset.json");
        EXPECT_TRUE(file) << preset.id << ": " << (file ? "" : file.error().text());
    }
}

} // namespace
} // namespace idem
