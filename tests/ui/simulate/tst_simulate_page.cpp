#include "ui/simulate/simulate_page.h"

#include "ui/models/trace_table_model.h"
#include "ui/simulate/choice_field.h"
#include "ui/simulate/design_row.h"
#include "ui/simulate/explanation_panel.h"
#include "ui/simulate/key_field.h"
#include "ui/simulate/parameter_panel.h"
#include "ui/simulate/parameter_row.h"
#include "ui/simulate/reset_button.h"
#include "ui/simulate/simulate_actions.h"
#include "ui/simulate/top_bar.h"
#include "ui/simulate/trace_table.h"
#include "ui/simulate/trace_tabs.h"
#include "ui/widgets/counter_tile.h"
#include "ui/widgets/duration_slider.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/pill_bar.h"
#include "ui/widgets/story_list.h"
#include "ui/widgets/timeline_view.h"
#include "ui/widgets/toggle_switch.h"
#include "ui/widgets/verdict_bar.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

using namespace idem;

namespace {

constexpr int patience = 20'000;

/// The page in a window, with a scenario that has been run.
struct Shown
{
    SimulatePage page;

    explicit Shown(const QString& name = QStringLiteral("invoice-naive"))
    {
        page.resize(1368, 840);
        page.show();
        [this, name] {
            QVERIFY(QTest::qWaitForWindowExposed(&page));
            QVERIFY(page.openBundled(name));
            QTRY_VERIFY_WITH_TIMEOUT(page.result().has_value(), patience);
        }();
    }

    int effects() const { return page.result()->verdict.effects; }
    DurationSlider* slider(const char* member) const
    {
        return qobject_cast<DurationSlider*>(page.panel()->control(QLatin1String(member)));
    }
    ToggleSwitch* toggle(const char* member) const
    {
        return qobject_cast<ToggleSwitch*>(page.panel()->control(QLatin1String(member)));
    }
    ChoiceField* choice(const char* member) const
    {
        return qobject_cast<ChoiceField*>(page.panel()->control(QLatin1String(member)));
    }
    void trigger(const char* id) { page.actions().action(QLatin1String(id))->trigger(); }
};

/// Drags a slider's knob by real mouse events from its groove to the right end of it.
void dragToTheRight(DurationSlider& slider)
{
    const int y = slider.height() - 8;
    QTest::mousePress(&slider, Qt::LeftButton, {}, QPoint(slider.width() / 2, y));
    for (int x = slider.width() / 2; x < slider.width() - 30; x += 6) {
        QTest::mouseMove(&slider, QPoint(x, y));
    }
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, QPoint(slider.width() - 30, y));
}

/// Chooses an entry of a combo box by its keyboard.
void chooseByKeys(QComboBox& box, int index)
{
    box.setFocus();
    QTest::keyClick(&box, Qt::Key_Home);
    for (int i = 0; i < index; ++i) {
        QTest::keyClick(&box, Qt::Key_Down);
    }
}

} // namespace

class TestSimulatePage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void opensWithTheWholeStoryInSight();
    void variantPillChangesTheVerdict();
    void draggingTheTimeoutAboveTheLatencyLeavesOneEffect();
    void undoBringsTheThreeEffectsBack();
    void everyLayerSwitchRunsAgain();
    void wrapperThatTriesAgainDoublesTheEffects();
    void switchWithoutEffectIsOffAndSaysWhy();
    void changedParameterIsMarkedAndCanBeReset();
    void resetAllIsOfferedOnlyWhenSomethingIsChanged();
    void keyAndGuardAreChosenByKeyboard();
    void wrongTemplateIsSaidInPlaceAndChangesNothing();
    void seedIsAnEdit();
    void badFileKeepsTheScenarioAndShowsANotice();
    void tablesAndTilesFollowThePlayhead();
    void countersAgreeWithTheVerdictOnEveryScenario();
    void selectionIsOneEverywhere();
    void storyLineGoesToItsMoment();
    void otherDesignsAreRunAndAClickSwitches();
    void titleSaysWhyItHeldWhenSafe();
    void drawnLatencySaysItsRange();
    void exportsPictureScenarioAndCommand();
    void failedExportSaysSo();
    void everyControlHasANameForPeopleWhoCanNotSeeIt();
    void everyBundledScenarioCanBeShown();
};

