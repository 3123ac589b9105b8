#include "ui/shell/drop_cue.h"

#include "ui/theme/tokens.h"

#include <QPainter>

namespace idem {

DropCue::DropCue(QWidget* window)
    : QWidget(window)
{
    // The window below takes the drop.
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void DropCue::showFor(const QString& fileName)
{
    m_text = tr("Let go to open %1").arg(fileName);
    setGeometry(parentWidget()->rect());
    show();
    raise();
}

void DropCue::paintEvent(QPaintEvent* /*event*/)
{
    const Colours colours = Colours::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = colours[Token::Surface];
    veil.setAlphaF(0.82F);
    painter.fillRect(rect(), veil);
    QPen border(colours[Token::Accent], 3, Qt::DashLine);
    painter.setPen(border);
    painter.drawRoundedRect(rect().adjusted(12, 12, -12, -12), 10, 10);
    QFont big = font();
    big.setPointSizeF(big.pointSizeF() * 1.5);
    big.setBold(true);
    painter.setFont(big);
    painter.setPen(colours[Token::AccentWord]);
    painter.drawText(rect().adjusted(40, 40, -40, -40), static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap,
                     m_text);
}

} // namespace idem
