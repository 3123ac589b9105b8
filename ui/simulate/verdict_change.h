#pragma once

#include "simulations/run/verdict.h"

#include <QString>

namespace idem {

/// What an edit changed in the verdict: "effects 3 → 1, told failed → done", or that it changed nothing.
QString verdictChange(const Verdict& before, const Verdict& after);

} // namespace idem
