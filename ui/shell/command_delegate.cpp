#include "ui/shell/command_delegate.h"

#include "ui/shell/command_list_model.h"
#include "ui/theme/tokens.h"

#include <QPainter>

namespace idem {

void CommandDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    const Colours colours = Colours::of(option.palette);
    painter->save();
    painter->setFont(option.font);
    if (option.state.testFlag(QStyle::State_Selected)) {
        painter->fillRect(option.rect, colours[Token::Selection]);
        painter->fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())), colours[Token::Accent]);
    }
    const QString whyNot = index.data(CommandListModel::WhyNotRole).toString();
    const QString keys = index.data(CommandListModel::KeysRole).toString();
    const QRect line = option.rect.adjusted(10, 0, -10, 0);
    const int keysWidth = option.fontMetrics.horizontalAdvance(keys);
    painter->setPen(colours[Token::TextMuted]);
    painter->drawText(line, static_cast<int>(Qt::AlignRight | Qt::AlignVCenter), keys);

    const QString text = index.data().toString();
    const int textWidth = option.fontMetrics.horizontalAdvance(text);
    painter->setPen(colours[whyNot.isEmpty() ? Token::Text : Token::TextMuted]);
    painter->drawText(line, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter), text);

    const QRect beside = line.adjusted(textWidth + 14, 0, -keysWidth - 14, 0);
    const QString second = whyNot.isEmpty() ? index.data(CommandListModel::GroupRole).toString() : whyNot;
    painter->setPen(colours[Token::TextMuted]);
    painter->drawText(beside, static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter),
                      option.fontMetrics.elidedText(second, Qt::ElideRight, beside.width()));
    painter->restore();
}

QSize CommandDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& /*index*/) const
{
    return {option.fontMetrics.averageCharWidth() * 50, option.fontMetrics.height() + 10};
}

} // namespace idem
