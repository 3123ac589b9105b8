#pragma once

#include <QWidget>

namespace idem {

class ResetButton;

/// A control of the parameter panel with a place at its left that shows, when the value differs from the
/// file's, a button that puts it back. The place is always there, so that nothing jumps. Owned by its panel;
/// GUI thread.
class ParameterRow : public QWidget
{
    Q_OBJECT

public:
    /// Takes the control. `name` is what the parameter is called in a sentence.
    ParameterRow(const QString& name, QWidget* control, QWidget* parent = nullptr);

    void setChanged(bool changed, const QString& fileSays);
    bool isMarked() const { return m_marked; }
    ResetButton* resetButton() const { return m_reset; }

Q_SIGNALS:
    void resetRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_name;
    ResetButton* m_reset = nullptr;
    bool m_marked = false;
};

} // namespace idem
