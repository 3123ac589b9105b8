#include "ui/widgets/timeline_canvas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <QPainter>
#include <QPainterPath>

namespace idem {

namespace {

constexpr double crowd = 4; ///< lines of one kind closer than this are a wall, not lines

/// The fill, border, hatch ground and hatch lines of a bar.
struct Skin
{
    Token fill;
    Token stroke;
    Token ghost;
    Token hatch;
};

Skin skinOf(const Bar& bar)
{
    if (bar.kind == BarKind::Working) {
        return {Token::Work, Token::WorkStroke, Token::WorkGhost, Token::WorkHatch};
    }
    if (bar.kind == BarKind::Looking) {
        return {Token::Surface, Token::AccentWord, Token::CallerGhost, Token::CallerHatch};
    }
    switch (bar.lane) {
    case LaneKind::Tool:
        return {Token::Caller, Token::Caller, Token::CallerGhost, Token::CallerHatch};
    case LaneKind::Sdk:
        return {Token::CallerMuted, Token::CallerMuted, Token::CallerGhost, Token::CallerHatch};
    default:
        return {Token::CallerPale, Token::CallerStroke, Token::CallerGhost, Token::CallerHatch};
    }
}

Skin skinOf(const KeySegment& segment)
{
    switch (segment.state) {
    case State::Processing:
        return {Token::WorkGhost, Token::WorkStroke, Token::WorkGhost, Token::WorkHatch};
    case State::Done:
        return {Token::GoodSurface, Token::Good, Token::GoodSurface, Token::Good};
    case State::FailedBefore:
        return {Token::Surface, Token::TextFaint, Token::Surface, Token::Line};
    case State::FailedForGood:
        return {Token::BadSurface, Token::Bad, Token::BadSurface, Token::Bad};
    case State::Unknown:
        return {Token::Surface, Token::Unknown, Token::Surface, Token::Unknown};
    }
    return {};
}

/// Rounded at both ends; where work goes on beyond the trace, the right end is torn.
QPainterPath outlineOf(const QRectF& rect, bool torn)
{
    QPainterPath path;
    const double radius = std::min(4.0, rect.width() / 3);
    if (!torn || rect.width() < 10) {
        path.addRoundedRect(rect, radius, radius);
        return path;
    }
    const double tooth = rect.height() / 6;
    path.moveTo(rect.right(), rect.top());
    path.lineTo(rect.left() + radius, rect.top());
    path.quadTo(rect.topLeft(), QPointF(rect.left(), rect.top() + radius));
    path.lineTo(rect.left(), rect.bottom() - radius);
    path.quadTo(rect.bottomLeft(), QPointF(rect.left() + radius, rect.bottom()));
    path.lineTo(rect.right(), rect.bottom());
    for (int i = 1; i < 6; ++i) {
        path.lineTo(rect.right() - (i % 2 == 0 ? 0 : tooth), rect.bottom() - i * tooth);
    }
    path.closeSubpath();
    return path;
}

} // namespace

void TimelineCanvas::shapes()
{
    const double head = std::clamp(m_look.playhead == never ? m_content.right() : m_scale.toX(m_look.playhead),
                                   m_content.left(), m_content.right());
    QRectF before = m_content;
    before.setRight(head);
    QRectF after = m_content;
    after.setLeft(head);
    if (before.width() > 0) {
        slice({before, m_from, std::min(m_to, m_scale.toTime(head + 1)), 1});
    }
    if (after.width() > 0) {
        slice({after, std::max(m_from, m_scale.toTime(head - 1)), m_to, opacityAt(never)});
    }
}

void TimelineCanvas::slice(const Slice& part)
{
    m_painter.save();
    m_painter.setClipRect(part.rect, Qt::IntersectClip);
    m_painter.setOpacity(part.opacity);
    drops(part);
    arrows(part);
    keys(part);
    bars(part);
    m_painter.restore();
}

void TimelineCanvas::drops(const Slice& part)
{
    // Dashed, from the work that made it down to the effect; where they crowd, some stand for all.
    std::array<double, 2> last{-1e9, -1e9};
    const auto first = std::lower_bound(m_scene.ledger.begin(), m_scene.ledger.end(), part.from,
                                        [](const Diamond& diamond, Micros time) { return diamond.at < time; });
    for (auto it = first; it != m_scene.ledger.end() && it->at <= part.to; ++it) {
        const double x = m_scale.toX(it->at);
        if (x - last[it->duplicate ? 1 : 0] < crowd) {
            continue;
        }
        last[it->duplicate ? 1 : 0] = x;
        QPen pen(m_colours[it->duplicate ? Token::Duplicate : Token::Effect], 1.4);
        pen.setDashPattern({3, 2});
        m_painter.setPen(pen);
        m_painter.drawLine(
            QPointF(x, y(m_layout.barTop(LaneKind::Provider, it->providerRow)) + m_layout.barHeight()),
            QPointF(x, y(m_layout.barMiddle(LaneKind::Ledger, it->row))));
    }
}

void TimelineCanvas::arrows(const Slice& part)
{
    std::array<double, laneCount * laneCount> last{};
    last.fill(-1e9);
    const auto first = std::lower_bound(m_scene.arrows.begin(), m_scene.arrows.end(), part.from,
                                        [](const Arrow& arrow, Micros time) { return arrow.toTime < time; });
    for (auto it = first; it != m_scene.arrows.end() && it->fromTime <= part.to; ++it) {
        const double x = m_scale.toX(it->toTime);
        double& before
            = last[static_cast<std::size_t>(it->fromLane) * laneCount + static_cast<std::size_t>(it->toLane)];
        if (x - before < crowd) {
            continue;
        }
        before = x;
        arrow(*it);
        ++m_count.arrows;
    }
}

void TimelineCanvas::arrow(const Arrow& arrow)
{
    const double height = m_layout.barHeight();
    const bool lost = arrow.kind == ArrowKind::LostAnswer;
    const double fromY = y(m_layout.barTop(arrow.fromLane, arrow.fromRow)) + (lost ? 0 : height);
    const double toY = y(m_layout.barTop(arrow.toLane, arrow.toRow)) + (lost ? height : 0);
    const QPointF from(m_scale.toX(arrow.fromTime), fromY);
    const QPointF to(m_scale.toX(arrow.toTime), toY);
    if (std::max(fromY, toY) < m_content.top() || std::min(fromY, toY) > m_content.bottom()) {
        return;
    }
    if (lost) {
        // It sets out, and stops half way.
        const QPointF middle = lostAt(arrow);
        QPen pen(m_colours[Token::Bad], 1.6);
        pen.setDashPattern({2.5, 2});
        m_painter.setPen(pen);
        m_painter.drawLine(from, middle);
        m_painter.setPen(QPen(m_colours[Token::Bad], 1.8));
        m_painter.drawLine(middle + QPointF(-3.5, -3.5), middle + QPointF(3.5, 3.5));
        m_painter.drawLine(middle + QPointF(-3.5, 3.5), middle + QPointF(3.5, -3.5));
        return;
    }
    const QPointF along = to - from;
    const double length = std::hypot(along.x(), along.y());
    if (length < 1) {
        return;
    }
    const QPointF unit = along / length;
    const QPointF across(-unit.y(), unit.x());
    const double head = std::min(6.0, length);
    m_painter.setPen(QPen(m_colours[Token::Arrow], 1.2));
    m_painter.drawLine(from, to - unit * (head - 1));
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_colours[Token::Arrow]);
    m_painter.drawPolygon(QPolygonF{to, to - unit * head + across * 3, to - unit * head - across * 3});
}

