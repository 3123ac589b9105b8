#include "ui/models/suggestions_model.h"

#include "ui/models/words.h"

#include <utility>

namespace idem {

namespace {

/// As a line of its own: with a capital.
QString line(const std::string& text)
{
    QString out = QString::fromStdString(text);
    if (!out.isEmpty()) {
        out[0] = out[0].toUpper();
    }
    return out;
}

QString badge(const Suggestion& suggestion)
{
    return suggestion.verdict.safe ? SuggestionsModel::tr("✓ SAFE") : SuggestionsModel::tr("△ PARTLY");
}

QString left(const Suggestion& suggestion)
{
    const QString text = QString::fromStdString(suggestion.left);
    if (text.isEmpty()) {
        return {};
    }
    return suggestion.lastResort ? SuggestionsModel::tr("A last resort: %1.").arg(text)
                                 : SuggestionsModel::tr("But %1.").arg(text);
}

QString outcome(const Suggestion& suggestion)
{
    return SuggestionsModel::tr("→ %1").arg(words::outcome(suggestion.verdict));
}

/// What it sets, as the command line takes it.
QString settings(const Suggestion& suggestion)
{
    QString out;
    for (const Override& change : suggestion.changes) {
        out += QLatin1Char('\n') + QString::fromStdString(overrideText(change));
    }
    return out;
}

} // namespace

int SuggestionsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_suggestions.size());
}

QVariant SuggestionsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const Suggestion& suggestion = m_suggestions[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return line(suggestion.text);
    case Qt::ToolTipRole:
        return tr("Enter or Apply sets:%1").arg(settings(suggestion));
    case Qt::AccessibleTextRole:
        return tr("%1: %2, %3. %4")
            .arg(badge(suggestion), line(suggestion.text), outcome(suggestion), left(suggestion))
            .trimmed();
    case Qt::AccessibleDescriptionRole:
        return m_stale ? tr("Found for the scenario as it was before the last change") : tr("Enter applies it");
    case OutcomeRole:
        return outcome(suggestion);
    case LeftRole:
        return left(suggestion);
    case BadgeRole:
        return badge(suggestion);
    case SafeRole:
        return suggestion.verdict.safe;
    case StaleRole:
        return m_stale;
    default:
        return {};
    }
}

void SuggestionsModel::setSuggestions(std::vector<Suggestion> suggestions)
{
    beginResetModel();
    m_suggestions = std::move(suggestions);
    m_stale = false;
    endResetModel();
}

void SuggestionsModel::setStale()
{
    if (m_stale || m_suggestions.empty()) {
        return;
    }
    m_stale = true;
    Q_EMIT dataChanged(index(0), index(rowCount() - 1), {StaleRole, Qt::AccessibleDescriptionRole});
}

} // namespace idem
