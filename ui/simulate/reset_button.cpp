#include "ui/simulate/reset_button.h"

#include "ui/theme/tokens.h"

#include <QStyleOptionToolButton>
#include <QStylePainter>

namespace idem {

ResetButton::ResetButton(QWidget* parent)
    : QToolButton(parent)
{
    setText(QStringLiteral("↺"));
    setAutoRaise(true);
    setFocusPolicy(Qt::TabFocus);
    const int side = fontMetrics().height() + 4;
    setFixedSize(side, side);
}

void ResetButton::paintEvent(QPaintEvent* /*event*/)
{
    QStylePainter painter(this);
    QStyleOptionToolButton option;
    initStyleOption(&option);
    option.palette.setColor(QPalette::ButtonText, Colours::of(palette())[Token::AccentWord]);
    painter.drawComplexControl(QStyle::CC_ToolButton, option);
}

} // namespace idem
