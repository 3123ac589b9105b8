#include "ui/shell/rail_button.h"

#include "ui/theme/tokens.h"

#include <QPainter>

namespace idem {

RailButton::RailButton(const QString& sign, const QString& name, QWidget* parent)
    : QAbstractButton(parent)
    , m_sign(sign)
{
    setText(name);
    setAccessibleName(name);
    setCheckable(true);
    setAutoExclusive(true);
    setFocusPolicy(Qt::TabFocus);
}

QSize RailButton::sizeHint() const
{
    return {std::max(72, fontMetrics().horizontalAdvance(text()) + 20), fontMetrics().height() * 3 + 14};
}

void RailButton::paintEvent(QPaintEvent* /*event*/)
{
    const Colours colours = Colours::of(palette());
    QPainter painter(this);
    if (isChecked()) {
        painter.fillRect(rect(), colours[Token::Selection]);
        painter.fillRect(QRect(0, 0, 4, height()), colours[Token::Accent]);
    }
    if (hasFocus()) {
        painter.setPen(colours[Token::Focus]);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
    QFont big = font();
    big.setPointSizeF(big.pointSizeF() * 1.5);
    painter.setFont(big);
    painter.setPen(colours[isChecked() ? Token::AccentWord : Token::TextMuted]);
    painter.drawText(QRect(0, 4, width(), height() / 2), static_cast<int>(Qt::AlignCenter), m_sign);
    painter.setFont(font());
    painter.setPen(colours[isChecked() ? Token::Text : Token::TextMuted]);
    painter.drawText(QRect(0, height() / 2, width(), height() / 2 - 4), static_cast<int>(Qt::AlignCenter),
                     text());
}

} // namespace idem
