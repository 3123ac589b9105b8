#include "ui/shell/key_sheet.h"

#include "ui/shell/action_registry.h"

#include <algorithm>
#include <QAction>
#include <QFrame>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

namespace idem {

namespace {

QLabel* label(const QString& text, bool bold)
{
    auto* made = new QLabel(text);
    made->setTextFormat(Qt::PlainText);
    QFont font = made->font();
    font.setBold(bold);
    made->setFont(font);
    return made;
}

} // namespace

KeySheet::KeySheet(const ActionRegistry& registry, QWidget* window)
    : Sheet(tr("Keys"), window)
    , m_registry(registry)
    , m_scroll(new QScrollArea(card()))
{
    QLabel* title = label(tr("Keys"), true);
    content()->addWidget(title);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    content()->addWidget(m_scroll, 1);
    content()->addWidget(
        label(tr("In a control, the keys of the control come first. Esc closes this."), false));
}

QSize KeySheet::cardSize(const QSize& window) const
{
    return {std::min(window.width() - 40, fontMetrics().averageCharWidth() * 90),
            std::min(window.height() - 40, fontMetrics().height() * 34)};
}

QList<std::pair<QString, QString>> KeySheet::lines() const
{
    QList<std::pair<QString, QString>> all;
    for (const QString& group : m_registry.groups()) {
        for (const ActionRegistry::Entry& entry : m_registry.entries()) {
            const QString keys = entry.action->shortcut().toString(QKeySequence::NativeText);
            if (entry.group == group && !keys.isEmpty()) {
                all.append({ActionRegistry::plainText(*entry.action), keys});
            }
        }
    }
    return all;
}

void KeySheet::prepare()
{
    // Made anew each time: an action's name follows what it would do now.
    auto* table = new QWidget();
    auto* grid = new QGridLayout(table);
    grid->setContentsMargins(0, 0, 8, 0);
    grid->setHorizontalSpacing(18);
    grid->setVerticalSpacing(5);
    grid->setColumnStretch(2, 1);
    int row = 0;
    for (const QString& group : m_registry.groups()) {
        bool first = true;
        for (const ActionRegistry::Entry& entry : m_registry.entries()) {
            const QString keys = entry.action->shortcut().toString(QKeySequence::NativeText);
            if (entry.group != group || keys.isEmpty()) {
                continue;
            }
            if (first) {
                grid->addWidget(label(group, true), row++, 0, 1, 3);
                first = false;
            }
            grid->addWidget(label(keys, false), row, 0);
            grid->addWidget(label(ActionRegistry::plainText(*entry.action), false), row, 1);
            QLabel* sentence = label(entry.action->property("sentence").toString(), false);
            sentence->setForegroundRole(QPalette::PlaceholderText);
            sentence->setWordWrap(true);
            grid->addWidget(sentence, row++, 2);
        }
    }
    grid->setRowStretch(row, 1);
    m_scroll->setWidget(table);
}

void KeySheet::keyPressEvent(QKeyEvent* event)
{
    QScrollBar* bar = m_scroll->verticalScrollBar();
    switch (event->key()) {
    case Qt::Key_Down:
        bar->setValue(bar->value() + fontMetrics().height() * 2);
        break;
    case Qt::Key_Up:
        bar->setValue(bar->value() - fontMetrics().height() * 2);
        break;
    case Qt::Key_PageDown:
        bar->setValue(bar->value() + bar->pageStep());
        break;
    case Qt::Key_PageUp:
        bar->setValue(bar->value() - bar->pageStep());
        break;
    case Qt::Key_Question:
        close();
        break;
    default:
        Sheet::keyPressEvent(event);
    }
}

} // namespace idem
