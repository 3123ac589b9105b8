#include "ui/widgets/counter_tile.h"

#include "ui/widgets/drawing.h"

#include <cmath>
#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>

namespace idem {

namespace {

QFont numberFont(const QFont& font)
{
    return boldFont(smallerFont(font, 1.8));
}

} // namespace

CounterTile::CounterTile(const QString& word, Token colour, QWidget* parent)
    : QWidget(parent)
    , m_word(word)
    , m_colour(colour)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    announce();
}

void CounterTile::setValue(int value)
{
    if (value != m_value) {
        m_value = value;
        announce();
    }
}

void CounterTile::setColour(Token colour)
{
    m_colour = colour;
    update();
}

void CounterTile::setWord(const QString& word)
{
    m_word = word;
    updateGeometry();
    announce();
}

void CounterTile::announce()
{
    setAccessibleName(tr("%1 %2").arg(QLocale().toString(m_value), m_word));
    update();
}

QSize CounterTile::sizeHint() const
{
    const double number = QFontMetricsF(numberFont(font())).horizontalAdvance(QStringLiteral("000"));
    const double word = QFontMetricsF(font()).horizontalAdvance(m_word);
    return {static_cast<int>(number + word + 30),
            static_cast<int>(std::ceil(QFontMetricsF(numberFont(font())).height() + 12))};
}

void CounterTile::paintEvent(QPaintEvent* /*event*/)
{
    const Colours colours = Colours::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colours[Token::Line]);
    painter.setBrush(colours[Token::Window]);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);

    const QFontMetricsF big(numberFont(font()));
    const QString number = QLocale().toString(m_value);
    const double wide = std::max(big.horizontalAdvance(number), big.horizontalAdvance(QLatin1Char('0')));
    // Nothing counted is nothing to look at.
    painter.setPen(colours[m_value == 0 ? Token::TextMuted : m_colour]);
    painter.setFont(numberFont(font()));
    painter.drawText(QRectF(12, 0, wide + 2, height()), Qt::AlignLeft | Qt::AlignVCenter, number);
    painter.setPen(colours[Token::TextMuted]);
    painter.setFont(font());
    const QRectF word(12 + wide + 10, 0, width() - wide - 28, height());
    painter.drawText(word, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(font()).elidedText(m_word, Qt::ElideRight, word.width()));
}

void CounterTile::changeEvent(QEvent* event)
{
    updateGeometry();
    update();
    QWidget::changeEvent(event);
}

} // namespace idem
