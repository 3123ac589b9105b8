#pragma once

#include "core/error.h"
#include "simulations/scenario/scenario.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

/// A scenario file as it was read: checked against the schema, member order kept. Value.
struct ScenarioFile
{
    std::string name; ///< as shown to people: the path, or the bundled name with .json
    std::string text;
    nlohmann::ordered_json document;

    std::string title() const;
    std::vector<std::string> variants() const; ///< in the file's order, without the base ""
};

/// One change on top of a file: `tools.send_invoice.timeout` = `"4s"`. Dots separate members and array indices.
struct Override
{
    std::string path;
    nlohmann::ordered_json value;
    bool operator==(const Override&) const = default;
};

/// What of a file is run: a variant, then the overrides, then the seed.
struct Choice
{
    std::string variant;
    std::vector<Override> overrides;
    std::optional<std::uint64_t> seed;
    bool operator==(const Choice&) const = default;
};

/// Every error has a place (name, line and column, JSON pointer), a cause and a cure.
Result<ScenarioFile> readScenarioText(std::string_view text, std::string name);
Result<ScenarioFile> readScenarioPath(const std::string& path);

/// Applies the choice and checks what a schema can't. Nothing is kept of a choice that fails.
Result<Scenario> buildScenario(const ScenarioFile& file, const Choice& choice);

/// The document with variant, overrides and seed applied, as the scenario would be written: what a control
/// shows.
Result<nlohmann::ordered_json> effectiveDocument(const ScenarioFile& file, const Choice& choice);

/// `PATH=VALUE` of the command line: the value is JSON where it parses as JSON, else a string.
Result<Override> parseOverride(std::string_view text);

/// The bundled scenarios, in teaching order, those of a lesson together; they can't fail to read (a test reads
/// them all).
struct BundledScenario
{
    std::string name; ///< invoice-naive; no two have the same, whatever their folders
    std::string lesson; ///< the folder that it is in: timeouts
    std::string title;
    std::string story;
    int variants = 0;
};
std::vector<BundledScenario> bundledScenarios();
Result<ScenarioFile> readBundled(std::string_view name);

/// Is this the name of a bundled scenario rather than of a file? A file of that name goes first.
bool meansBundled(const std::string& nameOrPath);

/// A file by its path, or else a bundled scenario by its name: what people type.
Result<ScenarioFile> findScenario(const std::string& nameOrPath);

} // namespace idem
