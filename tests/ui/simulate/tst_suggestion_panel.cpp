#include "ui/simulate/simulate_page.h"

#include "ui/simulate/choice_field.h"
#include "ui/simulate/explanation_panel.h"
#include "ui/simulate/parameter_panel.h"
#include "ui/simulate/simulate_actions.h"
#include "ui/simulate/suggestion_list.h"
#include "ui/simulate/suggestion_panel.h"
#include "ui/widgets/duration_slider.h"
#include "ui/widgets/toggle_switch.h"
#include "ui/widgets/verdict_bar.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QPushButton>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

using namespace idem;

namespace {

constexpr int patience = 20'000;

/// The page in a window with the suggestions in front.
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
            QTRY_COMPARE_WITH_TIMEOUT(state(), SuggestionSearch::State::Found, patience);
            const QTabBar* tabs = page.explanation()->tabs();
            QTest::mouseClick(page.explanation()->tabs(), Qt::LeftButton, {}, tabs->tabRect(1).center());
            QVERIFY(list()->isVisible());
            QTRY_VERIFY_WITH_TIMEOUT(list()->height() > 100, patience);
        }();
    }

    SuggestionSearch::State state() { return page.search().state(); }
    SuggestionPanel* panel() const { return page.explanation()->suggestions(); }
    SuggestionList* list() const { return panel()->list(); }
    bool isSafe() const { return page.result()->verdict.safe; }
    void click(int row) const
    {
        QTest::mouseClick(list()->viewport(), Qt::LeftButton, {}, list()->applyRect(row).center());
    }
    void trigger(const char* id) { page.actions().action(QLatin1String(id))->trigger(); }
};

} // namespace

class TestSuggestionPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tabSaysHowManyThereAreBeforeItIsOpened();
    void everyRowIsInSightWithItsButton();
    void applyByMouseMakesItSafeAndUndoTakesItAllBack();
    void applyByKeyboardLeavesTheKeyboardInTheColumn();
    void pressOnApplyThatIsLetGoElsewhereDoesNothing();
    void clickBesideApplyOnlyChooses();
    void actionAppliesTheChosenRowOrTheFirst();
    void actionSaysWhyItIsOff();
    void newerEditSupersedes();
    void stopAndTryAgainAreOfferedWhileTheyMakeSense();
    void newGuardsAreOfferedAndTheNumberOnlyWithASequence();
    void leaseIsOffWhereNothingHasOne();
};

void TestSuggestionPanel::tabSaysHowManyThereAreBeforeItIsOpened()
{
    SimulatePage page;
    page.resize(1368, 840);
    page.show();
    QTabBar* tabs = page.explanation()->tabs();
    QCOMPARE(tabs->tabText(1), QStringLiteral("What would stop it"));
    QVERIFY(page.openBundled(QStringLiteral("invoice-naive")));
    QTRY_COMPARE_WITH_TIMEOUT(tabs->tabText(1), QStringLiteral("What would stop it 9"), patience);
    QCOMPARE(tabs->currentIndex(), 0);
    QVERIFY(page.document().setVariant(QStringLiteral("business key")));
    QTRY_COMPARE_WITH_TIMEOUT(page.search().state(), SuggestionSearch::State::NotNeeded, patience);
    QCOMPARE(tabs->tabText(1), QStringLiteral("What would stop it"));
}

void TestSuggestionPanel::everyRowIsInSightWithItsButton()
{
    Shown shown;
    const SuggestionList* list = shown.list();
    const int rows = list->model()->rowCount();
    QCOMPARE(rows, 9);
    const QRect last = list->visualRect(list->model()->index(rows - 1, 0));
    QVERIFY2(last.bottom() < list->viewport()->height(), "the list is as tall as its rows");
    for (int row = 0; row < rows; ++row) {
        const QRect place = list->visualRect(list->model()->index(row, 0));
        QVERIFY(place.contains(list->applyRect(row)));
        QVERIFY(place.width() <= list->viewport()->width());
    }
    QVERIFY(!shown.panel()->stopButton()->isVisible());
    QVERIFY(!shown.panel()->againButton()->isVisible());
}

void TestSuggestionPanel::applyByMouseMakesItSafeAndUndoTakesItAllBack()
{
    Shown shown;
    QVERIFY(!shown.isSafe());
    // The third sets a key and a guard.
    QCOMPARE(shown.page.search().model().suggestions()[2].changes.size(), std::size_t(2));
    shown.click(2);
    QTRY_VERIFY_WITH_TIMEOUT(shown.isSafe(), patience);
    QCOMPARE(shown.page.result()->verdict.effects, 1);
    QVERIFY(shown.page.verdictBar()->text().contains(QStringLiteral("effects 3 → 1, told failed → done")));
    QCOMPARE(shown.page.document().undoStack().count(), 1);
    QCOMPARE(shown.page.document().choice().overrides.size(), std::size_t(2));
    QTRY_COMPARE_WITH_TIMEOUT(shown.state(), SuggestionSearch::State::NotNeeded, patience);
    QVERIFY(!shown.list()->isVisible());
    QVERIFY(shown.panel()->sentence().contains(QStringLiteral("safe already")));
    shown.trigger("edit.undo");
    QVERIFY(shown.page.document().choice().overrides.empty());
    QTRY_VERIFY_WITH_TIMEOUT(!shown.isSafe(), patience);
    QCOMPARE(shown.page.result()->verdict.effects, 3);
    QTRY_COMPARE_WITH_TIMEOUT(shown.state(), SuggestionSearch::State::Found, patience);
    QCOMPARE(shown.list()->model()->rowCount(), 9);
}

