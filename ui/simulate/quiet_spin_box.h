#pragma once

#include <QDoubleSpinBox>

namespace idem {

/// A spin box for whole numbers that lies in something that scrolls: the wheel scrolls the page. Owned by its
/// parent; GUI thread.
class QuietSpinBox : public QDoubleSpinBox
{
    Q_OBJECT

public:
    explicit QuietSpinBox(QWidget* parent = nullptr);

    QSize sizeHint() const override;

protected:
    void wheelEvent(QWheelEvent* event) override;
};

} // namespace idem
