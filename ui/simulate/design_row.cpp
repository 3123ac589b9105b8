#include "ui/simulate/design_row.h"

#include "ui/models/words.h"
#include "ui/theme/tokens.h"

#include <QEvent>
#include <QPainter>

namespace idem {

DesignRow::DesignRow(const QString& design, QWidget* parent)
    : QAbstractButton(parent)
{
    setText(design);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_outcome = tr("is being run …");
    announce();
}

void DesignRow::setVerdict(const Verdict& verdict)
{
    m_safe = verdict.safe;
    m_outcome = words::outcome(verdict);
    announce();
}

void DesignRow::setUnfinished()
{
    m_safe.reset();
    m_outcome = tr("too long to run to its end here");
    announce();
}

QString DesignRow::sentence() const
{
    return tr("%1 → %2").arg(text(), m_outcome);
}

void DesignRow::announce()
{
    setToolTip(tr("Shows the design “%1”").arg(text()));
    const QString verdict = !m_safe ? tr("not known") : *m_safe ? tr("safe") : tr("unsafe");
    setAccessibleName(tr("%1: %2").arg(sentence(), verdict));
    updateGeometry();
    update();
}

QRect DesignRow::textRect(int width) const
{
    const int sign = fontMetrics().height() + 4;
    return {sign, 3, std::max(1, width - sign - 4), 10000};
}

QSize DesignRow::sizeHint() const
{
    const int width = fontMetrics().averageCharWidth() * 40;
    return {width, heightForWidth(width)};
}

int DesignRow::heightForWidth(int width) const
{
    const QRect needed = fontMetrics().boundingRect(
        textRect(width), static_cast<int>(Qt::AlignLeft) | Qt::TextWordWrap, sentence());
    return needed.height() + 6;
}

bool DesignRow::event(QEvent* event)
{
    if (event->type() == QEvent::Enter || event->type() == QEvent::Leave) {
        update();
    }
    return QAbstractButton::event(event);
}

void DesignRow::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colours colours = Colours::of(palette());
    if (underMouse() || isDown()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours[Token::SurfaceMuted]);
        painter.drawRoundedRect(rect(), 4, 4);
    }
    if (hasFocus()) {
        painter.setPen(colours[Token::Focus]);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
    const QRect text = textRect(width());
    painter.setPen(colours[!m_safe ? Token::TextMuted : *m_safe ? Token::GoodText : Token::BadText]);
    painter.drawText(QRect(4, text.top(), text.left() - 4, fontMetrics().height()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     !m_safe       ? QStringLiteral("…")
                         : *m_safe ? QStringLiteral("✓")
                                   : QStringLiteral("✕"));
    painter.setPen(colours[Token::Text]);
    painter.drawText(text, static_cast<int>(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap, sentence());
}

} // namespace idem
