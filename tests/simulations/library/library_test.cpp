#include "simulations/run/expectation.h"
#include "simulations/run/library_table.h"
#include "tests/simulations/test_scenarios.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace idem {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> bundledNames()
{
    std::vector<std::string> names;
    for (const BundledScenario& each : bundledScenarios()) {
        names.push_back(each.name);
    }
    return names;
}

TEST(Library, EveryFileIsBundledUnderItsNameInTheFolderOfItsLesson)
{
    const std::vector<BundledScenario> bundled = bundledScenarios();
    std::size_t files = 0;
    const std::filesystem::path library(std::string(IDEMSCOPE_SOURCE_DIR) + "/simulations/library");
    for (const auto& entry : std::filesystem::recursive_directory_iterator(library)) {
        if (entry.is_directory()) {
            continue;
        }
        ++files;
        EXPECT_EQ(entry.path().extension(), ".json") << entry.path();
        EXPECT_EQ(entry.path().parent_path().parent_path(), library) << entry.path() << " is in no lesson";
        const auto found = std::find_if(bundled.begin(), bundled.end(), [&](const BundledScenario& each) {
            return each.name == entry.path().stem().string()
                && each.lesson == entry.path().parent_path().filename().string();
        });
        EXPECT_NE(found, bundled.end()) << entry.path();
    }
    EXPECT_EQ(files, bundled.size());
    for (const BundledScenario& each : bundled) {
        EXPECT_FALSE(each.title.empty()) << each.name;
        EXPECT_FALSE(each.story.empty()) << each.name;
        EXPECT_GE(each.variants, 2) << each.name;
    }
}

TEST(Library, NoTwoFilesHaveTheSameNameWhateverTheirFolders)
{
    std::vector<std::string> names = bundledNames();
    std::sort(names.begin(), names.end());
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

TEST(Library, IsInTheTeachingOrderWithTheFilesOfALessonTogether)
{
    std::vector<std::string> lessons;
    for (const BundledScenario& each : bundledScenarios()) {
        if (lessons.empty() || lessons.back() != each.lesson) {
            EXPECT_THAT(lessons, testing::Not(testing::Contains(each.lesson)));
            lessons.push_back(each.lesson);
        }
    }
    EXPECT_EQ(lessons.front(), "timeouts");
    EXPECT_EQ(bundledNames().front(), "invoice-naive");
    EXPECT_EQ(bundledNames().at(1), "invoice-keyed");
    const auto at = [&](const char* lesson) { return std::find(lessons.begin(), lessons.end(), lesson); };
    EXPECT_LT(at("keys"), at("webhooks"));
    EXPECT_LT(at("webhooks"), at("sdk"));
    EXPECT_LT(at("sdk"), at("layers"));
}

TEST(Library, OffersANearNameForOneThatIsNotThere)
{
    const auto file = readBundled("invoice-naiv");
    ASSERT_FALSE(file);
    EXPECT_THAT(file.error().cause, HasSubstr("no bundled scenario"));
    EXPECT_THAT(file.error().cure, HasSubstr("Did you mean \"invoice-naive\"?"));
}

TEST(Library, EveryDesignComesToWhatItsFileExpects)
{
    for (const BundledScenario& each : bundledScenarios()) {
        const ScenarioFile file = test::bundledOrThrow(each.name);
        std::vector<std::string> variants = file.variants();
        variants.insert(variants.begin(), "");
        for (const std::string& variant : variants) {
            const auto scenario = test::build(file, variant);
            EXPECT_FALSE(scenario->expect.empty()) << each.name << " expects nothing of \"" << variant << "\"";
            for (const Difference& difference :
                 compareWithExpectation(scenario->expect, judge(runScenario(scenario)))) {
                ADD_FAILURE() << each.name << " \"" << variant << "\" " << difference.figure << ": expected "
                              << difference.expected << ", got " << difference.got;
            }
        }
    }
}

TEST(Library, InvoiceNaiveMakesThreeInvoicesOfOneAndTellsTheUserThatItFailed)
{
    const Trace trace = test::run(test::bundledOrThrow("invoice-naive"));
    EXPECT_THAT(test::toolAnswers(trace), ElementsAre("timeout", "timeout", "timeout"));
    const Verdict verdict = judge(trace);
    EXPECT_EQ(verdict.effects, 3);
    EXPECT_EQ(verdict.duplicates, 2);
    EXPECT_EQ(verdict.told, "failed");
    for (const LedgerRow& row : snapshotAt(trace, trace.events.size()).ledger) {
        EXPECT_EQ(trace.argSets[static_cast<std::size_t>(row.args)]["amount"], 120);
    }
}

TEST(Library, InvoiceKeyedTimesOutOnceLooksUpOnceAndSendsOneInvoice)
{
    const Trace trace = test::run(test::bundledOrThrow("invoice-keyed"));
    EXPECT_THAT(test::toolAnswers(trace), ElementsAre("timeout"));
    const Verdict verdict = judge(trace);
    EXPECT_EQ(verdict.effects, 1);
    EXPECT_EQ(verdict.statusLookups, 1);
    EXPECT_EQ(verdict.told, "done");
    EXPECT_TRUE(verdict.safe);
}

TEST(Library, TheFiveWaysToRepeatGetTheFiveAnswersOfTheSource)
{
    const Trace trace = test::run(test::bundledOrThrow("invoice-retry-paths"));
    EXPECT_THAT(test::toolAnswers(trace),
                ElementsAre("timeout", "in_progress", "replayed", "conflict", "timeout", "in_progress"));
    const Snapshot end = snapshotAt(trace, trace.events.size());
    ASSERT_EQ(end.ledger.size(), 2U);
    EXPECT_NE(end.ledger[0].action, end.ledger[1].action);
}

TEST(Library, TheSixDesignsOfTheRefundCountAsInTheSource)
{
    EXPECT_EQ(test::verdictOf("refund-two-calls").effects, 2);
    EXPECT_EQ(test::verdictOf("refund-two-calls", "tool call id").effects, 2);
    EXPECT_EQ(test::verdictOf("refund-two-calls", "run and order").effects, 1);
    EXPECT_EQ(test::verdictOf("refund-two-calls", "check, then act").effects, 2);
    EXPECT_EQ(test::verdictOf("refund-two-calls", "claim first").effects, 1);
    EXPECT_EQ(test::verdictOf("refund-two-calls", "one at a time").effects, 1);
}

TEST(Library, SixLayersThatRepeatOnceMakeSixtyFourCallsOfOneAction)
{
    const Verdict naive = test::verdictOf("six-layers");
    EXPECT_EQ(naive.providerCalls, 64);
    EXPECT_EQ(naive.effects, 64);
    EXPECT_EQ(test::verdictOf("six-layers", "business key").effects, 1);
}

TEST(Library, ATimeoutAboveTheProvidersLatencyTakesThreeInvoicesToOne)
{
    EXPECT_EQ(test::verdictOf("invoice-naive", "", {"tools.send_invoice.timeout=2s"}).effects, 3);
    EXPECT_EQ(test::verdictOf("invoice-naive", "", {"tools.send_invoice.timeout=4s"}).effects, 1);
}

TEST(Library, TheSketchOfTheDesignLoadsAndHoldsItsPromise)
{
    const ScenarioFile file = test::readOrThrow(R"({
  "idemscope": 1,
  "title": "Slow invoice: the tool gives up at 2 s",
  "seed": 42,
  "provider": { "latency": "3s", "accepts_keys": true, "keeps_keys": "24h", "compares_parameters": true, "status_lookup": true },
  "tools": { "send_invoice": { "timeout": "2s", "runs_as": "thread", "key": "none", "guard": "none", "identifies": ["customer", "period", "amount"] } },
  "actions": [ { "name": "October invoice for acme", "at": "0s", "tool": "send_invoice",
      "args": { "customer": "acme", "period": "2026-10", "amount": 120, "memo": "Support for October" } } ],
  "layers": { "model": { "calls_again": 2, "after": "800ms", "rewords": ["memo"], "on_unknown": "call_again" } },
  "faults": [],
  "variants": {
    "tool call id": { "tools.send_invoice.key": "call_id", "tools.send_invoice.guard": "provider_key" },
    "business key": { "tools.send_invoice.key": "invoice:{customer|trim|lower}:{period}", "tools.send_invoice.guard": "provider_key" },
    "business key and status": { "tools.send_invoice.key": "invoice:{customer|trim|lower}:{period}", "tools.send_invoice.guard": "provider_key",
                                  "layers.model.on_unknown": "check_status" }
  },
  "expect": { "": { "effects": 3, "told": "failed" }, "tool call id": { "effects": 3 }, "business key": { "effects": 1 },
              "business key and status": { "effects": 1, "told": "done" } }
})");
    for (const std::string variant : {"", "tool call id", "business key", "business key and status"}) {
        const auto scenario = test::build(file, variant);
        EXPECT_THAT(compareWithExpectation(scenario->expect, judge(runScenario(scenario))), testing::IsEmpty())
            << variant;
    }
}

