#include "ui/shell/main_window.h"

#include "simulations/scenario/scenario_file.h"
#include "ui/models/playback.h"
#include "ui/models/scenario_document.h"
#include "ui/shell/about_sheet.h"
#include "ui/shell/action_registry.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/drop_cue.h"
#include "ui/shell/key_sheet.h"
#include "ui/shell/rail_button.h"
#include "ui/simulate/key_claim.h"
#include "ui/simulate/simulate_actions.h"
#include "ui/simulate/simulate_page.h"

#include <optional>
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace idem {

namespace {

const QString firstScenario = QStringLiteral("invoice-naive");
constexpr QSize wantedSize{1440, 900};
constexpr int windowLayoutVersion = 1;
constexpr int mostRecent = 10;

const QString recentKey = QStringLiteral("files/recent");
const QString themeKey = QStringLiteral("view/theme");
const QString versionKey = QStringLiteral("window/version");
const QString geometryKey = QStringLiteral("window/geometry");
const QString simulateKey = QStringLiteral("window/simulate");

/// The files among what is dragged.
QStringList filesOf(const QMimeData& data)
{
    QStringList files;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile()) {
            files << url.toLocalFile();
        }
    }
    return files;
}

} // namespace

MainWindow::MainWindow(const QStringList& files, QWidget* parent)
    : QMainWindow(parent)
    , m_registry(new ActionRegistry(this))
{
    setAcceptDrops(true);
    setMinimumSize(800, 560);
    buildCentre();
    buildActions();
    buildMenus();
    buildStatusBar();
    m_palette = new CommandPalette(*m_registry, this);
    m_keys = new KeySheet(*m_registry, this);
    m_about = new AboutSheet(this);
    m_cue = new DropCue(this);
    restore();

    connect(m_page, &SimulatePage::opened, this, &MainWindow::opened);
    connect(m_page, &SimulatePage::finished, this, &MainWindow::ran);
    openFiles(files);
    if (!m_page->document().isOpen()) {
        // What could not be opened is still said above it.
        m_page->openBundled(firstScenario);
        openFiles(files, tr("The bundled slow invoice is shown instead."));
    }
}

MainWindow::~MainWindow() = default;

void MainWindow::buildCentre()
{
    auto* centre = new QWidget(this);
    auto* rail = new QWidget(centre);
    rail->setAccessibleName(tr("Pages"));
    rail->setBackgroundRole(QPalette::Base);
    rail->setAutoFillBackground(true);
    auto* simulate = new RailButton(QStringLiteral("▶"), tr("Simulate"), rail);
    simulate->setToolTip(tr("Runs a scenario and shows what every layer did"));
    simulate->setChecked(true);
    auto* pages = new QVBoxLayout(rail);
    pages->setContentsMargins(0, 4, 0, 0);
    pages->addWidget(simulate);
    pages->addStretch(1);

    m_page = new SimulatePage(centre);
    auto* layout = new QHBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(rail);
    layout->addWidget(m_page, 1);
    setCentralWidget(centre);
}

QAction* MainWindow::addAction(const QString& id, const QString& group, const QString& text,
                               const QString& sentence, const QKeySequence& key)
{
    auto* action = new QAction(text, this);
    action->setObjectName(id);
    action->setShortcut(key);
    action->setProperty("sentence", sentence);
    SimulateActions::setAvailable(*action, true, {});
    m_registry->add(id, group, action);
    return action;
}

void MainWindow::buildActions()
{
    const QString file = tr("File");
    connect(addAction(QStringLiteral("file.open"), file, tr("Open…"), tr("Opens a scenario file"),
                      QKeySequence::Open),
            &QAction::triggered, this, &MainWindow::askForFile);
    for (const SimulateActions::Entry& entry : m_page->actions().entries()) {
        m_registry->add(entry.id, entry.group, entry.action);
    }
    connect(
        addAction(QStringLiteral("file.quit"), file, tr("Quit"), tr("Closes the window"), QKeySequence::Quit),
        &QAction::triggered, this, &QWidget::close);
    addThemes();
    connect(addAction(QStringLiteral("view.restore"), tr("View"), tr("Restore Default Layout"),
                      tr("Puts every part of the window back to its first size"), {}),
            &QAction::triggered, this, &MainWindow::restoreDefaults);
    const QString help = tr("Help");
    QAction* keys
        = addAction(QStringLiteral("help.keys"), help, tr("Keys"), tr("Lists every key"), Qt::Key_Question);
    // Where ? needs Shift, some platforms say so and some do not; F1 is what others try.
    keys->setShortcuts({QKeySequence(Qt::Key_Question), QKeySequence(Qt::SHIFT | Qt::Key_Question),
                        QKeySequence::HelpContents});
    connect(keys, &QAction::triggered, this, [this] { m_keys->open(); });
    connect(addAction(QStringLiteral("help.palette"), help, tr("Command Palette"),
                      tr("Finds and runs any command"), QKeySequence(Qt::CTRL | Qt::Key_K)),
            &QAction::triggered, this, [this] { m_palette->open(); });
    connect(addAction(QStringLiteral("help.about"), help, tr("About Idemscope"),
                      tr("Says what this is and which version"), {}),
            &QAction::triggered, this, [this] { m_about->open(); });
    addBundled();
    // The window has them all, so that their keys work without a menu being open.
    for (const ActionRegistry::Entry& entry : m_registry->entries()) {
        QWidget::addAction(entry.action);
    }
}

