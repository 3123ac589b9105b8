#pragma once

#include <nlohmann/json.hpp>
#include <QString>

namespace idem {

/// What a parameter that a scenario file leaves out stands for, spelled as the file would spell it; null for a
/// path that has no default. Taken from the scenario's own structs, so that it can't differ from what runs.
nlohmann::ordered_json defaultValue(const QString& path);

/// Whether two values mean the same to a run: "2000ms" is "2s".
bool sameValue(const nlohmann::ordered_json& left, const nlohmann::ordered_json& right);

} // namespace idem