void TestSimulatePage::opensWithTheWholeStoryInSight()
{
    Shown shown;
    QCOMPARE(shown.effects(), 3);
    QVERIFY(shown.page.playback().atEnd());
    QVERIFY(shown.page.verdictBar()->text().contains(QStringLiteral("3 effects")));
    QCOMPARE(shown.page.tabs()->ledger()->traceModel().happenedCount(), 3);
    QCOMPARE(shown.page.explanation()->title(), QStringLiteral("Why it went wrong"));
    QVERIFY(shown.page.explanation()->story()->count() > 3);
    QCOMPARE(shown.page.topBar()->pills()->items().first(), QStringLiteral("no key"));
    QVERIFY(!shown.page.noticeBar()->isVisible());
}

void TestSimulatePage::variantPillChangesTheVerdict()
{
    Shown shown;
    PillBar* pills = shown.page.topBar()->pills();
    const auto index = static_cast<int>(pills->items().indexOf(QStringLiteral("business key")));
    QVERIFY(index > 0);
    QTRY_VERIFY_WITH_TIMEOUT(!pills->pillRect(index).isEmpty(), patience);
    QTest::mouseClick(pills, Qt::LeftButton, {}, pills->pillRect(index).center());
    QTRY_COMPARE_WITH_TIMEOUT(shown.effects(), 1, patience);
    QVERIFY(shown.page.result()->verdict.safe);
    QVERIFY(shown.page.verdictBar()->text().contains(QStringLiteral("1 effect")));
    QCOMPARE(shown.page.tabs()->ledger()->traceModel().rowCount(), 1);
    QCOMPARE(shown.page.tabs()->reservations()->traceModel().rowCount(), 1);
    QCOMPARE(pills->current(), index);
    QCOMPARE(shown.choice("guard")->current(), QStringLiteral("provider_key"));
}

void TestSimulatePage::draggingTheTimeoutAboveTheLatencyLeavesOneEffect()
{
    Shown shown;
    DurationSlider* timeout = shown.slider("timeout");
    QCOMPARE(timeout->value(), Micros(2'000'000));
    dragToTheRight(*timeout);
    QVERIFY(timeout->value() > Micros(3'200'000));
    QTRY_COMPARE_WITH_TIMEOUT(shown.effects(), 1, patience);
    QCOMPARE(shown.page.tabs()->ledger()->traceModel().rowCount(), 1);
    QVERIFY(shown.page.verdictBar()->text().contains(QStringLiteral("1 effect")));
    QTRY_VERIFY_WITH_TIMEOUT(shown.page.verdictBar()->text().contains(QStringLiteral("3 → 1")), patience);
    // The whole drag is one edit.
    QCOMPARE(shown.page.document().undoStack().count(), 1);
}

void TestSimulatePage::undoBringsTheThreeEffectsBack()
{
    Shown shown;
    dragToTheRight(*shown.slider("timeout"));
    QTRY_COMPARE_WITH_TIMEOUT(shown.effects(), 1, patience);
    shown.trigger("edit.undo");
    QTRY_COMPARE_WITH_TIMEOUT(shown.effects(), 3, patience);
    QCOMPARE(shown.slider("timeout")->value(), Micros(2'000'000));
    QVERIFY(!shown.page.panel()->row(QStringLiteral("timeout"))->isMarked());
    shown.trigger("edit.redo");
    QTRY_COMPARE_WITH_TIMEOUT(shown.effects(), 1, patience);
}

