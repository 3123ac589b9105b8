#pragma once

#include "simulations/run/suggestion.h"

#include <QAbstractListModel>
#include <vector>

namespace idem {

/// The small changes that would stop what goes wrong, a row each. Owned by its search; GUI thread.
class SuggestionsModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        OutcomeRole = Qt::UserRole + 1, ///< QString: "→ 1 effect, told done"
        LeftRole, ///< QString: what it does not cure, as a sentence; or empty
        BadgeRole, ///< QString: sign and word, "✓ SAFE"
        SafeRole, ///< bool
        StaleRole, ///< bool: it was found for a scenario that is no longer the one that is shown
    };

    using QAbstractListModel::QAbstractListModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

    void setSuggestions(std::vector<Suggestion> suggestions); ///< they are not stale
    void setStale();
    bool isStale() const { return m_stale; }
    const std::vector<Suggestion>& suggestions() const { return m_suggestions; }

private:
    std::vector<Suggestion> m_suggestions;
    bool m_stale = false;
};

} // namespace idem
