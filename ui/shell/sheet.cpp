#include "ui/shell/sheet.h"

#include <QApplication>
#include <QFrame>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace idem {

Sheet::Sheet(const QString& title, QWidget* window)
    : QWidget(window)
    , m_card(new QFrame(this))
    , m_content(new QVBoxLayout(m_card))
{
    setAccessibleName(title);
    m_card->setObjectName(QStringLiteral("card"));
    m_card->setFrameShape(QFrame::StyledPanel);
    m_card->setAutoFillBackground(true);
    m_card->setBackgroundRole(QPalette::Base);
    m_content->setContentsMargins(16, 14, 16, 14);
    hide();
    window->installEventFilter(this);
}

void Sheet::open()
{
    if (isOpen()) {
        return;
    }
    m_before = QApplication::focusWidget();
    place();
    show();
    raise();
    setFocus(Qt::PopupFocusReason);
    prepare();
}

void Sheet::close()
{
    if (!isOpen()) {
        return;
    }
    hide();
    if (m_before) {
        m_before->setFocus(Qt::PopupFocusReason);
    }
    Q_EMIT closed();
}

void Sheet::place()
{
    setGeometry(parentWidget()->rect());
    const QSize size = cardSize(this->size()).boundedTo(this->size() - QSize(24, 24));
    m_card->setGeometry((width() - size.width()) / 2, std::max(12, (height() - size.height()) / 6),
                        size.width(), size.height());
}

void Sheet::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    QColor veil = palette().color(QPalette::Shadow);
    veil.setAlphaF(0.35F);
    painter.fillRect(rect(), veil);
}

void Sheet::mousePressEvent(QMouseEvent* event)
{
    if (!m_card->geometry().contains(event->pos())) {
        close();
    }
}

void Sheet::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        close();
    }
    // Nothing behind the sheet gets a key.
    event->accept();
}

bool Sheet::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        // The window's shortcuts rest while a sheet is open.
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

bool Sheet::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize && isOpen()) {
        place();
    }
    return QWidget::eventFilter(watched, event);
}

bool Sheet::focusNextPrevChild(bool /*next*/)
{
    // Tab must not leave for what lies behind.
    return false;
}

} // namespace idem
