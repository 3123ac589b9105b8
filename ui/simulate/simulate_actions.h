#pragma once

#include <QKeySequence>
#include <QObject>
#include <QString>
#include <vector>

class QAction;

namespace idem {

class Playback;
class ScenarioDocument;

/// Everything that can be done on the simulate page, as actions with a name, a key and, while one is off, the
/// reason. The page connects what only it can do. Owned by its page; GUI thread.
class SimulateActions : public QObject
{
    Q_OBJECT

public:
    struct Entry
    {
        QString id; ///< "transport.play"
        QString group; ///< a heading of the key sheet
        QAction* action = nullptr;
    };

    SimulateActions(ScenarioDocument& document, Playback& playback, QObject* parent = nullptr);

    const std::vector<Entry>& entries() const { return m_entries; }
    QAction* action(const QString& id) const;
    void setRunning(bool running);
    /// What "Apply Suggestion" would do, or why there is nothing to apply.
    void setSuggestion(const QString& change, const QString& whyNot);

    /// Turns an action off with the reason, or on again.
    static void setAvailable(QAction& action, bool available, const QString& whyNot);

private:
    QAction* add(const QString& id, const QString& group, const QString& text, const QString& toolTip,
                 const QKeySequence& key, const QString& icon = {});
    void addTransport();
    void addEdits();
    void addExports();
    void refresh();

    ScenarioDocument& m_document;
    Playback& m_playback;
    std::vector<Entry> m_entries;
};

} // namespace idem
