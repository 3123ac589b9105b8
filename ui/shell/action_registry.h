#pragma once

#include <QObject>
#include <QString>
#include <vector>

class QAction;

namespace idem {

/// Every action of the window by name: menus, key sheet and command palette are made from it. Owned by the main
/// window, which owns or outlives the actions; GUI thread.
class ActionRegistry : public QObject
{
    Q_OBJECT

public:
    struct Entry
    {
        QString id; ///< "transport.play"
        QString group; ///< "Run"
        QAction* action = nullptr;
    };

    using QObject::QObject;

    /// An id is taken once; a second action with the same id is refused.
    bool add(const QString& id, const QString& group, QAction* action);
    QAction* action(const QString& id) const;
    const std::vector<Entry>& entries() const { return m_entries; }
    QStringList groups() const; ///< in the order in which they came

    /// Why an action is off, or an empty text.
    static QString whyNot(const QAction& action);
    /// The name without marks for the keyboard and without dots.
    static QString plainText(const QAction& action);

private:
    std::vector<Entry> m_entries;
};

} // namespace idem
