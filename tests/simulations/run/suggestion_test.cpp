#include "simulations/run/suggestion.h"

#include "simulations/run/candidate.h"
#include "tests/simulations/test_scenarios.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace idem {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> texts(const std::vector<Suggestion>& suggestions)
{
    std::vector<std::string> all;
    all.reserve(suggestions.size());
    for (const Suggestion& each : suggestions) {
        all.push_back(each.text);
    }
    return all;
}

std::vector<Suggestion> suggestFor(const std::string& bundled, const std::string& variant = "",
                                   std::vector<Override> overrides = {})
{
    return suggest(test::bundledOrThrow(bundled), {variant, std::move(overrides), {}});
}

TEST(Suggest, EverySuggestionComesToWhatItSaysWhenItIsApplied)
{
    for (const BundledScenario& each : bundledScenarios()) {
        const ScenarioFile file = test::bundledOrThrow(each.name);
        for (const Suggestion& suggestion : suggest(file, {})) {
            std::vector<std::string> sets;
            for (const Override& change : suggestion.changes) {
                sets.push_back(overrideText(change)); // and the way over the command line is the same
            }
            const Verdict verdict = judge(test::run(file, "", sets));
            EXPECT_EQ(verdict.effects, suggestion.verdict.effects) << each.name << ": " << suggestion.text;
            EXPECT_EQ(verdict.safe, suggestion.verdict.safe);
            EXPECT_EQ(cureOf(verdict), suggestion.cure);
            EXPECT_EQ(verdict.duplicates, 0);
            EXPECT_FALSE(suggestion.text.empty());
        }
    }
}

TEST(Suggest, FindsATimeoutAKeyAndAStatusCheckForTheSlowInvoice)
{
    const std::vector<Suggestion> found = suggestFor("invoice-naive");
    EXPECT_THAT(texts(found), Contains("the tool's timeout at 4s"));
    EXPECT_THAT(texts(found), Contains("key invoice:{customer|trim|lower}:{period}, guard provider_key"));
    EXPECT_THAT(texts(found), Contains("the model checks the status before it calls again"));
    EXPECT_EQ(found.front().outcome, "→ 1 effect, safe");
}

TEST(Suggest, ChangesOnlyTheKeyWhereTheGuardIsGoodAlready)
{
    const std::vector<Suggestion> found = suggestFor("invoice-naive", "tool call id");
    EXPECT_THAT(texts(found), Contains("key invoice:{customer|trim|lower}:{period} in place of call_id"));
    for (const Suggestion& each : found) {
        EXPECT_EQ(each.changes.size(), 1U) << each.text << " is larger than what is enough";
    }
}

TEST(Suggest, DropsAGuardThatDoesMoreThanIsEnough)
{
    EXPECT_THAT(texts(suggestFor("double-send")), Not(Contains(HasSubstr("provider_key_and_record"))));
}

TEST(Suggest, PutsTheSafestFirstAndLastResortsBehindAllThatGoAsFar)
{
    for (const BundledScenario& each : bundledScenarios()) {
        const std::vector<Suggestion> found = suggest(test::bundledOrThrow(each.name), {});
        EXPECT_TRUE(std::is_sorted(found.begin(), found.end(), [](const Suggestion& a, const Suggestion& b) {
            return a.cure != b.cure ? a.cure > b.cure : !a.lastResort && b.lastResort;
        })) << each.name;
    }
    const std::vector<Suggestion> found = suggestFor("refund-two-calls");
    EXPECT_TRUE(found.back().lastResort);
    EXPECT_THAT(found.back().left, HasSubstr("any other layer"));
}

TEST(Suggest, SaysWhatItDoesNotCure)
{
    const std::vector<Suggestion> found = suggestFor("six-layers");
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front().outcome, "→ 1 effect");
    EXPECT_EQ(found.front().left, "the user is still told that it failed");
    EXPECT_EQ(found.front().cure, Cure::Effects);
}

TEST(Suggest, HasNothingToSayOfADesignThatIsSafeOrCanNotBeBuilt)
{
    EXPECT_TRUE(suggestFor("invoice-keyed").empty());
    EXPECT_TRUE(suggestFor("invoice-naive", "no such variant").empty());
}

TEST(Suggest, ReconcilesWhatWasReleasedBlindlyAndKeepsTheKeyOfAResend)
{
    EXPECT_THAT(texts(suggestFor("crash-restart")),
                testing::ElementsAre("ask the provider about a reservation whose lease is over"));
    EXPECT_THAT(texts(suggestFor("sdk-resend", "a new key each time")),
                Contains("the SDK sends again with the same key"));
}

TEST(Suggest, KeepsRecordsLongerWhereOneWasDropped)
{
    const ScenarioFile file = test::readOrThrow(
        R"({ "idemscope": 1, "title": "t", "provider": { "latency": "1s", "accepts_keys": false },
      "tools": { "act": { "key": "k:{n}", "guard": "reserve", "retention": "1h", "identifies": ["n"] } },
      "actions": [ { "name": "a", "tool": "act", "by": "tool", "args": { "n": 1 },
                     "asks": [ { "at": "0s" }, { "at": "72h" } ] } ] })");
    const std::vector<Suggestion> found = suggest(file, {});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(overrideText(found[0].changes[0]), "tools.act.retention=7d");
}

TEST(Suggest, StaysOnTopOfTheEditsThatWereMade)
{
    const auto found = suggestFor("invoice-naive", "", {{"tools.send_invoice.key", "invoice:{customer}"}});
    EXPECT_THAT(texts(found), Contains("guard provider_key"));
}

TEST(Suggest, StopsWhenToldToAndAtItsBound)
{
    const std::atomic<bool> stop{true};
    const ScenarioFile file = test::bundledOrThrow("invoice-naive");
    EXPECT_TRUE(suggest(file, {}, {.stop = &stop}).empty());
    EXPECT_TRUE(suggest(file, {}, {.mostRuns = 1}).empty());
    const auto some = suggest(file, {}, {.mostRuns = 12});
    EXPECT_LT(some.size(), suggest(file, {}).size());
}

TEST(Suggest, IsTheSameEveryTime)
{
    EXPECT_EQ(suggestionsJson(suggestFor("invoice-naive")), suggestionsJson(suggestFor("invoice-naive")));
}

TEST(BusinessKey, IsMadeOfWhatIdentifiesWithoutAmounts)
{
    ToolSpec tool;
    tool.makes = "refund";
    tool.identifies = {"order", "customer", "period", "amount", "total_cents", "ratio", "missing"};
    const nlohmann::json args{{"order", 7},    {"customer", "Acme"},  {"period", "2026-10"},
                              {"amount", 120}, {"total_cents", 1200}, {"ratio", 0.5}};
    EXPECT_EQ(businessKey(tool, args), "refund:{order}:{customer|trim|lower}:{period}");
    tool.identifies = {"amount"};
    EXPECT_EQ(businessKey(tool, args), "");
}

TEST(OverrideText, IsReadBackAsTheSameChange)
{
    for (const nlohmann::ordered_json& value :
         std::vector<nlohmann::ordered_json>{"4s", "true", "12", 12, true, nullptr, "a:{b|trim}"}) {
        const Override change{"a.b", value};
        EXPECT_EQ(*parseOverride(overrideText(change)), change) << overrideText(change);
    }
}

} // namespace
} // namespace idem
