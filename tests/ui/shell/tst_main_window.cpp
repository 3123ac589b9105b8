#include "ui/shell/main_window.h"

#include "simulations/scenario/scenario_file.h"
#include "ui/models/playback.h"
#include "ui/models/scenario_document.h"
#include "ui/shell/action_registry.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/drop_cue.h"
#include "ui/shell/fuzzy_match.h"
#include "ui/shell/key_sheet.h"
#include "ui/simulate/parameter_panel.h"
#include "ui/simulate/simulate_page.h"
#include "ui/simulate/top_bar.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/duration_slider.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/pill_bar.h"
#include "ui/widgets/timeline_view.h"
#include "ui/widgets/toggle_switch.h"

#include <memory>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDropEvent>
#include <QFile>
#include <QLineEdit>
#include <QListView>
#include <QMenuBar>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace idem;

namespace {

constexpr int patience = 20'000;

QString writeFile(const QTemporaryDir& folder, const char* name, const QByteArray& text)
{
    const QString path = folder.filePath(QLatin1String(name));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
        return {};
    }
    return path;
}

QByteArray goodScenario()
{
    return QByteArray::fromStdString(readBundled("double-send")->text);
}

void waitForRun(MainWindow& window)
{
    QTRY_VERIFY_WITH_TIMEOUT(window.page().result().has_value(), patience);
}

std::unique_ptr<MainWindow> shownWindow(const QStringList& files = {})
{
    auto window = std::make_unique<MainWindow>(files);
    window->resize(1440, 900);
    window->show();
    [&window] {
        QVERIFY(QTest::qWaitForWindowExposed(window.get()));
        window->activateWindow();
        QTRY_VERIFY_WITH_TIMEOUT(window->isActiveWindow(), patience);
        waitForRun(*window);
    }();
    return window;
}

} // namespace

class TestMainWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void opensTheSlowInvoiceByDefault();
    void opensTheFirstFileAndListsTheOthers();
    void fileThatCanNotBeOpenedIsSaidAboveTheDefault();
    void transportIsDrivenByKeys();
    void keysOfAControlStayWithTheControl();
    void keysOfTheTransportWorkAfterAClickOnAPill();
    void undoByKeyTakesAnEditBack();
    void paletteFindsAndRunsAnAction();
    void paletteSaysWhyAnActionIsOff();
    void escapeGivesTheKeyboardBack();
    void nothingBehindASheetGetsAKey();
    void keySheetListsEveryKey();
    void noTwoActionsShareAKey();
    void droppedFileIsOpened();
    void droppedBadFileKeepsWhatIsShown();
    void themeIsAppliedAndRemembered();
    void recentFilesAreRemembered();
    void statusBarTellsAboutTheRun();
    void everyMenuEntryHasASentence();
    void smallWindowKeepsEverythingReachable();
    void fuzzyMatchPrefersWordsAndOrder();

private:
    QTemporaryDir m_settings;
};

void TestMainWindow::initTestCase()
{
    QCoreApplication::setOrganizationName(QStringLiteral("idemscope-test"));
    QCoreApplication::setApplicationName(QStringLiteral("idemscope-test"));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_settings.path());
}

void TestMainWindow::init()
{
    QSettings().clear();
}

void TestMainWindow::opensTheSlowInvoiceByDefault()
{
    const auto window = shownWindow();
    QCOMPARE(window->windowTitle(), QStringLiteral("invoice-naive.json — Idemscope"));
    QCOMPARE(window->page().result()->verdict.effects, 3);
    QVERIFY(window->page().playback().atEnd());
    QVERIFY(!window->page().noticeBar()->isVisible());
}

void TestMainWindow::opensTheFirstFileAndListsTheOthers()
{
    const QTemporaryDir folder;
    const QString first = writeFile(folder, "first.json", goodScenario());
    const QString second = writeFile(folder, "second.json", goodScenario());
    const auto window = shownWindow({first, second});
    QCOMPARE(window->windowTitle(), QStringLiteral("first.json — Idemscope"));
    QVERIFY(window->page().topBar()->scenarios()->findData(second) >= 0);
    QCOMPARE(window->page().topBar()->scenarios()->currentData().toString(), first);
}

void TestMainWindow::fileThatCanNotBeOpenedIsSaidAboveTheDefault()
{
    const QTemporaryDir folder;
    const auto window = shownWindow({folder.filePath(QStringLiteral("nothing.json"))});
    QCOMPARE(window->windowTitle(), QStringLiteral("invoice-naive.json — Idemscope"));
    QVERIFY(window->page().noticeBar()->isVisible());
    QVERIFY(window->page().noticeBar()->text().contains(QStringLiteral("nothing.json")));
}

