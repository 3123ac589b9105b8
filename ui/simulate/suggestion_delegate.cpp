#include "ui/simulate/suggestion_delegate.h"

#include "ui/models/suggestions_model.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/drawing.h"
#include "ui/widgets/wrapped_text.h"

#include <algorithm>
#include <QAbstractItemView>
#include <QPainter>

namespace idem {

namespace {

constexpr int side = 8;
constexpr int air = 7; ///< above and below what is written
constexpr int between = 3; ///< between the lines that say different things

QFont badgeFont(const QFont& font)
{
    return boldFont(smallerFont(font));
}

/// The parts of a row, from its top to its bottom.
struct Parts
{
    QRect badge;
    QRect outcome;
    QRect text;
    QRect left;
    int bottom = 0;

    Parts(const QFont& font, const QRect& row, const QModelIndex& index)
    {
        const QRect apply = SuggestionDelegate::applyRect(font, row);
        const QFontMetrics metrics(font);
        const QFontMetrics badgeMetrics(badgeFont(font));
        const QString word = index.data(SuggestionsModel::BadgeRole).toString();
        badge = {row.left() + side, apply.top(), badgeMetrics.horizontalAdvance(word) + badgeMetrics.height(),
                 apply.height()};
        const int wide = std::max(40, row.width() - 2 * side);
        const QString said = index.data(SuggestionsModel::OutcomeRole).toString();
        // Beside the badge where there is room for it, else below.
        const int beside = apply.left() - badge.right() - 2 * side;
        const bool fits = metrics.horizontalAdvance(said) <= beside;
        outcome = fits
            ? QRect(badge.right() + side, apply.top(), beside, apply.height())
            : QRect(row.left() + side, apply.bottom() + between, wide, wrappedHeight(font, said, wide));
        const int top = std::max(apply.bottom(), outcome.bottom()) + between;
        text = {row.left() + side, top, wide, wrappedHeight(font, index.data().toString(), wide)};
        const QString more = index.data(SuggestionsModel::LeftRole).toString();
        left = {row.left() + side, text.bottom() + between, wide, wrappedHeight(font, more, wide)};
        bottom = (more.isEmpty() ? text.bottom() : left.bottom()) + air;
    }
};

} // namespace

QRect SuggestionDelegate::applyRect(const QFont& font, const QRect& row)
{
    const QFontMetrics metrics(font);
    const int width = metrics.horizontalAdvance(tr("Apply")) + 2 * metrics.averageCharWidth() + 6;
    return {row.right() - side - width + 1, row.top() + air, width, metrics.height() + 6};
}

QSize SuggestionDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    const int width = view != nullptr ? view->viewport()->width() : option.rect.width();
    return {width, Parts(option.font, QRect(0, 0, width, 0), index).bottom};
}

void SuggestionDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const
{
    const Colours colours = Colours::of(option.palette);
    const bool stale = index.data(SuggestionsModel::StaleRole).toBool();
    const bool safe = index.data(SuggestionsModel::SafeRole).toBool();
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    const bool hovered = (option.state & QStyle::State_MouseOver) != 0;
    const Parts parts(option.font, option.rect, index);
    const QRectF ground = QRectF(option.rect).adjusted(1.5, 1.5, -1.5, -1.5);

    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(selected || hovered ? QPen(Qt::NoPen) : QPen(colours[Token::GridLine]));
    painter->setBrush(colours[selected ? Token::Selection : hovered ? Token::SurfaceMuted : Token::Surface]);
    painter->drawRoundedRect(ground, 5, 5);

    const QRectF badge = parts.badge;
    painter->setPen(stale ? QPen(colours[Token::Line]) : QPen(colours[safe ? Token::Good : Token::Warn]));
    painter->setBrush(colours[stale ? Token::Surface : safe ? Token::GoodSurface : Token::WarnSurface]);
    painter->drawRoundedRect(badge.adjusted(0.5, 1.5, -0.5, -1.5), badge.height() / 2, badge.height() / 2);
    painter->setFont(badgeFont(option.font));
    painter->setPen(colours[stale ? Token::TextMuted : safe ? Token::GoodText : Token::WarnText]);
    painter->drawText(badge, Qt::AlignCenter, index.data(SuggestionsModel::BadgeRole).toString());

    painter->setFont(option.font);
    painter->setPen(colours[stale ? Token::TextMuted : Token::Text]);
    const QString outcome = index.data(SuggestionsModel::OutcomeRole).toString();
    if (parts.outcome.top() == parts.badge.top()) {
        painter->drawText(parts.outcome, Qt::AlignLeft | Qt::AlignVCenter, outcome);
    } else {
        drawWrapped(*painter, parts.outcome, outcome);
    }
    drawWrapped(*painter, parts.text, index.data().toString());
    painter->setPen(colours[Token::TextMuted]);
    drawWrapped(*painter, parts.left, index.data(SuggestionsModel::LeftRole).toString());

    const QRectF apply = applyRect(option.font, option.rect);
    const bool strong = !stale && applyUnderMouse == index.row();
    painter->setPen(colours[stale ? Token::Line : Token::Accent]);
    painter->setBrush(colours[strong ? Token::Accent : Token::Surface]);
    painter->drawRoundedRect(apply.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter->setPen(colours[stale ? Token::TextFaint : strong ? Token::AccentText : Token::AccentWord]);
    painter->drawText(apply, Qt::AlignCenter, tr("Apply"));

    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    if (view != nullptr && view->hasFocus() && view->currentIndex() == index) {
        drawFocusRing(*painter, ground, colours, 5);
    }
    painter->restore();
}

} // namespace idem
