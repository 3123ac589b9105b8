#pragma once

#include <QAbstractButton>

namespace idem {

/// An on/off choice with its name beside it and a word at the right ("on", "off", "×2"), so that colour never
/// speaks alone. Owned by its parent; GUI thread.
class ToggleSwitch : public QAbstractButton
{
    Q_OBJECT
public:
    explicit ToggleSwitch(const QString& label, QWidget* parent = nullptr);

    /// The word while it is on; empty: "on".
    void setOnWord(const QString& word);
    QString word() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool hitButton(const QPoint& point) const override;

private:
    QString m_onWord;
};

} // namespace idem
