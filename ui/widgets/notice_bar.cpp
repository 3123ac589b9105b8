#include "ui/widgets/notice_bar.h"

#include "ui/theme/tokens.h"
#include "ui/widgets/drawing.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QIcon>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QStringList>
#include <QToolButton>
#include <QVBoxLayout>

namespace idem {

NoticeBar::NoticeBar(QWidget* parent)
    : QWidget(parent)
    , m_happened(new QLabel(this))
    , m_details(new QLabel(this))
    , m_copy(new QToolButton(this))
    , m_close(new QToolButton(this))
{
    setAccessibleName(tr("Notice"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    for (QLabel* label : {m_happened, m_details}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText); // file names and values of others are never markup
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    QFont strong = font();
    strong.setBold(true);
    m_happened->setFont(strong);
    m_copy->setText(tr("Copy"));
    m_copy->setToolTip(tr("Copies this message, so that it can be sent to somebody."));
    m_copy->setAccessibleName(tr("Copy the message"));
    m_close->setText(tr("✕"));
    m_close->setToolTip(tr("Dismisses this message."));
    m_close->setAccessibleName(tr("Dismiss the message"));
    for (QToolButton* button : {m_copy, m_close}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
    }

    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_happened);
    words->addWidget(m_details);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(18, 8, 8, 8);
    row->addLayout(words, 1);
    row->addWidget(m_copy, 0, Qt::AlignTop);
    row->addWidget(m_close, 0, Qt::AlignTop);

    connect(m_copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_text); });
    connect(m_close, &QToolButton::clicked, this, &NoticeBar::dismiss);
    hide();
}

void NoticeBar::showNotice(const QString& happened, const QString& notChanged, const QString& toDo)
{
    QStringList details;
    for (const QString& line : {notChanged, toDo}) {
        if (!line.isEmpty()) {
            details << line;
        }
    }
    m_happened->setText(happened);
    m_details->setText(details.join(QLatin1Char('\n')));
    m_details->setVisible(!details.isEmpty());
    m_text = details.isEmpty() ? happened : happened + QLatin1Char('\n') + m_details->text();
    setAccessibleDescription(m_text);
    show();
    updateGeometry();
}

void NoticeBar::dismiss()
{
    hide();
    Q_EMIT dismissed();
}

QString NoticeBar::text() const
{
    return m_text;
}

void NoticeBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        dismiss();
        return;
    }
    QWidget::keyPressEvent(event);
}

void NoticeBar::paintEvent(QPaintEvent* /*event*/)
{
    const Colours colours = Colours::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colours[Token::BadSurface]);
    painter.fillRect(QRect(0, 0, 4, height()), colours[Token::Bad]);
    painter.fillRect(QRect(0, height() - 1, width(), 1), colours[Token::Line]);
}

} // namespace idem