void TestSuggestionPanel::applyByKeyboardLeavesTheKeyboardInTheColumn()
{
    Shown shown;
    shown.trigger("suggestion.show");
    QTRY_VERIFY_WITH_TIMEOUT(shown.list()->hasFocus(), patience);
    QCOMPARE(shown.list()->currentIndex().row(), 0);
    QTest::keyClick(shown.list(), Qt::Key_Down);
    QTest::keyClick(shown.list(), Qt::Key_End);
    QTest::keyClick(shown.list(), Qt::Key_Home);
    QTest::keyClick(shown.list(), Qt::Key_Down);
    QCOMPARE(shown.list()->currentIndex().row(), 1);
    QTest::keyClick(shown.list(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(shown.isSafe(), patience);
    QVERIFY(shown.page.document().value(QStringLiteral("layers.model.on_unknown"))
            == nlohmann::ordered_json("check_status"));
    QTRY_COMPARE_WITH_TIMEOUT(shown.state(), SuggestionSearch::State::NotNeeded, patience);
    QVERIFY(shown.page.explanation()->tabs()->hasFocus());
}

void TestSuggestionPanel::pressOnApplyThatIsLetGoElsewhereDoesNothing()
{
    Shown shown;
    QWidget* view = shown.list()->viewport();
    QTest::mousePress(view, Qt::LeftButton, {}, shown.list()->applyRect(0).center());
    QTest::mouseMove(view, shown.list()->applyRect(1).center());
    QTest::mouseRelease(view, Qt::LeftButton, {}, shown.list()->applyRect(1).center());
    QCOMPARE(shown.page.document().undoStack().count(), 0);
}

void TestSuggestionPanel::clickBesideApplyOnlyChooses()
{
    Shown shown;
    const QRect row = shown.list()->visualRect(shown.list()->model()->index(3, 0));
    QTest::mouseClick(shown.list()->viewport(), Qt::LeftButton, {}, row.bottomLeft() + QPoint(20, -8));
    QCOMPARE(shown.list()->currentIndex().row(), 3);
    QCOMPARE(shown.page.document().undoStack().count(), 0);
}

void TestSuggestionPanel::actionAppliesTheChosenRowOrTheFirst()
{
    Shown shown;
    QAction* apply = shown.page.actions().action(QStringLiteral("suggestion.apply"));
    QVERIFY(apply->isEnabled());
    QVERIFY2(apply->toolTip().contains(QStringLiteral("timeout at 4s")), qPrintable(apply->toolTip()));
    const QRect row = shown.list()->visualRect(shown.list()->model()->index(1, 0));
    QTest::mouseClick(shown.list()->viewport(), Qt::LeftButton, {}, row.bottomLeft() + QPoint(20, -8));
    QVERIFY2(apply->toolTip().contains(QStringLiteral("checks the status")), qPrintable(apply->toolTip()));
    apply->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(shown.isSafe(), patience);
    QVERIFY(shown.page.document().isChanged(QStringLiteral("layers.model.on_unknown")));
}

void TestSuggestionPanel::actionSaysWhyItIsOff()
{
    SimulatePage page;
    QAction* apply = page.actions().action(QStringLiteral("suggestion.apply"));
    QVERIFY(!apply->isEnabled());
    QVERIFY(apply->toolTip().contains(QStringLiteral("Nothing has been run yet")));
    page.show();
    QVERIFY(page.openBundled(QStringLiteral("invoice-naive")));
    QVERIFY(page.document().setVariant(QStringLiteral("business key")));
    QTRY_VERIFY_WITH_TIMEOUT(apply->toolTip().contains(QStringLiteral("safe already")), patience);
    QVERIFY(!apply->isEnabled());
}

void TestSuggestionPanel::newerEditSupersedes()
{
    Shown shown;
    const QString before = shown.list()->model()->index(0, 0).data().toString();
    auto* wrapper = qobject_cast<ToggleSwitch*>(shown.page.panel()->control(QStringLiteral("tries_again")));
    QTest::mouseClick(wrapper, Qt::LeftButton, {}, QPoint(14, wrapper->height() / 2));
    QVERIFY(shown.page.search().model().isStale());
    QCOMPARE(shown.page.explanation()->tabs()->tabText(1), QStringLiteral("What would stop it"));
    shown.click(0);
    QVERIFY2(shown.page.document().undoStack().count() == 1, "what is out of date is not applied");
    QVERIFY(shown.page.document().setVariant(QStringLiteral("tool call id")));
    QTRY_COMPARE_WITH_TIMEOUT(shown.state(), SuggestionSearch::State::Found, patience);
    const QString after = shown.list()->model()->index(0, 0).data().toString();
    QVERIFY2(after.contains(QStringLiteral("in place of call_id")), qPrintable(after));
    QVERIFY(before != after);
    QVERIFY(shown.page.search().model().suggestions().front().verdict.effects == 1);
    shown.click(0);
    QTRY_COMPARE_WITH_TIMEOUT(shown.page.result()->verdict.effects, 1, patience);
}

void TestSuggestionPanel::stopAndTryAgainAreOfferedWhileTheyMakeSense()
{
    // So many actions that a search takes its time.
    ScenarioFile file = *readBundled("six-layers");
    for (int i = 0; i < 300; ++i) {
        auto action = file.document["actions"][0];
        action["name"] = "invoice " + std::to_string(i);
        action["args"]["customer"] = "customer " + std::to_string(i);
        file.document["actions"].push_back(std::move(action));
    }
    const QTemporaryDir folder;
    QFile written(folder.filePath(QStringLiteral("many.json")));
    QVERIFY(written.open(QIODevice::WriteOnly));
    written.write(QByteArray::fromStdString(file.document.dump()));
    written.close();

    Shown shown;
    QVERIFY(shown.page.openPath(written.fileName()));
    QPushButton* stop = shown.panel()->stopButton();
    QTRY_VERIFY_WITH_TIMEOUT(stop->isVisible(), patience);
    QVERIFY(shown.page.actions().action(QStringLiteral("run.stop"))->isEnabled());
    QVERIFY2(shown.panel()->sentence().contains(QStringLiteral("so far")),
             qPrintable(shown.panel()->sentence()));
    QTest::mouseClick(stop, Qt::LeftButton);
    QVERIFY2(shown.state() == SuggestionSearch::State::Stopped, "at once");
    QVERIFY(!stop->isVisible());
    QVERIFY(shown.panel()->againButton()->isVisible());
    QTest::mouseClick(shown.panel()->againButton(), Qt::LeftButton);
    QCOMPARE(shown.state(), SuggestionSearch::State::Trying);
    QVERIFY(!shown.panel()->againButton()->isVisible());
    shown.page.search().stop();
}

void TestSuggestionPanel::newGuardsAreOfferedAndTheNumberOnlyWithASequence()
{
    Shown shown;
    const auto* guard = qobject_cast<ChoiceField*>(shown.page.panel()->control(QStringLiteral("guard")));
    for (const char* value : {"check_then_insert", "two_writes", "one_transaction", "reserve"}) {
        QVERIFY2(guard->box()->findData(QLatin1String(value)) >= 0, value);
    }
    QCOMPARE(guard->box()->findData(QStringLiteral("high_water_mark")), -1);
    const int place = guard->box()->findData(QStringLiteral("two_writes"));
    QVERIFY(guard->box()->itemText(place) != QStringLiteral("two_writes"));
    QVERIFY(!guard->box()->itemData(place, Qt::ToolTipRole).toString().isEmpty());

    QVERIFY(shown.page.document().openText(QStringLiteral(R"({ "idemscope": 1, "title": "t",
            "tools": { "t": { "guard": "high_water_mark", "sequence": "n" } },
            "actions": [ { "name": "a", "at": "0s", "tool": "t", "args": { "n": 1 } } ] })"),
                                           QStringLiteral("t.json")));
    QCOMPARE(guard->current(), QStringLiteral("high_water_mark"));
    QCOMPARE(guard->box()->count(), 1);
}

void TestSuggestionPanel::leaseIsOffWhereNothingHasOne()
{
    Shown shown;
    ParameterPanel* panel = shown.page.panel();
    QWidget* lease = panel->control(QStringLiteral("lease"));
    QWidget* expired = panel->control(QStringLiteral("on_expired"));
    QVERIFY(!lease->isEnabled());
    QVERIFY(!expired->isEnabled());
    QVERIFY(shown.page.document().setValue(QStringLiteral("tools.send_invoice.guard"), "reserve",
                                           QStringLiteral("guard")));
    QVERIFY(lease->isEnabled());
    QCOMPARE(qobject_cast<DurationSlider*>(lease)->value(), Micros(60'000'000));
    auto* choice = qobject_cast<ChoiceField*>(expired);
    QCOMPARE(choice->current(), QStringLiteral("reconcile"));
    choice->box()->setFocus();
    QTest::keyClick(choice->box(), Qt::Key_Down);
    QVERIFY(shown.page.document().value(QStringLiteral("tools.send_invoice.on_expired"))
            == nlohmann::ordered_json("take_over"));
}

QTEST_MAIN(TestSuggestionPanel)
#include "tst_suggestion_panel.moc"