void TestMainWindow::transportIsDrivenByKeys()
{
    const auto window = shownWindow();
    Playback& playback = window->page().playback();
    QWidget* timeline = window->page().timeline();
    timeline->setFocus();
    QTest::keyClick(timeline, Qt::Key_Home);
    QCOMPARE(playback.playhead(), Micros(0));
    QTest::keyClick(timeline, Qt::Key_Right);
    const Micros first = playback.playhead();
    QVERIFY(first > 0);
    QTest::keyClick(timeline, Qt::Key_Right);
    QVERIFY(playback.playhead() > first);
    QTest::keyClick(timeline, Qt::Key_Left);
    QCOMPARE(playback.playhead(), first);
    QTest::keyClick(timeline, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(playback.speed(), 2.0);
    QTest::keyClick(timeline, Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(playback.speed(), 1.0);
    QTest::keyClick(timeline, Qt::Key_Space);
    QVERIFY(playback.isPlaying());
    QTRY_VERIFY_WITH_TIMEOUT(playback.playhead() > first, patience);
    QTest::keyClick(timeline, Qt::Key_Space);
    QVERIFY(!playback.isPlaying());
    QTest::keyClick(timeline, Qt::Key_End);
    QVERIFY(playback.atEnd());
}

void TestMainWindow::keysOfAControlStayWithTheControl()
{
    const auto window = shownWindow();
    Playback& playback = window->page().playback();
    auto* toggle = qobject_cast<ToggleSwitch*>(window->page().panel()->control(QStringLiteral("calls_again")));
    toggle->setFocus(Qt::TabFocusReason);
    QTest::keyClick(toggle, Qt::Key_Space);
    QVERIFY(!playback.isPlaying());
    QVERIFY(!toggle->isChecked());
    auto* slider = qobject_cast<DurationSlider*>(window->page().panel()->control(QStringLiteral("timeout")));
    slider->setFocus(Qt::TabFocusReason);
    const Micros before = slider->value();
    QTest::keyClick(slider, Qt::Key_Right);
    QVERIFY(slider->value() > before);
    QVERIFY(playback.atEnd());
}

void TestMainWindow::keysOfTheTransportWorkAfterAClickOnAPill()
{
    const auto window = shownWindow();
    PillBar* pills = window->page().topBar()->pills();
    QTRY_VERIFY_WITH_TIMEOUT(!pills->pillRect(1).isEmpty(), patience);
    QTest::mouseClick(pills, Qt::LeftButton, {}, pills->pillRect(1).center());
    QCOMPARE(pills->current(), 1);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QVERIFY(window->page().playback().isPlaying());
}

void TestMainWindow::undoByKeyTakesAnEditBack()
{
    const auto window = shownWindow();
    SimulatePage& page = window->page();
    auto* slider = qobject_cast<DurationSlider*>(page.panel()->control(QStringLiteral("timeout")));
    slider->setFocus(Qt::TabFocusReason);
    for (int i = 0; i < 40 && slider->value() < Micros(5'000'000); ++i) {
        QTest::keyClick(slider, Qt::Key_Right);
    }
    QTRY_COMPARE_WITH_TIMEOUT(page.result()->verdict.effects, 1, patience);
    for (int i = 0; i < 60 && page.document().undoStack().canUndo(); ++i) {
        QTest::keyClick(slider, Qt::Key_Z, Qt::ControlModifier);
    }
    QTRY_COMPARE_WITH_TIMEOUT(page.result()->verdict.effects, 3, patience);
    QVERIFY(!page.document().hasChanges());
}

void TestMainWindow::paletteFindsAndRunsAnAction()
{
    const auto window = shownWindow();
    QWidget* timeline = window->page().timeline();
    timeline->setFocus();
    QTest::keyClick(timeline, Qt::Key_K, Qt::ControlModifier);
    CommandPalette& palette = window->commandPalette();
    QVERIFY(palette.isVisible());
    QLineEdit* input = palette.input();
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::focusWidget(), input, patience);
    QTest::keyClicks(input, QStringLiteral("to the start"));
    QVERIFY(palette.list()->model()->rowCount() >= 1);
    QTest::keyClick(input, Qt::Key_Return);
    QVERIFY(!palette.isVisible());
    QCOMPARE(window->page().playback().playhead(), Micros(0));
    // A scenario is a command too, and scattered letters find it.
    QTest::keyClick(timeline, Qt::Key_K, Qt::ControlModifier);
    QTest::keyClicks(input, QStringLiteral("next des"));
    QTest::keyClick(input, Qt::Key_Down);
    QTest::keyClick(input, Qt::Key_Up);
    QTest::keyClick(input, Qt::Key_Return);
    QCOMPARE(window->page().document().choice().variant, std::string("tool call id"));
}

void TestMainWindow::paletteSaysWhyAnActionIsOff()
{
    const auto window = shownWindow();
    QTest::keyClick(window.get(), Qt::Key_K, Qt::ControlModifier);
    CommandPalette& palette = window->commandPalette();
    QTest::keyClicks(palette.input(), QStringLiteral("undo"));
    QVERIFY2(palette.message().contains(QStringLiteral("Nothing was edited")), qPrintable(palette.message()));
    QTest::keyClick(palette.input(), Qt::Key_Return);
    QVERIFY(palette.isVisible());
    palette.input()->clear();
    QTest::keyClicks(palette.input(), QStringLiteral("qqqqzz"));
    QCOMPARE(palette.list()->model()->rowCount(), 0);
    QVERIFY(palette.message().contains(QStringLiteral("qqqqzz")));
    QTest::keyClick(palette.input(), Qt::Key_Return);
    QVERIFY(palette.isVisible());
}

void TestMainWindow::escapeGivesTheKeyboardBack()
{
    const auto window = shownWindow();
    QWidget* timeline = window->page().timeline();
    timeline->setFocus();
    QTest::keyClick(timeline, Qt::Key_K, Qt::ControlModifier);
    QVERIFY(window->commandPalette().isVisible());
    QTest::keyClick(window->commandPalette().input(), Qt::Key_Escape);
    QVERIFY(!window->commandPalette().isVisible());
    QCOMPARE(QApplication::focusWidget(), timeline);
    QTest::keyClick(timeline, Qt::Key_Question, Qt::ShiftModifier);
    QVERIFY(window->keySheet().isVisible());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!window->keySheet().isVisible());
    QCOMPARE(QApplication::focusWidget(), timeline);
    // A click beside the card closes it as well.
    window->keySheet().open();
    QTest::mouseClick(&window->keySheet(), Qt::LeftButton, {}, QPoint(3, window->height() - 3));
    QVERIFY(!window->keySheet().isVisible());
}