void TestSimulatePage::everyLayerSwitchRunsAgain()
{
    Shown shown;
    QSignalSpy finished(&shown.page, &SimulatePage::finished);
    for (const char* member : {"sends_again", "retries", "calls_again", "tries_again", "resends"}) {
        ToggleSwitch* toggle = shown.toggle(member);
        QVERIFY2(toggle->isEnabled(), member);
        const bool before = toggle->isChecked();
        finished.clear();
        shown.page.panel()->ensureWidgetVisible(toggle);
        toggle->setFocus();
        QTest::keyClick(toggle, Qt::Key_Space);
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);
        QCOMPARE(toggle->isChecked(), !before);
        QVERIFY2(shown.page.panel()->row(QLatin1String(member))->isMarked(), member);
    }
    // The model's own number comes back, not just "on".
    ToggleSwitch* again = shown.toggle("calls_again");
    QVERIFY(!again->isChecked());
    QTest::mouseClick(again, Qt::LeftButton, {}, QPoint(14, again->height() / 2));
    QTRY_VERIFY_WITH_TIMEOUT(again->isChecked(), patience);
    QCOMPARE(again->word(), QStringLiteral("×2"));
    QVERIFY(!shown.page.panel()->row(QStringLiteral("calls_again"))->isMarked());
}

void TestSimulatePage::wrapperThatTriesAgainDoublesTheEffects()
{
    Shown shown;
    QCOMPARE(shown.effects(), 3);
    ToggleSwitch* wrapper = shown.toggle("tries_again");
    QVERIFY(!wrapper->isChecked());
    QTest::mouseClick(wrapper, Qt::LeftButton, {}, QPoint(14, wrapper->height() / 2));
    QTRY_COMPARE_WITH_TIMEOUT(shown.effects(), 6, patience);
    QCOMPARE(wrapper->word(), QStringLiteral("×1"));
    shown.trigger("edit.undo");
    QTRY_COMPARE_WITH_TIMEOUT(shown.effects(), 3, patience);
    QVERIFY(!wrapper->isChecked());
}

void TestSimulatePage::switchWithoutEffectIsOffAndSaysWhy()
{
    Shown shown;
    ToggleSwitch* webhook = shown.toggle("redelivers");
    QVERIFY2(webhook->isEnabled(), "a user's message may come through a webhook");
    QVERIFY(shown.page.openBundled(QStringLiteral("webhook-redelivery")));
    QVERIFY(webhook->isEnabled());
    QVERIFY(!shown.toggle("sends_again")->isEnabled());
    QVERIFY(shown.toggle("sends_again")->toolTip().contains(QStringLiteral("user")));
    QVERIFY(shown.page.openBundled(QStringLiteral("invoice-retry-paths")));
    QVERIFY(!webhook->isEnabled());
    QVERIFY(webhook->toolTip().contains(QStringLiteral("a test calls the tools directly")));
}

void TestSimulatePage::changedParameterIsMarkedAndCanBeReset()
{
    Shown shown;
    ToggleSwitch* accepts = shown.toggle("accepts_keys");
    ParameterRow* row = shown.page.panel()->row(QStringLiteral("accepts_keys"));
    QVERIFY(!row->resetButton()->isVisible());
    QTest::mouseClick(accepts, Qt::LeftButton, {}, QPoint(14, accepts->height() / 2));
    QVERIFY(row->isMarked());
    QVERIFY(row->resetButton()->isVisible());
    QVERIFY(row->resetButton()->toolTip().contains(QStringLiteral("yes")));
    QTest::mouseClick(row->resetButton(), Qt::LeftButton);
    QVERIFY(!row->isMarked());
    QVERIFY(accepts->isChecked());
    dragToTheRight(*shown.slider("timeout"));
    QVERIFY(shown.page.panel()
                ->row(QStringLiteral("timeout"))
                ->resetButton()
                ->toolTip()
                .contains(QStringLiteral("2.0 s")));
}

