#pragma once

#include <QStyledItemDelegate>

namespace idem {

/// Paints a suggestion: what it comes to with a badge, the change, what it does not cure, and at the right the
/// place to apply it. Only paints; the list knows what a click means. Owned by its list; GUI thread.
class SuggestionDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// Where "Apply" is, in a row that takes up `row`.
    static QRect applyRect(const QFont& font, const QRect& row);

    int applyUnderMouse = -1; ///< the row whose "Apply" the mouse is over
};

} // namespace idem
