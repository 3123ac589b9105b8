#include "ui/widgets/timeline_layout.h"

#include "ui/widgets/drawing.h"
#include "ui/widgets/timeline_text.h"

#include <algorithm>
#include <cmath>
#include <QFontMetricsF>

namespace idem {

TimelineLayout::TimelineLayout(const TimelineScene& scene, const QFont& font)
    : m_font(font)
    , m_smallFont(smallerFont(font))
{
    QFont bold = font;
    bold.setBold(true);
    const QFontMetricsF names(bold);
    const QFontMetricsF small(m_smallFont);
    double widest = 0;
    for (const Lane& lane : scene.lanes) {
        widest = std::max(widest, names.horizontalAdvance(laneName(lane.kind)));
    }
    m_gutter = std::ceil(widest + 2 * names.averageCharWidth() + 8);
    m_ruler = std::ceil(small.height() + 10);
    m_barHeight = std::ceil(small.height() + 4);
    m_rowHeight = m_barHeight + 4;

    const double air = std::ceil(small.height() * 0.45);
    for (std::size_t i = 0; i < laneCount; ++i) {
        const Lane& lane = scene.lanes[i];
        const bool thin = lane.off && lane.kind != LaneKind::Key;
        // Above each tool bar there is room for the word that says how it ended.
        const double above = lane.kind == LaneKind::Tool && !lane.off ? small.height() + 2 : 0;
        m_rowSteps[i] = m_rowHeight + above;
        m_pads[i] = air + above;
        m_heights[i] = thin ? std::ceil(small.height() + 2)
                            : m_pads[i] + m_barHeight + (lane.rowCount - 1) * m_rowSteps[i] + air;
        m_grows[i] = !thin;
    }
    place();
}

void TimelineLayout::place()
{
    m_height = 0;
    for (std::size_t i = 0; i < laneCount; ++i) {
        m_tops[i] = m_height;
        m_height += m_heights[i];
    }
}

void TimelineLayout::fill(double height)
{
    const auto growing = std::count(m_grows.begin(), m_grows.end(), true);
    if (growing == 0 || height <= m_height) {
        return;
    }
    // Air is good, but lanes that are far apart are hard to follow.
    const double each
        = std::min(std::floor((height - m_height) / static_cast<double>(growing)), m_barHeight * 1.5);
    for (std::size_t i = 0; i < laneCount; ++i) {
        if (m_grows[i]) {
            m_heights[i] += each;
            m_pads[i] += std::floor(each / 2);
        }
    }
    place();
}

double TimelineLayout::barTop(LaneKind lane, int row) const
{
    const auto i = static_cast<std::size_t>(lane);
    return m_tops[i] + m_pads[i] + row * m_rowSteps[i];
}

QRectF TimelineLayout::barRect(const Bar& bar, const TimeScale& scale) const
{
    const double left = scale.toX(bar.from);
    return {left, barTop(bar.lane, bar.row), std::max(2.0, scale.toX(bar.end) - left), m_barHeight};
}

Hit TimelineLayout::hit(const TimelineScene& scene, const TimeScale& scale, QPointF point, double originY) const
{
    constexpr double reach = 3;
    if (point.y() < m_ruler) {
        return {HitKind::Ruler, 0, -1};
    }
    if (point.x() < m_gutter) {
        return {HitKind::Gutter, 0, -1};
    }
    const double y = point.y() - originY;
    const auto near = [&](Micros at, double middle, double across) {
        return std::abs(scale.toX(at) - point.x()) <= across && std::abs(middle - y) <= across;
    };

    // What is small goes first, it lies above what is large. Both lists are in time order: only a strip is
    // looked at.
    const double strip = 2 * m_barHeight;
    const Micros earliest = scale.toTime(point.x() - strip);
    const Micros latest = scale.toTime(point.x() + strip);
    const auto within = [&](const auto& list) {
        const auto first = std::lower_bound(list.begin(), list.end(), earliest,
                                            [](const auto& item, Micros time) { return item.at < time; });
        return static_cast<std::size_t>(first - list.begin());
    };
    for (std::size_t i = within(scene.ledger); i < scene.ledger.size() && scene.ledger[i].at <= latest; ++i) {
        const Diamond& diamond = scene.ledger[i];
        if (near(diamond.at, barMiddle(LaneKind::Ledger, diamond.row), m_barHeight / 2 + reach)) {
            return {HitKind::Diamond, i, diamond.call};
        }
    }
    for (std::size_t i = within(scene.marks); i < scene.marks.size() && scene.marks[i].at <= latest; ++i) {
        const Mark& mark = scene.marks[i];
        const double x = scale.toX(mark.at);
        bool inside = false;
        if (mark.kind == MarkKind::Crash) {
            inside = std::abs(x - point.x()) <= reach + 1 && y >= laneTop(mark.lane)
                && y <= laneTop(mark.lastLane) + laneHeight(mark.lastLane);
        } else if (mark.kind == MarkKind::Answered) {
            const double top = barTop(mark.lane, mark.row);
            inside = y >= top - (m_rowSteps[static_cast<std::size_t>(mark.lane)] - m_rowHeight) && y < top
                && std::abs(x - point.x()) <= m_barHeight;
        } else if (mark.kind != MarkKind::Told) {
            inside = near(mark.at, barMiddle(mark.lane, mark.row), m_barHeight / 2);
        }
        if (inside) {
            return {HitKind::Mark, i, mark.call};
        }
    }
    for (std::size_t l = 0; l < laneCount; ++l) {
        const Lane& lane = scene.lanes[l];
        if (y < m_tops[l] || y >= m_tops[l] + m_heights[l] || lane.rows.empty()) {
            continue;
        }
        const auto row = static_cast<int>(std::floor((y - m_tops[l] - m_pads[l] + reach) / m_rowSteps[l]));
        if (row < 0 || row >= static_cast<int>(lane.rows.size())
            || y > barTop(lane.kind, row) + m_barHeight + reach) {
            continue;
        }
        // The last bar that begins left of the pointer, or the next one where that begins within reach.
        const BarRow& range = lane.rows[static_cast<std::size_t>(row)];
        const auto first = scene.bars.begin() + static_cast<std::ptrdiff_t>(range.first);
        const auto last = first + static_cast<std::ptrdiff_t>(range.count);
        auto after = std::upper_bound(first, last, scale.toTime(point.x() + reach),
                                      [](Micros time, const Bar& bar) { return time < bar.from; });
        if (after == first) {
            continue;
        }
        auto found = std::prev(after);
        if (found != first && scale.toX(found->from) > point.x()
            && barRect(*std::prev(found), scale).right() >= point.x()) {
            found = std::prev(found);
        }
        if (point.x() <= barRect(*found, scale).right() + reach) {
            return {HitKind::Bar, static_cast<std::size_t>(found - scene.bars.begin()), found->call};
        }
    }
    for (std::size_t i = scene.keys.size(); i-- > 0;) {
        const KeySegment& segment = scene.keys[i];
        const double top = barTop(LaneKind::Key, segment.row);
        if (y >= top && y <= top + m_barHeight && point.x() >= scale.toX(segment.from)
            && point.x() <= scale.toX(segment.to)) {
            return {HitKind::Key, i, segment.call};
        }
    }
    return {};
}

} // namespace idem