void TestSimulatePage::resetAllIsOfferedOnlyWhenSomethingIsChanged()
{
    Shown shown;
    QPushButton* reset = shown.page.panel()->resetAllButton();
    QVERIFY(!reset->isVisible());
    dragToTheRight(*shown.slider("timeout"));
    dragToTheRight(*shown.slider("latency"));
    QVERIFY(reset->isVisible());
    QTest::mouseClick(reset, Qt::LeftButton);
    QVERIFY(!reset->isVisible());
    QCOMPARE(shown.slider("timeout")->value(), Micros(2'000'000));
    QCOMPARE(shown.slider("latency")->value(), Micros(3'000'000));
    QTRY_COMPARE_WITH_TIMEOUT(shown.effects(), 3, patience);
}

void TestSimulatePage::keyAndGuardAreChosenByKeyboard()
{
    Shown shown;
    QComboBox* key = shown.page.panel()->keyField()->kinds()->box();
    const int place = key->findData(QStringLiteral("invoice:{customer|trim|lower}:{period}"));
    QVERIFY2(place > 0, "the template of the file's variants has to be offered");
    chooseByKeys(*key, place);
    chooseByKeys(*shown.choice("guard")->box(),
                 shown.choice("guard")->box()->findData(QStringLiteral("provider_key")));
    QTRY_COMPARE_WITH_TIMEOUT(shown.effects(), 1, patience);
    QVERIFY(shown.page.panel()->keyField()->templateEdit()->isVisible());
}

void TestSimulatePage::wrongTemplateIsSaidInPlaceAndChangesNothing()
{
    Shown shown;
    KeyField* field = shown.page.panel()->keyField();
    chooseByKeys(*field->kinds()->box(), field->kinds()->box()->count() - 1);
    QLineEdit* edit = field->templateEdit();
    QVERIFY(edit->isVisible());
    const QString suggested = edit->text();
    QCOMPARE(suggested, QStringLiteral("invoice:{customer}:{period}:{amount}"));
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, QStringLiteral("invoice:{nobody}"));
    QVERIFY(field->problem().contains(QStringLiteral("nobody")));
    QVERIFY(!shown.page.noticeBar()->isVisible());
    QVERIFY(shown.page.document().value(QStringLiteral("tools.send_invoice.key")) != "invoice:{nobody}");
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY2(edit->text() == QStringLiteral("invoice:{nobody}"), "what was typed is not thrown away");
    QVERIFY(field->problem().contains(QStringLiteral("nobody")));
    edit->selectAll();
    QTest::keyClicks(edit, QStringLiteral("invoice:{customer}:{period}"));
    QVERIFY(field->problem().isEmpty());
    QTest::keyClick(edit, Qt::Key_Return);
    QVERIFY(shown.page.document().value(QStringLiteral("tools.send_invoice.key"))
            == nlohmann::ordered_json("invoice:{customer}:{period}"));
    QCOMPARE(edit->text(), QStringLiteral("invoice:{customer}:{period}"));
}

void TestSimulatePage::seedIsAnEdit()
{
    Shown shown;
    auto* seed = shown.page.panel()->findChild<QAbstractSpinBox*>();
    QVERIFY(seed != nullptr);
    seed->setFocus();
    seed->selectAll();
    QTest::keyClicks(seed, QStringLiteral("7"));
    QTest::keyClick(seed, Qt::Key_Return);
    QCOMPARE(shown.page.document().scenario()->seed, std::uint64_t(7));
    QVERIFY(shown.page.panel()->row(QStringLiteral("seed"))->isMarked());
    shown.trigger("edit.undo");
    QCOMPARE(shown.page.document().scenario()->seed, std::uint64_t(42));
}

