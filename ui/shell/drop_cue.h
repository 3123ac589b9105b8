#pragma once

#include <QWidget>

namespace idem {

/// What lies over the window while a file is dragged onto it: where it may be let go, and what will happen.
/// Owned by the main window; GUI thread.
class DropCue : public QWidget
{
    Q_OBJECT

public:
    explicit DropCue(QWidget* window);

    void showFor(const QString& fileName);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
};

} // namespace idem
