#include "ui/simulate/simulate_page.h"

#include "ui/simulate/explanation_panel.h"
#include "ui/simulate/key_claim.h"
#include "ui/simulate/parameter_panel.h"
#include "ui/simulate/simulate_actions.h"
#include "ui/simulate/suggestion_list.h"
#include "ui/simulate/suggestion_panel.h"
#include "ui/simulate/top_bar.h"
#include "ui/simulate/trace_tabs.h"
#include "ui/simulate/verdict_change.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/timeline_view.h"
#include "ui/widgets/verdict_bar.h"

#include <algorithm>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDataStream>
#include <QFileDialog>
#include <QGuiApplication>
#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QSaveFile>
#include <QSplitter>
#include <QVBoxLayout>

namespace idem {

namespace {

constexpr quint32 pageLayoutVersion = 1;
constexpr QSize pictureSize{1600, 900};

QString fromStd(const std::string& text)
{
    return QString::fromStdString(text);
}

} // namespace

SimulatePage::SimulatePage(QWidget* parent)
    : QWidget(parent)
    , m_actions(new SimulateActions(m_document, m_playback, this))
{
    build();
    connectAll();
    connectActions();
}

SimulatePage::~SimulatePage() = default;

void SimulatePage::build()
{
    m_top = new TopBar(m_document, m_playback, *m_actions, this);
    m_verdict = new VerdictBar(this);
    m_notice = new NoticeBar(this);
    m_panel = new ParameterPanel(m_document, this);
    m_timeline = new TimelineView(this);
    m_tabs = new TraceTabs(m_cursor, this);
    m_explanation = new ExplanationPanel(m_search, this);

    m_middle = new QSplitter(Qt::Vertical, this);
    m_middle->addWidget(m_timeline);
    m_middle->addWidget(m_tabs);
    m_middle->setChildrenCollapsible(false);
    m_middle->setStretchFactor(0, 3);
    m_middle->setStretchFactor(1, 2);
    m_columns = new QSplitter(Qt::Horizontal, this);
    m_columns->addWidget(m_panel);
    m_columns->addWidget(m_middle);
    m_columns->addWidget(m_explanation);
    // The columns at the sides may be put away, the timeline never.
    m_columns->setCollapsible(1, false);
    m_columns->setStretchFactor(0, 0);
    m_columns->setStretchFactor(1, 1);
    m_columns->setStretchFactor(2, 0);
    for (QSplitter* splitter : {m_columns, m_middle}) {
        splitter->setHandleWidth(1);
    }

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_top);
    layout->addWidget(m_verdict);
    layout->addWidget(m_notice);
    layout->addWidget(m_columns, 1);
}

void SimulatePage::connectAll()
{
    connect(m_top, &TopBar::bundledChosen, this, &SimulatePage::openBundled);
    connect(m_top, &TopBar::pathChosen, this, &SimulatePage::openPath);
    connect(m_top, &TopBar::variantChosen, &m_document, &ScenarioDocument::setVariant);
    connect(m_explanation, &ExplanationPanel::variantChosen, &m_document, &ScenarioDocument::setVariant);
    connect(&m_document, &ScenarioDocument::changed, this, &SimulatePage::run);
    connect(&m_document, &ScenarioDocument::failed, this, [this](const Error& error) {
        showError(error,
                  m_document.isOpen() ? tr("The scenario that was open is still shown.")
                                      : tr("Nothing was opened."));
    });
    connect(&m_job, &RunJob::finished, this, &SimulatePage::showResult);
    connect(&m_job, &RunJob::failed, this, [this](const Error& error) {
        m_search.runFailed(error);
        showError(error, tr("The last run is still shown."));
    });
    connect(&m_job, &RunJob::running, this, [this](bool running) {
        m_busy = running;
        refreshBusy();
    });
    connect(&m_search, &SuggestionSearch::changed, this, &SimulatePage::refreshBusy);
    connect(&m_search, &SuggestionSearch::changed, this, &SimulatePage::refreshSuggestions);
    connect(m_explanation->suggestions()->list()->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &SimulatePage::refreshSuggestions);
    refreshSuggestions();
    connect(&m_designs, &DesignsJob::judged, m_explanation, &ExplanationPanel::setDesignVerdict);

    connect(&m_playback, &Playback::playheadChanged, this, [this](Micros at) {
        m_timeline->setPlayhead(at);
        m_cursor.setPlayhead(at);
        m_explanation->setPlayhead(at, m_playback.isPlaying());
    });
    connect(&m_cursor, &TraceCursor::moved, this, [this] { m_explanation->setState(m_cursor.now()); });
    connect(m_timeline, &TimelineView::playheadMoved, &m_playback, &Playback::scrubTo);
    connect(m_timeline, &TimelineView::callSelected, this, &SimulatePage::selectCall);
    connect(m_timeline, &TimelineView::eventSelected, this,
            [this](std::size_t event) { m_tabs->showEventRow(static_cast<int>(event)); });
    connect(m_tabs, &TraceTabs::callPicked, this, &SimulatePage::selectCall);
    connect(m_tabs, &TraceTabs::momentPicked, this, &SimulatePage::goTo);
    connect(m_explanation, &ExplanationPanel::storyLineActivated, this, [this](int line) {
        const auto place = static_cast<std::size_t>(line);
        if (m_result && line >= 0 && place < m_result->story.size()) {
            const StoryLine& told = m_result->story[place];
            goTo(told.at);
            selectCall(told.call);
            m_tabs->showEventRow(static_cast<int>(told.event));
        }
    });
}

