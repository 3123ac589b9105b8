#pragma once

#include <QStyledItemDelegate>

namespace idem {

/// Paints the cells of a trace table in the theme's colours: what has not happened yet is faint, what a word
/// means gives it its hue. Owned by its table; GUI thread.
class TraceDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace idem
