#pragma once

#include "core/error.h"

#include <optional>
#include <string>
#include <vector>

namespace idem {

/// What makes two requests the same one. Value.
struct FingerprintOptions
{
    /// Names of the top-level fields that identify the action; empty: all of them. Arguments that are no object
    /// always count whole.
    std::vector<std::string> identifies{};

    /// JSON pointers (RFC 6901) to what changes from one try to the next and so does not count, such as /id,
    /// /_meta and /params/_meta around a JSON-RPC call. What they name counts as absent; where they name
    /// nothing they do nothing. One that is no pointer is ignored: checkFingerprintOptions() tells.
    std::vector<std::string> ignore{};

    /// 100 equals 100.0 and 1e2. Without it a number with a point or an exponent is never a whole one; large
    /// whole numbers stay apart either way.
    bool wholeNumbersEqual = true;

    bool operator==(const FingerprintOptions&) const = default;
};

/// What is wrong with the options, if anything: an ignored path that is no JSON pointer, or the empty one,
/// which would make all requests equal. The error's place is "ignored path 2". Pure function, thread-safe.
std::optional<Error> checkFingerprintOptions(const FingerprintOptions& options);

} // namespace idem
