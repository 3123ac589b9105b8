#pragma once

#include <QWidget>
#include <vector>

class QComboBox;
class QLabel;
class QToolButton;

namespace idem {

class PillBar;
class Playback;
class ScenarioDocument;
class SimulateActions;

/// The row at the top of the simulate page: which scenario, which design, the transport, speed, time and
/// export. Owned by its page, needs document, playback and actions to outlive it; GUI thread.
class TopBar : public QWidget
{
    Q_OBJECT

public:
    TopBar(ScenarioDocument& document, Playback& playback, SimulateActions& actions, QWidget* parent = nullptr);

    QComboBox* scenarios() const { return m_scenarios; }
    PillBar* pills() const { return m_pills; }
    QComboBox* speeds() const { return m_speed; }
    QString timeText() const;

    /// Makes the open file the current entry; a file that is not bundled is added.
    void showOpened(const QString& source, bool bundled);
    void setRunning(bool running);

Q_SIGNALS:
    void bundledChosen(const QString& name);
    void pathChosen(const QString& path);
    void variantChosen(const QString& variant);

private:
    void fillScenarios();
    void addTransport(SimulateActions& actions);
    void refreshDesigns();
    void refreshTime();

    ScenarioDocument& m_document;
    Playback& m_playback;
    QComboBox* m_scenarios = nullptr;
    PillBar* m_pills = nullptr;
    QComboBox* m_speed = nullptr;
    QLabel* m_time = nullptr;
    QToolButton* m_stop = nullptr;
    std::vector<QToolButton*> m_transport;
    int m_shown = -1; ///< entry of the file that is open
};

} // namespace idem
