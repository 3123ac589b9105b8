#include "ui/widgets/story_list.h"

#include "simulations/run/snapshot.h"
#include "ui/widgets/drawing.h"

#include <algorithm>
#include <cmath>
#include <QAccessible>
#include <QEvent>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

namespace idem {

namespace {

constexpr int lineAir = 4; ///< above and below a line
constexpr int lineSide = 8;

} // namespace

StoryList::StoryList(QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_emptyText(tr("Nothing has been run yet."))
{
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("What happened, in order"));
    viewport()->setMouseTracking(true);
    viewport()->setCursor(Qt::ArrowCursor);
}

void StoryList::setStory(const std::vector<StoryLine>& story)
{
    m_story = story;
    m_hovered = -1;
    const int kept = m_current < count() ? m_current : -1;
    m_current = -1;
    relayout();
    setCurrent(kept);
    setPlayhead(m_playhead);
    viewport()->update();
}

void StoryList::setEmptyText(const QString& text)
{
    m_emptyText = text;
    viewport()->update();
}

void StoryList::setPlayhead(Micros time)
{
    m_playhead = time;
    int line = -1;
    for (int i = 0; i < count(); ++i) {
        if (m_story[static_cast<std::size_t>(i)].at <= time) {
            line = i;
        }
    }
    if (line != m_atPlayhead && line >= 0 && !hasFocus()) {
        reveal(line);
    }
    m_atPlayhead = line;
    viewport()->update();
}

int StoryList::chipWidth() const
{
    const QFontMetrics metrics(boldFont(smallerFont(font())));
    int widest = metrics.horizontalAdvance(QStringLiteral("00.0 s"));
    for (const StoryLine& line : m_story) {
        widest = std::max(widest, metrics.horizontalAdvance(QString::fromStdString(durationText(line.at))));
    }
    return widest + metrics.height();
}

void StoryList::relayout()
{
    const QFontMetrics metrics(font());
    const int left = lineSide + chipWidth() + 8;
    const int wide = std::max(40, viewport()->width() - left - lineSide);
    m_places.clear();
    int top = 2;
    for (const StoryLine& line : m_story) {
        const auto high = [&](const std::string& text) {
            return text.empty()
                ? 0
                : metrics
                      .boundingRect(QRect(0, 0, wide, 10'000), Qt::TextWordWrap, QString::fromStdString(text))
                      .height();
        };
        Place place;
        place.top = top;
        place.meaningTop = lineAir + high(line.what);
        place.height = place.meaningTop + high(line.meaning) + lineAir;
        top += place.height + 2;
        m_places.push_back(place);
    }
    m_contentHeight = top;
    verticalScrollBar()->setRange(0, std::max(0, m_contentHeight - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(metrics.height());
}

QRect StoryList::lineRect(int line) const
{
    if (line < 0 || line >= count()) {
        return {};
    }
    const Place& place = m_places[static_cast<std::size_t>(line)];
    return {0, place.top - verticalScrollBar()->value(), viewport()->width(), place.height};
}

int StoryList::lineAt(int y) const
{
    for (int i = 0; i < count(); ++i) {
        const QRect rect = lineRect(i);
        if (y >= rect.top() && y <= rect.bottom()) {
            return i;
        }
    }
    return -1;
}

void StoryList::reveal(int line)
{
    const QRect rect = lineRect(line);
    QScrollBar* bar = verticalScrollBar();
    if (rect.top() < 0) {
        bar->setValue(bar->value() + rect.top());
    } else if (rect.bottom() > viewport()->height()) {
        bar->setValue(bar->value() + rect.bottom() - viewport()->height() + 2);
    }
}

void StoryList::setCurrent(int line)
{
    m_current = line;
    if (line >= 0) {
        const StoryLine& story = m_story[static_cast<std::size_t>(line)];
        setAccessibleDescription(tr("Line %1 of %2, %3: %4 %5")
                                     .arg(line + 1)
                                     .arg(count())
                                     .arg(QString::fromStdString(durationText(story.at)),
                                          QString::fromStdString(story.what),
                                          QString::fromStdString(story.meaning)));
        reveal(line);
    } else {
        setAccessibleDescription(m_story.empty() ? m_emptyText : tr("%n line(s)", "", count()));
    }
    viewport()->update();
}

QSize StoryList::sizeHint() const
{
    const QFontMetrics metrics(font());
    return {metrics.averageCharWidth() * 40, metrics.height() * 14};
}

void StoryList::paintEvent(QPaintEvent* /*event*/)
{
    const Colours colours = Colours::of(palette());
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(viewport()->rect(), colours[Token::Surface]);
    if (m_story.empty()) {
        painter.setPen(colours[Token::TextMuted]);
        painter.drawText(viewport()->rect().adjusted(lineSide, lineSide, -lineSide, -lineSide),
                         Qt::AlignTop | Qt::TextWordWrap, m_emptyText);
        return;
    }
    const QFont chipFont = boldFont(smallerFont(font()));
    const QFontMetrics chipMetrics(chipFont);
    const QFontMetrics metrics(font());
    const int chip = chipWidth();
    const int left = lineSide + chip + 8;
    for (int i = 0; i < count(); ++i) {
        const StoryLine& line = m_story[static_cast<std::size_t>(i)];
        const QRect rect = lineRect(i);
        if (rect.bottom() < 0 || rect.top() > viewport()->height()) {
            continue;
        }
        const bool toCome = line.at > m_playhead;
        if (i == m_atPlayhead || i == m_hovered) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(colours[i == m_atPlayhead ? Token::Selection : Token::SurfaceMuted]);
            painter.drawRoundedRect(QRectF(rect).adjusted(3, 0, -3, 0), 4, 4);
        }
        const int chipHeight = chipMetrics.height() + 1;
        const QRectF chipRect(lineSide, rect.top() + lineAir + (metrics.height() - chipHeight) / 2.0, chip,
                              chipHeight);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours[i == m_atPlayhead ? Token::Surface : Token::SurfaceMuted]);
        painter.drawRoundedRect(chipRect, chipRect.height() / 2, chipRect.height() / 2);
        painter.setFont(chipFont);
        painter.setPen(colours[toCome ? Token::TextMuted : Token::AccentWord]);
        painter.drawText(chipRect, Qt::AlignCenter, QString::fromStdString(durationText(line.at)));

        const int wide = std::max(40, viewport()->width() - left - lineSide);
        const int meaningTop = m_places[static_cast<std::size_t>(i)].meaningTop;
        painter.setFont(font());
        painter.setPen(colours[toCome ? Token::TextMuted : Token::Text]);
        painter.drawText(QRect(left, rect.top() + lineAir, wide, meaningTop - lineAir), Qt::TextWordWrap,
                         QString::fromStdString(line.what));
        painter.setPen(colours[toCome                            ? Token::TextMuted
                                   : line.weight == Weight::Bad  ? Token::BadText
                                   : line.weight == Weight::Good ? Token::GoodText
                                                                 : Token::TextMuted]);
        painter.drawText(QRect(left, rect.top() + meaningTop, wide, rect.height() - meaningTop),
                         Qt::TextWordWrap, QString::fromStdString(line.meaning));
        if (i == m_current && hasFocus()) {
            drawFocusRing(painter, QRectF(rect).adjusted(2, 0, -2, 0), colours);
        }
    }
}

void StoryList::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

bool StoryList::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(),
                           lineAt(help->pos().y()) >= 0 ? tr("Click to go to this moment.") : QString(),
                           viewport());
        return true;
    }
    if (event->type() == QEvent::Leave && m_hovered != -1) {
        m_hovered = -1;
        viewport()->update();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void StoryList::mousePressEvent(QMouseEvent* event)
{
    const int line = event->button() == Qt::LeftButton ? lineAt(event->pos().y()) : -1;
    if (line >= 0) {
        setCurrent(line);
        Q_EMIT lineActivated(line);
    }
}

void StoryList::mouseMoveEvent(QMouseEvent* event)
{
    const int line = lineAt(event->pos().y());
    if (line != m_hovered) {
        m_hovered = line;
        viewport()->setCursor(line >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        viewport()->update();
    }
}

void StoryList::keyPressEvent(QKeyEvent* event)
{
    if (m_story.empty()) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const int last = count() - 1;
    switch (event->key()) {
    case Qt::Key_Down:
        setCurrent(std::min(last, m_current + 1));
        return;
    case Qt::Key_Up:
        setCurrent(std::max(0, m_current - 1));
        return;
    case Qt::Key_Home:
        setCurrent(0);
        return;
    case Qt::Key_End:
        setCurrent(last);
        return;
    case Qt::Key_PageDown:
        setCurrent(std::min(last, m_current + 5));
        return;
    case Qt::Key_PageUp:
        setCurrent(std::max(0, m_current - 5));
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current >= 0) {
            Q_EMIT lineActivated(m_current);
        }
        return;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void StoryList::focusInEvent(QFocusEvent* event)
{
    if (m_current < 0 && !m_story.empty()) {
        setCurrent(std::max(0, m_atPlayhead));
    }
    viewport()->update();
    QAbstractScrollArea::focusInEvent(event);
}

void StoryList::focusOutEvent(QFocusEvent* event)
{
    viewport()->update();
    QAbstractScrollArea::focusOutEvent(event);
}

void StoryList::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        relayout();
    }
    viewport()->update();
    QAbstractScrollArea::changeEvent(event);
}

} // namespace idem
