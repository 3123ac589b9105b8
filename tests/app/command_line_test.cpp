#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <sys/wait.h>
#include <vector>

/// The real binary, as somebody at a terminal or in a script meets it.
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

struct Outcome
{
    int exit = -1;
    std::string out;
    std::string complaints;
};

std::string contents(const std::filesystem::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::filesystem::path scratch()
{
    static const std::filesystem::path folder = [] {
        std::string name = (std::filesystem::temp_directory_path() / "idemscope-app-XXXXXX").string();
        return std::filesystem::path(::mkdtemp(name.data()));
    }();
    return folder;
}

/// Arguments as a shell reads them; no display, nothing set.
Outcome idemscope(const std::string& arguments)
{
    const std::filesystem::path errors = scratch() / "stderr";
    const std::string command = "env -u DISPLAY -u WAYLAND_DISPLAY -u QT_QPA_PLATFORM \"" IDEMSCOPE_BINARY "\" "
        + arguments + " 2>\"" + errors.string() + "\"";
    Outcome outcome;
    FILE* pipe = ::popen(command.c_str(), "r");
    std::array<char, 4096> buffer{};
    for (std::size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
        outcome.out.append(buffer.data(), n);
    }
    outcome.exit = WEXITSTATUS(::pclose(pipe));
    outcome.complaints = contents(errors);
    return outcome;
}

/// Every file of the library, whatever its lesson.
std::vector<std::filesystem::path> libraryFiles()
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(std::string(IDEMSCOPE_SOURCE_DIR)
                                                                           + "/simulations/library")) {
        if (entry.is_regular_file()) {
            files.push_back(entry.path());
        }
    }
    return files;
}

std::string library(const std::string& name)
{
    for (const std::filesystem::path& file : libraryFiles()) {
        if (file.stem() == name) {
            return file.string();
        }
    }
    return name + ".json"; // which is not there, and the test will say so
}

std::string written(const std::string& name, const std::string& text)
{
    std::ofstream(scratch() / name) << text;
    return (scratch() / name).string();
}

TEST(RunCommand, PrintsAReportThatPeopleCanRead)
{
    const Outcome run = idemscope("run " + library("invoice-naive"));
    EXPECT_EQ(run.exit, 0);
    EXPECT_EQ(run.complaints, "");
    EXPECT_THAT(run.out, HasSubstr("What each call was answered"));
    EXPECT_THAT(run.out, HasSubstr("inv_3"));
    EXPECT_THAT(run.out, HasSubstr("UNSAFE  1 action asked for → 3 effects (2 duplicates)."));
}

TEST(RunCommand, PrintsOneJsonObjectWithTheStableNames)
{
    const Outcome run = idemscope("run invoice-naive --json");
    EXPECT_EQ(run.exit, 0);
    const json report = json::parse(run.out);
    EXPECT_EQ(report["verdict"]["effects"], 3);
    EXPECT_EQ(report["verdict"]["told"], "failed");
    EXPECT_EQ(report["variant"], "");
    EXPECT_EQ(report["seed"], 42);
    EXPECT_FALSE(report.contains("events"));
    EXPECT_TRUE(json::parse(idemscope("run invoice-naive --json --events").out).contains("events"));
}

TEST(RunCommand, RunsAVariantOrAllOfThemTheBaseFirst)
{
    EXPECT_EQ(
        json::parse(idemscope("run invoice-naive --json --variant 'business key'").out)["verdict"]["effects"],
        1);
    const json all = json::parse(idemscope("run invoice-naive --json --all").out);
    ASSERT_TRUE(all.is_array());
    ASSERT_EQ(all.size(), 5U);
    EXPECT_EQ(all[0]["variant"], "");
    EXPECT_EQ(all[1]["variant"], "tool call id");
    EXPECT_EQ(all[4]["variant"], "business key and status");
}

TEST(RunCommand, SetsAnyValueAndTheSeed)
{
    EXPECT_EQ(json::parse(idemscope("run invoice-naive --json --set tools.send_invoice.timeout=4s")
                              .out)["verdict"]["effects"],
              1);
    const json both = json::parse(idemscope("run invoice-naive --json --set tools.send_invoice.timeout=4s "
                                            "--set layers.model.calls_again=0 --seed 7")
                                      .out);
    EXPECT_EQ(both["seed"], 7);
    EXPECT_EQ(both["verdict"]["calls"], 1);
}

