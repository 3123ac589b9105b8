#include "simulations/scenario/bundled_text.h"
#include "simulations/scenario/scenario_file.h"

#include <array>
#include <filesystem>

namespace idem {

namespace {

/// Teaching order: the story first, then who repeats, from the inside out.
constexpr std::array<std::string_view, 12> order{
    "invoice-naive",    "invoice-keyed",      "invoice-retry-paths",
    "refund-two-calls", "refund-two-steps",   "refund-raises-after-action",
    "double-send",      "webhook-redelivery", "run-retry",
    "crash-restart",    "sdk-resend",         "six-layers"};

} // namespace

Result<ScenarioFile> readBundled(std::string_view name)
{
    const std::string shown = std::string(name) + ".json";
    const std::optional<std::string> text = bundledText("library/" + shown);
    if (!text) {
        return Error{std::string(name), "there is no bundled scenario of this name",
                     "`idemscope scenarios` lists them"};
    }
    return readScenarioText(*text, shown);
}

std::vector<BundledScenario> bundledScenarios()
{
    std::vector<BundledScenario> list;
    for (const std::string_view name : order) {
        if (const auto file = readBundled(name)) {
            list.push_back({std::string(name), file->title(), file->document.value("story", std::string()),
                            static_cast<int>(file->variants().size())});
        }
    }
    return list;
}

bool meansBundled(const std::string& nameOrPath)
{
    std::error_code code;
    return nameOrPath.find_first_of("./\\") == std::string::npos && !std::filesystem::exists(nameOrPath, code);
}

Result<ScenarioFile> findScenario(const std::string& nameOrPath)
{
    return meansBundled(nameOrPath) ? readBundled(nameOrPath) : readScenarioPath(nameOrPath);
}

} // namespace idem
