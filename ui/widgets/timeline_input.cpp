// What a person does with mouse and keys in a TimelineView.
#include "ui/widgets/timeline_view.h"

#include <algorithm>
#include <cmath>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

namespace idem {

void TimelineView::wheelEvent(QWheelEvent* event)
{
    if (!m_trace) {
        event->ignore();
        return;
    }
    const QPoint angle = event->angleDelta();
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        zoom(std::pow(1.0015, angle.y()), event->position().x());
        event->accept();
        return;
    }
    // Up and down scrolls lanes that do not fit; sideways, with Shift, or where all lanes fit, it pans.
    const bool lanes
        = m_vertical->isVisibleTo(this) && angle.x() == 0 && !event->modifiers().testFlag(Qt::ShiftModifier);
    if (lanes) {
        m_vertical->setValue(m_vertical->value() - angle.y() / 2);
        event->accept();
    } else if (!m_fitted) {
        const double turned = angle.x() != 0 ? angle.x() : angle.y();
        const double shift = -turned * scale().perPixel() / 2;
        setWindow(m_from + shift, m_to + shift);
        event->accept();
    } else {
        event->ignore();
    }
}

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    if (!m_trace) {
        return;
    }
    m_dragStart = event->position();
    if (event->button() == Qt::MiddleButton) {
        m_drag = Drag::Pan;
        m_dragFrom = m_from;
        m_dragScroll = m_vertical->value();
        setCursor(Qt::ClosedHandCursor);
        return;
    }
    if (event->button() != Qt::LeftButton) {
        return;
    }
    const Hit hit = hitAt(event->position());
    if (hit.kind == HitKind::Ruler || hit.kind == HitKind::Nothing) {
        m_drag = Drag::Playhead;
        movePlayheadTo(event->position().x());
    } else if (hit.kind != HitKind::Gutter) {
        pick(hit);
    }
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag == Drag::Playhead) {
        movePlayheadTo(event->position().x());
        return;
    }
    if (m_drag == Drag::Pan) {
        const QPointF moved = event->position() - m_dragStart;
        const double shift = -moved.x() * scale().perPixel();
        const double span = m_to - m_from;
        setWindow(m_dragFrom + shift, m_dragFrom + shift + span);
        m_vertical->setValue(static_cast<int>(m_dragScroll - moved.y()));
        return;
    }
    const Hit hit = hitAt(event->position());
    if (hit.call != m_hovered) {
        m_hovered = hit.call;
        update();
    }
    const bool thing = hit.kind == HitKind::Bar || hit.kind == HitKind::Mark || hit.kind == HitKind::Key
        || hit.kind == HitKind::Diamond;
    setCursor(thing ? Qt::PointingHandCursor : hit.kind == HitKind::Ruler ? Qt::SplitHCursor : Qt::ArrowCursor);
}

void TimelineView::mouseReleaseEvent(QMouseEvent* /*event*/)
{
    m_drag = Drag::None;
    unsetCursor();
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const Hit hit = hitAt(event->position());
    if (event->button() != Qt::LeftButton || hit.kind != HitKind::Bar) {
        mousePressEvent(event);
        return;
    }
    const Bar& bar = m_scene.bars[hit.index];
    const double air = std::max(10.0, static_cast<double>(bar.end - bar.from) * 0.15);
    setWindow(static_cast<double>(bar.from) - air, static_cast<double>(bar.end) + air);
}

void TimelineView::leaveEvent(QEvent* /*event*/)
{
    if (m_hovered != -1) {
        m_hovered = -1;
        update();
    }
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    const double head = scale().toX(m_playhead);
    const double middle
        = head >= m_layout->gutter() && head <= width() ? head : (m_layout->gutter() + width()) / 2;
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    const double page = (m_to - m_from) * 0.8;
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom(1.5, middle);
        return;
    case Qt::Key_Minus:
        zoom(1 / 1.5, middle);
        return;
    case Qt::Key_0:
        zoomToFit();
        return;
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (control || event->modifiers().testFlag(Qt::AltModifier)) {
            break;
        }
        step(event->key() == Qt::Key_Left ? -1 : 1);
        return;
    case Qt::Key_Home:
        setPlayhead(0);
        Q_EMIT playheadMoved(m_playhead);
        return;
    case Qt::Key_End:
        setPlayhead(m_scene.length);
        Q_EMIT playheadMoved(m_playhead);
        return;
    case Qt::Key_PageUp:
        setWindow(m_from - page, m_to - page);
        return;
    case Qt::Key_PageDown:
        setWindow(m_from + page, m_to + page);
        return;
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const int last = static_cast<int>(m_scene.barOfCall.size()) - 1;
        const int next = event->key() == Qt::Key_Down ? m_selected + 1 : m_selected < 0 ? last : m_selected - 1;
        if (next >= 0 && next <= last) {
            selectCall(next);
            Q_EMIT callSelected(next);
        }
        return;
    }
    case Qt::Key_Escape:
        if (m_selected >= 0) {
            selectCall(-1);
            Q_EMIT callSelected(-1);
            return;
        }
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void TimelineView::movePlayheadTo(double x)
{
    const Micros before = m_playhead;
    setPlayhead(scale().toTime(x));
    if (m_playhead != before) {
        Q_EMIT playheadMoved(m_playhead);
    }
}

/// To the moment before or after this one in which something happened.
void TimelineView::step(int direction)
{
    if (!m_trace || m_trace->events.empty()) {
        return;
    }
    const auto& events = m_trace->events;
    Micros time = m_playhead;
    if (direction > 0) {
        const auto after = std::upper_bound(events.begin(), events.end(), m_playhead,
                                            [](Micros at, const Event& event) { return at < event.at; });
        time = after != events.end() ? after->at : m_scene.length;
    } else {
        const auto first = std::lower_bound(events.begin(), events.end(), m_playhead,
                                            [](const Event& event, Micros at) { return event.at < at; });
        time = first != events.begin() ? std::prev(first)->at : 0;
    }
    if (time != m_playhead) {
        setPlayhead(time);
        Q_EMIT playheadMoved(m_playhead);
    }
}

void TimelineView::pick(const Hit& hit)
{
    selectCall(hit.call);
    Q_EMIT callSelected(m_selected);
    if (hit.kind == HitKind::Mark) {
        Q_EMIT eventSelected(m_scene.marks[hit.index].event);
    } else if (hit.kind == HitKind::Diamond) {
        const Diamond& diamond = m_scene.ledger[hit.index];
        for (std::size_t i = eventsUntil(*m_trace, diamond.at - 1); i < m_trace->events.size(); ++i) {
            const Event& event = m_trace->events[i];
            if (event.kind == EventKind::EffectHappened && event.effect == diamond.effect) {
                Q_EMIT eventSelected(i);
                break;
            }
        }
    }
}

} // namespace idem
