#include "simulations/run/verdict.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/timeline_text.h"
#include "ui/widgets/timeline_view.h"
#include "widgets/trace_maker.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace idem;
using namespace idem::test;

namespace {

struct Shown
{
    TimelineView view;
    TimelineLayout layout;

    explicit Shown(std::shared_ptr<const Trace> trace, QSize size = {900, 460})
        : layout(TimelineScene{}, QFont())
    {
        view.resize(size);
        view.setTrace(std::move(trace));
        view.show();
        layout = TimelineLayout(view.scene(), view.font());
        layout.fill(view.height() - layout.ruler());
    }

    /// A little into the bar, so that neighbours are not met.
    QPoint pointIn(int call) const
    {
        const QRectF rect = layout.barRect(*view.scene().bar(call), view.scale());
        return QPointF(rect.left() + rect.width() / 4, rect.center().y() + layout.ruler()).toPoint();
    }
    int ledgerY() const { return qRound(layout.barMiddle(LaneKind::Ledger, 0) + layout.ruler()); }
    int rulerY() const { return qRound(layout.ruler() / 2); }
    int x(Micros at) const { return qRound(view.scale().toX(at)); }

    void wheel(QPoint at, int turn, Qt::KeyboardModifiers modifiers)
    {
        QWheelEvent event(at, view.mapToGlobal(at), {}, {0, turn}, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(&view, &event);
    }
};

std::shared_ptr<const Trace> stacked(int calls)
{
    TraceMaker maker;
    for (int i = 0; i < calls; ++i) {
        maker.start(i * ms, Layer::Tool);
    }
    for (int i = 0; i < calls; ++i) {
        maker.answer(s + i * ms, i, CallAnswer::Done);
    }
    return maker.make();
}

} // namespace

class TimelineViewTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void withoutATraceItSaysSoAndBearsEveryInput()
    {
        TimelineView view;
        view.resize(400, 300);
        view.show();
        QVERIFY(!view.accessibleDescription().isEmpty());
        QTest::mouseClick(&view, Qt::LeftButton, {}, {200, 100});
        QTest::keyClick(&view, Qt::Key_Right);
        QTest::keyClick(&view, Qt::Key_Plus);
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.playhead(), Micros(0));
        QCOMPARE(view.explain({200, 100}), QString());
        QVERIFY(!view.grab().isNull());
    }

    void dragInTheRulerMovesThePlayhead()
    {
        Shown shown(TraceMaker::naive());
        QSignalSpy moved(&shown.view, &TimelineView::playheadMoved);
        QTest::mousePress(&shown.view, Qt::LeftButton, {}, {shown.x(1 * s), shown.rulerY()});
        QTest::mouseMove(&shown.view, {shown.x(3 * s), shown.rulerY()});
        QTest::mouseMove(&shown.view, {shown.x(5 * s), shown.rulerY()});
        QTest::mouseRelease(&shown.view, Qt::LeftButton, {}, {shown.x(5 * s), shown.rulerY()});
        QVERIFY(moved.count() >= 3);
        QVERIFY(std::abs(shown.view.playhead() - 5 * s) < 20 * ms);
        QCOMPARE(moved.last().first().value<Micros>(), shown.view.playhead());
    }

    void dragOnEmptyGroundMovesThePlayheadAndStaysWithinTheRun()
    {
        Shown shown(TraceMaker::naive());
        QTest::mouseClick(&shown.view, Qt::LeftButton, {}, {shown.x(1 * s), shown.ledgerY()});
        QVERIFY(std::abs(shown.view.playhead() - 1 * s) < 20 * ms);
        QCOMPARE(shown.view.selectedCall(), -1);
        QTest::mousePress(&shown.view, Qt::LeftButton, {}, {shown.x(1 * s), shown.ledgerY()});
        QTest::mouseMove(&shown.view, {shown.view.width() + 300, shown.ledgerY()});
        QTest::mouseRelease(&shown.view, Qt::LeftButton, {}, {shown.view.width() + 300, shown.ledgerY()});
        QCOMPARE(shown.view.playhead(), shown.view.scene().length);
    }

    void settingThePlayheadIsNotAPersonsMove()
    {
        Shown shown(TraceMaker::naive());
        QSignalSpy moved(&shown.view, &TimelineView::playheadMoved);
        shown.view.setPlayhead(2 * s);
        shown.view.setPlayhead(never);
        QCOMPARE(moved.count(), 0);
        QCOMPARE(shown.view.playhead(), shown.view.scene().length);
    }

    void clickSelectsACallAndEscapeLetsGo()
    {
        Shown shown(TraceMaker::naive());
        QSignalSpy selected(&shown.view, &TimelineView::callSelected);
        QTest::mouseClick(&shown.view, Qt::LeftButton, {}, shown.pointIn(5));
        QCOMPARE(selected.count(), 1);
        QCOMPARE(selected.last().first().toInt(), 5);
        QCOMPARE(shown.view.selectedCall(), 5);
        QCOMPARE(shown.view.playhead(), Micros(0));
        QVERIFY(shown.view.accessibleDescription().contains(QStringLiteral("call_")));
        QTest::keyClick(&shown.view, Qt::Key_Escape);
        QCOMPARE(shown.view.selectedCall(), -1);
        QCOMPARE(selected.last().first().toInt(), -1);
    }

    void clickOnAnEffectNamesItsEvent()
    {
        Shown shown(TraceMaker::naive());
        QSignalSpy event(&shown.view, &TimelineView::eventSelected);
        QTest::mouseClick(&shown.view, Qt::LeftButton, {}, {shown.x(6280 * ms), shown.ledgerY()});
        QCOMPARE(event.count(), 1);
        const auto trace = TraceMaker::naive();
        const Event& happened = trace->events[event.last().first().value<std::size_t>()];
        QCOMPARE(happened.kind, EventKind::EffectHappened);
        QCOMPARE(happened.effect, 1);
    }

    void arrowKeysStepFromEventToEvent()
    {
        Shown shown(TraceMaker::naive());
        QTest::keyClick(&shown.view, Qt::Key_Right);
        QCOMPARE(shown.view.playhead(), 50 * ms);
        QTest::keyClick(&shown.view, Qt::Key_Right);
        QCOMPARE(shown.view.playhead(), 400 * ms);
        QTest::keyClick(&shown.view, Qt::Key_Left);
        QCOMPARE(shown.view.playhead(), 50 * ms);
        QTest::keyClick(&shown.view, Qt::Key_End);
        QCOMPARE(shown.view.playhead(), shown.view.scene().length);
        QTest::keyClick(&shown.view, Qt::Key_Home);
        QCOMPARE(shown.view.playhead(), Micros(0));
    }

    void upAndDownWalkThroughTheCalls()
    {
        Shown shown(TraceMaker::naive());
        QTest::keyClick(&shown.view, Qt::Key_Down);
        QTest::keyClick(&shown.view, Qt::Key_Down);
        QCOMPARE(shown.view.selectedCall(), 1);
        QTest::keyClick(&shown.view, Qt::Key_Up);
        QCOMPARE(shown.view.selectedCall(), 0);
        QTest::keyClick(&shown.view, Qt::Key_Up);
        QCOMPARE(shown.view.selectedCall(), 0);
    }

    void controlAndWheelZoomAroundThePointer()
    {
        Shown shown(TraceMaker::naive());
        const QPoint at(shown.x(4 * s), 100);
        const double before = shown.view.scale().perPixel();
        const Micros under = shown.view.scale().toTime(at.x());
        shown.wheel(at, 600, Qt::ControlModifier);
        QVERIFY(shown.view.scale().perPixel() < before / 2);
        QVERIFY(std::abs(shown.view.scale().toTime(at.x()) - under) < 5 * ms);
        QTest::keyClick(&shown.view, Qt::Key_0);
        QCOMPARE(shown.view.scale().perPixel(), before);
    }

    void zoomingOutStopsWhereAllIsSeenAndInBeforeNothingIs()
    {
        Shown shown(TraceMaker::naive());
        const double whole = shown.view.scale().perPixel();
        QTest::keyClick(&shown.view, Qt::Key_Minus);
        QCOMPARE(shown.view.scale().perPixel(), whole);
        for (int i = 0; i < 100; ++i) {
            QTest::keyClick(&shown.view, Qt::Key_Plus);
        }
        const TimeScale scale = shown.view.scale();
        QVERIFY(scale.to > scale.from);
        QVERIFY(scale.perPixel() < 2);
        QVERIFY(!shown.view.grab().isNull());
    }

    void wheelAndMiddleButtonPanOnceItIsZoomed()
    {
        Shown shown(TraceMaker::naive());
        shown.wheel({400, 100}, 1200, Qt::ControlModifier);
        const Micros from = shown.view.scale().from;
        shown.wheel({400, 100}, -120, {});
        const Micros panned = shown.view.scale().from;
        QVERIFY(panned > from);
        QTest::mousePress(&shown.view, Qt::MiddleButton, {}, {400, 100});
        QTest::mouseMove(&shown.view, {450, 100});
        QTest::mouseRelease(&shown.view, Qt::MiddleButton, {}, {450, 100});
        QVERIFY(shown.view.scale().from < panned);
        QCOMPARE(shown.view.playhead(), Micros(0));
    }

    void doubleClickFillsTheWindowWithACall()
    {
        Shown shown(TraceMaker::naive());
        QTest::mouseDClick(&shown.view, Qt::LeftButton, {}, shown.pointIn(2));
        const TimeScale scale = shown.view.scale();
        QVERIFY(scale.from <= 400 * ms);
        QVERIFY(scale.to >= 3530 * ms);
        QVERIFY(scale.to - scale.from < 5 * s);
    }

    void lanesThatDoNotFitScroll()
    {
        Shown shown(stacked(40), {700, 300});
        auto* bar = shown.view.findChild<QScrollBar*>();
        QVERIFY(bar->isVisible());
        QCOMPARE(bar->orientation(), Qt::Vertical);
        QVERIFY(bar->maximum() > 0);
        shown.wheel({400, 200}, -240, {});
        QVERIFY(bar->value() > 0);
        shown.view.selectCall(39);
        QVERIFY(bar->value() > bar->maximum() / 2);
        shown.view.setTrace(TraceMaker::naive());
        shown.view.resize(900, 600);
        QVERIFY(!bar->isVisible());
    }

    void hoveringExplainsInASentence()
    {
        Shown shown(TraceMaker::naive());
        const QString text = shown.view.explain(shown.pointIn(4));
        QVERIFY2(text.contains(QStringLiteral("Hatched")), qPrintable(text));
        QVERIFY(text.endsWith(QLatin1Char('.')));
        const QString effect = shown.view.explain(QPointF(shown.x(6280 * ms), shown.ledgerY()));
        QVERIFY2(effect.contains(QStringLiteral("duplicate")), qPrintable(effect));
        QCOMPARE(shown.view.explain(QPointF(shown.x(1 * s), shown.ledgerY())), QString());
    }

    void theWordDuplicateIsWrittenWholeOrNotAtAll()
    {
        const QFontMetricsF metrics{QFont()};
        Diamond diamond;
        diamond.name = "inv_3";
        diamond.duplicate = true;
        const double whole = metrics.horizontalAdvance(QStringLiteral("inv_3 duplicate"));
        const double word = metrics.horizontalAdvance(QStringLiteral("duplicate"));
        QCOMPARE(effectWordsIn(diamond, metrics, whole), QStringLiteral("inv_3 duplicate"));
        QCOMPARE(effectWordsIn(diamond, metrics, whole - 1), QStringLiteral("duplicate"));
        QCOMPARE(effectWordsIn(diamond, metrics, word), QStringLiteral("duplicate"));
        QCOMPARE(effectWordsIn(diamond, metrics, word - 1), QString());
        QCOMPARE(effectWordsIn(diamond, metrics, -5), QString());
        diamond.duplicate = false;
        diamond.name = "subscription_1";
        QCOMPARE(effectWordsIn(diamond, metrics, 1000), QStringLiteral("subscription_1"));
        QVERIFY(effectWordsIn(diamond, metrics, metrics.horizontalAdvance(QStringLiteral("subscription")))
                    .endsWith(QChar(0x2026)));
    }

    void aNewTraceOfTheSameLengthKeepsTheWindow()
    {
        Shown shown(TraceMaker::naive());
        shown.wheel({400, 100}, 1200, Qt::ControlModifier);
        const Micros from = shown.view.scale().from;
        QVERIFY(from > 0);
        shown.view.setTrace(TraceMaker::naive());
        QCOMPARE(shown.view.scale().from, from);
        shown.view.setTrace(stacked(3));
        QCOMPARE(shown.view.scale().from, Micros(0));
    }

    void aPictureIsPaintedWithoutAWindow()
    {
        const auto trace = TraceMaker::naive();
        Verdict verdict;
        verdict.actions = 1;
        verdict.effects = 3;
        verdict.duplicates = 2;
        verdict.told = "failed";
        const QImage light = renderPicture(*trace, verdict, {1200, 560}, false);
        const QImage dark = renderPicture(*trace, verdict, {1200, 560}, true);
        QCOMPARE(light.width(), 1200);
        QVERIFY(light.height() >= 560);
        QCOMPARE(light.pixelColor(1, 1), Colours::light()[Token::Surface]);
        QCOMPARE(dark.pixelColor(1, 1), Colours::dark()[Token::Surface]);
        QCOMPARE(light.pixelColor(2, 70), Colours::light()[Token::BadSurface]);
        int work = 0;
        int duplicate = 0;
        for (int y = 0; y < light.height(); ++y) {
            for (int x = 0; x < light.width(); ++x) {
                work += light.pixelColor(x, y) == Colours::light()[Token::Work] ? 1 : 0;
                duplicate += light.pixelColor(x, y) == Colours::light()[Token::Duplicate] ? 1 : 0;
            }
        }
        QVERIFY(work > 5'000);
        QVERIFY(duplicate > 100);
        verdict.safe = true;
        QCOMPARE(renderPicture(*trace, verdict, {1200, 560}, false).pixelColor(2, 70),
                 Colours::light()[Token::GoodSurface]);
    }

    void aPictureGrowsWithItsLanes()
    {
        const QImage image = renderPicture(*stacked(60), {}, {10, 10}, false);
        QVERIFY(image.width() >= 480);
        QVERIFY(image.height() > 1'000);
    }
};

QTEST_MAIN(TimelineViewTest)
#include "tst_timeline_view.moc"
