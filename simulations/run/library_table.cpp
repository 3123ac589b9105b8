#include "simulations/run/library_table.h"

#include "simulations/run/run.h"
#include "simulations/run/verdict.h"
#include "simulations/scenario/scenario_file.h"

namespace idem {

namespace {

/// In a cell of a table a bar would end it.
std::string cell(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        out += c == '|' ? "\\|" : std::string(1, c);
    }
    return out;
}

std::string cameTo(const Verdict& verdict)
{
    std::string text = std::to_string(verdict.effects);
    if (verdict.steps != 1) {
        text += " of " + std::to_string(verdict.steps);
    }
    if (verdict.lost > 0) {
        text += ", " + std::to_string(verdict.lost) + " lost";
    }
    return text + (verdict.safe ? ", safe" : "");
}

std::string designRow(const ScenarioFile& file, const std::string& variant)
{
    auto scenario = buildScenario(file, {variant, {}, {}});
    if (!scenario) {
        return {};
    }
    const Verdict verdict = judge(runScenario(std::make_shared<const Scenario>(std::move(*scenario))));
    const std::string name
        = variant.empty() ? file.document.value("base_name", std::string("as written")) : variant;
    std::string told = verdict.told;
    for (char& c : told) {
        c = c == '_' ? ' ' : c;
    }
    return "| | " + cell(name) + " | " + cameTo(verdict) + " | " + told + " |\n";
}

std::string scenarioRows(const BundledScenario& bundled)
{
    const auto file = readBundled(bundled.name);
    if (!file) {
        return {};
    }
    const std::string link = file->document.value("link", std::string());
    std::string rows = "| **" + bundled.name + "** " + cell(bundled.title)
        + (link.empty() ? "" : " ([report](" + link + "))") + " | | | |\n";
    rows += designRow(*file, "");
    for (const std::string& variant : file->variants()) {
        rows += designRow(*file, variant);
    }
    return rows;
}

} // namespace

std::string libraryTable()
{
    std::string text = "# The bundled scenarios\n\nWhat each design of each scenario comes to: effects in the "
                       "outside world (of how many there should be, where that is not one), and what the users "
                       "were told. The first design of each is the faulty one, as it was reported. Written by "
                       "`idemscope scenarios --table`; a test says when it is out of date.\n";
    std::string lesson;
    for (const BundledScenario& bundled : bundledScenarios()) {
        if (bundled.lesson != lesson) {
            lesson = bundled.lesson;
            text += "\n## " + lesson + "\n\n| scenario | design | effects | told |\n|---|---|---|---|\n";
        }
        text += scenarioRows(bundled);
    }
    return text;
}

} // namespace idem
