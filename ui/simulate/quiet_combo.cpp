#include "ui/simulate/quiet_combo.h"

#include <algorithm>
#include <QAbstractItemView>
#include <QStyle>
#include <QWheelEvent>

namespace idem {

QuietCombo::QuietCombo(QWidget* parent)
    : QComboBox(parent)
{
    setFocusPolicy(Qt::TabFocus);
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

QSize QuietCombo::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 10, QComboBox::minimumSizeHint().height()};
}

void QuietCombo::showPopup()
{
    const int scrollBar = style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    view()->setMinimumWidth(std::max(width(), view()->sizeHintForColumn(0) + scrollBar + 8));
    QComboBox::showPopup();
}

void QuietCombo::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

} // namespace idem
