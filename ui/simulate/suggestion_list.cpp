#include "ui/simulate/suggestion_list.h"

#include "ui/models/suggestions_model.h"
#include "ui/simulate/suggestion_delegate.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <utility>

namespace idem {

SuggestionList::SuggestionList(SuggestionsModel& model, QWidget* parent)
    : QListView(parent)
    , m_delegate(new SuggestionDelegate(this))
{
    setModel(&model);
    setItemDelegate(m_delegate);
    setFrameShape(QFrame::NoFrame);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setResizeMode(QListView::Adjust);
    setSpacing(0);
    setTabKeyNavigation(false);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("What would stop it"));
    connect(&model, &QAbstractItemModel::modelReset, this, &SuggestionList::fitLater);
    fit();
}

void SuggestionList::fitLater()
{
    // After the view has taken note of the change itself.
    QMetaObject::invokeMethod(this, &SuggestionList::fit, Qt::QueuedConnection);
}

void SuggestionList::fit()
{
    int height = 0;
    for (int row = 0; row < model()->rowCount(); ++row) {
        height += sizeHintForIndex(model()->index(row, 0)).height();
    }
    setFixedHeight(height);
    scheduleDelayedItemsLayout();
}

QRect SuggestionList::applyRect(int row) const
{
    return SuggestionDelegate::applyRect(font(), visualRect(model()->index(row, 0)));
}

int SuggestionList::applyAt(const QPoint& point) const
{
    const QModelIndex index = indexAt(point);
    return index.isValid() && applyRect(index.row()).contains(point) ? index.row() : -1;
}

void SuggestionList::hoverApply(int row)
{
    if (m_delegate->applyUnderMouse != row) {
        m_delegate->applyUnderMouse = row;
        viewport()->setCursor(row >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        viewport()->update();
    }
}

void SuggestionList::resizeEvent(QResizeEvent* event)
{
    QListView::resizeEvent(event);
    if (event->oldSize().width() != event->size().width()) {
        fitLater();
    }
}

void SuggestionList::keyPressEvent(QKeyEvent* event)
{
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        Q_EMIT applied(currentIndex().row());
        return;
    }
    QListView::keyPressEvent(event);
}

void SuggestionList::mousePressEvent(QMouseEvent* event)
{
    QListView::mousePressEvent(event);
    m_pressed = event->button() == Qt::LeftButton ? applyAt(event->pos()) : -1;
}

void SuggestionList::mouseMoveEvent(QMouseEvent* event)
{
    QListView::mouseMoveEvent(event);
    hoverApply(applyAt(event->pos()));
}

void SuggestionList::mouseReleaseEvent(QMouseEvent* event)
{
    QListView::mouseReleaseEvent(event);
    // As with any button, who lets go elsewhere has thought better of it.
    const int row = std::exchange(m_pressed, -1);
    if (event->button() == Qt::LeftButton && row >= 0 && applyAt(event->pos()) == row) {
        Q_EMIT applied(row);
    }
}

void SuggestionList::focusInEvent(QFocusEvent* event)
{
    QListView::focusInEvent(event);
    // The view itself only makes a row current, which says nothing to somebody who looks.
    if (event->reason() != Qt::MouseFocusReason && !selectionModel()->hasSelection()) {
        setCurrentIndex(currentIndex().isValid() ? currentIndex() : model()->index(0, 0));
        selectionModel()->select(currentIndex(), QItemSelectionModel::ClearAndSelect);
    }
}

bool SuggestionList::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave) {
        hoverApply(-1);
    }
    return QListView::viewportEvent(event);
}

void SuggestionList::changeEvent(QEvent* event)
{
    QListView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        fitLater();
    }
}

} // namespace idem
