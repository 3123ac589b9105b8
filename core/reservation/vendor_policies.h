#pragma once

#include "core/reservation/reservation.h"

#include <optional>
#include <string_view>
#include <vector>

namespace idem {

/// How a system says its answers over HTTP. Nothing where it says none, or where it is no HTTP service.
struct HttpAnswers
{
    std::optional<int> missingKey; ///< status; nothing: the key is optional
    std::optional<int> inProgress;
    std::optional<int> conflict;
    std::string_view replayHeader; ///< a response header that only a replayed answer carries

    bool operator==(const HttpAnswers&) const = default;
};

/// The key store of one system, as data: what decide() needs, the times, and how it speaks. Immutable value.
struct VendorPolicy
{
    std::string_view name; ///< kebab-case, for files and the command line
    std::string_view title;
    std::string_view source; ///< where its rules are published
    Policy policy;
    Milliseconds retention{};
    std::optional<Milliseconds> lease; ///< nothing: none is published, a repeat waits until the record goes
    bool windowFromFirst = false; ///< retention counts from the first request, not from its end
    HttpAnswers http;
    std::string_view unsure; ///< what the source leaves open and how it is read here; empty: nothing
};

/// Ours first, then the others. Thread-safe.
const std::vector<VendorPolicy>& vendorPolicies();

/// The one with this name, or null.
const VendorPolicy* vendorPolicy(std::string_view name);

} // namespace idem