void SimulatePage::connectActions()
{
    const auto on = [this](const char* id, auto slot) {
        connect(m_actions->action(QLatin1String(id)), &QAction::triggered, this, slot);
    };
    on("run.stop", [this] {
        m_job.stop();
        m_search.stop();
    });
    on("suggestion.show", [this] { m_explanation->showSuggestions(); });
    on("suggestion.apply", [this] { m_search.apply(m_explanation->suggestions()->row()); });
    on("view.fit", [this] { m_timeline->zoomToFit(); });
    on("design.next", [this] { chooseNeighbour(1); });
    on("design.previous", [this] { chooseNeighbour(-1); });
    on("export.picture", [this] { askForPicture(); });
    on("export.scenario", [this] { askForScenario(); });
    on("export.command", [this] { copyCommand(); });
}

bool SimulatePage::openBundled(const QString& name)
{
    if (!m_document.openBundled(name)) {
        return false;
    }
    afterOpen(name, true);
    return true;
}

bool SimulatePage::openPath(const QString& path)
{
    if (!m_document.openPath(path)) {
        return false;
    }
    afterOpen(path, false);
    return true;
}

void SimulatePage::afterOpen(const QString& source, bool bundled)
{
    m_fresh = true;
    m_baseline.reset();
    m_notice->hide();
    m_top->showOpened(source, bundled);
    m_selectedCall = -1;
    // Another story is looked at as a whole first.
    m_playback.toEnd();
    Q_EMIT opened(source, bundled);
}

void SimulatePage::run()
{
    // While a drag goes on it stays one undo step, and what it changed is told from where it began.
    if (m_document.step() != m_step && m_result) {
        m_baseline = m_result->verdict;
    }
    m_step = m_document.step();
    m_search.scenarioChanged();
    m_job.start(m_document.scenario());
    runDesigns();
}

void SimulatePage::showResult(const RunResult& result)
{
    m_result = result;
    m_timeline->setTrace(result.trace);
    m_cursor.setTrace(result.trace);
    m_playback.setTrace(result.trace);
    m_timeline->setPlayhead(m_playback.playhead());
    m_cursor.setPlayhead(m_playback.playhead());
    m_verdict->setVerdict(result.verdict);
    m_verdict->setChange(m_baseline && !m_fresh ? verdictChange(*m_baseline, result.verdict) : QString());
    m_explanation->setStory(result.story, result.verdict.safe);
    m_explanation->setState(m_cursor.now());
    m_explanation->setPlayhead(m_playback.playhead(), false);
    const bool stillThere
        = m_selectedCall >= 0 && static_cast<std::size_t>(m_selectedCall) < m_cursor.whole().calls.size();
    selectCall(m_fresh || !stillThere ? -1 : m_selectedCall);
    if (m_fresh) {
        m_explanation->toTop();
    }
    m_fresh = false;
    if (result.trace->end == RunEnd::Stopped) {
        m_notice->showNotice(tr("The simulation was stopped"), tr("What happened up to then is shown."),
                             tr("Change a parameter to run it again."));
    } else if (result.trace->end == RunEnd::TooManyEvents) {
        m_notice->showNotice(tr("The run has more events than can be shown"),
                             tr("The first %1 events are shown.").arg(result.trace->events.size()),
                             tr("Take fewer actions or fewer repeats."));
    }
    m_search.runFinished(result);
    Q_EMIT finished(result);
}

void SimulatePage::refreshBusy()
{
    const bool busy = m_busy || m_search.isLong();
    m_top->setRunning(busy);
    m_actions->setRunning(busy);
}

void SimulatePage::refreshSuggestions()
{
    const int row = m_explanation->suggestions()->row();
    const QString whyNot = m_search.whyNot(row);
    m_actions->setSuggestion(whyNot.isEmpty() ? m_search.model().index(row).data().toString() : QString(),
                             whyNot);
}