void TestMainWindow::nothingBehindASheetGetsAKey()
{
    const auto window = shownWindow();
    window->keySheet().open();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Home);
    QVERIFY(!window->page().playback().isPlaying());
    QVERIFY(window->page().playback().atEnd());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QVERIFY(window->keySheet().isAncestorOf(QApplication::focusWidget())
            || QApplication::focusWidget() == &window->keySheet());
}

void TestMainWindow::keySheetListsEveryKey()
{
    const auto window = shownWindow();
    const auto lines = window->keySheet().lines();
    int withKeys = 0;
    for (const ActionRegistry::Entry& entry : window->registry().entries()) {
        if (entry.action->shortcut().isEmpty()) {
            continue;
        }
        ++withKeys;
        const std::pair<QString, QString> line{ActionRegistry::plainText(*entry.action),
                                               entry.action->shortcut().toString(QKeySequence::NativeText)};
        QVERIFY2(lines.contains(line), qPrintable(entry.id));
    }
    QCOMPARE(lines.size(), withKeys);
    QVERIFY(withKeys > 12);
}

void TestMainWindow::noTwoActionsShareAKey()
{
    const auto window = shownWindow();
    QStringList seen;
    for (const ActionRegistry::Entry& entry : window->registry().entries()) {
        const QString keys = entry.action->shortcut().toString();
        if (!keys.isEmpty()) {
            QVERIFY2(!seen.contains(keys), qPrintable(entry.id + QLatin1Char(' ') + keys));
            seen << keys;
        }
    }
    // An id is taken once.
    QVERIFY(!window->registry().add(QStringLiteral("transport.play"), QString(), new QAction(window.get())));
}

void TestMainWindow::droppedFileIsOpened()
{
    const QTemporaryDir folder;
    const QString path = writeFile(folder, "dropped.json", goodScenario());
    const auto window = shownWindow();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QVERIFY(window->dropCue().isVisible());
    QDropEvent drop(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window.get(), &drop);
    QVERIFY(!window->dropCue().isVisible());
    QCOMPARE(window->windowTitle(), QStringLiteral("dropped.json — Idemscope"));
    QTRY_COMPARE_WITH_TIMEOUT(window->page().result()->trace->scenario->title,
                              readBundled("double-send")->title(), patience);
    // Text is no file.
    QMimeData text;
    text.setText(QStringLiteral("hello"));
    QDragEnterEvent other(QPoint(200, 200), Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
    other.ignore();
    QCoreApplication::sendEvent(window.get(), &other);
    QVERIFY(!other.isAccepted());
    QVERIFY(!window->dropCue().isVisible());
}

void TestMainWindow::droppedBadFileKeepsWhatIsShown()
{
    const QTemporaryDir folder;
    const QString path = writeFile(folder, "bad.json", "{ \"idemscope\": 1, ");
    const auto window = shownWindow();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window.get(), &enter);
    QDropEvent drop(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window.get(), &drop);
    QCOMPARE(window->windowTitle(), QStringLiteral("invoice-naive.json — Idemscope"));
    QVERIFY(window->page().noticeBar()->isVisible());
    QVERIFY(window->page().noticeBar()->text().contains(QStringLiteral("bad.json:1")));
    QCOMPARE(window->page().result()->verdict.effects, 3);
    QVERIFY(window->recentFiles().isEmpty());
}

