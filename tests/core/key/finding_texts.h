#pragma once

#include "core/key/key_finding.h"

#include <string>
#include <vector>

namespace idem {

/// Findings as short lines for a test, such as "warning timestamp 9".
inline std::vector<std::string> shortly(const std::vector<KeyFinding>& findings)
{
    std::vector<std::string> out;
    for (const KeyFinding& each : findings) {
        out.push_back(std::string(name(each.severity)) + ' ' + std::string(name(each.problem)) + ' '
                      + each.place.substr(each.place.rfind(' ') + 1));
    }
    return out;
}

} // namespace idem
