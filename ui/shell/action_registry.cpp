#include "ui/shell/action_registry.h"

#include <QAction>
#include <QStringList>

namespace idem {

bool ActionRegistry::add(const QString& id, const QString& group, QAction* action)
{
    if (action == nullptr || this->action(id) != nullptr) {
        return false;
    }
    m_entries.push_back({id, group, action});
    return true;
}

QAction* ActionRegistry::action(const QString& id) const
{
    for (const Entry& entry : m_entries) {
        if (entry.id == id) {
            return entry.action;
        }
    }
    return nullptr;
}

QStringList ActionRegistry::groups() const
{
    QStringList names;
    for (const Entry& entry : m_entries) {
        if (!names.contains(entry.group)) {
            names << entry.group;
        }
    }
    return names;
}

QString ActionRegistry::whyNot(const QAction& action)
{
    return action.isEnabled() ? QString() : action.property("whyNot").toString();
}

QString ActionRegistry::plainText(const QAction& action)
{
    QString text = action.text();
    text.remove(QLatin1Char('&'));
    if (text.endsWith(QStringLiteral("…"))) {
        text.chop(1);
    }
    return text;
}

} // namespace idem