TEST(Library, HasAtLeastSixtyScenariosAndEachTellsItsStoryItsLessonAndWhatItsDesignsComeTo)
{
    EXPECT_GE(bundledScenarios().size(), 60U);
    for (const BundledScenario& each : bundledScenarios()) {
        const ScenarioFile file = test::bundledOrThrow(each.name);
        EXPECT_FALSE(file.document.value("story", "").empty()) << each.name;
        EXPECT_FALSE(file.document.value("lesson", "").empty()) << each.name;
        const auto& expect = file.document["expect"];
        EXPECT_EQ(expect.size(), file.variants().size() + 1)
            << each.name << ": a design without an expectation";
        for (const auto& [variant, figures] : expect.items()) {
            EXPECT_TRUE(figures.contains("effects")) << each.name << ", " << variant;
        }
    }
}

TEST(Library, HasADesignThatGoesWrongInEveryScenarioAndOneThatHolds)
{
    for (const BundledScenario& each : bundledScenarios()) {
        const ScenarioFile file = test::bundledOrThrow(each.name);
        int wrong = 0;
        int holds = 0;
        std::vector<std::string> designs = file.variants();
        designs.insert(designs.begin(), "");
        for (const std::string& design : designs) {
            const Verdict verdict = judge(test::run(file, design));
            const bool once = verdict.duplicates == 0 && verdict.effects == verdict.steps;
            wrong += verdict.safe ? 0 : 1;
            holds += once ? 1 : 0;
        }
        EXPECT_GT(wrong, 0) << each.name;
        EXPECT_GT(holds, 0) << each.name;
    }
}

TEST(Library, IsInTheDocumentsAsItIs)
{
    std::ifstream file(std::string(IDEMSCOPE_SOURCE_DIR) + "/docs/scenarios.md");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    EXPECT_EQ(text, libraryTable()) << "write it anew: idemscope scenarios --table > docs/scenarios.md";
}

} // namespace
} // namespace idem
