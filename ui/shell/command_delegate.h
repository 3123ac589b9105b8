#pragma once

#include <QStyledItemDelegate>

namespace idem {

/// Paints an entry of the palette: name, group or the reason why it is off, and at the right its key. Owned by
/// the palette; GUI thread.
class CommandDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace idem
