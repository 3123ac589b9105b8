#pragma once

#include "ui/models/run_job.h"
#include "ui/theme/theme.h"

#include <QMainWindow>
#include <QStringList>

class QLabel;
class QMenu;
class QToolButton;

namespace idem {

class AboutSheet;
class ActionRegistry;
class CommandPalette;
class DropCue;
class KeySheet;
class SimulatePage;

/// The window: rail, menus, pages, status bar, palette and key sheet. Owned by main(); GUI thread.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    /// Opens the files and shows the first of them; without files, the bundled slow invoice.
    explicit MainWindow(const QStringList& files = {}, QWidget* parent = nullptr);
    ~MainWindow() override;

    SimulatePage& page() { return *m_page; }
    ActionRegistry& registry() { return *m_registry; }
    CommandPalette& commandPalette() { return *m_palette; }
    KeySheet& keySheet() { return *m_keys; }
    DropCue& dropCue() { return *m_cue; }
    QString statusText() const;
    QStringList recentFiles() const;

    /// Opens each; what can't be opened is said in the page and changes nothing.
    void openFiles(const QStringList& files, const QString& otherwise = {});

protected:
    bool event(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildCentre();
    void buildActions();
    void buildMenus();
    void buildStatusBar();
    QAction* addAction(const QString& id, const QString& group, const QString& text, const QString& sentence,
                       const QKeySequence& key);
    void addThemes();
    void addBundled();
    void fillRecent();
    void rememberFile(const QString& path);
    void opened(const QString& source, bool bundled);
    void ran(const RunResult& result);
    void applyTheme(Scheme scheme);
    void askForFile();
    void restore();
    void restoreDefaults();

    ActionRegistry* m_registry = nullptr;
    SimulatePage* m_page = nullptr;
    CommandPalette* m_palette = nullptr;
    KeySheet* m_keys = nullptr;
    AboutSheet* m_about = nullptr;
    DropCue* m_cue = nullptr;
    QMenu* m_recent = nullptr;
    QLabel* m_status = nullptr;
    QToolButton* m_commands = nullptr;
};

} // namespace idem