void TestSimulatePage::badFileKeepsTheScenarioAndShowsANotice()
{
    Shown shown;
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("bad.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\n  \"idemscope\": 1,\n  \"title\": \"x\",\n  \"tools\": { \"t\": { \"guard\": \"hope\" } },\n"
               "  \"actions\": [ { \"name\": \"a\", \"tool\": \"t\" } ]\n}\n");
    file.close();
    const auto before = shown.page.document().scenario();
    QVERIFY(!shown.page.openPath(path));
    QVERIFY(shown.page.noticeBar()->isVisible());
    const QString said = shown.page.noticeBar()->text();
    QVERIFY2(said.contains(QStringLiteral("bad.json:4")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("guard")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("still shown")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("provider_key")), qPrintable(said));
    QCOMPARE(shown.page.document().scenario(), before);
    QCOMPARE(shown.effects(), 3);
    QCOMPARE(shown.page.topBar()->scenarios()->currentText(), QString::fromStdString(before->title));
    // A file that can be opened takes the notice away.
    QVERIFY(shown.page.openBundled(QStringLiteral("double-send")));
    QVERIFY(!shown.page.noticeBar()->isVisible());
}

void TestSimulatePage::tablesAndTilesFollowThePlayhead()
{
    Shown shown;
    const auto& ledger = shown.page.cursor().whole().ledger;
    const Micros second = ledger[1].at;
    shown.page.playback().scrubTo(second - 1);
    QCOMPARE(shown.page.tabs()->ledger()->traceModel().happenedCount(), 1);
    QCOMPARE(shown.page.explanation()->tiles().front()->value(), 1);
    QCOMPARE(shown.page.timeline()->playhead(), second - 1);
    QCOMPARE(shown.page.tabs()->ledger()->tabText(), QStringLiteral("Ledger 1/3"));
    shown.trigger("transport.forward");
    QCOMPARE(shown.page.explanation()->tiles().front()->value(), 2);
    shown.trigger("transport.start");
    QCOMPARE(shown.page.explanation()->tiles().front()->value(), 0);
    QVERIFY(!shown.page.actions().action(QStringLiteral("transport.back"))->isEnabled());
    shown.trigger("transport.end");
    QCOMPARE(shown.page.explanation()->tiles().front()->value(), 3);
    QCOMPARE(shown.page.tabs()->ledger()->tabText(), QStringLiteral("Ledger 3"));
}

void TestSimulatePage::countersAgreeWithTheVerdictOnEveryScenario()
{
    Shown shown;
    QSignalSpy finished(&shown.page, &SimulatePage::finished);
    for (const BundledScenario& scenario : bundledScenarios()) {
        finished.clear();
        QVERIFY(shown.page.openBundled(QString::fromStdString(scenario.name)));
        QTRY_VERIFY_WITH_TIMEOUT(finished.count() > 0, patience);
        const Verdict& verdict = shown.page.result()->verdict;
        const auto& tiles = shown.page.explanation()->tiles();
        QCOMPARE(tiles[0]->value(), verdict.effects);
        QCOMPARE(tiles[1]->value(), verdict.replayed);
        QCOMPARE(tiles[2]->value(), verdict.inProgress);
        QCOMPARE(tiles[3]->value(), verdict.conflict);
    }
}

void TestSimulatePage::selectionIsOneEverywhere()
{
    Shown shown;
    TraceTabs* tabs = shown.page.tabs();
    // A ledger row selects the provider's call that made it.
    tabs->setCurrentWidget(tabs->ledger());
    QTest::mouseClick(tabs->ledger()->viewport(), Qt::LeftButton, {},
                      tabs->ledger()->visualRect(tabs->ledger()->model()->index(1, 0)).center());
    const int provider = shown.page.cursor().whole().ledger[1].call;
    QCOMPARE(shown.page.timeline()->selectedCall(), provider);
    QCOMPARE(tabs->calls()->currentIndex().row(), provider);
    // A row of the calls table selects on the timeline, and the ledger has no row for a tool's call.
    tabs->setCurrentWidget(tabs->calls());
    QTest::mouseClick(tabs->calls()->viewport(), Qt::LeftButton, {},
                      tabs->calls()->visualRect(tabs->calls()->model()->index(0, 0)).center());
    QCOMPARE(shown.page.timeline()->selectedCall(), 0);
    QVERIFY(!tabs->ledger()->currentIndex().isValid());
    // And the timeline selects in the table.
    TimelineView* timeline = shown.page.timeline();
    int wanted = -1;
    QPoint point;
    for (int y = 0; y < timeline->height() && wanted < 0; y += 3) {
        for (int x = timeline->width() - 1; x > 100; x -= 5) {
            const QString sentence = timeline->explain(QPointF(x, y));
            if (sentence.contains(QStringLiteral("call_b"))) {
                wanted = 1;
                point = QPoint(x, y);
                break;
            }
        }
    }
    QVERIFY(wanted > 0);
    QTest::mouseClick(timeline, Qt::LeftButton, {}, point);
    QVERIFY(timeline->selectedCall() > 0);
    QCOMPARE(tabs->calls()->currentIndex().row(), timeline->selectedCall());
    QCOMPARE(tabs->calls()->currentIndex().siblingAtColumn(0).data().toString(), QStringLiteral("call_b"));
}

