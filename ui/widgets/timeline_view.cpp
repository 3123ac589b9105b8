#include "ui/widgets/timeline_view.h"

#include "ui/theme/tokens.h"
#include "ui/widgets/timeline_painter.h"
#include "ui/widgets/timeline_text.h"

#include <algorithm>
#include <cmath>
#include <QAccessible>
#include <QEvent>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

namespace idem {

namespace {

constexpr double leftAir = 12; ///< between the lane names and time 0
constexpr double shortest = 20; ///< microseconds across the whole width, at the deepest zoom

/// What the scroll bar counts in; a trace may last for days, an int does not count their microseconds.
constexpr int scrollSteps = 10'000;

} // namespace

TimelineView::TimelineView(QWidget* parent)
    : QWidget(parent)
    , m_vertical(new QScrollBar(Qt::Vertical, this))
    , m_horizontal(new QScrollBar(Qt::Horizontal, this))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Timeline"));
    m_vertical->setAccessibleName(tr("Scroll through the lanes"));
    m_horizontal->setAccessibleName(tr("Scroll through time"));
    m_vertical->hide();
    m_horizontal->hide();
    connect(m_vertical, &QScrollBar::valueChanged, this, [this] { update(); });
    connect(m_horizontal, &QScrollBar::valueChanged, this, [this](int value) {
        const double span = m_to - m_from;
        const double from = static_cast<double>(value) / scrollSteps * fitEnd();
        setWindow(from, from + span);
    });
    relayout();
    describeState();
}

TimelineView::~TimelineView() = default;

void TimelineView::setTrace(std::shared_ptr<const Trace> trace)
{
    const Micros before = m_scene.length;
    m_trace = std::move(trace);
    m_end.reset();
    m_scene = {};
    if (m_trace) {
        m_end = snapshotAt(*m_trace, m_trace->events.size());
        m_scene = buildScene(*m_trace);
    }
    if (m_scene.bar(m_selected) == nullptr) {
        m_selected = -1;
    }
    m_hovered = -1;
    m_playhead = std::clamp<Micros>(m_playhead, 0, m_scene.length);
    if (m_scene.length != before) {
        m_fitted = true;
    }
    relayout();
    describeState();
}

void TimelineView::setPlayhead(Micros time)
{
    time = std::clamp<Micros>(time, 0, m_scene.length);
    if (time == m_playhead) {
        return;
    }
    m_playhead = time;
    // While a person does not pan, the window follows the playhead.
    if (!m_fitted && m_drag == Drag::None) {
        const auto at = static_cast<double>(time);
        if (at < m_from || at > m_to) {
            const double span = m_to - m_from;
            setWindow(at - span / 5, at + span * 4 / 5);
        }
    }
    update();
}

void TimelineView::selectCall(int call)
{
    const Bar* bar = m_scene.bar(call);
    const int chosen = bar != nullptr ? call : -1;
    if (chosen == m_selected) {
        return;
    }
    m_selected = chosen;
    if (bar != nullptr) {
        const auto from = static_cast<double>(bar->from);
        if (from > m_to || static_cast<double>(bar->end) < m_from) {
            const double span = m_to - m_from;
            setWindow(from - span / 4, from + span * 3 / 4);
        }
        const double top = m_layout->barTop(bar->lane, bar->row) - m_layout->barHeight();
        const double window = lanesHeight() - 3 * m_layout->barHeight();
        if (top < m_vertical->value()) {
            m_vertical->setValue(static_cast<int>(top));
        } else if (top > m_vertical->value() + window) {
            m_vertical->setValue(static_cast<int>(std::ceil(top - window)));
        }
    }
    describeState();
    update();
}

double TimelineView::lanesHeight() const
{
    return height() - m_layout->ruler() - (m_horizontal->isVisibleTo(this) ? m_horizontal->height() : 0);
}

/// Where the fitted window ends: a little later than the trace, so that the last words have room.
double TimelineView::fitEnd() const
{
    const double width = std::max(1.0, scaleRight() - m_layout->gutter() - leftAir);
    const double room = std::min(
        width / 3, QFontMetricsF(m_layout->smallFont()).horizontalAdvance(tr("inv_99 duplicate")) + 20);
    return std::max(shortest, static_cast<double>(m_scene.length)) * width / (width - room);
}

double TimelineView::scaleRight() const
{
    return width() - (m_vertical->isVisibleTo(this) ? m_vertical->width() : 0);
}

TimeScale TimelineView::scale() const
{
    TimeScale scale;
    scale.from = static_cast<Micros>(std::llround(m_from));
    scale.to = std::max(scale.from + 1, static_cast<Micros>(std::llround(m_to)));
    scale.x0 = m_layout->gutter() + leftAir;
    scale.x1 = std::max(scale.x0 + 1, scaleRight());
    return scale;
}

void TimelineView::setWindow(double from, double to)
{
    const double end = fitEnd();
    const double span = std::clamp(to - from, std::min(shortest, end), end);
    m_from = std::clamp(from, 0.0, end - span);
    m_to = m_from + span;
    m_fitted = span >= end * 0.9999;
    updateScrollBars();
    update();
}

void TimelineView::zoomToFit()
{
    setWindow(0, fitEnd());
}

