#pragma once

#include <QRectF>
#include <QString>
#include <QStringList>
#include <QWidget>
#include <vector>

class QToolButton;

namespace idem {

/// A row of choices of which one is taken, such as the variants of a scenario; what does not fit goes into a
/// menu. Owned by its parent; GUI thread.
class PillBar : public QWidget
{
    Q_OBJECT
public:
    explicit PillBar(QWidget* parent = nullptr);

    void setItems(const QStringList& items); ///< the first becomes current, no signal
    void setCurrent(int index); ///< no signal
    int current() const { return m_current; }
    QStringList items() const { return m_items; }

    /// Where a pill is drawn; empty while it is in the menu.
    QRect pillRect(int index) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void activated(int index); ///< by a person, only where it changes

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void relayout();
    void choose(int index);
    void openMenu();
    int pillAt(QPointF point) const;
    double pillWidth(int index) const;

    QStringList m_items;
    std::vector<QRectF> m_rects;
    QToolButton* m_more = nullptr;
    int m_current = -1;
    int m_hovered = -1;
};

} // namespace idem
