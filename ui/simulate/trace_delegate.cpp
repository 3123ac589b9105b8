#include "ui/simulate/trace_delegate.h"

#include "ui/models/trace_table_model.h"
#include "ui/theme/tokens.h"

namespace idem {

namespace {

Token tokenOf(Tone tone)
{
    switch (tone) {
    case Tone::Plain:
        return Token::Text;
    case Tone::Muted:
        return Token::TextMuted;
    case Tone::Effect:
        return Token::EffectText;
    case Tone::Duplicate:
        return Token::DuplicateText;
    case Tone::Good:
        return Token::GoodText;
    case Tone::Bad:
        return Token::BadText;
    case Tone::Replayed:
        return Token::ReplayedText;
    case Tone::InProgress:
        return Token::InProgressText;
    case Tone::Conflict:
        return Token::ConflictText;
    case Tone::Unknown:
        return Token::UnknownText;
    }
    return Token::Text;
}

} // namespace

void TraceDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const Colours colours = Colours::of(option->palette);
    const auto tone = static_cast<Tone>(index.data(TraceTableModel::ToneRole).toInt());
    const bool future = index.data(TraceTableModel::FutureRole).toBool();
    const QColor word = colours[future ? Token::TextFaint : tokenOf(tone)];
    option->palette.setColor(QPalette::Text, word);
    // A selected row keeps the meaning of its colours; the ground alone says that it is selected.
    option->palette.setColor(QPalette::Highlight, colours[Token::Selection]);
    option->palette.setColor(QPalette::HighlightedText, word);
    if (tone == Tone::Effect || tone == Tone::Duplicate) {
        option->font.setBold(true);
    }
    // Cells of one row belong together: no frame around the current one.
    option->state &= ~QStyle::State_HasFocus;
}

} // namespace idem
