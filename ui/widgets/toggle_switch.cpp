#include "ui/widgets/toggle_switch.h"

#include "ui/widgets/drawing.h"

#include <algorithm>
#include <cmath>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QPainter>

namespace idem {

ToggleSwitch::ToggleSwitch(const QString& label, QWidget* parent)
    : QAbstractButton(parent)
{
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setText(label);
    setAccessibleName(label);
    setCursor(Qt::PointingHandCursor);
    const auto announce = [this] { setAccessibleDescription(word()); };
    connect(this, &QAbstractButton::toggled, this, announce);
    announce();
}

void ToggleSwitch::setOnWord(const QString& word)
{
    if (m_onWord != word) {
        m_onWord = word;
        setAccessibleDescription(this->word());
        update();
    }
}

QString ToggleSwitch::word() const
{
    return !isChecked() ? tr("off") : m_onWord.isEmpty() ? tr("on") : m_onWord;
}

QSize ToggleSwitch::sizeHint() const
{
    const QFontMetricsF metrics(font());
    const double track = metrics.height() * 1.6;
    return {static_cast<int>(track + metrics.horizontalAdvance(text())
                             + metrics.horizontalAdvance(QStringLiteral("   off")) + 16),
            static_cast<int>(std::ceil(metrics.height() + 8))};
}

bool ToggleSwitch::hitButton(const QPoint& point) const
{
    return rect().contains(point);
}

void ToggleSwitch::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        click();
        return;
    }
    QAbstractButton::keyPressEvent(event);
}

void ToggleSwitch::paintEvent(QPaintEvent* /*event*/)
{
    const Colours colours = Colours::of(palette());
    const QFontMetricsF metrics(font());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double height = std::floor(metrics.height() * 0.85);
    const QRectF track(3, std::floor((this->height() - height) / 2), std::floor(height * 1.8), height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours[isChecked() && isEnabled() ? Token::Good : Token::Track]);
    painter.drawRoundedRect(track, height / 2, height / 2);
    const double radius = height / 2 - 1.5;
    const double x = isChecked() ? track.right() - height / 2 : track.left() + height / 2;
    painter.setBrush(colours[Token::Knob]);
    painter.drawEllipse(QPointF(x, track.center().y()), radius, radius);

    const QString right = word();
    const double wordWidth = metrics.horizontalAdvance(right) + 2;
    const QRectF wordRect(width() - wordWidth - 2, 0, wordWidth, this->height());
    const QRectF name(track.right() + 8, 0, wordRect.left() - track.right() - 14, this->height());
    painter.setPen(colours[isEnabled() ? Token::Text : Token::TextFaint]);
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(text(), Qt::ElideRight, name.width()));
    painter.setPen(colours[isEnabled() ? (isChecked() ? Token::Text : Token::TextMuted) : Token::TextFaint]);
    painter.drawText(wordRect, Qt::AlignRight | Qt::AlignVCenter, right);
    if (hasFocus()) {
        drawFocusRing(painter, track.adjusted(-3, -3, 3, 3), colours, height / 2 + 3);
    }
}

} // namespace idem
