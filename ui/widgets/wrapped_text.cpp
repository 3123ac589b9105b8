#include "ui/widgets/wrapped_text.h"

#include <algorithm>
#include <cmath>
#include <QPainter>
#include <QTextLayout>
#include <QTextOption>

namespace idem {

namespace {

/// Lays the lines out below each other; the height that they take.
double layOut(QTextLayout& layout, int width)
{
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    double height = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1, width));
        line.setPosition({0, height});
        height += line.height();
    }
    layout.endLayout();
    return height;
}

} // namespace

int wrappedHeight(const QFont& font, const QString& text, int width)
{
    if (text.isEmpty()) {
        return 0;
    }
    QTextLayout layout(text, font);
    return static_cast<int>(std::ceil(layOut(layout, width)));
}

void drawWrapped(QPainter& painter, const QRect& room, const QString& text)
{
    QTextLayout layout(text, painter.font());
    layOut(layout, room.width());
    layout.draw(&painter, room.topLeft());
}

} // namespace idem
