#include "ui/widgets/pill_bar.h"

#include "ui/widgets/drawing.h"

#include <algorithm>
#include <cmath>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <QToolTip>

namespace idem {

namespace {

constexpr double pillGap = 6;

} // namespace

PillBar::PillBar(QWidget* parent)
    : QWidget(parent)
    , m_more(new QToolButton(this))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Variants"));
    m_more->setAutoRaise(true);
    m_more->setFocusPolicy(Qt::StrongFocus);
    m_more->hide();
    connect(m_more, &QToolButton::clicked, this, &PillBar::openMenu);
}

void PillBar::setItems(const QStringList& items)
{
    m_items = items;
    m_current = items.isEmpty() ? -1 : 0;
    m_hovered = -1;
    relayout();
    updateGeometry();
}

void PillBar::setCurrent(int index)
{
    if (index >= -1 && index < m_items.size() && index != m_current) {
        m_current = index;
        relayout();
    }
}

double PillBar::pillWidth(int index) const
{
    // The chosen one is not bold: nothing shifts when another is chosen.
    const QFontMetricsF metrics(font());
    return std::ceil(metrics.horizontalAdvance(m_items[index]) + metrics.height() * 1.4);
}

void PillBar::relayout()
{
    m_rects.assign(static_cast<std::size_t>(m_items.size()), QRectF());
    double all = 0;
    for (int i = 0; i < m_items.size(); ++i) {
        all += pillWidth(i) + (i > 0 ? pillGap : 0);
    }
    const double high = std::floor(QFontMetricsF(font()).height() + 8);
    const double top = std::floor((height() - high) / 2);
    m_more->setText(tr("%1 more ▾").arg(m_items.size()));
    const double moreWidth = m_more->sizeHint().width();
    const bool overflow = all > width();
    const double room = overflow ? std::max(0.0, width() - moreWidth - pillGap) : width();

    // The current one is always to be seen: it gets its room first, then the others in their order.
    const double reserved = m_current >= 0 ? std::min(pillWidth(m_current), room) : 0;
    std::vector<int> shown;
    double used = m_current >= 0 ? reserved : 0;
    for (int i = 0; i < m_items.size(); ++i) {
        if (i == m_current) {
            shown.push_back(i);
            continue;
        }
        if (used + pillGap + pillWidth(i) <= room) {
            used += pillGap + pillWidth(i);
            shown.push_back(i);
        } else if (i > m_current) {
            break;
        }
    }
    double x = 0;
    for (const int i : shown) {
        const double wide = i == m_current ? reserved : pillWidth(i);
        m_rects[static_cast<std::size_t>(i)] = QRectF(x, top, wide, high);
        x += wide + pillGap;
    }
    const auto hidden = m_items.size() - static_cast<qsizetype>(shown.size());
    m_more->setVisible(hidden > 0);
    if (hidden > 0) {
        m_more->setText(tr("%1 more ▾").arg(hidden));
        m_more->setAccessibleName(tr("%1 more variants").arg(hidden));
        m_more->setToolTip(tr("Choose one of the variants that do not fit here."));
        const int wide = m_more->sizeHint().width();
        m_more->setGeometry(std::min(static_cast<int>(x), width() - wide), static_cast<int>(top), wide,
                            static_cast<int>(high));
    }
    setAccessibleDescription(
        m_current >= 0 ? tr("%1, %2 of %3").arg(m_items[m_current]).arg(m_current + 1).arg(m_items.size())
                       : QString());
    update();
}

QRect PillBar::pillRect(int index) const
{
    return index >= 0 && index < m_items.size() ? m_rects[static_cast<std::size_t>(index)].toRect() : QRect();
}

QSize PillBar::sizeHint() const
{
    double all = 0;
    for (int i = 0; i < m_items.size(); ++i) {
        all += pillWidth(i) + (i > 0 ? pillGap : 0);
    }
    return {static_cast<int>(all), minimumSizeHint().height()};
}

QSize PillBar::minimumSizeHint() const
{
    const QFontMetricsF metrics(font());
    return {static_cast<int>(metrics.averageCharWidth() * 24),
            static_cast<int>(std::ceil(metrics.height() + 12))};
}

void PillBar::paintEvent(QPaintEvent* /*event*/)
{
    const Colours colours = Colours::of(palette());
    const QFontMetricsF metrics(font());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    for (int i = 0; i < m_items.size(); ++i) {
        const QRectF rect = m_rects[static_cast<std::size_t>(i)];
        if (rect.isEmpty()) {
            continue;
        }
        const bool chosen = i == m_current;
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours[chosen               ? Token::Accent
                                     : i == m_hovered ? Token::Selection
                                                      : Token::SurfaceMuted]);
        painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2);
        painter.setPen(colours[chosen ? Token::AccentText : Token::Text]);
        painter.drawText(rect, Qt::AlignCenter,
                         metrics.elidedText(m_items[i], Qt::ElideRight, rect.width() - metrics.height() * 0.8));
        if (chosen && hasFocus()) {
            painter.setPen(QPen(colours[Token::AccentText], 1.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(rect.adjusted(2.5, 2.5, -2.5, -2.5), rect.height() / 2 - 2,
                                    rect.height() / 2 - 2);
        }
    }
}

void PillBar::resizeEvent(QResizeEvent* /*event*/)
{
    relayout();
}

int PillBar::pillAt(QPointF point) const
{
    for (std::size_t i = 0; i < m_rects.size(); ++i) {
        if (m_rects[i].contains(point)) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

void PillBar::choose(int index)
{
    if (index >= 0 && index < m_items.size() && index != m_current) {
        setCurrent(index);
        Q_EMIT activated(index);
    }
}

void PillBar::openMenu()
{
    QMenu menu(this);
    for (int i = 0; i < m_items.size(); ++i) {
        if (m_rects[static_cast<std::size_t>(i)].isEmpty()) {
            QString text = m_items[i];
            text.replace(QLatin1Char('&'), QStringLiteral("&&"));
            menu.addAction(text)->setData(i);
        }
    }
    const QAction* taken = menu.exec(m_more->mapToGlobal(QPoint(0, m_more->height())));
    if (taken != nullptr) {
        choose(taken->data().toInt());
    }
}

bool PillBar::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int pill = pillAt(help->pos());
        const QString text = pill >= 0 ? tr("Run the variant “%1”.").arg(m_items[pill]) : QString();
        QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

void PillBar::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        choose(pillAt(event->position()));
    }
}

void PillBar::mouseMoveEvent(QMouseEvent* event)
{
    const int pill = pillAt(event->position());
    if (pill != m_hovered) {
        m_hovered = pill;
        setCursor(pill >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        update();
    }
}

void PillBar::leaveEvent(QEvent* /*event*/)
{
    m_hovered = -1;
    update();
}

void PillBar::keyPressEvent(QKeyEvent* event)
{
    const int last = static_cast<int>(m_items.size()) - 1;
    switch (event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier ? event->key()
                                                                                             : 0) {
    case Qt::Key_Left:
    case Qt::Key_Up:
        choose(std::max(0, m_current - 1));
        return;
    case Qt::Key_Right:
    case Qt::Key_Down:
        choose(std::min(last, m_current + 1));
        return;
    case Qt::Key_Home:
        choose(0);
        return;
    case Qt::Key_End:
        choose(last);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void PillBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        relayout();
        updateGeometry();
    }
    update();
    QWidget::changeEvent(event);
}

} // namespace idem
