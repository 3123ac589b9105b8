#pragma once

#include "core/error.h"
#include "ui/models/designs_job.h"
#include "ui/models/playback.h"
#include "ui/models/run_job.h"
#include "ui/models/scenario_document.h"
#include "ui/models/suggestion_search.h"
#include "ui/models/trace_cursor.h"

#include <optional>
#include <QWidget>

class QSplitter;

namespace idem {

class ExplanationPanel;
class NoticeBar;
class ParameterPanel;
class SimulateActions;
class TimelineView;
class TopBar;
class TraceTabs;
class VerdictBar;

/// The simulate page: a scenario, its run on the timeline and in tables, and every parameter to tweak it with.
/// Owned by the main window; GUI thread.
class SimulatePage : public QWidget
{
    Q_OBJECT

public:
    explicit SimulatePage(QWidget* parent = nullptr);
    ~SimulatePage() override;

    /// On an error the scenario that is shown stays, and the page says what is wrong.
    bool openBundled(const QString& name);
    bool openPath(const QString& path);

    bool exportPicture(const QString& path);
    bool exportScenario(const QString& path);
    void copyCommand();
    void showError(const Error& error, const QString& notChanged);

    ScenarioDocument& document() { return m_document; }
    Playback& playback() { return m_playback; }
    SimulateActions& actions() { return *m_actions; }
    const TraceCursor& cursor() const { return m_cursor; }
    SuggestionSearch& search() { return m_search; }
    const std::optional<RunResult>& result() const { return m_result; }
    int selectedCall() const { return m_selectedCall; }
    void selectCall(int call);

    TopBar* topBar() const { return m_top; }
    VerdictBar* verdictBar() const { return m_verdict; }
    NoticeBar* noticeBar() const { return m_notice; }
    ParameterPanel* panel() const { return m_panel; }
    TimelineView* timeline() const { return m_timeline; }
    TraceTabs* tabs() const { return m_tabs; }
    ExplanationPanel* explanation() const { return m_explanation; }

    QByteArray saveLayout() const;
    void restoreLayout(const QByteArray& state);
    void restoreDefaultLayout();

protected:
    bool event(QEvent* event) override;

Q_SIGNALS:
    void opened(const QString& source, bool bundled);
    void finished(const idem::RunResult& result);

private:
    void build();
    void connectAll();
    void connectActions();
    void afterOpen(const QString& source, bool bundled);
    void run();
    void showResult(const RunResult& result);
    void runDesigns();
    void refreshBusy();
    void refreshSuggestions();
    void goTo(Micros at);
    void chooseNeighbour(int steps);
    void askForPicture();
    void askForScenario();
    bool writeFile(const QString& path, const QByteArray& content);

    ScenarioDocument m_document;
    Playback m_playback;
    TraceCursor m_cursor;
    RunJob m_job;
    DesignsJob m_designs;
    SuggestionSearch m_search{m_document};
    SimulateActions* m_actions = nullptr;
    TopBar* m_top = nullptr;
    VerdictBar* m_verdict = nullptr;
    NoticeBar* m_notice = nullptr;
    ParameterPanel* m_panel = nullptr;
    TimelineView* m_timeline = nullptr;
    TraceTabs* m_tabs = nullptr;
    ExplanationPanel* m_explanation = nullptr;
    QSplitter* m_columns = nullptr;
    QSplitter* m_middle = nullptr;
    std::optional<RunResult> m_result;
    std::optional<Verdict> m_baseline; ///< what the verdict was before the last edit
    int m_step = 0; ///< of the document, when m_baseline was taken
    int m_selectedCall = -1;
    bool m_arranged = false; ///< the columns have their widths
    bool m_busy = false; ///< the run takes long
    bool m_fresh = false; ///< the run is the first of the file that was just opened
};

} // namespace idem