void TimelineView::zoom(double factor, double aroundX)
{
    const TimeScale now = scale();
    const double share = std::clamp((aroundX - now.x0) / (now.x1 - now.x0), 0.0, 1.0);
    const double at = m_from + share * (m_to - m_from);
    const double span = std::clamp((m_to - m_from) / factor, std::min(shortest, fitEnd()), fitEnd());
    setWindow(at - share * span, at + (1 - share) * span);
}

void TimelineView::relayout()
{
    m_layout = std::make_unique<TimelineLayout>(m_scene, font());
    const int thickness = m_vertical->sizeHint().width();
    const bool tall = m_layout->height() > height() - m_layout->ruler();
    m_vertical->setVisible(tall);
    m_vertical->setGeometry(width() - thickness, static_cast<int>(m_layout->ruler()), thickness,
                            std::max(0, height() - static_cast<int>(m_layout->ruler())));
    m_layout->fill(height() - m_layout->ruler());
    if (m_fitted) {
        zoomToFit();
    } else {
        setWindow(m_from, m_to);
    }
}

void TimelineView::updateScrollBars()
{
    const QSignalBlocker quiet(m_horizontal);
    const int thickness = m_horizontal->sizeHint().height();
    const int left = static_cast<int>(m_layout->gutter());
    m_horizontal->setGeometry(left, height() - thickness, std::max(0, static_cast<int>(scaleRight()) - left),
                              thickness);
    m_horizontal->setVisible(!m_fitted);
    const double end = fitEnd();
    const int page = std::max(1, static_cast<int>((m_to - m_from) / end * scrollSteps));
    m_horizontal->setRange(0, scrollSteps - page);
    m_horizontal->setPageStep(page);
    m_horizontal->setSingleStep(std::max(1, page / 10));
    m_horizontal->setValue(static_cast<int>(std::lround(m_from / end * scrollSteps)));

    const QSignalBlocker still(m_vertical);
    const int window = std::max(1, static_cast<int>(lanesHeight()));
    m_vertical->setRange(0, std::max(0, static_cast<int>(std::ceil(m_layout->height())) - window));
    m_vertical->setPageStep(window);
    m_vertical->setSingleStep(static_cast<int>(m_layout->rowHeight()));
}

double TimelineView::originY() const
{
    return m_layout->ruler() - (m_vertical->isVisibleTo(this) ? m_vertical->value() : 0);
}

Hit TimelineView::hitAt(QPointF point) const
{
    return m_trace ? m_layout->hit(m_scene, scale(), point, originY()) : Hit{};
}

QString TimelineView::explain(QPointF point) const
{
    return m_trace && m_end ? sentenceFor(*m_trace, *m_end, m_scene, hitAt(point)) : QString();
}

void TimelineView::describeState()
{
    QString text;
    if (!m_trace) {
        text = tr("Running…");
    } else {
        text = tr("Lanes from the user to the ledger over virtual time: %n call(s)", "",
                  static_cast<int>(m_scene.bars.size()));
        text = tr("%1, %2.").arg(text, tr("%n effect(s)", "", static_cast<int>(m_scene.ledger.size())));
        if (const Bar* bar = m_scene.bar(m_selected)) {
            const Hit hit{HitKind::Bar, static_cast<std::size_t>(bar - m_scene.bars.data()), m_selected};
            text = tr("%1 Selected: %2").arg(text, sentenceFor(*m_trace, *m_end, m_scene, hit));
        }
    }
    if (text != accessibleDescription()) {
        setAccessibleDescription(text); // tells screen readers by itself
    }
}

QSize TimelineView::sizeHint() const
{
    return {800, static_cast<int>(m_layout->height() + m_layout->ruler())};
}

QSize TimelineView::minimumSizeHint() const
{
    return {static_cast<int>(m_layout->gutter()) + 160,
            static_cast<int>(m_layout->ruler() + 5 * m_layout->rowHeight())};
}

void TimelineView::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const Colours colours = Colours::of(palette());
    painter.fillRect(rect(), colours[Token::Surface]);
    if (!m_trace || m_scene.bars.empty()) {
        painter.setPen(colours[Token::TextMuted]);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap,
                         m_trace ? tr("Nothing happened in this run.") : tr("Running…"));
    } else {
        TimelineLook look;
        look.playhead = m_playhead;
        look.selectedCall = m_selected;
        look.hoveredCall = m_hovered;
        look.scrolled = m_layout->ruler() - originY();
        const QRectF area(0, 0, scaleRight(), m_layout->ruler() + lanesHeight());
        TimelinePainter(m_scene, *m_layout, colours).paint(painter, area, scale(), look);
    }
    if (hasFocus()) {
        painter.setPen(QPen(colours[Token::Focus], 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
}

void TimelineView::resizeEvent(QResizeEvent* /*event*/)
{
    relayout();
}

void TimelineView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        relayout();
    } else if (event->type() == QEvent::PaletteChange) {
        update();
    }
    QWidget::changeEvent(event);
}

bool TimelineView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString text = explain(help->pos());
        if (text.isEmpty()) {
            QToolTip::hideText();
        } else {
            QToolTip::showText(help->globalPos(), text, this);
        }
        return true;
    }
    return QWidget::event(event);
}

} // namespace idem