QPointF TimelineCanvas::lostAt(const Arrow& arrow) const
{
    const double low = y(m_layout.barTop(arrow.fromLane, arrow.fromRow));
    const double high = y(m_layout.barTop(arrow.toLane, arrow.toRow)) + m_layout.barHeight();
    return {std::max(m_scale.toX(arrow.toTime), m_scale.toX(arrow.fromTime) + 2), (low + high) / 2};
}

void TimelineCanvas::keys(const Slice& part)
{
    // Rows of records that stand to the end hold one record each: nothing to search by time, but cheap to skip.
    std::map<int, double> last;
    for (const KeySegment& segment : m_scene.keys) {
        if (segment.from > part.to) {
            break;
        }
        const double top = y(m_layout.barTop(LaneKind::Key, segment.row));
        if (segment.to < part.from || !rowVisible(top, m_layout.barHeight())) {
            continue;
        }
        const double left = std::max(m_scale.toX(segment.from), m_content.left() - 20);
        const double right = std::min(m_scale.toX(segment.to), m_content.right() + 20);
        auto [reached, fresh] = last.try_emplace(segment.row, -1e9);
        if (!fresh && right < reached->second + 1) {
            continue;
        }
        reached->second = right;
        const QRectF rect(left + 0.5, top + 0.5, std::max(1.5, right - left - 1), m_layout.barHeight() - 1);
        const Skin skin = skinOf(segment);
        const QPainterPath outline = outlineOf(rect, false);
        m_painter.fillPath(outline, m_colours[skin.fill]);
        if (segment.leaseOver || segment.state == State::Unknown) {
            hatch(rect, outline, skin.ghost, segment.leaseOver ? Token::WorkHatch : Token::Line);
        }
        QPen pen(m_colours[skin.stroke], 1.2);
        if (segment.leaseOver || segment.state == State::Unknown || segment.state == State::FailedBefore) {
            pen.setDashPattern({3, 2});
        }
        m_painter.strokePath(outline, pen);
    }
}

void TimelineCanvas::bars(const Slice& part)
{
    for (const Lane& lane : m_scene.lanes) {
        if (lane.rows.empty() || !rowVisible(y(m_layout.laneTop(lane.kind)), m_layout.laneHeight(lane.kind))) {
            continue;
        }
        for (std::size_t row = 0; row < lane.rows.size(); ++row) {
            if (rowVisible(y(m_layout.barTop(lane.kind, static_cast<int>(row))), m_layout.barHeight())) {
                barRow(part, lane.rows[row]);
            }
        }
    }
}