void MainWindow::addThemes()
{
    auto* group = new QActionGroup(this);
    const std::pair<Scheme, QString> themes[]{{Scheme::System, tr("Theme: System")},
                                              {Scheme::Light, tr("Theme: Light")},
                                              {Scheme::Dark, tr("Theme: Dark")}};
    const QString ids[]{QStringLiteral("view.theme.system"), QStringLiteral("view.theme.light"),
                        QStringLiteral("view.theme.dark")};
    for (std::size_t i = 0; i < std::size(themes); ++i) {
        QAction* action = addAction(ids[i], tr("View"), themes[i].second,
                                    i == 0 ? tr("Follows the desktop") : tr("Keeps these colours"), {});
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, scheme = themes[i].first] { applyTheme(scheme); });
    }
}

void MainWindow::addBundled()
{
    for (const BundledScenario& scenario : bundledScenarios()) {
        const QString name = QString::fromStdString(scenario.name);
        QAction* action
            = addAction(QStringLiteral("open.%1").arg(name), tr("Open Bundled"),
                        QString::fromStdString(scenario.title), QString::fromStdString(scenario.story), {});
        connect(action, &QAction::triggered, this, [this, name] { m_page->openBundled(name); });
    }
}

void MainWindow::buildMenus()
{
    const auto fill = [this](QMenu* menu, std::initializer_list<const char*> ids) {
        menu->setToolTipsVisible(true);
        for (const char* id : ids) {
            if (*id == '\0') {
                menu->addSeparator();
            } else {
                menu->addAction(m_registry->action(QLatin1String(id)));
            }
        }
    };
    QMenu* file = menuBar()->addMenu(tr("&File"));
    fill(file, {"file.open"});
    QMenu* bundled = file->addMenu(tr("Open Bundled"));
    bundled->setToolTipsVisible(true);
    QMenu* lesson = nullptr;
    for (const BundledScenario& scenario : bundledScenarios()) {
        const QString title = QString::fromStdString(scenario.lesson);
        if (lesson == nullptr || lesson->title() != title) {
            lesson = bundled->addMenu(title);
            lesson->setToolTipsVisible(true);
        }
        lesson->addAction(
            m_registry->action(QStringLiteral("open.%1").arg(QString::fromStdString(scenario.name))));
    }
    m_recent = file->addMenu(tr("Open Recent"));
    connect(m_recent, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
    fillRecent();
    fill(file, {"", "export.picture", "export.scenario", "export.command", "", "file.quit"});
    fill(menuBar()->addMenu(tr("&Edit")), {"edit.undo", "edit.redo", "", "suggestion.apply", "edit.reset"});
    fill(menuBar()->addMenu(tr("&View")),
         {"view.theme.system", "view.theme.light", "view.theme.dark", "", "suggestion.show", "view.fit",
          "view.restore"});
    fill(menuBar()->addMenu(tr("&Run")),
         {"transport.play", "transport.back", "transport.forward", "transport.start", "transport.end", "",
          "transport.faster", "transport.slower", "", "design.previous", "design.next", "", "run.stop"});
    fill(menuBar()->addMenu(tr("&Help")), {"help.keys", "help.palette", "", "help.about"});
}

void MainWindow::buildStatusBar()
{
    m_status = new QLabel(this);
    m_status->setAccessibleName(tr("Run"));
    m_status->setContentsMargins(fontMetrics().height() / 2, 0, 0, 0);
    statusBar()->addWidget(m_status, 1);
    m_commands = new QToolButton(this);
    m_commands->setAutoRaise(true);
    m_commands->setFocusPolicy(Qt::TabFocus);
    QAction* palette = m_registry->action(QStringLiteral("help.palette"));
    m_commands->setText(tr("%1 commands").arg(palette->shortcut().toString(QKeySequence::NativeText)));
    m_commands->setToolTip(palette->toolTip());
    m_commands->setAccessibleName(tr("Commands"));
    connect(m_commands, &QToolButton::clicked, palette, &QAction::trigger);
    statusBar()->addPermanentWidget(m_commands);
    statusBar()->setSizeGripEnabled(false);
}

void MainWindow::openFiles(const QStringList& files, const QString& otherwise)
{
    // The first ends up in front: it is opened last.
    std::optional<Error> problem;
    const auto listening = connect(&m_page->document(), &ScenarioDocument::failed, this,
                                   [&problem](const Error& error) { problem = error; });
    for (auto file = files.crbegin(); file != files.crend(); ++file) {
        if (meansBundled(file->toStdString())) {
            m_page->openBundled(*file);
        } else {
            m_page->openPath(QFileInfo(*file).absoluteFilePath());
        }
    }
    disconnect(listening);
    if (problem && m_page->document().isOpen()) {
        m_page->showError(*problem,
                          otherwise.isEmpty() ? tr("The scenario that was open is still shown.") : otherwise);
    }
}

void MainWindow::askForFile()
{
    const QStringList files = QFileDialog::getOpenFileNames(this, tr("Open scenario"), QString(),
                                                            tr("Scenarios (*.json);;All files (*)"));
    openFiles(files);
}

void MainWindow::opened(const QString& source, bool bundled)
{
    const QString name = bundled ? tr("%1.json").arg(source) : QFileInfo(source).fileName();
    setWindowTitle(tr("%1 — Idemscope").arg(name));
    if (!bundled) {
        rememberFile(source);
    }
}

void MainWindow::ran(const RunResult& result)
{
    m_status->setText(tr("%1 events · virtual time · seed %2 · simulated in %3 ms")
                          .arg(result.trace->events.size())
                          .arg(result.trace->scenario->seed)
                          .arg(result.milliseconds, 0, 'f', result.milliseconds < 10 ? 2 : 0));
}

QString MainWindow::statusText() const
{
    return m_status->text();
}

QStringList MainWindow::recentFiles() const
{
    return QSettings().value(recentKey).toStringList();
}

void MainWindow::rememberFile(const QString& path)
{
    QStringList files = recentFiles();
    files.removeAll(path);
    files.prepend(path);
    QSettings().setValue(recentKey, files.mid(0, mostRecent));
}

void MainWindow::fillRecent()
{
    m_recent->clear();
    const QStringList files = recentFiles();
    for (const QString& path : files) {
        QAction* action = m_recent->addAction(QFileInfo(path).fileName());
        action->setToolTip(path);
        connect(action, &QAction::triggered, this, [this, path] { m_page->openPath(path); });
    }
    if (files.isEmpty()) {
        m_recent->addAction(tr("No file was opened yet"))->setEnabled(false);
    }
    m_recent->setToolTipsVisible(true);
}

void MainWindow::applyTheme(Scheme scheme)
{
    applyScheme(*qApp, scheme);
    QSettings().setValue(themeKey, static_cast<int>(scheme));
}

void MainWindow::restore()
{
    const QSettings settings;
    const int theme = std::clamp(settings.value(themeKey, 0).toInt(), 0, 2);
    const QString ids[]{QStringLiteral("view.theme.system"), QStringLiteral("view.theme.light"),
                        QStringLiteral("view.theme.dark")};
    m_registry->action(ids[theme])->setChecked(true);
    applyScheme(*qApp, static_cast<Scheme>(theme));

    const bool known = settings.value(versionKey).toInt() == windowLayoutVersion;
    if (!known || !restoreGeometry(settings.value(geometryKey).toByteArray())) {
        restoreDefaults();
    }
    if (known) {
        m_page->restoreLayout(settings.value(simulateKey).toByteArray());
    }
}

void MainWindow::restoreDefaults()
{
    const QRect room = screen() != nullptr ? screen()->availableGeometry() : QRect(QPoint(), wantedSize);
    if (!isMaximized() && !isFullScreen()) {
        resize(wantedSize.boundedTo(room.size()));
    }
    // Before it is shown it has no size to divide; it does so itself when it is.
    if (isVisible()) {
        m_page->restoreDefaultLayout();
    }
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (!event->spontaneous() && focusWidget() == nullptr) {
        // Space and the arrows are the transport's from the first moment on.
        m_page->setFocus(Qt::OtherFocusReason);
    }
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    QSettings settings;
    settings.setValue(versionKey, windowLayoutVersion);
    settings.setValue(geometryKey, saveGeometry());
    settings.setValue(simulateKey, m_page->saveLayout());
    QMainWindow::closeEvent(event);
}

bool MainWindow::event(QEvent* event)
{
    // Here for what lies outside the page: a button of the status bar, the rail.
    if (event->type() == QEvent::ShortcutOverride
        && claimsKey(QApplication::focusWidget(), *static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QMainWindow::event(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const QStringList files = filesOf(*event->mimeData());
    if (!files.isEmpty()) {
        event->acceptProposedAction();
        m_cue->showFor(QFileInfo(files.first()).fileName());
    }
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* /*event*/)
{
    m_cue->hide();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    m_cue->hide();
    const QStringList files = filesOf(*event->mimeData());
    if (!files.isEmpty()) {
        event->acceptProposedAction();
        openFiles(files);
    }
}

} // namespace idem
