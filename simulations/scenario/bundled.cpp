#include "simulations/scenario/bundled_text.h"
#include "simulations/scenario/scenario_file.h"
#include "simulations/scenario/schema_check.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <tuple>

namespace idem {

namespace {

using nlohmann::ordered_json;

/// Teaching order of the lessons: what goes wrong and what holds, who repeats from the outside in, then cases
/// from the field. A folder that is not here comes after them, by its name.
constexpr std::array<std::string_view, 13> lessons{"timeouts", "keys",    "guards", "answers", "users",
                                                   "webhooks", "runtime", "model",  "tools",   "sdk",
                                                   "provider", "layers",  "reports"};

/// What a lesson starts with; the other files of its folder follow, by their names.
constexpr std::array<std::string_view, 12> first{
    "invoice-naive",    "invoice-keyed",      "invoice-retry-paths",
    "refund-two-calls", "refund-two-steps",   "refund-raises-after-action",
    "double-send",      "webhook-redelivery", "run-retry",
    "crash-restart",    "sdk-resend",         "six-layers"};

template <std::size_t size>
std::size_t rankIn(const std::array<std::string_view, size>& order, std::string_view word)
{
    return static_cast<std::size_t>(std::find(order.begin(), order.end(), word) - order.begin());
}

/// Where a bundled scenario lies: library/timeouts/invoice-naive.json.
struct Place
{
    std::string path;
    std::string lesson;
    std::string name;
};

std::vector<Place> findPlaces()
{
    std::vector<Place> places;
    for (const std::string& path : bundledNames("library")) {
        const std::filesystem::path parts(path);
        places.push_back({path, parts.parent_path().filename().string(), parts.stem().string()});
    }
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
        const auto order = [](const Place& place) {
            return std::tuple(rankIn(lessons, place.lesson), std::string_view(place.lesson),
                              rankIn(first, place.name), std::string_view(place.name));
        };
        return order(a) < order(b);
    });
    return places;
}

/// In teaching order. What is compiled in doesn't change, so it is looked for once; every thread may read it.
const std::vector<Place>& places()
{
    static const std::vector<Place> found = findPlaces();
    return found;
}

} // namespace

Result<ScenarioFile> readBundled(std::string_view name)
{
    std::vector<std::string> names;
    for (const Place& place : places()) {
        if (place.name == name) {
            return readScenarioText(bundledText(place.path).value_or(std::string()), place.name + ".json");
        }
        names.push_back(place.name);
    }
    return Error{std::string(name), "there is no bundled scenario of this name",
                 didYouMean(name, names) + "`idemscope scenarios` lists them"};
}

std::vector<BundledScenario> bundledScenarios()
{
    std::vector<BundledScenario> list;
    for (const Place& place : places()) {
        // Only parsed: checking every design of every file, which running one does, would take seconds.
        const ScenarioFile file{
            place.name, {}, ordered_json::parse(bundledText(place.path).value_or("{}"), nullptr, false, true)};
        if (file.document.is_object()) {
            list.push_back({place.name, place.lesson, file.title(), file.document.value("story", std::string()),
                            static_cast<int>(file.variants().size())});
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
