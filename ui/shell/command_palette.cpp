#include "ui/shell/command_palette.h"

#include "ui/shell/action_registry.h"
#include "ui/shell/command_delegate.h"
#include "ui/shell/command_list_model.h"

#include <algorithm>
#include <QAction>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QVBoxLayout>

namespace idem {

CommandPalette::CommandPalette(const ActionRegistry& registry, QWidget* window)
    : Sheet(tr("Commands"), window)
    , m_model(new CommandListModel(registry, this))
    , m_input(new QLineEdit(card()))
    , m_list(new QListView(card()))
    , m_message(new QLabel(card()))
{
    m_input->setAccessibleName(tr("Command"));
    m_input->setPlaceholderText(tr("Type a few letters of a command"));
    m_input->setClearButtonEnabled(true);
    m_list->setAccessibleName(tr("Commands"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new CommandDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_message->setTextFormat(Qt::PlainText);
    content()->addWidget(m_input);
    content()->addWidget(m_list, 1);
    content()->addWidget(m_message);
    // The keyboard stays in the text field; what moves the list goes on to it.
    m_input->installEventFilter(this);
    connect(m_input, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_list, &QListView::clicked, this, [this] { runCurrent(); });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] { explainCurrent(); });
}

QSize CommandPalette::cardSize(const QSize& window) const
{
    return {std::min(window.width() - 40, fontMetrics().averageCharWidth() * 84),
            std::min(window.height() - 40, fontMetrics().height() * 26)};
}

void CommandPalette::prepare()
{
    m_input->clear();
    filter({});
    m_input->setFocus(Qt::PopupFocusReason);
}

QString CommandPalette::message() const
{
    return m_message->text();
}

void CommandPalette::filter(const QString& typed)
{
    m_model->filter(typed);
    m_list->setCurrentIndex(m_model->index(0));
    if (m_model->rowCount() == 0) {
        m_message->setText(tr("No command fits “%1”. Esc closes this.").arg(typed));
    }
}

void CommandPalette::explainCurrent()
{
    const QModelIndex current = m_list->currentIndex();
    if (!current.isValid()) {
        return;
    }
    const QString whyNot = current.data(CommandListModel::WhyNotRole).toString();
    m_message->setText(whyNot.isEmpty() ? current.data(Qt::ToolTipRole).toString()
                                        : tr("Off: %1.").arg(whyNot));
}

void CommandPalette::moveBy(int rows)
{
    const int count = m_model->rowCount();
    if (count > 0) {
        m_list->setCurrentIndex(m_model->index(std::clamp(m_list->currentIndex().row() + rows, 0, count - 1)));
    }
}

void CommandPalette::runCurrent()
{
    QAction* chosen = m_model->action(m_list->currentIndex().row());
    if (chosen == nullptr) {
        return;
    }
    if (!chosen->isEnabled()) {
        explainCurrent();
        return;
    }
    // First give the keyboard back: what runs may want it.
    close();
    chosen->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_input && event->type() == QEvent::KeyPress) {
        const int page = std::max(1, m_list->viewport()->height() / std::max(1, m_list->sizeHintForRow(0)) - 1);
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Down:
            moveBy(1);
            return true;
        case Qt::Key_Up:
            moveBy(-1);
            return true;
        case Qt::Key_PageDown:
            moveBy(page);
            return true;
        case Qt::Key_PageUp:
            moveBy(-page);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            runCurrent();
            return true;
        default:
            break;
        }
    }
    return Sheet::eventFilter(watched, event);
}

} // namespace idem
