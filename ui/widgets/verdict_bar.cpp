#include "ui/widgets/verdict_bar.h"

#include "ui/widgets/drawing.h"

#include <algorithm>
#include <cmath>
#include <QEvent>
#include <QFontMetrics>
#include <QPainter>

namespace idem {

namespace {

constexpr int margin = 14;
constexpr int mostLines = 2;

QFont wordFont(const QFont& font)
{
    return boldFont(smallerFont(font, 1.12));
}

} // namespace

VerdictBar::VerdictBar(QWidget* parent)
    : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(tr("Verdict"));
    announce();
}

void VerdictBar::setVerdict(const Verdict& verdict)
{
    m_verdict = verdict;
    m_sentence = QString::fromStdString(sentence(verdict));
    announce();
}

void VerdictBar::clear()
{
    m_verdict.reset();
    m_sentence.clear();
    m_change.clear();
    announce();
}

void VerdictBar::setChange(const QString& text)
{
    m_change = text;
    announce();
}

QString VerdictBar::word() const
{
    return m_verdict->safe ? tr("✓ SAFE") : tr("✕ UNSAFE");
}

QString VerdictBar::text() const
{
    if (!m_verdict) {
        return tr("Running…");
    }
    const QString said = tr("%1: %2").arg(word(), m_sentence);
    return m_change.isEmpty() ? said : tr("%1 Changed: %2.").arg(said, m_change);
}

void VerdictBar::announce()
{
    setAccessibleDescription(text());
    setToolTip(
        m_verdict
            ? tr("%1 Safe means: every action has exactly one effect and the user was not told otherwise.")
                  .arg(m_sentence)
            : QString());
    updateGeometry();
    update();
}

QRect VerdictBar::sentenceRect(int wide) const
{
    const int left
        = margin + QFontMetrics(wordFont(font())).horizontalAdvance(m_verdict ? word() : QString()) + 24;
    const int right = m_change.isEmpty()
        ? margin
        : margin + 16 + std::min(wide / 3, QFontMetrics(font()).horizontalAdvance(m_change) + 24);
    return {left, 0, std::max(40, wide - left - right), 0};
}

int VerdictBar::heightForWidth(int wide) const
{
    const QFontMetrics metrics(font());
    const int line = metrics.height();
    const QRect room = sentenceRect(wide);
    const int needed = m_sentence.isEmpty()
        ? line
        : metrics.boundingRect(QRect(0, 0, room.width(), 10'000), Qt::TextWordWrap, m_sentence).height();
    return std::min(needed, mostLines * line) + std::max(14, line);
}

QSize VerdictBar::sizeHint() const
{
    return {600, heightForWidth(std::max(width(), 600))};
}

QSize VerdictBar::minimumSizeHint() const
{
    return {240, heightForWidth(std::max(width(), 240))};
}

void VerdictBar::paintEvent(QPaintEvent* /*event*/)
{
    const Colours colours = Colours::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!m_verdict) {
        painter.fillRect(rect(), colours[Token::SurfaceMuted]);
        painter.setPen(colours[Token::TextMuted]);
        painter.drawText(rect().adjusted(margin, 0, -margin, 0), Qt::AlignLeft | Qt::AlignVCenter, text());
        return;
    }
    const bool safe = m_verdict->safe;
    painter.fillRect(rect(), colours[safe ? Token::GoodSurface : Token::BadSurface]);
    painter.fillRect(QRect(0, 0, 4, height()), colours[safe ? Token::Good : Token::Bad]);
    painter.setFont(wordFont(font()));
    painter.setPen(colours[safe ? Token::GoodText : Token::BadText]);
    painter.drawText(rect().adjusted(margin, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, word());

    painter.setFont(font());
    const QFontMetrics metrics(font());
    QRect room = sentenceRect(width());
    room.setHeight(height());
    const int lines = std::max(1, std::min(mostLines, (height() - 4) / metrics.height()));
    const int needed
        = metrics.boundingRect(QRect(0, 0, room.width(), 10'000), Qt::TextWordWrap, m_sentence).height();
    painter.setPen(colours[Token::Text]);
    if (needed <= lines * metrics.height()) {
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, m_sentence);
    } else if (lines == 1) {
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(m_sentence, Qt::ElideRight, room.width()));
    } else {
        // Two lines, the second one elided; the whole sentence is in the tooltip.
        QString first;
        QString rest = m_sentence;
        while (!rest.isEmpty()) {
            const auto space = rest.indexOf(QLatin1Char(' ')) + 1;
            const QString next = space > 0 ? rest.left(space) : rest;
            if (metrics.horizontalAdvance(first + next.trimmed()) > room.width() && !first.isEmpty()) {
                break;
            }
            first += next;
            rest = rest.mid(next.size());
        }
        const QString two
            = first.trimmed() + QLatin1Char('\n') + metrics.elidedText(rest, Qt::ElideRight, room.width());
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, two);
    }

    if (!m_change.isEmpty()) {
        const int wide = std::min(width() / 3, metrics.horizontalAdvance(m_change) + 24);
        const int high = metrics.height() + 6;
        const QRectF pill(width() - margin - wide + 0.5, (height() - high) / 2.0 + 0.5, wide - 1, high - 1);
        painter.setPen(colours[safe ? Token::Good : Token::Bad]);
        painter.setBrush(colours[Token::Surface]);
        painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
        painter.setPen(colours[safe ? Token::GoodText : Token::BadText]);
        painter.drawText(pill, Qt::AlignCenter, metrics.elidedText(m_change, Qt::ElideRight, wide - 16));
    }
}

void VerdictBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange) {
        updateGeometry();
    }
    update();
    QWidget::changeEvent(event);
}

} // namespace idem
