#include "app/commands.h"
#include "core/text/printable.h"
#include "simulations/run/report.h"
#include "simulations/run/run.h"
#include "simulations/run/series.h"
#include "simulations/run/snapshot.h"
#include "simulations/run/suggestion.h"
#include "ui/widgets/picture.h"

#include <iostream>
#include <QGuiApplication>
#include <QImage>

namespace idem {

namespace {

/// One design that was run, and what else was asked for.
struct DesignRun
{
    Trace trace;
    std::vector<Suggestion> suggestions;
};

Result<DesignRun> runOne(const ScenarioFile& file, const Choice& choice, bool suggests)
{
    auto scenario = buildScenario(file, choice);
    if (!scenario) {
        return scenario.error();
    }
    DesignRun run{runScenario(std::make_shared<const Scenario>(std::move(*scenario))), {}};
    if (suggests) {
        run.suggestions = suggest(file, choice);
    }
    return run;
}

int writePicture(const Trace& trace, const RunCommand& command, int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen"); // a picture needs no display
    }
    // Qt complains here about a folder that only a session needs.
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    const QGuiApplication gui(argc, argv);
    const QImage image = renderPicture(trace, judge(trace), QSize(1440, 760), command.dark);
    if (!image.save(QString::fromStdString(command.png), "PNG")) {
        return complain({command.png, "the picture can't be written",
                         "Check that the folder exists and may be written to"});
    }
    std::cerr << "The timeline was written to " << command.png << "\n";
    return 0;
}

std::string eventsText(const Trace& trace)
{
    const Snapshot end = snapshotAt(trace, trace.events.size());
    std::string text = "\nEvents\n";
    for (const Event& event : trace.events) {
        const std::string time = durationText(event.at);
        text += "  " + std::string(time.size() < 10 ? 10 - time.size() : 0, ' ') + time + "  "
            + describe(trace, end, event) + "\n";
    }
    return printable(text);
}

nlohmann::ordered_json jsonOf(const DesignRun& run, const std::string& name, const RunCommand& command)
{
    nlohmann::ordered_json report = reportJson(run.trace, name, command.events);
    if (command.suggest) {
        report["suggestions"] = suggestionsJson(run.suggestions);
    }
    if (command.series > 0) {
        report["series"] = seriesJson(seriesOf(run.trace, command.series));
    }
    return report;
}

std::string textOf(const DesignRun& run, const RunCommand& command)
{
    std::string text = reportText(run.trace);
    if (command.suggest) {
        text += printable(suggestionsText(run.suggestions, judge(run.trace).safe));
    }
    if (command.series > 0) {
        text += seriesText(seriesOf(run.trace, command.series));
    }
    return text + (command.events ? eventsText(run.trace) : std::string());
}

void print(const std::vector<DesignRun>& runs, const std::string& name, const RunCommand& command)
{
    if (command.json) {
        nlohmann::ordered_json reports = nlohmann::ordered_json::array();
        for (const DesignRun& run : runs) {
            reports.push_back(jsonOf(run, name, command));
        }
        const auto& shown = command.all ? reports : reports.front();
        std::cout << shown.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
        return;
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
        std::cout << (i == 0 ? "" : "\n" + std::string(80, '-') + "\n\n") << textOf(runs[i], command);
    }
}

} // namespace

int runScenarioCommand(const RunCommand& command, int argc, char** argv)
{
    if (command.all && !command.png.empty()) {
        return complain(
            {"--png", "one picture can't show all variants", "Leave out --all, or name one with --variant"});
    }
    const auto file = findScenario(command.scenario);
    if (!file) {
        return complain(file.error());
    }
    Choice choice{command.variant, {}, {}};
    if (command.seed) {
        choice.seed = static_cast<std::uint64_t>(*command.seed);
    }
    for (const std::string& set : command.sets) {
        auto change = parseOverride(set);
        if (!change) {
            return complain(change.error());
        }
        choice.overrides.push_back(std::move(*change));
    }
    std::vector<std::string> variants{command.variant};
    if (command.all) {
        const std::vector<std::string> more = file->variants();
        variants.insert(variants.end(), more.begin(), more.end());
    }
    std::vector<DesignRun> runs;
    for (const std::string& variant : variants) {
        // The base may be called by the name that the window shows for it.
        choice.variant = variant == file->document.value("base_name", std::string()) ? std::string() : variant;
        auto run = runOne(*file, choice, command.suggest);
        if (!run) {
            return complain(run.error());
        }
        runs.push_back(std::move(*run));
    }
    // The picture first: where it can't be written, nothing is printed.
    const int picture = command.png.empty() ? 0 : writePicture(runs.front().trace, command, argc, argv);
    if (picture == 0) {
        print(runs, file->name, command);
    }
    return picture;
}

} // namespace idem
