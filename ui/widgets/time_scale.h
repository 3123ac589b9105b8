#pragma once

#include "simulations/scenario/scenario.h"

#include <QString>
#include <vector>

namespace idem {

struct Tick
{
    Micros at = 0;
    double x = 0;
    QString label;
};

/// Maps virtual time to pixels and back, and knows where round times are. Value, any thread.
struct TimeScale
{
    Micros from = 0;
    Micros to = 1;
    double x0 = 0;
    double x1 = 1;

    double toX(Micros time) const;
    Micros toTime(double x) const; ///< may lie outside from … to
    double perPixel() const; ///< microseconds

    /// Round times (1, 2, 5 × 10ⁿ, then minutes, hours, days) at least `minimumGap` pixels apart.
    std::vector<Tick> ticks(double minimumGap) const;
};

} // namespace idem
