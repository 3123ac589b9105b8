#pragma once

#include <QAbstractListModel>
#include <vector>

class QAction;

namespace idem {

class ActionRegistry;

/// The actions that fit what was typed into the palette, the best first. Owned by the palette; GUI thread.
class CommandListModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        KeysRole = Qt::UserRole + 1, ///< the shortcut as text
        GroupRole,
        WhyNotRole, ///< why it is off; empty when it is on
    };

    explicit CommandListModel(const ActionRegistry& registry, QObject* parent = nullptr);

    void filter(const QString& typed);
    QAction* action(int row) const;
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    struct Row
    {
        std::size_t entry = 0;
        int score = 0;
    };

    const ActionRegistry& m_registry;
    std::vector<Row> m_rows;
};

} // namespace idem
