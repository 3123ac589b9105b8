#pragma once

#include "core/fingerprint/fingerprint_options.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace idem {

/// SHA-256.
using Digest = std::array<std::uint8_t, 32>;

/// What identifies a request, as a digest over canonical JSON, and a digest per top-level field so that a
/// mismatch can be explained without keeping the values. Value; equal digests mean the same request.
struct Fingerprint
{
    Digest digest{};
    std::vector<std::pair<std::string, Digest>> fields; ///< sorted by name

    bool operator==(const Fingerprint& other) const { return digest == other.digest; }
};

/// The fingerprint of those fields of `args` that identify the action (all of them when `identifies` is empty).
/// A field that is not there counts as absent, not as null. Pure functions, thread-safe.
Fingerprint fingerprint(const nlohmann::json& args, const std::vector<std::string>& identifies);
Fingerprint fingerprint(const nlohmann::json& args, std::initializer_list<std::string> identifies);

/// The same with more to choose. Never fails: what checkFingerprintOptions() objects to is passed over.
/// Differences by value, down to single fields: differences().
Fingerprint fingerprint(const nlohmann::json& args, const FingerprintOptions& options);

/// The names of the fields that differ, sorted; fields that only one of them has are among them.
std::vector<std::string> differingFields(const Fingerprint& first, const Fingerprint& second);

std::string hex(const Digest& digest);

/// As one line of JSON and back, for a store: {"digest":"…","fields":{"amount":"…"}}. Unreadable text gives a
/// fingerprint that equals nothing but itself (all zero, no fields).
std::string toText(const Fingerprint& fingerprint);
Fingerprint fingerprintFromText(std::string_view text);

} // namespace idem