void TestSimulatePage::storyLineGoesToItsMoment()
{
    Shown shown;
    StoryList* story = shown.page.explanation()->story();
    const auto& lines = shown.page.result()->story;
    int line = -1;
    for (std::size_t i = 0; i < lines.size() && line < 0; ++i) {
        if (lines[i].call >= 0 && lines[i].at > 0) {
            line = static_cast<int>(i);
        }
    }
    QVERIFY(line >= 0);
    const auto place = static_cast<std::size_t>(line);
    // The list grows to its lines when the column is laid out; until then it scrolls.
    QTRY_COMPARE_WITH_TIMEOUT(story->verticalScrollBar()->maximum(), 0, patience);
    QTest::mouseClick(story->viewport(), Qt::LeftButton, {}, story->lineRect(line).center());
    QCOMPARE(shown.page.playback().playhead(), lines[place].at);
    QCOMPARE(shown.page.timeline()->selectedCall(), lines[place].call);
    QCOMPARE(shown.page.tabs()->events()->currentIndex().row(), static_cast<int>(lines[place].event));
}

void TestSimulatePage::otherDesignsAreRunAndAClickSwitches()
{
    Shown shown;
    const auto& designs = shown.page.explanation()->designs();
    QCOMPARE(designs.size(), std::size_t(4));
    DesignRow* keyed = nullptr;
    for (DesignRow* row : designs) {
        if (row->text() == QLatin1String("business key")) {
            keyed = row;
        }
    }
    QVERIFY(keyed != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(keyed->isSafe(), patience);
    QCOMPARE(keyed->outcome(), QStringLiteral("1 effect, told done"));
    QVERIFY(!designs.front()->isSafe());
    QTest::mouseClick(keyed, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(shown.effects(), 1, patience);
    QCOMPARE(shown.page.document().choice().variant, std::string("business key"));
    // The base is among the others now.
    QCOMPARE(shown.page.explanation()->designs().front()->text(), QStringLiteral("no key"));
    QTRY_COMPARE_WITH_TIMEOUT(shown.page.explanation()->designs().front()->outcome(),
                              QStringLiteral("3 effects, told failed"), patience);
}

void TestSimulatePage::titleSaysWhyItHeldWhenSafe()
{
    Shown shown;
    shown.trigger("design.previous");
    QTRY_COMPARE_WITH_TIMEOUT(shown.page.explanation()->title(), QStringLiteral("Why it held"), patience);
    shown.trigger("design.next");
    QTRY_COMPARE_WITH_TIMEOUT(shown.page.explanation()->title(), QStringLiteral("Why it went wrong"), patience);
}

void TestSimulatePage::drawnLatencySaysItsRange()
{
    Shown shown;
    QVERIFY(shown.page.panel()->latencyNote().isEmpty());
    nlohmann::ordered_json range;
    range["from"] = "1s";
    range["to"] = "4s";
    QVERIFY(
        shown.page.document().setValue(QStringLiteral("provider.latency"), range, QStringLiteral("latency")));
    QVERIFY2(shown.page.panel()->latencyNote().contains(QStringLiteral("1.0 s")),
             qPrintable(shown.page.panel()->latencyNote()));
    QVERIFY(shown.page.panel()->latencyNote().contains(QStringLiteral("4.0 s")));
    const auto quantiles = nlohmann::ordered_json{{"p50", "1s"}, {"p90", "3s"}, {"p99", "9s"}};
    QVERIFY(shown.page.document().setValue(QStringLiteral("provider.latency"), quantiles,
                                           QStringLiteral("latency")));
    QVERIFY2(shown.page.panel()->latencyNote().contains(QStringLiteral("p90 3.0 s")),
             qPrintable(shown.page.panel()->latencyNote()));
    QCOMPARE(shown.slider("latency")->value(), Micros(1'000'000));
    // A drag makes it one value.
    dragToTheRight(*shown.slider("latency"));
    QVERIFY(shown.page.panel()->latencyNote().isEmpty());
}

void TestSimulatePage::exportsPictureScenarioAndCommand()
{
    Shown shown;
    const QTemporaryDir folder;
    const QString picture = folder.filePath(QStringLiteral("run.png"));
    QVERIFY(shown.page.exportPicture(picture));
    const QImage image(picture);
    QVERIFY(image.width() >= 1000);

    const QString copy = folder.filePath(QStringLiteral("copy.json"));
    QVERIFY(shown.page.exportScenario(copy));
    QFile file(copy);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll().toStdString(), shown.page.document().file().text);

    QVERIFY(shown.page.document().setVariant(QStringLiteral("business key")));
    QVERIFY(shown.page.exportScenario(copy));
    const Result<ScenarioFile> read = readScenarioPath(copy.toStdString());
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
    QVERIFY(read->document["tools"]["send_invoice"]["guard"] == nlohmann::ordered_json("provider_key"));

    shown.trigger("export.command");
    QCOMPARE(QGuiApplication::clipboard()->text(), shown.page.document().commandLine());
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("--variant 'business key'")));
}

