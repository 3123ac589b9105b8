#pragma once

#include "core/error.h"
#include "simulations/scenario/scenario_file.h"

#include <memory>
#include <QObject>
#include <QStringList>
#include <QUndoStack>

namespace idem {

/// The scenario that is open, and what of it is run: variant, overrides, seed. Every edit can be undone; an
/// edit or a file that is wrong changes nothing and is answered with failed(). Owned by its page; GUI thread.
class ScenarioDocument : public QObject
{
    Q_OBJECT

public:
    explicit ScenarioDocument(QObject* parent = nullptr);
    ~ScenarioDocument() override;

    bool openBundled(const QString& name);
    bool openPath(const QString& path);
    bool openText(const QString& text, const QString& name);

    bool isOpen() const { return m_scenario != nullptr; }
    const ScenarioFile& file() const { return m_file; }
    const Choice& choice() const { return m_choice; }
    /// What is run now; null before the first file. Immutable: hand it to any thread.
    std::shared_ptr<const Scenario> scenario() const { return m_scenario; }
    QUndoStack& undoStack() { return m_undo; }

    /// The name of the base beside the variants: the file's `base_name`, or "as written".
    QString baseName() const;
    QStringList variants() const;

    /// The value that is run / that the file (with its variant) says, the default where neither writes it down.
    nlohmann::ordered_json value(const QString& path) const;
    nlohmann::ordered_json fileValue(const QString& path) const;
    /// The effective document, as it would be written.
    const nlohmann::ordered_json& effective() const { return m_effective; }
    /// Everything that the file writes for this path, in any variant and in the base: what somebody may want to
    /// try.
    std::vector<nlohmann::ordered_json> valuesInFile(const QString& path) const;
    bool isChanged(const QString& path) const;
    bool hasChanges() const { return !m_choice.overrides.empty() || m_choice.seed.has_value(); }

    /// Changes with every edit, undo and redo, but not while a gesture goes on: what differs from the moment
    /// before it is what the edit changed.
    int step() const { return m_step; }

    /// Edits that carry the same gesture become one undo step.
    int newGesture() { return ++m_lastGesture; }
    bool setValue(const QString& path, const nlohmann::ordered_json& value, const QString& text,
                  int gesture = -1);
    /// All of them as one undo step, or none where they don't go together.
    bool setValues(const std::vector<Override>& values, const QString& text);
    bool setVariant(const QString& variant);
    bool setSeed(quint64 seed, int gesture = -1);
    bool reset(const QString& path);
    bool resetAll();

    /// Whether setValue() would be accepted, without doing it: for a text field that is being typed into.
    Result<Scenario> tryValue(const QString& path, const nlohmann::ordered_json& value) const;
    /// What would run after a click on that variant.
    Choice choiceFor(const QString& variant) const;

    /// The same run on the command line.
    QString commandLine() const;

Q_SIGNALS:
    void opened();
    /// The scenario is another one now, by a file or by an edit.
    void changed();
    void failed(const idem::Error& error);

private:
    friend class ChangeChoice;

    bool open(Result<ScenarioFile> file, const QString& source);
    bool change(const Choice& after, const QString& text, int gesture);
    bool adopt(const Choice& choice);
    Choice withValue(const QString& path, const nlohmann::ordered_json& value) const;
    void putValue(Choice& choice, const std::string& path, const nlohmann::ordered_json& value) const;

    ScenarioFile m_file;
    QString m_source; ///< what the command line calls the file
    Choice m_choice;
    nlohmann::ordered_json m_effective;
    nlohmann::ordered_json m_written;
    std::shared_ptr<const Scenario> m_scenario;
    QUndoStack m_undo;
    int m_lastGesture = 0;
    int m_openGesture = -1; ///< of the last edit
    int m_step = 0;
    bool m_editing = false; ///< adopt() is called for an edit and not for undo or redo
};

} // namespace idem
