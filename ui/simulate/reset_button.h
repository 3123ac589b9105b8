#pragma once

#include <QToolButton>

namespace idem {

/// The small arrow that puts a parameter back, in the accent colour of the theme. Owned by its row; GUI thread.
class ResetButton : public QToolButton
{
    Q_OBJECT

public:
    explicit ResetButton(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace idem
