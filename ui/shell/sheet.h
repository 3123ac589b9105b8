#pragma once

#include <QPointer>
#include <QWidget>

class QFrame;
class QVBoxLayout;

namespace idem {

/// A card above the window that everything else waits behind: Esc or a click beside it closes it and gives the
/// keyboard back. Owned by the window that it lies over; GUI thread.
class Sheet : public QWidget
{
    Q_OBJECT

public:
    Sheet(const QString& title, QWidget* window);

    void open();
    void close();
    bool isOpen() const { return !isHidden(); }

Q_SIGNALS:
    void closed();

protected:
    /// Where content goes.
    QVBoxLayout* content() const { return m_content; }
    QFrame* card() const { return m_card; }
    /// The card's size within a window of this size.
    virtual QSize cardSize(const QSize& window) const = 0;
    /// Called before it is shown: bring the content up to date, and take the keyboard.
    virtual void prepare() = 0;

    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void place();

    QFrame* m_card = nullptr;
    QVBoxLayout* m_content = nullptr;
    QPointer<QWidget> m_before; ///< had the keyboard
};

} // namespace idem
