#include "ui/simulate/flat_tab_bar.h"

#include "ui/theme/tokens.h"

#include <QPainter>

namespace idem {

namespace {

constexpr int underline = 3;

QFont chosenFont(QFont font)
{
    font.setBold(true);
    return font;
}

} // namespace

FlatTabBar::FlatTabBar(QWidget* parent)
    : QTabBar(parent)
{
    setDrawBase(false);
    setExpanding(false);
    setFocusPolicy(Qt::TabFocus);
    setElideMode(Qt::ElideNone);
}

QSize FlatTabBar::tabSizeHint(int index) const
{
    // As wide as the chosen one would be, so that nothing moves when another is chosen.
    const QFontMetrics metrics(chosenFont(font()));
    return {metrics.horizontalAdvance(tabText(index)) + metrics.averageCharWidth() * 3, metrics.height() + 12};
}

void FlatTabBar::paintEvent(QPaintEvent* /*event*/)
{
    const Colours colours = Colours::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colours[Token::Surface]);
    for (int index = 0; index < count(); ++index) {
        const QRect tab = tabRect(index);
        const bool chosen = index == currentIndex();
        painter.setFont(chosen ? chosenFont(font()) : font());
        painter.setPen(colours[chosen ? Token::Text : Token::TextMuted]);
        painter.drawText(tab.adjusted(0, 0, 0, -underline), static_cast<int>(Qt::AlignCenter), tabText(index));
        if (chosen) {
            const int inset = fontMetrics().averageCharWidth();
            painter.fillRect(tab.left() + inset, tab.bottom() - underline + 1, tab.width() - 2 * inset,
                             underline, colours[Token::Accent]);
        }
        if (chosen && hasFocus()) {
            painter.setPen(colours[Token::Focus]);
            painter.drawRect(tab.adjusted(1, 1, -2, -2));
        }
    }
}

} // namespace idem
