#include "ui/simulate/simulate_actions.h"

#include "ui/models/playback.h"
#include "ui/models/scenario_document.h"

#include <QAction>
#include <QIcon>

namespace idem {

SimulateActions::SimulateActions(ScenarioDocument& document, Playback& playback, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_playback(playback)
{
    addTransport();
    addEdits();
    addExports();
    connect(&m_document, &ScenarioDocument::changed, this, &SimulateActions::refresh);
    connect(&m_document.undoStack(), &QUndoStack::indexChanged, this, &SimulateActions::refresh);
    connect(&m_playback, &Playback::playheadChanged, this, &SimulateActions::refresh);
    connect(&m_playback, &Playback::playingChanged, this, &SimulateActions::refresh);
    connect(&m_playback, &Playback::speedChanged, this, &SimulateActions::refresh);
    setRunning(false);
    refresh();
}

QAction* SimulateActions::add(const QString& id, const QString& group, const QString& text,
                              const QString& toolTip, const QKeySequence& key, const QString& icon)
{
    auto* action = new QAction(text, this);
    action->setObjectName(id);
    action->setShortcut(key);
    action->setProperty("sentence", toolTip);
    if (!icon.isEmpty()) {
        action->setIcon(QIcon::fromTheme(icon));
        action->setIconVisibleInMenu(false);
    }
    setAvailable(*action, true, {});
    m_entries.push_back({id, group, action});
    return action;
}

void SimulateActions::setAvailable(QAction& action, bool available, const QString& whyNot)
{
    action.setEnabled(available);
    action.setProperty("whyNot", available ? QString() : whyNot);
    const QString sentence = available ? action.property("sentence").toString() : whyNot;
    const QString keys = action.shortcut().toString(QKeySequence::NativeText);
    action.setToolTip(keys.isEmpty() ? sentence : tr("%1 (%2)").arg(sentence, keys));
}

QAction* SimulateActions::action(const QString& id) const
{
    for (const Entry& entry : m_entries) {
        if (entry.id == id) {
            return entry.action;
        }
    }
    return nullptr;
}

void SimulateActions::addTransport()
{
    const QString group = tr("Run");
    connect(add(QStringLiteral("transport.start"), group, tr("To the Start"),
                tr("Moves the playhead to the start"), Qt::Key_Home, QStringLiteral("media-skip-backward")),
            &QAction::triggered, &m_playback, &Playback::toStart);
    connect(add(QStringLiteral("transport.back"), group, tr("One Event Back"),
                tr("Moves the playhead back to the event before"), Qt::Key_Left, QStringLiteral("go-previous")),
            &QAction::triggered, &m_playback, &Playback::stepBack);
    connect(add(QStringLiteral("transport.play"), group, tr("Play"),
                tr("Plays the run; at its end, from the start"), Qt::Key_Space,
                QStringLiteral("media-playback-start")),
            &QAction::triggered, &m_playback, &Playback::togglePlaying);
    connect(add(QStringLiteral("transport.forward"), group, tr("One Event On"),
                tr("Moves the playhead on to the next event"), Qt::Key_Right, QStringLiteral("go-next")),
            &QAction::triggered, &m_playback, &Playback::stepForward);
    connect(add(QStringLiteral("transport.end"), group, tr("To the End"), tr("Moves the playhead to the end"),
                Qt::Key_End, QStringLiteral("media-skip-forward")),
            &QAction::triggered, &m_playback, &Playback::toEnd);
    connect(add(QStringLiteral("transport.faster"), group, tr("Faster"), tr("Plays faster"),
                QKeySequence(Qt::SHIFT | Qt::Key_Right)),
            &QAction::triggered, &m_playback, &Playback::faster);
    connect(add(QStringLiteral("transport.slower"), group, tr("Slower"), tr("Plays slower"),
                QKeySequence(Qt::SHIFT | Qt::Key_Left)),
            &QAction::triggered, &m_playback, &Playback::slower);
    add(QStringLiteral("run.stop"), group, tr("Stop"),
        tr("Ends the simulation early and shows what it has so far"), QKeySequence(Qt::CTRL | Qt::Key_Period),
        QStringLiteral("media-playback-stop"));
    add(QStringLiteral("design.next"), group, tr("Next Design"), tr("Shows the next design of the file"),
        QKeySequence(Qt::CTRL | Qt::Key_PageDown));
    add(QStringLiteral("design.previous"), group, tr("Previous Design"),
        tr("Shows the design of the file before"), QKeySequence(Qt::CTRL | Qt::Key_PageUp));
}

void SimulateActions::addEdits()
{
    const QString group = tr("Edit");
    QUndoStack& stack = m_document.undoStack();
    connect(add(QStringLiteral("edit.undo"), group, tr("Undo"), tr("Takes the last edit of the scenario back"),
                QKeySequence::Undo, QStringLiteral("edit-undo")),
            &QAction::triggered, &stack, &QUndoStack::undo);
    connect(add(QStringLiteral("edit.redo"), group, tr("Redo"), tr("Makes the edit again that was taken back"),
                QKeySequence::Redo, QStringLiteral("edit-redo")),
            &QAction::triggered, &stack, &QUndoStack::redo);
    connect(add(QStringLiteral("edit.reset"), group, tr("Reset All"),
                tr("Puts every parameter back to what the file says"),
                QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R)),
            &QAction::triggered, &m_document, &ScenarioDocument::resetAll);
    add(QStringLiteral("suggestion.apply"), group, tr("Apply Suggestion"),
        tr("Makes the chosen change, or else the first, of those that would stop what goes wrong"),
        QKeySequence(Qt::CTRL | Qt::Key_Return));
    add(QStringLiteral("suggestion.show"), tr("View"), tr("What Would Stop It"),
        tr("Shows the small changes that would stop what goes wrong"), QKeySequence(Qt::CTRL | Qt::Key_J));
    add(QStringLiteral("view.fit"), tr("View"), tr("Zoom to Fit"), tr("Shows the whole run on the timeline"),
        QKeySequence(Qt::CTRL | Qt::Key_0));
}

void SimulateActions::addExports()
{
    const QString group = tr("File");
    add(QStringLiteral("export.picture"), group, tr("Export Picture…"),
        tr("Saves the timeline with its verdict as a PNG"), QKeySequence(Qt::CTRL | Qt::Key_E));
    add(QStringLiteral("export.scenario"), group, tr("Export Scenario…"),
        tr("Saves the scenario as it is shown as a JSON file"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
    add(QStringLiteral("export.command"), group, tr("Copy as Command"),
        tr("Copies the command line that makes the same run"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
}

void SimulateActions::setRunning(bool running)
{
    setAvailable(*action(QStringLiteral("run.stop")), running, tr("Nothing is being simulated"));
}

void SimulateActions::setSuggestion(const QString& change, const QString& whyNot)
{
    QAction& apply = *action(QStringLiteral("suggestion.apply"));
    if (!change.isEmpty()) {
        apply.setProperty("sentence", tr("Applies “%1”").arg(change));
    }
    setAvailable(apply, whyNot.isEmpty(), whyNot);
}

void SimulateActions::refresh()
{
    const bool open = m_document.isOpen();
    const bool playing = m_playback.isPlaying();
    QAction& play = *action(QStringLiteral("transport.play"));
    play.setText(playing ? tr("Pause") : tr("Play"));
    play.setIcon(QIcon::fromTheme(playing ? QStringLiteral("media-playback-pause")
                                          : QStringLiteral("media-playback-start")));
    const QString noRun = tr("There is no run to move in");
    const bool hasRun = m_playback.length() > 0;
    const QString start = hasRun ? tr("The playhead is at the start") : noRun;
    const QString end = hasRun ? tr("The playhead is at the end") : noRun;
    setAvailable(play, hasRun, noRun);
    for (const char* id : {"transport.start", "transport.back"}) {
        setAvailable(*action(QLatin1String(id)), hasRun && !m_playback.atStart(), start);
    }
    for (const char* id : {"transport.forward", "transport.end"}) {
        setAvailable(*action(QLatin1String(id)), hasRun && !m_playback.atEnd(), end);
    }
    setAvailable(*action(QStringLiteral("transport.faster")), m_playback.speed() != Playback::speeds().back(),
                 tr("It plays as fast as it can"));
    setAvailable(*action(QStringLiteral("transport.slower")), m_playback.speed() != Playback::speeds().front(),
                 tr("It plays as slowly as it can"));

    QUndoStack& stack = m_document.undoStack();
    QAction& undo = *action(QStringLiteral("edit.undo"));
    undo.setText(stack.canUndo() ? tr("Undo %1").arg(stack.undoText()) : tr("Undo"));
    setAvailable(undo, stack.canUndo(), tr("Nothing was edited"));
    QAction& redo = *action(QStringLiteral("edit.redo"));
    redo.setText(stack.canRedo() ? tr("Redo %1").arg(stack.redoText()) : tr("Redo"));
    setAvailable(redo, stack.canRedo(), tr("Nothing was taken back"));
    setAvailable(*action(QStringLiteral("edit.reset")), m_document.hasChanges(),
                 tr("Every parameter is as the file says"));

    const QString noFile = tr("No scenario is open");
    for (const char* id :
         {"export.picture", "export.scenario", "export.command", "view.fit", "suggestion.show"}) {
        setAvailable(*action(QLatin1String(id)), open, noFile);
    }
    const bool several = open && !m_document.variants().isEmpty();
    for (const char* id : {"design.next", "design.previous"}) {
        setAvailable(*action(QLatin1String(id)), several, open ? tr("The file holds one design only") : noFile);
    }
}

} // namespace idem
