#pragma once

#include "core/error.h"

#include <nlohmann/json.hpp>
#include <string>

namespace idem {

/// The document with every preset under `layers` replaced by its members: `"sdk": "stripe-node"` by the
/// preset's,
/// `"sdk": {"preset": "stripe-node", "resends": 1}` by the preset's with the written ones over them, and
/// without those that are written as null. The order is the preset's, then the written one's. What is not a
/// preset is left as it is, right or wrong, for the schema to judge.
///
/// The place of an error is a JSON pointer into the document: to the name that is unknown or belongs elsewhere.
Result<nlohmann::ordered_json> expandPresets(nlohmann::ordered_json document);

/// Makes `"stripe-node"` the object {"preset": "stripe-node"}, so that a member can be written over it. Leaves
/// anything but a string alone.
void openPreset(nlohmann::ordered_json& layer);

/// Removes a member from a layer; where a preset may give it, null stays in its place to take it away from
/// that, too.
void removeFromLayer(nlohmann::ordered_json& layer, const std::string& layerName, const std::string& member);

} // namespace idem