void TestSimulatePage::failedExportSaysSo()
{
    Shown shown;
    const QTemporaryDir folder;
    QVERIFY(!shown.page.exportPicture(folder.filePath(QStringLiteral("no such folder/run.png"))));
    QVERIFY(shown.page.noticeBar()->isVisible());
    QVERIFY(shown.page.noticeBar()->text().contains(QStringLiteral("No file was written")));
    QVERIFY(!shown.page.exportScenario(folder.filePath(QStringLiteral("no such folder/run.json"))));
}

void TestSimulatePage::everyControlHasANameForPeopleWhoCanNotSeeIt()
{
    Shown shown;
    for (const QWidget* widget : shown.page.findChildren<QWidget*>()) {
        const bool control = (widget->focusPolicy() & Qt::TabFocus) != 0 && widget->isVisible();
        if (!control || widget->objectName().startsWith(QLatin1String("qt_"))) {
            continue;
        }
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool named
            = !widget->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty());
        QVERIFY2(named,
                 qPrintable(QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ')
                            + widget->objectName()));
    }
}

void TestSimulatePage::everyBundledScenarioCanBeShown()
{
    Shown shown;
    QComboBox* scenarios = shown.page.topBar()->scenarios();
    QSignalSpy finished(&shown.page, &SimulatePage::finished);
    const int count = scenarios->count();
    for (int i = 1; i < count; ++i) {
        finished.clear();
        scenarios->setFocus();
        QTest::keyClick(scenarios, Qt::Key_Down);
        QTRY_VERIFY_WITH_TIMEOUT(finished.count() > 0, patience);
        QCOMPARE(scenarios->currentIndex(), i);
        QVERIFY(!shown.page.noticeBar()->isVisible());
        for (const QString& variant : shown.page.document().variants()) {
            finished.clear();
            QVERIFY(shown.page.document().setVariant(variant));
            QTRY_VERIFY_WITH_TIMEOUT(finished.count() > 0, patience);
        }
    }
}

QTEST_MAIN(TestSimulatePage)
#include "tst_simulate_page.moc"
