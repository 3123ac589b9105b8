#include "ui/shell/command_list_model.h"

#include "ui/shell/action_registry.h"
#include "ui/shell/fuzzy_match.h"

#include <algorithm>
#include <QAction>

namespace idem {

CommandListModel::CommandListModel(const ActionRegistry& registry, QObject* parent)
    : QAbstractListModel(parent)
    , m_registry(registry)
{
}

void CommandListModel::filter(const QString& typed)
{
    beginResetModel();
    m_rows.clear();
    const auto& entries = m_registry.entries();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const QString name = ActionRegistry::plainText(*entries[i].action);
        const QString withGroup = tr("%1: %2").arg(entries[i].group, name);
        const std::optional<int> byName = fuzzyMatch(typed, name);
        // What fits only together with the group comes after everything that fits by name.
        constexpr int behind = 10'000;
        if (byName) {
            m_rows.push_back({i, *byName});
        } else if (const std::optional<int> together = fuzzyMatch(typed, withGroup)) {
            m_rows.push_back({i, *together - behind});
        }
    }
    std::stable_sort(m_rows.begin(), m_rows.end(), [&](const Row& left, const Row& right) {
        // With nothing typed, the order of the menus; else the best fit.
        return !typed.isEmpty() && left.score > right.score;
    });
    endResetModel();
}

QAction* CommandListModel::action(int row) const
{
    if (row < 0 || static_cast<std::size_t>(row) >= m_rows.size()) {
        return nullptr;
    }
    return m_registry.entries()[m_rows[static_cast<std::size_t>(row)].entry].action;
}

int CommandListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant CommandListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const QAction& shown = *action(index.row());
    const QString whyNot = ActionRegistry::whyNot(shown);
    switch (role) {
    case Qt::DisplayRole:
        return ActionRegistry::plainText(shown);
    case Qt::ToolTipRole:
        return shown.toolTip();
    case Qt::AccessibleDescriptionRole:
        return whyNot;
    case KeysRole:
        return shown.shortcut().toString(QKeySequence::NativeText);
    case GroupRole:
        return m_registry.entries()[m_rows[static_cast<std::size_t>(index.row())].entry].group;
    case WhyNotRole:
        return whyNot;
    default:
        return {};
    }
}

} // namespace idem
