#pragma once

#include "core/fingerprint/fingerprint_options.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace idem {

/// One place where two requests differ. Value.
struct FieldDifference
{
    std::string pointer; ///< JSON pointer, names in NFC; empty: the whole request
    std::optional<std::string> first; ///< the value as canonical JSON; nothing where it is absent
    std::optional<std::string> second;

    bool operator==(const FieldDifference&) const = default;
};

/// Where two requests differ, down to single values, in canonical order; what only one of them has is one
/// difference as a whole. Empty exactly when the two have equal fingerprints with these options: a conflict can
/// be explained wherever both requests are at hand (differingFields() does with the digests alone). Ends after
/// 1000 differences or 16 MB of text, so that no request makes the answer huge. Takes any depth of nesting.
/// Pure function, thread-safe.
std::vector<FieldDifference> differences(const nlohmann::json& first, const nlohmann::json& second,
                                         const FingerprintOptions& options);

} // namespace idem