TEST(RunCommand, GivesTheSameBytesEveryTime)
{
    const std::string once = idemscope("run six-layers --json --events").out;
    EXPECT_GT(once.size(), 10'000U);
    EXPECT_EQ(idemscope("run six-layers --json --events").out, once);
}

TEST(RunCommand, WritesTheTimelineAsAPictureWithoutADisplay)
{
    const std::string picture = (scratch() / "timeline.png").string();
    const Outcome run = idemscope("run invoice-naive --json --png " + picture);
    EXPECT_EQ(run.exit, 0);
    EXPECT_TRUE(json::parse(run.out).is_object()) << "data and complaints stay apart";
    EXPECT_EQ(contents(picture).substr(1, 3), "PNG");
    EXPECT_GT(contents(picture).size(), 10'000U);
    const Outcome refused = idemscope("run invoice-naive --png /nowhere/at/all.png");
    EXPECT_EQ(refused.exit, 2);
    EXPECT_THAT(refused.complaints, HasSubstr("can't be written"));
}

TEST(RunCommand, AnswersBadInputWithPlaceCauseAndCureAndPrintsNoData)
{
    const std::vector<std::pair<std::string, std::string>> bad{
        {"run /nowhere.json", "there is no such file"},
        {"run no-such-scenario", "no bundled scenario"},
        {"run " + written("broken.json", "{ \"idemscope\": 1,"), "broken.json:1:18: this is not JSON"},
        {"run " + written("empty.json", ""), "this is not JSON"},
        {"run invoice-naive --variant nope", "there is no variant"},
        {"run invoice-naive --set tools.send_invoice.guard=hope",
         "--set tools.send_invoice.guard: \"hope\" does not fit here"},
        {"run invoice-naive --set tools.send_invoice.timeout=-2s", "--set tools.send_invoice.timeout"},
        {"run invoice-naive --set nonsense", "this is not PATH=VALUE"},
        {"run invoice-naive --set tools.send_invoic.timeout=4s", "Did you mean \"send_invoice\"?"},
        {"run invoice-naive --seed -1", "--seed: Value -1 not in range"},
        {"explore invoice-naive", "explore: this is no command, no file and no bundled scenario"},
        {"run invoice-naive --png /nowhere/at/all.png", "can't be written"},
        {"run invoice-naive --set 'tools.send_invoice.key=i:{custmer}'", "Did you mean \"customer\"?"},
        {"run invoice-naive --all --png /tmp/x.png", "one picture can't show all variants"},
    };
    for (const auto& [arguments, complaint] : bad) {
        const Outcome run = idemscope(arguments);
        EXPECT_EQ(run.exit, 2) << arguments;
        EXPECT_EQ(run.out, "") << arguments;
        EXPECT_THAT(run.complaints, HasSubstr(complaint)) << arguments;
        EXPECT_EQ(std::count(run.complaints.begin(), run.complaints.end(), '\n'), 1) << run.complaints;
    }
}

TEST(RunCommand, SuggestsChangesThatItHasRunAndThatCanBeGivenBack)
{
    const Outcome text = idemscope("run invoice-naive --suggest");
    EXPECT_THAT(text.out, HasSubstr("What would have stopped it\n  → 1 effect, safe"));
    const json report
        = json::parse(idemscope("run invoice-naive --variant 'tool call id' --suggest --json").out);
    ASSERT_FALSE(report["suggestions"].empty());
    for (const json& each : report["suggestions"]) {
        std::string sets;
        for (const json& set : each["set"]) {
            sets += " --set '" + set.get<std::string>() + "'";
        }
        const json again
            = json::parse(idemscope("run invoice-naive --variant 'tool call id' --json" + sets).out);
        EXPECT_EQ(again["verdict"]["effects"], each["effects"]) << sets;
        EXPECT_EQ(again["verdict"]["safe"], each["safe"]) << sets;
    }
    EXPECT_THAT(idemscope("run invoice-keyed --suggest").out, HasSubstr("nothing to stop: the design is safe"));
    EXPECT_FALSE(json::parse(idemscope("run invoice-naive --json").out).contains("suggestions"));
}

TEST(RunCommand, ShowsTheRunOverTime)
{
    const json report = json::parse(idemscope("run invoice-naive --series 4 --json").out);
    ASSERT_EQ(report["series"].size(), 4U);
    EXPECT_EQ(report["series"][0]["tool_calls"], 1);
    EXPECT_THAT(idemscope("run invoice-naive --series 4").out, HasSubstr("Over time"));
    EXPECT_EQ(idemscope("run invoice-naive --series 0").exit, 2);
}

TEST(RunCommand, RefusesWhatItDoesNotKnow)
{
    for (const char* arguments :
         {"run", "run invoice-naive --sed 3", "run invoice-naive --seed -1", "run invoice-naive --seed x",
          "frobnicate --hard", "run invoice-naive --all --variant 'business key'", "check"}) {
        const Outcome run = idemscope(arguments);
        EXPECT_EQ(run.exit, 2) << arguments;
        EXPECT_NE(run.complaints, "") << arguments;
    }
}

TEST(RunCommand, KnowsTheBaseByTheNameThatTheWindowShows)
{
    EXPECT_EQ(json::parse(idemscope("run invoice-naive --json --variant 'no key'").out)["variant"], "");
}

TEST(RunCommand, LetsNoFileMoveTheCursor)
{
    json scenario = json::parse(contents(library("invoice-naive")));
    scenario["title"] = "x\u001b[2J\u202e";
    const Outcome run = idemscope("run " + written("escape.json", scenario.dump()) + " --events");
    EXPECT_EQ(run.exit, 0);
    EXPECT_EQ(run.out.find('\x1b'), std::string::npos);
}

TEST(RunCommand, SaysThatItCouldNotWriteEverything)
{
    const Outcome run = idemscope("run invoice-naive --json > /dev/full");
    EXPECT_EQ(run.exit, 2);
    EXPECT_THAT(run.complaints, HasSubstr("not everything could be written"));
}

TEST(CheckCommand, PassesOnTheWholeLibrary)
{
    const Outcome check
        = idemscope("check " + std::string(IDEMSCOPE_SOURCE_DIR) + "/simulations/library/*/*.json");
    EXPECT_EQ(check.exit, 0) << check.out;
    EXPECT_THAT(check.out, HasSubstr(std::to_string(libraryFiles().size()) + " scenarios"));
    EXPECT_THAT(check.out, HasSubstr(" 0 different"));
}

TEST(CheckCommand, ExitsWithOneWhereAFigureDiffersAndNamesIt)
{
    json scenario = json::parse(contents(library("invoice-naive")));
    scenario["expect"][""]["effects"] = 1;
    const Outcome check = idemscope("check " + written("differs.json", scenario.dump()) + " invoice-keyed");
    EXPECT_EQ(check.exit, 1);
    EXPECT_THAT(check.out, HasSubstr("effects: expected 1, got 3"));
}

TEST(CheckCommand, TakesRangesAndSaysWhichOneWasMissed)
{
    const std::string file = written("range.json", R"({ "idemscope": 1, "title": "t", "tools": { "act": {} },
      "actions": [ { "name": "a", "tool": "act" } ],
      "expect": { "": { "effects": { "min": 2, "max": 4 }, "calls": { "max": 1 } } } })");
    const Outcome check = idemscope("check " + file);
    EXPECT_EQ(check.exit, 1);
    EXPECT_THAT(check.out, HasSubstr("effects: expected 2 to 4, got 1"));
    EXPECT_THAT(check.out, testing::Not(HasSubstr("calls: expected")));
}

TEST(CheckCommand, ExitsWithTwoWhereAFileCanNotBeReadAndStillChecksTheOthers)
{
    const Outcome check = idemscope("check /nowhere.json invoice-keyed");
    EXPECT_EQ(check.exit, 2);
    EXPECT_THAT(check.out, HasSubstr("invoice-keyed"));
}

TEST(ScenariosCommand, ListsWhatIsBundledByLesson)
{
    const Outcome list = idemscope("scenarios");
    EXPECT_EQ(list.exit, 0);
    EXPECT_THAT(list.out, StartsWith("timeouts\n  invoice-naive "));
    EXPECT_THAT(list.out, HasSubstr("\n\nkeys\n"));
    const json all = json::parse(idemscope("scenarios --json").out);
    EXPECT_EQ(all.size(), libraryFiles().size());
    EXPECT_EQ(all[0]["name"], "invoice-naive");
    EXPECT_EQ(all[0]["lesson"], "timeouts");
}

TEST(PresetsCommand, ListsAllOfThemByLayer)
{
    const Outcome list = idemscope("presets");
    EXPECT_EQ(list.exit, 0);
    EXPECT_EQ(list.complaints, "");
    EXPECT_THAT(list.out, StartsWith("webhook\n"));
    for (const char* part : {"\n  slack-events ", "4 tries", "about 6 min", "reported", "Slack Events API",
                             "python-slack-sdk#790, rasa#3882", "\n\nruntime\n", "\n\nsdk\n", "no limit"}) {
        EXPECT_THAT(list.out, HasSubstr(part));
    }
    const json all = json::parse(idemscope("presets --json").out);
    EXPECT_EQ(all["presets"].size(), 38U);
    EXPECT_FALSE(all.contains("stack"));
    for (const char* member : {"id", "name", "layer", "attempts", "cut", "horizon", "duplicates", "note",
                               "confidence", "source", "members"}) {
        EXPECT_TRUE(all["presets"][0].contains(member)) << member;
    }
}

TEST(PresetsCommand, ListsThoseOfOneLayer)
{
    const json hooks = json::parse(idemscope("presets --layer webhook --json").out);
    EXPECT_EQ(hooks["presets"].size(), 9U);
    EXPECT_EQ(hooks["presets"][0]["layer"], "webhook");
    const Outcome none = idemscope("presets --layer tool");
    EXPECT_EQ(none.exit, 0);
    EXPECT_EQ(none.out, "");
    EXPECT_THAT(none.complaints, HasSubstr("no preset of the layer tool"));
}

TEST(PresetsCommand, ShowsMembersAndWhatAChainComesToAtWorst)
{
    const Outcome chain = idemscope("presets slack-events inngest openai-py");
    EXPECT_EQ(chain.exit, 0);
    EXPECT_THAT(chain.out, HasSubstr("slack-events × inngest × openai-py = 4 × 5 × 3 = 60"));
    EXPECT_THAT(chain.out, HasSubstr("\"waits\":[\"0s\",\"60s\",\"300s\"]"));
    EXPECT_THAT(chain.out, HasSubstr("duplicates  Every POST is sent again"));
    const json stack = json::parse(idemscope("presets temporal openai-py --json").out)["stack"];
    EXPECT_EQ(stack["attempts"], nullptr);
    EXPECT_EQ(stack["attempts_with_a_limit"], 3);
    EXPECT_EQ(stack["presets"], json({"temporal", "openai-py"}));
}

TEST(PresetsCommand, AnswersAnUnknownNameWithOneMessageAndNoData)
{
    for (const char* arguments : {"presets slack-events stripe-nod", "presets --layer sdkk",
                                  "presets --layer sdk requests", "presets stripe-nod --json"}) {
        const Outcome refused = idemscope(arguments);
        EXPECT_EQ(refused.exit, 2) << arguments;
        EXPECT_EQ(refused.out, "") << arguments;
        EXPECT_EQ(std::count(refused.complaints.begin(), refused.complaints.end(), '\n'), 1)
            << refused.complaints;
    }
    EXPECT_THAT(idemscope("presets stripe-nod").complaints, HasSubstr("Did you mean \"stripe-node\"?"));
}

TEST(PresetsCommand, IsWhatAScenarioMayName)
{
    const json report = json::parse(idemscope("run sdk-resend --json --set layers.sdk=requests").out);
    EXPECT_EQ(report["verdict"]["provider_calls"], 1);
    const Outcome wrong = idemscope("run sdk-resend --set layers.sdk=slack-events");
    EXPECT_EQ(wrong.exit, 2);
    EXPECT_THAT(wrong.complaints, HasSubstr("--set layers.sdk: \"slack-events\" is a preset of the layer"));
}

TEST(Window, WithoutADisplaySaysHowToGetOne)
{
    const Outcome window = idemscope("");
    EXPECT_EQ(window.exit, 2);
    EXPECT_THAT(window.complaints, HasSubstr("no display"));
    EXPECT_THAT(window.complaints, HasSubstr("idemscope run"));
}

TEST(Help, GoesToStandardOutputAndSucceeds)
{
    const Outcome help = idemscope("--help");
    EXPECT_EQ(help.exit, 0);
    EXPECT_THAT(help.out, HasSubstr("run"));
    EXPECT_EQ(help.complaints, "");
    EXPECT_EQ(idemscope("run --help").exit, 0);
    EXPECT_THAT(idemscope("--version").out, HasSubstr("idemscope 0.1.0"));
}

} // namespace
