#pragma once

#include "core/fingerprint/canonical_json.h"
#include "core/fingerprint/fingerprint_options.h"
#include "core/fingerprint/ignored_values.h"

#include <string>
#include <vector>

/// What fingerprint() and differences() both count, so that they agree. Pure functions, thread-safe.
namespace idem {

/// Those members of an object that identify the action, in canonical order; all that are not ignored when
/// `identifies` is empty. Names are compared in NFC.
std::vector<CanonicalMember> identifyingMembers(const nlohmann::json& args,
                                                const std::vector<std::string>& identifies,
                                                const IgnoredValues& ignored);

/// The text whose digest is the fingerprint.
std::string identifyingText(const nlohmann::json& args, const FingerprintOptions& options,
                            const IgnoredValues& ignored);

NumberText numberText(const FingerprintOptions& options);

} // namespace idem