void TestMainWindow::themeIsAppliedAndRemembered()
{
    {
        const auto window = shownWindow();
        window->registry().action(QStringLiteral("view.theme.dark"))->trigger();
        QVERIFY(Colours::of(qApp->palette()).isDark());
        window->close();
    }
    {
        const auto window = shownWindow();
        QVERIFY(window->registry().action(QStringLiteral("view.theme.dark"))->isChecked());
        QVERIFY(Colours::of(qApp->palette()).isDark());
        window->registry().action(QStringLiteral("view.theme.light"))->trigger();
        QVERIFY(!Colours::of(qApp->palette()).isDark());
    }
}

void TestMainWindow::recentFilesAreRemembered()
{
    const QTemporaryDir folder;
    const QString path = writeFile(folder, "mine.json", goodScenario());
    {
        const auto window = shownWindow({path});
    }
    const auto window = shownWindow();
    QCOMPARE(window->recentFiles(), QStringList(path));
    // One that is gone is said when it is asked for, and blocks nothing.
    QVERIFY(QFile::remove(path));
    QVERIFY(!window->page().openPath(path));
    QVERIFY(window->page().noticeBar()->isVisible());
}

void TestMainWindow::statusBarTellsAboutTheRun()
{
    const auto window = shownWindow();
    const auto events = window->page().result()->trace->events.size();
    const QString status = window->statusText();
    QVERIFY2(
        status.startsWith(QStringLiteral("%1 events · virtual time · seed 42 · simulated in ").arg(events)),
        qPrintable(status));
}

void TestMainWindow::everyMenuEntryHasASentence()
{
    const auto window = shownWindow();
    for (const ActionRegistry::Entry& entry : window->registry().entries()) {
        QVERIFY2(!entry.action->toolTip().isEmpty(), qPrintable(entry.id));
        QVERIFY2(!entry.action->property("sentence").toString().isEmpty(), qPrintable(entry.id));
        QVERIFY2(entry.action->isEnabled() || !ActionRegistry::whyNot(*entry.action).isEmpty(),
                 qPrintable(entry.id));
    }
}

void TestMainWindow::smallWindowKeepsEverythingReachable()
{
    const auto window = shownWindow();
    window->resize(1024, 700);
    QTRY_COMPARE_WITH_TIMEOUT(window->size(), QSize(1024, 700), patience);
    window->registry().action(QStringLiteral("view.restore"))->trigger();
    window->resize(1024, 700);
    QTRY_COMPARE_WITH_TIMEOUT(window->size(), QSize(1024, 700), patience);
    SimulatePage& page = window->page();
    QVERIFY(page.timeline()->width() >= 380);
    QVERIFY(page.panel()->width() >= 200);
    QVERIFY(page.topBar()->geometry().right() <= page.width());
    for (const QWidget* child : page.topBar()->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
        if (child->isVisible()) {
            QVERIFY2(child->geometry().right() <= page.topBar()->width(), child->metaObject()->className());
        }
    }
}

void TestMainWindow::fuzzyMatchPrefersWordsAndOrder()
{
    QVERIFY(!fuzzyMatch(QStringLiteral("xyz"), QStringLiteral("Zoom to Fit")).has_value());
    QVERIFY(!fuzzyMatch(QStringLiteral("tz"), QStringLiteral("Zoom to Fit")).has_value());
    QVERIFY(fuzzyMatch(QString(), QStringLiteral("Play")).has_value());
    QVERIFY(*fuzzyMatch(QStringLiteral("zf"), QStringLiteral("Zoom to Fit"))
            > *fuzzyMatch(QStringLiteral("zf"), QStringLiteral("Puzzle of it")));
    QVERIFY(*fuzzyMatch(QStringLiteral("play"), QStringLiteral("Play"))
            > *fuzzyMatch(QStringLiteral("play"), QStringLiteral("Plainly Away")));
}

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