void SimulatePage::runDesigns()
{
    QStringList names;
    QStringList variants;
    std::vector<std::shared_ptr<const Scenario>> scenarios;
    const QString shown = fromStd(m_document.choice().variant);
    for (const QString& variant : QStringList(QString()) + m_document.variants()) {
        if (variant == shown) {
            continue;
        }
        const Result<Scenario> built = buildScenario(m_document.file(), m_document.choiceFor(variant));
        names << (variant.isEmpty() ? m_document.baseName() : variant);
        variants << variant;
        scenarios.push_back(built ? std::make_shared<const Scenario>(*built) : nullptr);
    }
    m_explanation->setDesigns(names, variants);
    m_designs.start(std::move(scenarios));
}

void SimulatePage::selectCall(int call)
{
    m_selectedCall = call;
    if (m_timeline->selectedCall() != call) {
        m_timeline->selectCall(call);
    }
    m_tabs->showCall(call);
}

void SimulatePage::goTo(Micros at)
{
    m_playback.scrubTo(at);
}

void SimulatePage::chooseNeighbour(int steps)
{
    const QStringList all = QStringList(QString()) + m_document.variants();
    const auto shown = all.indexOf(fromStd(m_document.choice().variant));
    m_document.setVariant(all.at((shown + steps + all.size()) % all.size()));
}

void SimulatePage::showError(const Error& error, const QString& notChanged)
{
    const QString happened = error.place.empty() ? fromStd(error.cause)
                                                 : tr("%1: %2").arg(fromStd(error.place), fromStd(error.cause));
    m_notice->showNotice(happened, notChanged, fromStd(error.cure));
}

void SimulatePage::askForPicture()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Export picture"), QStringLiteral("idemscope.png"), tr("PNG pictures (*.png)"));
    if (!path.isEmpty()) {
        exportPicture(path);
    }
}

void SimulatePage::askForScenario()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Export scenario"), QStringLiteral("scenario.json"), tr("Scenarios (*.json)"));
    if (!path.isEmpty()) {
        exportScenario(path);
    }
}

bool SimulatePage::exportPicture(const QString& path)
{
    if (!m_result) {
        showError({path.toStdString(), "there is no run to make a picture of", "Open a scenario first"},
                  tr("No file was written."));
        return false;
    }
    const bool dark = Colours::of(palette()).isDark();
    const QImage image = renderPicture(*m_result->trace, m_result->verdict, pictureSize, dark);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !image.save(&file, "PNG") || !file.commit()) {
        showError({path.toStdString(), file.errorString().toStdString(), "Choose another place"},
                  tr("No file was written."));
        return false;
    }
    return true;
}

bool SimulatePage::exportScenario(const QString& path)
{
    // Untouched, the file's own text; else the document with what was chosen put in.
    const bool untouched = m_document.choice() == Choice();
    const std::string text = untouched ? m_document.file().text : m_document.effective().dump(2) + "\n";
    return writeFile(path, QByteArray::fromStdString(text));
}

bool SimulatePage::writeFile(const QString& path, const QByteArray& content)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() || !file.commit()) {
        showError({path.toStdString(), file.errorString().toStdString(), "Choose another place"},
                  tr("No file was written."));
        return false;
    }
    return true;
}

void SimulatePage::copyCommand()
{
    QGuiApplication::clipboard()->setText(m_document.commandLine());
}

QByteArray SimulatePage::saveLayout() const
{
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream << pageLayoutVersion << m_columns->saveState() << m_middle->saveState();
    return state;
}

void SimulatePage::restoreLayout(const QByteArray& state)
{
    layout()->activate();
    QDataStream stream(state);
    quint32 version = 0;
    QByteArray columns;
    QByteArray middle;
    stream >> version >> columns >> middle;
    if (stream.status() == QDataStream::Ok && version == pageLayoutVersion) {
        m_arranged = m_columns->restoreState(columns) && m_middle->restoreState(middle);
    }
}

bool SimulatePage::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride
        && claimsKey(QApplication::focusWidget(), *static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::Show && !m_arranged) {
        restoreDefaultLayout();
    }
    return QWidget::event(event);
}

void SimulatePage::restoreDefaultLayout()
{
    // Only now are the sizes known that are to be divided.
    m_arranged = true;
    layout()->activate();
    const bool narrow = width() < fontMetrics().averageCharWidth() * 150;
    const int panel = narrow ? m_panel->minimumSizeHint().width() : m_panel->sizeHint().width();
    // In a narrow window the column at the right gives way first, down to what it needs.
    const int explanation
        = std::clamp(width() / 4, m_explanation->minimumSizeHint().width(), m_explanation->sizeHint().width());
    m_columns->setSizes({panel, std::max(1, width() - panel - explanation), explanation});
    const int line = fontMetrics().height();
    const int tables = std::clamp(m_middle->height() / 3, 9 * line, 17 * line);
    m_middle->setSizes({std::max(1, m_middle->height() - tables), tables});
}

} // namespace idem
