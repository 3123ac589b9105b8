#pragma once

#include "simulations/scenario/scenario.h"

#include <QWidget>

class QLineEdit;

namespace idem {

/// A duration that a person drags, steps or types: name, value and a thin slider whose steps grow with the
/// value. Owned by its parent; GUI thread.
class DurationSlider : public QWidget
{
    Q_OBJECT
public:
    explicit DurationSlider(const QString& label, QWidget* parent = nullptr);

    void setRange(Micros lowest, Micros highest);
    void setNever(bool allowed); ///< one step beyond the highest is "never"
    void setValue(Micros value); ///< `never` or within the range, else moved to its end; no signal
    Micros value() const { return m_value; }
    Micros lowest() const { return m_lowest; }
    Micros highest() const { return m_highest; }

    /// Opens the text field over the value, as F2 and a double click do.
    void edit();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

    /// The next value up or down: 10 ms steps below 100 ms, 100 ms below 2 s, 0.5 s below 10 s … Only these are
    /// reached by dragging; typing reaches every value.
    static Micros stepped(Micros value, int steps);

    /// "2.5s", "300 ms", "1m", "never" (where allowed); nothing where it is none of these.
    static bool parse(const QString& text, bool neverAllowed, Micros& out);

Q_SIGNALS:
    void valueChanged(Micros value); ///< by a person, also while dragging
    void editingFinished(); ///< the mouse was let go, a key stepped, a text was entered

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QRectF grooveRect() const;
    QRectF valueRect() const;
    QString valueText() const;
    double position(Micros value) const; ///< 0 … 1
    Micros valueAt(double position) const;
    void change(Micros value); ///< by a person
    void stepBy(int steps);
    void finishEdit(bool take);
    void announce();

    QString m_label;
    QLineEdit* m_edit = nullptr;
    Micros m_lowest = 10'000;
    Micros m_highest = 60'000'000;
    Micros m_value = 1'000'000;
    bool m_never = false;
    bool m_dragging = false;
};

} // namespace idem
