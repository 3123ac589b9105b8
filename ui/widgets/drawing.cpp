#include "ui/widgets/drawing.h"

#include <algorithm>
#include <cmath>
#include <QPainter>

namespace idem {

QFont smallerFont(const QFont& font, double factor)
{
    QFont out = font;
    if (font.pixelSize() > 0) {
        out.setPixelSize(std::max(8, static_cast<int>(std::lround(font.pixelSize() * factor))));
    } else {
        out.setPointSizeF(std::max(6.0, font.pointSizeF() * factor));
    }
    return out;
}

QFont boldFont(QFont font)
{
    font.setBold(true);
    return font;
}

void drawFocusRing(QPainter& painter, const QRectF& rect, const Colours& colours, double radius)
{
    painter.setPen(QPen(colours[Token::Focus], 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), radius, radius);
}

} // namespace idem
