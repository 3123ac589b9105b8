#pragma once

#include <QComboBox>

namespace idem {

/// A combo box that lies in something that scrolls: the wheel scrolls the page and never changes the value, and
/// a long value is cut off rather than widening the panel. Owned by its parent; GUI thread.
class QuietCombo : public QComboBox
{
    Q_OBJECT

public:
    explicit QuietCombo(QWidget* parent = nullptr);

    QSize minimumSizeHint() const override;
    /// The list may be wider than the box, so that long values can be read.
    void showPopup() override;

protected:
    void wheelEvent(QWheelEvent* event) override;
};

} // namespace idem
