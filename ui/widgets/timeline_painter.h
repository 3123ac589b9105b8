#pragma once

#include "ui/theme/tokens.h"
#include "ui/widgets/time_scale.h"
#include "ui/widgets/timeline_layout.h"
#include "ui/widgets/timeline_scene.h"

#include <QRectF>

class QPainter;

namespace idem {

/// How a scene is looked at.
struct TimelineLook
{
    Micros playhead = never; ///< what comes after it is painted faintly
    bool showPlayhead = true;
    int selectedCall = -1;
    int hoveredCall = -1;
    double scrolled = 0; ///< pixels of the lanes above the window
};

/// What was really drawn: a run of a million calls must not draw a million bars.
struct PaintCount
{
    std::size_t bars = 0;
    std::size_t arrows = 0;
    std::size_t marks = 0;
    std::size_t labels = 0;
};

/// Paints a scene into any painter: widget, picture or SVG. Keeps references; lives as long as one paint. GUI
/// thread or, on an image, any thread.
class TimelinePainter
{
public:
    TimelinePainter(const TimelineScene& scene, const TimelineLayout& layout, const Colours& colours);

    /// `area` holds gutter, ruler and lanes; the scale's x0 and x1 are in the same coordinates.
    PaintCount paint(QPainter& painter, const QRectF& area, const TimeScale& scale,
                     const TimelineLook& look) const;

private:
    const TimelineScene& m_scene;
    const TimelineLayout& m_layout;
    const Colours& m_colours;
};

} // namespace idem
