#include "ui/widgets/row_stacker.h"
#include "ui/widgets/time_scale.h"
#include "ui/widgets/timeline_layout.h"
#include "ui/widgets/timeline_painter.h"
#include "ui/widgets/timeline_scene.h"
#include "widgets/trace_maker.h"

#include <QImage>
#include <QPainter>
#include <QTest>

using namespace idem;
using namespace idem::test;

namespace {

TimeScale scaleOf(Micros from, Micros to, double x0 = 100, double x1 = 800)
{
    TimeScale scale;
    scale.from = from;
    scale.to = to;
    scale.x0 = x0;
    scale.x1 = x1;
    return scale;
}

std::shared_ptr<const Trace> manyCalls(int count)
{
    TraceMaker maker;
    for (int i = 0; i < count; ++i) {
        const Micros at = i * 10 * ms;
        const int user = maker.start(at, Layer::User);
        const int tool = maker.start(at + 1 * ms, Layer::Tool, user);
        maker.answer(at + 7 * ms, tool, CallAnswer::Done);
        maker.answer(at + 8 * ms, user, CallAnswer::Done);
    }
    return maker.make();
}

PaintCount paintOf(const TimelineScene& scene, const TimeScale& scale, QImage& image, TimelineLook look = {})
{
    image.fill(Qt::white);
    QPainter painter(&image);
    const TimelineLayout layout(scene, QFont());
    const Colours colours = Colours::light();
    return TimelinePainter(scene, layout, colours).paint(painter, QRectF(image.rect()), scale, look);
}

} // namespace

class TimelineSceneTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void lanesWithoutCallsAreOff()
    {
        const TimelineScene scene = buildScene(*TraceMaker::naive());
        QVERIFY(scene.lane(LaneKind::Webhook).off);
        QVERIFY(scene.lane(LaneKind::Runtime).off);
        QVERIFY(scene.lane(LaneKind::Key).off);
        for (const LaneKind lane : {LaneKind::User, LaneKind::Model, LaneKind::Tool, LaneKind::Sdk,
                                    LaneKind::Provider, LaneKind::Ledger}) {
            QVERIFY(!scene.lane(lane).off);
        }
        QVERIFY(!scene.anyKey);
    }

    void workIsHatchedFromTheMomentItsCallerGaveUp()
    {
        const TimelineScene scene = buildScene(*TraceMaker::naive());
        const Bar* provider = scene.bar(4);
        QVERIFY(provider != nullptr);
        QCOMPARE(provider->lane, LaneKind::Provider);
        QCOMPARE(provider->kind, BarKind::Working);
        QCOMPARE(provider->from, 480 * ms);
        QVERIFY(provider->hatchedFrom.has_value());
        QCOMPARE(*provider->hatchedFrom, 2400 * ms);
        QCOMPARE(provider->end, 3530 * ms);
        QVERIFY(!provider->open);
    }

    void workThatIsAwaitedToTheEndIsNotHatched()
    {
        TraceMaker maker;
        const int tool = maker.start(0, Layer::Tool);
        const int sdk = maker.start(10 * ms, Layer::Sdk, tool);
        maker.answer(90 * ms, sdk, CallAnswer::Done);
        maker.answer(100 * ms, tool, CallAnswer::Done);
        const TimelineScene scene = buildScene(*maker.make());
        QVERIFY(!scene.bar(tool)->hatchedFrom);
        QVERIFY(!scene.bar(sdk)->hatchedFrom);
        QCOMPARE(scene.bar(tool)->end, 100 * ms);
    }

    void callsThatOverlapStack()
    {
        const TimelineScene scene = buildScene(*TraceMaker::naive());
        QCOMPARE(scene.lane(LaneKind::Tool).rowCount, 2);
        QCOMPARE(scene.bar(2)->row, 0);
        QCOMPARE(scene.bar(5)->row, 1);
        QCOMPARE(scene.bar(8)->row, 0); // the first row is free again
        for (const Lane& lane : scene.lanes) {
            for (const BarRow& row : lane.rows) {
                for (std::size_t i = row.first + 1; i < row.first + row.count; ++i) {
                    QVERIFY(scene.bars[i - 1].end <= scene.bars[i].from);
                }
            }
        }
    }

    void aStackerReusesTheLowestFreeRow()
    {
        RowStacker stacker;
        QCOMPARE(stacker.take(0, 10), 0);
        QCOMPARE(stacker.take(5, 20), 1);
        QCOMPARE(stacker.take(10, 12), 0);
        QCOMPARE(stacker.take(11, 13), 2);
        QCOMPARE(stacker.take(20, 30), 0);
        QCOMPARE(stacker.rows(), 3);
    }

    void aBoundedStackerTakesTheRowThatIsFreeSoonest()
    {
        RowStacker stacker(2);
        QCOMPARE(stacker.take(0, 100), 0);
        QCOMPARE(stacker.take(1, 50), 1);
        QCOMPARE(stacker.take(2, 200), 1);
        QCOMPARE(stacker.rows(), 2);
    }

    void effectsBeyondTheFirstAreDuplicates()
    {
        const TimelineScene scene = buildScene(*TraceMaker::naive());
        QCOMPARE(scene.ledger.size(), std::size_t(3));
        QVERIFY(!scene.ledger[0].duplicate);
        QVERIFY(scene.ledger[1].duplicate);
        QVERIFY(scene.ledger[2].duplicate);
        QCOMPARE(scene.ledger[0].at, 3480 * ms);
        QCOMPARE(scene.ledger[1].providerRow, 1);
    }

    void aRequestSlantsFromWhenItWasSentToWhenItArrived()
    {
        const TimelineScene scene = buildScene(*TraceMaker::naive());
        int requests = 0;
        for (const Arrow& arrow : scene.arrows) {
            requests += arrow.kind == ArrowKind::Request ? 1 : 0;
            QVERIFY(arrow.fromLane < arrow.toLane);
            if (arrow.call == 4) {
                QCOMPARE(arrow.fromTime, 430 * ms);
                QCOMPARE(arrow.toTime, 480 * ms);
            }
        }
        QCOMPARE(requests, 3);
        QCOMPARE(scene.arrows.size(), std::size_t(10)); // every call but the user's has a parent
    }

    void aLostAnswerIsABrokenArrowUpwards()
    {
        TraceMaker maker;
        const int sdk = maker.start(0, Layer::Sdk);
        const int provider = maker.start(50 * ms, Layer::Provider, sdk);
        maker.add(900 * ms, EventKind::ResponseLost, provider);
        maker.answer(950 * ms, provider, CallAnswer::Lost);
        maker.answer(950 * ms, sdk, CallAnswer::Lost);
        const TimelineScene scene = buildScene(*maker.make());
        QCOMPARE(scene.arrows.size(), std::size_t(2));
        QCOMPARE(scene.arrows[1].kind, ArrowKind::LostAnswer);
        QCOMPARE(scene.arrows[1].fromLane, LaneKind::Provider);
        QCOMPARE(scene.arrows[1].toLane, LaneKind::Sdk);
        QCOMPARE(scene.arrows[1].fromTime, 900 * ms);
    }

    void aToolThatGaveUpAndWhatTheUserWasToldAreMarked()
    {
        const TimelineScene scene = buildScene(*TraceMaker::naive());
        int gaveUp = 0;
        int told = 0;
        for (const Mark& mark : scene.marks) {
            gaveUp += mark.kind == MarkKind::Answered && mark.answer == CallAnswer::Timeout ? 1 : 0;
            if (mark.kind == MarkKind::Told) {
                ++told;
                QCOMPARE(mark.told, Told::Failed);
                QCOMPARE(mark.lane, LaneKind::User);
                QCOMPARE(mark.at, 8600 * ms);
            }
        }
        QCOMPARE(gaveUp, 3);
        QCOMPARE(told, 1);
    }

    void aCrashSpansTheLanesOfTheCallsThatDied()
    {
        TraceMaker maker;
        const int run = maker.start(0, Layer::Runtime);
        const int model = maker.start(0, Layer::Model, run);
        const int tool = maker.start(10 * ms, Layer::Tool, model);
        const int sdk = maker.start(20 * ms, Layer::Sdk, tool);
        maker.answer(80 * ms, sdk, CallAnswer::Done);
        maker.add(90 * ms, EventKind::Crashed).worker = 0;
        for (const int call : {run, model, tool}) {
            maker.add(90 * ms, EventKind::CallDied, call);
        }
        const TimelineScene scene = buildScene(*maker.make());
        QVERIFY(scene.bar(tool)->died);
        QVERIFY(!scene.bar(sdk)->died);
        QCOMPARE(scene.bar(tool)->end, 90 * ms);
        QCOMPARE(scene.marks.size(), std::size_t(1));
        QCOMPARE(scene.marks[0].kind, MarkKind::Crash);
        QCOMPARE(scene.marks[0].lane, LaneKind::Runtime);
        QCOMPARE(scene.marks[0].lastLane, LaneKind::Tool);
    }

    void aCallThatNeverEndedIsOpen()
    {
        TraceMaker maker;
        const int tool = maker.start(0, Layer::Tool);
        maker.start(500 * ms, Layer::User);
        const TimelineScene scene = buildScene(*maker.make());
        QVERIFY(scene.bar(tool)->open);
        QCOMPARE(scene.bar(tool)->end, 500 * ms);
    }

    void theKeyLaneShowsTheLifeOfAReservation()
    {
        TraceMaker maker;
        const int key = maker.key("invoice:acme:2026-10");
        const int tool = maker.start(0, Layer::Tool, -1, Reason::First, key);
        maker.decided(1 * ms, tool, 0, CallAnswer::None, key);
        const int again = maker.start(50 * ms, Layer::Tool, -1, Reason::CalledAgain, key);
        maker.decided(51 * ms, again, 0, CallAnswer::InProgress, key);
        maker.answer(52 * ms, again, CallAnswer::InProgress);
        maker.recordEvent(70 * ms, EventKind::LeaseOver, 0);
        maker.finished(90 * ms, tool, 0, CallAnswer::Done);
        maker.answer(100 * ms, tool, CallAnswer::Done);
        const TimelineScene scene = buildScene(*maker.make());
        QVERIFY(scene.anyKey);
        QVERIFY(!scene.lane(LaneKind::Key).off);
        QCOMPARE(scene.keys.size(), std::size_t(3));
        QCOMPARE(scene.keys[0].state, State::Processing);
        QVERIFY(scene.keys[0].first);
        QCOMPARE(scene.keys[0].key, std::string("invoice:acme:2026-10"));
        QCOMPARE(scene.keys[0].to, 70 * ms);
        QVERIFY(scene.keys[1].leaseOver);
        QCOMPARE(scene.keys[1].to, 90 * ms);
        QCOMPARE(scene.keys[2].state, State::Done);
        QVERIFY(scene.keys[2].open);
        QCOMPARE(scene.keys[2].to, 100 * ms);
        int met = 0;
        for (const Mark& mark : scene.marks) {
            met += mark.kind == MarkKind::Decided && mark.answer == CallAnswer::InProgress ? 1 : 0;
        }
        QCOMPARE(met, 1); // the first reservation is not a meeting
    }

    void anEmptyTraceMakesAnEmptyScene()
    {
        Trace trace;
        trace.scenario = std::make_shared<Scenario>();
        const TimelineScene scene = buildScene(trace);
        QCOMPARE(scene.length, Micros(0));
        QVERIFY(scene.bars.empty());
        QVERIFY(scene.bar(0) == nullptr);
        QVERIFY(scene.bar(-1) == nullptr);
        QImage image(300, 300, QImage::Format_RGB32);
        QCOMPARE(paintOf(scene, scaleOf(0, 1), image).bars, std::size_t(0));
    }

    void timeGoesToPixelsAndBack()
    {
        const TimeScale scale = scaleOf(2 * s, 9 * s);
        QCOMPARE(scale.toX(2 * s), 100.0);
        QCOMPARE(scale.toX(9 * s), 800.0);
        for (const Micros time : {2 * s, 3'123'000L, 8'999'999L, 12 * s, -1 * s}) {
            QVERIFY(std::abs(scale.toTime(scale.toX(time)) - time) <= 1);
        }
        QCOMPARE(scale.perPixel(), 10'000.0);
    }

    void ticksAreRoundAndApart_data()
    {
        QTest::addColumn<qint64>("to");
        QTest::addColumn<QString>("second");
        QTest::newRow("microseconds") << qint64(80) << QStringLiteral("0.01 ms");
        QTest::newRow("milliseconds") << qint64(40'000) << QStringLiteral("5 ms");
        QTest::newRow("seconds") << qint64(10'000'000) << QStringLiteral("1 s");
        QTest::newRow("minutes") << qint64(600'000'000) << QStringLiteral("1 min");
        QTest::newRow("hours") << qint64(24'000'000) * 3600 << QStringLiteral("2 h");
        QTest::newRow("days") << qint64(12'000'000) * 86400 << QStringLiteral("1 d");
    }
    void ticksAreRoundAndApart()
    {
        QFETCH(qint64, to);
        QFETCH(QString, second);
        const auto ticks = scaleOf(0, to).ticks(55);
        QVERIFY(ticks.size() >= 4);
        QCOMPARE(ticks[0].at, Micros(0));
        QCOMPARE(ticks[1].label, second);
        for (std::size_t i = 1; i < ticks.size(); ++i) {
            QVERIFY(ticks[i].x - ticks[i - 1].x >= 55);
            QVERIFY(ticks[i].label != ticks[i - 1].label);
        }
    }

    void aScaleOfNothingHasNoTicks()
    {
        QVERIFY(scaleOf(0, 0).ticks(50).empty());
        QVERIFY(scaleOf(0, 100, 50, 50).ticks(50).empty());
        QCOMPARE(scaleOf(7, 9, 50, 50).toTime(10), Micros(7));
    }

    void aPointFindsTheBarThatIsDrawnThere()
    {
        const TimelineScene scene = buildScene(*TraceMaker::naive());
        const TimelineLayout layout(scene, QFont());
        const TimeScale scale = scaleOf(0, 10 * s, 200, 1000);
        const double origin = layout.ruler();
        for (std::size_t i = 0; i < scene.bars.size(); ++i) {
            const QRectF rect = layout.barRect(scene.bars[i], scale).translated(0, origin);
            const Hit hit
                = layout.hit(scene, scale, QPointF(rect.left() + rect.width() / 4, rect.center().y()), origin);
            QCOMPARE(hit.kind, HitKind::Bar);
            QCOMPARE(hit.index, i);
            QCOMPARE(hit.call, scene.bars[i].call);
        }
        QCOMPARE(layout.hit(scene, scale, QPointF(500, 3), origin).kind, HitKind::Ruler);
        QCOMPARE(layout.hit(scene, scale, QPointF(3, 200), origin).kind, HitKind::Gutter);
        const double ledger = origin + layout.barMiddle(LaneKind::Ledger, 0);
        const Hit diamond = layout.hit(scene, scale, QPointF(scale.toX(scene.ledger[1].at), ledger), origin);
        QCOMPARE(diamond.kind, HitKind::Diamond);
        QCOMPARE(diamond.index, std::size_t(1));
        QCOMPARE(layout.hit(scene, scale, QPointF(scale.toX(1 * s), ledger), origin).kind, HitKind::Nothing);
    }

    void aBarOfOnePixelCanStillBeHit()
    {
        TraceMaker maker;
        const int tool = maker.start(5 * s, Layer::Tool);
        maker.answer(5 * s + 10, tool, CallAnswer::Done);
        maker.start(10 * s, Layer::User);
        const TimelineScene scene = buildScene(*maker.make());
        const TimelineLayout layout(scene, QFont());
        const TimeScale scale = scaleOf(0, 10 * s, 200, 1000);
        const double y = layout.barMiddle(LaneKind::Tool, 0);
        QCOMPARE(layout.hit(scene, scale, QPointF(scale.toX(5 * s) - 2, y + 50), 50).call, tool);
        QCOMPARE(layout.hit(scene, scale, QPointF(scale.toX(5 * s) - 9, y + 50), 50).kind, HitKind::Nothing);
    }

    void whatLiesOutsideTheWindowIsNotDrawn()
    {
        const TimelineScene scene = buildScene(*manyCalls(2'000));
        QImage image(900, 600, QImage::Format_RGB32);
        const PaintCount few = paintOf(scene, scaleOf(10 * s, 10 * s + 100 * ms, 150, 900), image);
        QVERIFY(few.bars >= 20);
        QVERIFY(few.bars <= 26);
        QCOMPARE(paintOf(scene, scaleOf(100 * s, 101 * s, 150, 900), image).bars, std::size_t(0));
    }

    void whatFallsOnOnePixelIsDrawnOnce()
    {
        const TimelineScene scene = buildScene(*manyCalls(50'000));
        QImage image(900, 600, QImage::Format_RGB32);
        const PaintCount all = paintOf(scene, scaleOf(0, scene.length, 150, 900), image);
        QVERIFY(all.bars > 100);
        QVERIFY(all.bars <= 2 * 2 * 750);
        QVERIFY(all.arrows <= 750);
        QVERIFY(all.labels < 2'000);
    }

    void whatComesAfterThePlayheadIsFaint()
    {
        const TimelineScene scene = buildScene(*TraceMaker::naive());
        const TimelineLayout layout(scene, QFont());
        const TimeScale scale = scaleOf(0, 10 * s, 200, 1000);
        QImage image(1000, 500, QImage::Format_RGB32);
        TimelineLook look;
        look.playhead = 5 * s;
        paintOf(scene, scale, image, look);
        const auto colourOf = [&](int call, Micros at) {
            const Bar& bar = *scene.bar(call);
            const QRectF rect = layout.barRect(bar, scale).translated(0, layout.ruler());
            return image.pixelColor(int(scale.toX(at)), int(rect.bottom()) - 3);
        };
        const Colours colours = Colours::light();
        QCOMPARE(colourOf(4, 1500 * ms), colours[Token::Work]);
        QVERIFY(colourOf(10, 7500 * ms) != colours[Token::Work]);
        QVERIFY(Colours::contrast(colourOf(10, 7500 * ms), Qt::white) < 1.5);
    }

    void lanesGrowIntoFreeRoomAndStayInOrder()
    {
        const TimelineScene scene = buildScene(*TraceMaker::naive());
        TimelineLayout layout(scene, QFont());
        const double before = layout.height();
        layout.fill(before + 200);
        QVERIFY(layout.height() > before + 150);
        QVERIFY(layout.height() <= before + 200);
        for (std::size_t i = 1; i < laneCount; ++i) {
            const auto lane = static_cast<LaneKind>(i);
            const auto above = static_cast<LaneKind>(i - 1);
            QCOMPARE(layout.laneTop(lane), layout.laneTop(above) + layout.laneHeight(above));
        }
    }
};

QTEST_MAIN(TimelineSceneTest)
#include "tst_timeline_scene.moc"
