#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace idem {

/// An error in the page: what happened, what was not changed, what to do. Hidden until shown, stays until
/// dismissed. Owned by its parent; GUI thread.
class NoticeBar : public QWidget
{
    Q_OBJECT
public:
    explicit NoticeBar(QWidget* parent = nullptr);

    void showNotice(const QString& happened, const QString& notChanged, const QString& toDo);
    void dismiss(); ///< hides it and emits dismissed()
    QString text() const; ///< what the copy button puts on the clipboard

Q_SIGNALS:
    void dismissed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QLabel* m_happened = nullptr;
    QLabel* m_details = nullptr;
    QToolButton* m_copy = nullptr;
    QToolButton* m_close = nullptr;
    QString m_text;
};

} // namespace idem
