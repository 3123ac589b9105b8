#pragma once

#include "core/error.h"

#include <optional>
#include <string>
#include <string_view>

/// Keys that mean something only inside a tenant or at an endpoint: without that, the same key at POST
/// /projects and at POST /applications gets the first one's answer. Pure functions, thread-safe.
namespace idem {

/// Where a key is valid. An empty member does not narrow it. Compared byte by byte: bring "post /projects/" and
/// "POST /projects" to one spelling first.
struct KeyScope
{
    std::string tenant{};
    std::string endpoint{}; ///< "POST /projects", or the name of a tool

    bool operator==(const KeyScope&) const = default;
};

/// A key together with where it is valid.
struct ScopedKey
{
    KeyScope scope{};
    std::string key{};

    bool operator==(const ScopedKey&) const = default;
};

/// One text for a key in its scope: `@acme@POST /projects@invoice:acme:2026-10`. Two different pairs of scope
/// and key never give one text. `@`, `%` and control characters of tenant and endpoint become %40 and the like;
/// the key itself stays as it is. Without a scope the text is the key itself.
///
/// Errors: an empty key, text that is not UTF-8, more than KeyTemplate::longestKey bytes, and a key without
/// scope that reads as one with a scope.
Result<std::string> scopedKey(const KeyScope& scope, std::string_view key);

/// The scope and the key in such a text; nothing where the text is a key without a scope.
std::optional<ScopedKey> splitScopedKey(std::string_view text);

} // namespace idem
