#include "ui/simulate/quiet_spin_box.h"

#include <QLineEdit>
#include <QWheelEvent>

namespace idem {

QuietSpinBox::QuietSpinBox(QWidget* parent)
    : QDoubleSpinBox(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    // A file that is let go here is meant for the window.
    lineEdit()->setAcceptDrops(false);
    setGroupSeparatorShown(false);
    setAlignment(Qt::AlignRight);
}

QSize QuietSpinBox::sizeHint() const
{
    // Wide enough for the seeds that people type; the largest ones scroll.
    return {fontMetrics().averageCharWidth() * 14, QDoubleSpinBox::sizeHint().height()};
}

void QuietSpinBox::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

} // namespace idem
