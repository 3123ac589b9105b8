#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace idem {

/// Which values inside one JSON value do not count, found once before it is written or compared. Refers to that
/// value, which must neither change nor go away meanwhile. Immutable; thread-safe.
class IgnoredValues
{
public:
    /// Nothing is ignored.
    IgnoredValues() = default;

    /// What the JSON pointers name inside `value`. Names are compared in NFC. Pointers that are none, the empty
    /// one, and those that name nothing there are passed over.
    IgnoredValues(const nlohmann::json& value, const std::vector<std::string>& pointers);

    bool contains(const nlohmann::json& value) const;

private:
    std::vector<const nlohmann::json*> m_values; ///< sorted
};

} // namespace idem
