#include "app/commands.h"
#include "simulations/run/series.h"

#include <CLI/CLI.hpp>
#include <iostream>

namespace {

constexpr int usageError = 2;

void addRun(CLI::App& app, idem::RunCommand& command)
{
    CLI::App* run = app.add_subcommand(
        "run", "Run a scenario; print what each call was answered, the ledger and the verdict");
    run->add_option("scenario", command.scenario, "A scenario file, or the name of a bundled one")->required();
    CLI::Option* variant = run->add_option("--variant", command.variant, "Run this variant of the file");
    run->add_flag("--all", command.all, "Run the base and every variant")->excludes(variant);
    run->add_option("--set", command.sets,
                    "Change a value: PATH=VALUE, such as tools.send_invoice.timeout=4s; may be repeated")
        ->take_all()
        ->allow_extra_args(false);
    run->add_option("--seed", command.seed, "Draw with this seed instead of the file's")
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{9007199254740991}));
    run->add_flag("--json", command.json, "Print JSON: one object, with --all an array");
    run->add_flag("--events", command.events, "Print every event too");
    run->add_flag("--suggest", command.suggest, "Try small changes and print those that stop what goes wrong");
    run->add_option("--series", command.series, "Print what happened in each of N equal parts of the run")
        ->check(CLI::Range(1, idem::mostBuckets));
    run->add_option("--png", command.png, "Also write the timeline as a picture");
    run->add_flag("--dark", command.dark, "Draw the picture in dark colours");
}

void addPresets(CLI::App& app, idem::PresetsCommand& command)
{
    CLI::App* presets = app.add_subcommand(
        "presets", "List how real SDKs, runtimes and senders of webhooks repeat by default");
    CLI::Option* names = presets->add_option(
        "names", command.names, "Show these, and what their chain, from the outside in, comes to at worst");
    presets->add_option("--layer", command.layer, "Only those of this layer")
        ->check(CLI::IsMember({"user", "webhook", "runtime", "model", "tool", "sdk"}))
        ->excludes(names);
    presets->add_flag("--json", command.json, "Print JSON");
}

std::string firstLine(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

int runCommandLine(int argc, char** argv)
{
    CLI::App app("Idemscope: an inspector and simulator for retry hazards in AI-agent stacks", "idemscope");
    app.set_version_flag("--version", std::string("idemscope ") + IDEMSCOPE_VERSION);
    app.require_subcommand(0, 1);
    app.footer("Without a command it opens the window on the files.\n"
               "Exit codes: 0 as wanted, 1 `check` found a difference, 2 a usage error or an input that can't "
               "be read.");

    idem::WindowCommand window;
    app.add_option("files", window.files, "Scenario files to open in the window");
    app.add_option("--theme", window.theme, "system, light or dark")
        ->check(CLI::IsMember({"system", "light", "dark"}));

    idem::RunCommand run;
    addRun(app, run);
    std::vector<std::string> checked;
    app.add_subcommand("check", "Run all variants and compare them with what the files expect")
        ->add_option("scenarios", checked, "Scenario files, or names of bundled ones")
        ->required();
    bool listJson = false;
    bool table = false;
    CLI::App* list = app.add_subcommand("scenarios", "List the bundled scenarios");
    list->add_flag("--json", listJson, "Print JSON");
    list->add_flag("--table", table, "Run them all and print what each design comes to, as Markdown");
    idem::PresetsCommand presets;
    addPresets(app, presets);

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {
            return app.exit(error, std::cout, std::cerr); // help and version are no errors
        }
        return idem::complain({"", firstLine(error.what()),
                               "`idemscope --help` lists the commands, `idemscope run --help` the options"});
    }
    if (app.got_subcommand("run")) {
        return idem::runScenarioCommand(run, argc, argv);
    }
    if (app.got_subcommand("check")) {
        return idem::checkCommand(checked);
    }
    if (app.got_subcommand("scenarios")) {
        return idem::scenariosCommand(listJson, table);
    }
    if (app.got_subcommand("presets")) {
        return idem::presetsCommand(presets);
    }
    return idem::openWindow(window, argc, argv);
}

} // namespace

int main(int argc, char** argv)
{
    try {
        const int exit = runCommandLine(argc, argv);
        if (!std::cout.flush()) {
            return idem::complain({"standard output", "not everything could be written",
                                   "Is the disk full, or the reader gone?"});
        }
        return exit;
    } catch (const std::exception& error) {
        std::cerr << "idemscope: something that should not happen: " << error.what()
                  << "\nNothing was changed. Please report it with the command you gave.\n";
        return usageError;
    }
}
