#pragma once

#include <optional>
#include <QString>

namespace idem {

/// How well typed letters fit a name: all have to occur in order; letters that begin words or follow each other
/// count more. Nothing where they do not fit; higher is better.
std::optional<int> fuzzyMatch(const QString& typed, const QString& name);

} // namespace idem
