#include "ui/widgets/duration_slider.h"
#include "ui/widgets/pill_bar.h"
#include "ui/widgets/toggle_switch.h"

#include <QApplication>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QWheelEvent>

using namespace idem;

namespace {

constexpr Micros ms = 1'000;
constexpr Micros s = 1'000'000;

} // namespace

class ControlsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void draggingTheSliderChangesTheValueOnTheWay()
    {
        DurationSlider slider(QStringLiteral("Timeout"));
        slider.setRange(10 * ms, 60 * s);
        slider.setValue(2 * s);
        slider.resize(240, slider.sizeHint().height());
        slider.show();
        QSignalSpy changed(&slider, &DurationSlider::valueChanged);
        QSignalSpy finished(&slider, &DurationSlider::editingFinished);
        const int y = slider.height() - 8;
        QTest::mousePress(&slider, Qt::LeftButton, {}, {60, y});
        for (int x = 60; x <= 200; x += 20) {
            QTest::mouseMove(&slider, {x, y});
        }
        QCOMPARE(finished.count(), 0);
        QTest::mouseRelease(&slider, Qt::LeftButton, {}, {200, y});
        QCOMPARE(finished.count(), 1);
        QVERIFY(changed.count() >= 5);
        Micros before = 0;
        for (const auto& arguments : changed) {
            const auto value = arguments.first().value<Micros>();
            QVERIFY(value > before);
            before = value;
        }
        QCOMPARE(slider.value(), before);
        QVERIFY(slider.value() > 10 * s);
    }

    void theEndsOfTheGrooveAreTheEndsOfTheRange()
    {
        DurationSlider slider(QStringLiteral("Latency"));
        slider.setRange(50 * ms, 10 * s);
        slider.resize(240, slider.sizeHint().height());
        slider.show();
        const int y = slider.height() - 8;
        QTest::mouseClick(&slider, Qt::LeftButton, {}, {1, y});
        QCOMPARE(slider.value(), 50 * ms);
        QTest::mouseClick(&slider, Qt::LeftButton, {}, {238, y});
        QCOMPARE(slider.value(), 10 * s);
        slider.setNever(true);
        QTest::mouseClick(&slider, Qt::LeftButton, {}, {238, y});
        QCOMPARE(slider.value(), never);
        slider.setNever(false);
        QCOMPARE(slider.value(), 10 * s);
    }

    void settingAValueIsSilentAndBounded()
    {
        DurationSlider slider(QStringLiteral("Timeout"));
        slider.setRange(1 * s, 5 * s);
        QSignalSpy changed(&slider, &DurationSlider::valueChanged);
        slider.setValue(9 * s);
        QCOMPARE(slider.value(), 5 * s);
        slider.setValue(never);
        QCOMPARE(slider.value(), 5 * s);
        slider.setValue(0);
        QCOMPARE(slider.value(), 1 * s);
        QCOMPARE(changed.count(), 0);
    }

    void keysStepTheSlider()
    {
        DurationSlider slider(QStringLiteral("Timeout"));
        slider.setRange(10 * ms, 60 * s);
        slider.setNever(true);
        slider.setValue(2 * s);
        slider.show();
        QSignalSpy finished(&slider, &DurationSlider::editingFinished);
        QTest::keyClick(&slider, Qt::Key_Right);
        QCOMPARE(slider.value(), 2'500 * ms);
        QTest::keyClick(&slider, Qt::Key_Left);
        QCOMPARE(slider.value(), 2 * s);
        QTest::keyClick(&slider, Qt::Key_Left);
        QCOMPARE(slider.value(), 1'900 * ms);
        QTest::keyClick(&slider, Qt::Key_PageUp);
        QVERIFY(slider.value() > 4 * s);
        QTest::keyClick(&slider, Qt::Key_Home);
        QCOMPARE(slider.value(), 10 * ms);
        QCOMPARE(finished.count(), 5);
        QTest::keyClick(&slider, Qt::Key_Left); // nothing lower: nothing happens
        QCOMPARE(finished.count(), 5);
        slider.setValue(60 * s);
        QTest::keyClick(&slider, Qt::Key_Right);
        QCOMPARE(slider.value(), never);
        QTest::keyClick(&slider, Qt::Key_Left);
        QCOMPARE(slider.value(), 60 * s);
        QTest::keyClick(&slider, Qt::Key_End);
        QCOMPARE(slider.value(), never);
    }

    void stepsUpAndDownMeetTheSameValues()
    {
        QList<Micros> up;
        for (Micros value = 10 * ms; value < 3 * 24 * 3600 * s; value = DurationSlider::stepped(value, 1)) {
            up.append(value);
        }
        QVERIFY(up.contains(2 * s));
        QVERIFY(up.contains(24 * 3600 * s));
        for (qsizetype i = 1; i < up.size(); ++i) {
            QVERIFY(up[i] > up[i - 1]);
            QCOMPARE(DurationSlider::stepped(up[i], -1), up[i - 1]);
        }
        QCOMPARE(DurationSlider::stepped(2'345 * ms, 1), 2'500 * ms);
        QCOMPARE(DurationSlider::stepped(2'345 * ms, -1), 2'000 * ms);
        QCOMPARE(DurationSlider::stepped(0, -1), Micros(0));
    }

    void durationsAreReadAsPeopleWriteThem_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("good");
        QTest::addColumn<qint64>("value");
        QTest::newRow("seconds") << QStringLiteral("2.5s") << true << qint64(2'500'000);
        QTest::newRow("space") << QStringLiteral(" 300 ms ") << true << qint64(300'000);
        QTest::newRow("comma") << QStringLiteral("1,5 min") << true << qint64(90'000'000);
        QTest::newRow("bare") << QStringLiteral("4") << true << qint64(4'000'000);
        QTest::newRow("days") << QStringLiteral("3d") << true << qint64(259'200'000'000);
        QTest::newRow("negative") << QStringLiteral("-1s") << false << qint64(0);
        QTest::newRow("words") << QStringLiteral("3 seconds") << false << qint64(0);
        QTest::newRow("huge") << QStringLiteral("999999999999d") << false << qint64(0);
        QTest::newRow("empty") << QString() << false << qint64(0);
        QTest::newRow("never") << QStringLiteral("never") << false << qint64(0);
    }
    void durationsAreReadAsPeopleWriteThem()
    {
        QFETCH(QString, text);
        QFETCH(bool, good);
        QFETCH(qint64, value);
        Micros out = 0;
        QCOMPARE(DurationSlider::parse(text, false, out), good);
        if (good) {
            QCOMPARE(out, value);
        }
    }

    void aDoubleClickOnTheValueEditsItAsText()
    {
        DurationSlider slider(QStringLiteral("Timeout"));
        slider.setRange(10 * ms, 60 * s);
        slider.setValue(2 * s);
        slider.resize(260, slider.sizeHint().height());
        slider.show();
        auto* field = slider.findChild<QLineEdit*>();
        QSignalSpy changed(&slider, &DurationSlider::valueChanged);
        QTest::mouseDClick(&slider, Qt::LeftButton, {}, {250, 6});
        QVERIFY(field->isVisible());
        QTest::keyClicks(field, QStringLiteral("2.75s"));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(!field->isVisible());
        QCOMPARE(slider.value(), 2'750 * ms);
        QCOMPARE(changed.count(), 1);
    }

    void aWrongTextStaysOpenAndEscapeDropsIt()
    {
        DurationSlider slider(QStringLiteral("Timeout"));
        slider.setValue(2 * s);
        slider.show();
        auto* field = slider.findChild<QLineEdit*>();
        QTest::keyClick(&slider, Qt::Key_F2);
        QVERIFY(field->isVisible());
        QTest::keyClicks(field, QStringLiteral("soon"));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(field->isVisible());
        QCOMPARE(field->text(), QStringLiteral("soon"));
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!field->isVisible());
        QCOMPARE(slider.value(), 2 * s);
    }

    void theWheelChangesOnlyWhatHasTheKeyboard()
    {
        DurationSlider slider(QStringLiteral("Timeout"));
        slider.setValue(2 * s);
        QWheelEvent turn(QPointF(5, 5), QPointF(5, 5), {}, {0, 120}, Qt::NoButton, {}, Qt::NoScrollPhase,
                         false);
        QCoreApplication::sendEvent(&slider, &turn);
        QCOMPARE(slider.value(), 2 * s);
        QVERIFY(!turn.isAccepted());
    }

    void theSwitchSaysItsStateInAWord()
    {
        ToggleSwitch toggle(QStringLiteral("Model calls again"));
        toggle.setOnWord(QStringLiteral("×2"));
        toggle.resize(240, toggle.sizeHint().height());
        toggle.show();
        QSignalSpy toggled(&toggle, &QAbstractButton::toggled);
        QCOMPARE(toggle.word(), QStringLiteral("off"));
        QTest::mouseClick(&toggle, Qt::LeftButton, {}, {230, 8}); // on the word: the whole row is the switch
        QVERIFY(toggle.isChecked());
        QCOMPARE(toggle.word(), QStringLiteral("×2"));
        QCOMPARE(toggle.accessibleDescription(), QStringLiteral("×2"));
        QTest::keyClick(&toggle, Qt::Key_Space);
        QVERIFY(!toggle.isChecked());
        QTest::keyClick(&toggle, Qt::Key_Return);
        QVERIFY(toggle.isChecked());
        QCOMPARE(toggled.count(), 3);
        toggle.setOnWord({});
        QCOMPARE(toggle.word(), QStringLiteral("on"));
    }

    void aClickOnAPillChoosesIt()
    {
        PillBar bar;
        bar.setItems({QStringLiteral("base"), QStringLiteral("tool call id"), QStringLiteral("business key")});
        bar.resize(600, bar.sizeHint().height());
        bar.show();
        QSignalSpy activated(&bar, &PillBar::activated);
        QCOMPARE(bar.current(), 0);
        QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.pillRect(2).center());
        QCOMPARE(bar.current(), 2);
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated.last().first().toInt(), 2);
        QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.pillRect(2).center()); // already chosen
        QTest::mouseClick(&bar, Qt::LeftButton, {}, {590, 10}); // beside them
        QCOMPARE(activated.count(), 1);
        bar.setCurrent(1);
        QCOMPARE(activated.count(), 1);
    }

    void arrowKeysWalkAlongThePills()
    {
        PillBar bar;
        bar.setItems({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")});
        bar.resize(600, bar.sizeHint().height());
        bar.show();
        QSignalSpy activated(&bar, &PillBar::activated);
        QTest::keyClick(&bar, Qt::Key_Left);
        QCOMPARE(activated.count(), 0);
        QTest::keyClick(&bar, Qt::Key_Right);
        QTest::keyClick(&bar, Qt::Key_Right);
        QTest::keyClick(&bar, Qt::Key_Right);
        QCOMPARE(bar.current(), 2);
        QCOMPARE(activated.count(), 2);
        QTest::keyClick(&bar, Qt::Key_Home);
        QCOMPARE(bar.current(), 0);
        QTest::keyClick(&bar, Qt::Key_Right, Qt::AltModifier); // belongs to the views' history
        QCOMPARE(bar.current(), 0);
    }

    void pillsThatDoNotFitAreInAMenu()
    {
        PillBar bar;
        QStringList items;
        for (int i = 0; i < 12; ++i) {
            items << QStringLiteral("a variant with number %1").arg(i);
        }
        bar.setItems(items);
        bar.resize(480, bar.sizeHint().height());
        bar.show();
        auto* more = bar.findChild<QToolButton*>();
        QVERIFY(more->isVisible());
        QVERIFY(bar.pillRect(11).isEmpty());
        QVERIFY(bar.rect().contains(more->geometry()));
        for (int i = 0; i < 12; ++i) {
            QVERIFY(bar.rect().contains(bar.pillRect(i)) || bar.pillRect(i).isEmpty());
            QVERIFY(!bar.pillRect(i).intersects(more->geometry()));
        }
        // The chosen one is always to be seen.
        bar.setCurrent(11);
        QVERIFY(!bar.pillRect(11).isEmpty());
        QVERIFY(!bar.pillRect(11).intersects(bar.pillRect(0)));

        QSignalSpy activated(&bar, &PillBar::activated);
        QTimer::singleShot(50, &bar, [] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu != nullptr);
            menu->setActiveAction(menu->actions().constLast());
            QTest::keyClick(menu, Qt::Key_Return);
        });
        QTest::mouseClick(more, Qt::LeftButton);
        QTRY_COMPARE(activated.count(), 1);
        QCOMPARE(activated.last().first().toInt(), 10);
        bar.resize(6000, bar.height());
        QVERIFY(!more->isVisible());
    }

    void anEmptyPillBarBearsEveryKey()
    {
        PillBar bar;
        bar.show();
        QTest::keyClick(&bar, Qt::Key_Right);
        QTest::keyClick(&bar, Qt::Key_End);
        QCOMPARE(bar.current(), -1);
        QVERIFY(bar.pillRect(0).isEmpty());
    }
};

QTEST_MAIN(ControlsTest)
#include "tst_controls.moc"
