#pragma once

#include "core/error.h"
#include "simulations/scenario/scenario_file.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace idem {

/// A file's document with a choice applied, and where each changed value came from.
struct PatchedDocument
{
    nlohmann::ordered_json document;

    /// Pointer into `document` → where a person wrote it: a pointer into the file's text ("/variants/…") or,
    /// starting with '-', the override ("--set tools.x.key").
    std::vector<std::pair<std::string, std::string>> origins;
};

/// Applies variant, overrides and seed in this order, then puts the members of presets in the place of their
/// names. A path creates the objects on its way; `null` removes a member. Fails, with nothing kept, on a
/// variant or preset that is not there or a path that leads nowhere.
Result<PatchedDocument> applyChoice(const ScenarioFile& file, const Choice& choice);

/// The place of a value of a patched document, for people: "file:12:8 (/tools/send_invoice/guard)".
std::string placeOf(const ScenarioFile& file, const PatchedDocument& patched, const std::string& pointer);

} // namespace idem
