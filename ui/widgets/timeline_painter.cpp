#include "ui/widgets/timeline_painter.h"

#include "ui/widgets/drawing.h"
#include "ui/widgets/timeline_canvas.h"
#include "ui/widgets/timeline_text.h"

#include <algorithm>
#include <cmath>
#include <QPainter>

namespace idem {

TimelinePainter::TimelinePainter(const TimelineScene& scene, const TimelineLayout& layout,
                                 const Colours& colours)
    : m_scene(scene)
    , m_layout(layout)
    , m_colours(colours)
{
}

PaintCount TimelinePainter::paint(QPainter& painter, const QRectF& area, const TimeScale& scale,
                                  const TimelineLook& look) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(area, Qt::IntersectClip);
    TimelineCanvas canvas(painter, m_scene, m_layout, m_colours, area, scale, look);
    canvas.lanes();
    canvas.ruler();
    canvas.shapes();
    canvas.playhead();
    canvas.words();
    painter.restore();
    return canvas.count();
}

TimelineCanvas::TimelineCanvas(QPainter& painter, const TimelineScene& scene, const TimelineLayout& layout,
                               const Colours& colours, const QRectF& area, const TimeScale& scale,
                               const TimelineLook& look)
    : m_painter(painter)
    , m_scene(scene)
    , m_layout(layout)
    , m_colours(colours)
    , m_area(area)
    , m_content(area.adjusted(layout.gutter(), layout.ruler(), 0, 0))
    , m_scale(scale)
    , m_look(look)
    , m_small(layout.smallFont())
    , m_strong(boldFont(layout.smallFont()))
    , m_smallMetrics(m_small)
    , m_strongMetrics(m_strong)
    , m_originY(area.top() + layout.ruler() - look.scrolled)
    , m_from(scale.toTime(m_content.left() - 1))
    , m_to(scale.toTime(m_content.right() + 1))
{
}

void TimelineCanvas::lanes()
{
    m_painter.fillRect(m_area, m_colours[Token::Surface]);
    m_painter.save();
    m_painter.setClipRect(m_area.adjusted(0, m_layout.ruler(), 0, 0), Qt::IntersectClip);
    for (const Lane& lane : m_scene.lanes) {
        const double top = y(m_layout.laneTop(lane.kind));
        const double height = m_layout.laneHeight(lane.kind);
        if (!rowVisible(top, height)) {
            continue;
        }
        m_painter.setPen(QPen(m_colours[Token::GridLine], 1));
        const double bottom = std::floor(top + height) - 0.5;
        m_painter.drawLine(QPointF(m_area.left(), bottom), QPointF(m_area.right(), bottom));
        // The name stays beside the first row that is in the window, also of a lane that is many rows high.
        const bool thin = lane.off && lane.kind != LaneKind::Key;
        const double first = thin ? top : y(m_layout.barTop(lane.kind, 0));
        const double nameHeight = thin ? height : m_layout.barHeight();
        const double sticky = std::min(std::max(first, m_content.top() + 2), top + height - nameHeight);
        const QRectF rect(m_area.left() + 10, thin ? top : sticky, m_layout.gutter() - 12, nameHeight);
        text(rect, Qt::AlignLeft | Qt::AlignVCenter, laneName(lane.kind),
             thin ? m_small : boldFont(m_layout.font()), thin ? Token::TextFaint : Token::Text, 1);
    }
    m_painter.restore();
}

void TimelineCanvas::ruler()
{
    const double widest = m_smallMetrics.horizontalAdvance(QStringLiteral("000.00 s"));
    const double bottom = m_area.top() + m_layout.ruler();
    for (const Tick& tick : m_scale.ticks(widest * 1.5)) {
        if (tick.x < m_content.left() - 0.5 || tick.x > m_content.right()) {
            continue;
        }
        const double x = std::floor(tick.x) + 0.5;
        m_painter.setPen(QPen(m_colours[Token::GridLine], 1));
        m_painter.drawLine(QPointF(x, bottom - 3), QPointF(x, m_area.bottom()));
        const double width = m_smallMetrics.horizontalAdvance(tick.label) + 2;
        if (x + width / 2 <= m_area.right()) {
            text(QRectF(x - width / 2, m_area.top() + 2, width, m_smallMetrics.height()), Qt::AlignCenter,
                 tick.label, m_small, Token::TextMuted, 1);
        }
    }
}

void TimelineCanvas::playhead()
{
    if (!m_look.showPlayhead || m_look.playhead == never) {
        return;
    }
    const double x = std::floor(m_scale.toX(m_look.playhead)) + 0.5;
    if (x < m_content.left() - 1 || x > m_content.right()) {
        return;
    }
    const double top = m_area.top() + m_layout.ruler();
    const QColor colour = m_colours[Token::Playhead];
    m_painter.setPen(QPen(colour, 1.5));
    m_painter.drawLine(QPointF(x, top - 2), QPointF(x, m_area.bottom()));
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(colour);
    m_painter.drawPolygon(QPolygonF{QPointF(x - 6, top - 9), QPointF(x + 6, top - 9), QPointF(x, top)});
}

bool TimelineCanvas::rowVisible(double top, double height) const
{
    return top + height >= m_content.top() && top <= m_content.bottom();
}

double TimelineCanvas::opacityAt(Micros time) const
{
    return time <= m_look.playhead ? 1.0 : 0.32;
}

QRectF TimelineCanvas::barRect(const Bar& bar) const
{
    return m_layout.barRect(bar, m_scale).translated(0, m_originY);
}

void TimelineCanvas::text(const QRectF& rect, Qt::Alignment align, const QString& words, const QFont& font,
                          Token colour, double opacity)
{
    m_painter.setOpacity(opacity);
    m_painter.setFont(font);
    m_painter.setPen(m_colours[colour]);
    m_painter.drawText(rect, static_cast<int>(align) | Qt::TextSingleLine, words);
    m_painter.setOpacity(1);
    ++m_count.labels;
}

void TimelineCanvas::chip(double left, double middle, const QString& words, Token colour, double opacity)
{
    const double height = m_strongMetrics.height();
    const QRectF rect(left, middle - height / 2, m_strongMetrics.horizontalAdvance(words) + 6, height);
    m_painter.setOpacity(opacity);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_colours[Token::Surface]);
    m_painter.drawRoundedRect(rect, 3, 3);
    text(rect, Qt::AlignCenter, words, m_strong, colour, opacity);
}

std::size_t firstEndingAfter(const TimelineScene& scene, const BarRow& row, std::size_t begin, Micros time)
{
    const auto first = scene.bars.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = scene.bars.begin() + static_cast<std::ptrdiff_t>(row.first + row.count);
    const auto found
        = std::lower_bound(first, last, time, [](const Bar& bar, Micros at) { return bar.end < at; });
    return static_cast<std::size_t>(found - scene.bars.begin());
}

} // namespace idem
