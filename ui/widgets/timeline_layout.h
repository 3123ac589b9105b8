#pragma once

#include "ui/widgets/time_scale.h"
#include "ui/widgets/timeline_scene.h"

#include <array>
#include <QFont>
#include <QPointF>
#include <QRectF>

namespace idem {

enum class HitKind : std::uint8_t { Nothing, Ruler, Gutter, Bar, Mark, Key, Diamond };

struct Hit
{
    HitKind kind = HitKind::Nothing;
    std::size_t index = 0; ///< into the scene's bars, marks, keys or ledger
    int call = -1; ///< the call it belongs to
};

/// Where lanes, rows and bars lie in pixels, from font metrics; the same for painting and for hit-testing.
/// Value.
class TimelineLayout
{
public:
    TimelineLayout(const TimelineScene& scene, const QFont& font);

    double gutter() const { return m_gutter; } ///< width of the lane names
    double ruler() const { return m_ruler; } ///< height of the time ruler
    double height() const { return m_height; } ///< of all lanes, without the ruler
    double rowHeight() const { return m_rowHeight; }
    double barHeight() const { return m_barHeight; }
    QFont font() const { return m_font; }
    QFont smallFont() const { return m_smallFont; }

    /// Tops are relative to the first lane; the caller adds the ruler and takes off what is scrolled away.
    double laneTop(LaneKind lane) const { return m_tops[static_cast<std::size_t>(lane)]; }
    double laneHeight(LaneKind lane) const { return m_heights[static_cast<std::size_t>(lane)]; }
    double barTop(LaneKind lane, int row) const;
    double barMiddle(LaneKind lane, int row) const { return barTop(lane, row) + m_barHeight / 2; }

    /// Stretches the lanes that are in use to fill a height that is larger than needed.
    void fill(double height);

    QRectF barRect(const Bar& bar, const TimeScale& scale) const;

    /// What lies at a point; `origin` is where the first lane's top left corner is drawn. Bars thinner than a
    /// finger are hit from three pixels away.
    Hit hit(const TimelineScene& scene, const TimeScale& scale, QPointF point, double originY) const;

private:
    std::array<double, laneCount> m_tops{};
    std::array<double, laneCount> m_heights{};
    std::array<double, laneCount> m_pads{}; ///< from a lane's top to its first bar
    std::array<double, laneCount> m_rowSteps{}; ///< from one bar's top to the next below
    std::array<bool, laneCount> m_grows{};
    QFont m_font;
    QFont m_smallFont;
    double m_gutter = 0;
    double m_ruler = 0;
    double m_height = 0;
    double m_rowHeight = 0;
    double m_barHeight = 0;

    void place();
};

} // namespace idem