void TimelineCanvas::barRow(const Slice& part, const BarRow& row)
{
    const std::size_t end = row.first + row.count;
    std::size_t i = firstEndingAfter(m_scene, row, row.first, part.from);
    while (i < end && m_scene.bars[i].from <= part.to) {
        const QRectF rect = barRect(m_scene.bars[i]);
        bar(m_scene.bars[i], rect);
        ++m_count.bars;
        ++i;
        // All that ends within the pixel that is painted now would not be seen.
        const double next = rect.right() + 1;
        if (i < end && m_scale.toX(m_scene.bars[i].end) < next) {
            i = firstEndingAfter(m_scene, row, i, m_scale.toTime(next));
        }
    }
}

void TimelineCanvas::bar(const Bar& bar, const QRectF& whole)
{
    const Skin skin = skinOf(bar);
    // Far zoomed in, a bar may be millions of pixels long; what lies outside is not built.
    QRectF rect = whole;
    rect.setLeft(std::max(rect.left(), m_content.left() - 20));
    rect.setRight(std::min(rect.right(), m_content.right() + 20));
    if (rect.width() < 4) {
        const bool ghost = bar.hatchedFrom && *bar.hatchedFrom <= bar.from;
        const Token thin = bar.kind == BarKind::Looking ? skin.stroke : skin.fill;
        m_painter.fillRect(rect, m_colours[ghost ? skin.hatch : thin]);
        return;
    }
    rect.adjust(0.5, 0.5, -0.5, -0.5);
    const bool torn = bar.open && m_scale.toX(bar.end) <= m_content.right() + 20;
    const QPainterPath outline = outlineOf(rect, torn);
    QRectF solid = rect;
    if (bar.hatchedFrom) {
        solid.setRight(std::clamp(m_scale.toX(*bar.hatchedFrom), rect.left(), rect.right()));
        QRectF late = rect;
        late.setLeft(solid.right());
        hatch(late, outline, skin.ghost, skin.hatch);
    }
    if (solid.width() > 0) {
        m_painter.save();
        m_painter.setClipRect(solid, Qt::IntersectClip);
        m_painter.fillPath(outline, m_colours[skin.fill]);
        m_painter.restore();
    }
    if (!bar.thinking.empty()) {
        m_painter.save();
        m_painter.setClipPath(outline, Qt::IntersectClip);
        for (const Block& block : bar.thinking) {
            const double left = m_scale.toX(block.from);
            m_painter.fillRect(
                QRectF(left, rect.top(), std::max(1.5, m_scale.toX(block.to) - left), rect.height()),
                m_colours[Token::Thinking]);
        }
        m_painter.restore();
    }
    m_painter.strokePath(
        outline,
        QPen(m_colours[bar.hatchedFrom && bar.kind == BarKind::Waiting && skin.stroke != Token::Caller
                           ? Token::CallerHatch
                           : skin.stroke],
             bar.kind == BarKind::Looking ? 1.4 : 1));
    if (bar.hatchedFrom && solid.width() > 1 && solid.right() < rect.right()) {
        m_painter.setPen(QPen(m_colours[skin.stroke], 1));
        m_painter.drawLine(QPointF(solid.right(), rect.top()), QPointF(solid.right(), rect.bottom()));
    }
    const double middle = rect.center().y();
    const double end = m_scale.toX(bar.end);
    if (bar.died) {
        m_painter.setPen(QPen(m_colours[Token::Bad], 2.2, Qt::SolidLine, Qt::RoundCap));
        const double arm = m_layout.barHeight() * 0.28;
        m_painter.drawLine(QPointF(end - arm, middle - arm), QPointF(end + arm, middle + arm));
        m_painter.drawLine(QPointF(end - arm, middle + arm), QPointF(end + arm, middle - arm));
    } else if (bar.cancelled) {
        m_painter.setPen(QPen(m_colours[Token::Text], 2));
        m_painter.drawLine(QPointF(end, rect.top() - 1), QPointF(end, rect.bottom() + 1));
    }
}

void TimelineCanvas::hatch(const QRectF& rect, const QPainterPath& outline, Token ground, Token lines)
{
    if (rect.width() <= 0) {
        return;
    }
    constexpr double gap = 7;
    m_painter.save();
    m_painter.setClipRect(rect, Qt::IntersectClip);
    m_painter.fillPath(outline, m_colours[ground]);
    m_painter.setClipPath(outline, Qt::IntersectClip);
    m_painter.setPen(QPen(m_colours[lines], 2.2));
    // The lines are tied to the lane, not to the bar, so that neighbours join and nothing crawls while it is
    // panned.
    const double first
        = std::floor((rect.left() - m_scale.toX(0)) / gap) * gap + std::fmod(m_scale.toX(0), gap);
    QVector<QLineF> all;
    for (double x = std::min(first, rect.left()) - rect.height(); x < rect.right(); x += gap) {
        all.append(QLineF(x, rect.bottom(), x + rect.height(), rect.top()));
    }
    m_painter.drawLines(all);
    m_painter.restore();
}

} // namespace idem
