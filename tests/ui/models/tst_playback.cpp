#include "ui/models/playback.h"

#include <QSignalSpy>
#include <QTest>

using namespace idem;

namespace {

std::shared_ptr<const Trace> traceOf(std::initializer_list<Micros> moments)
{
    auto trace = std::make_shared<Trace>();
    for (const Micros at : moments) {
        Event event;
        event.at = at;
        trace->events.push_back(event);
    }
    return trace;
}

} // namespace

class TestPlayback : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void firstRunIsShownAtItsEnd();
    void stepsGoFromMomentToMoment();
    void playFromTheEndStartsOver();
    void playStopsAtTheEndByItself();
    void speedIsVirtualSecondsPerSecond();
    void instantJumpsToTheEnd();
    void rerunKeepsThePlayheadAndKeepsTheEnd();
    void nothingTicksWhileItStands();
    void fasterAndSlowerStayInTheirRange();
    void slowSpeedsLoseNoFractions();
};

void TestPlayback::firstRunIsShownAtItsEnd()
{
    Playback playback;
    playback.setTrace(traceOf({0, 400'000, 10'000'000}));
    QCOMPARE(playback.playhead(), Micros(10'000'000));
    QVERIFY(playback.atEnd());
}

void TestPlayback::stepsGoFromMomentToMoment()
{
    Playback playback;
    playback.setTrace(traceOf({0, 400'000, 400'000, 900'000}));
    playback.stepBack();
    QCOMPARE(playback.playhead(), Micros(400'000));
    playback.stepBack();
    QCOMPARE(playback.playhead(), Micros(0));
    playback.stepBack();
    QCOMPARE(playback.playhead(), Micros(0));
    playback.stepForward();
    QCOMPARE(playback.playhead(), Micros(400'000));
    playback.scrubTo(500'000);
    playback.stepForward();
    QCOMPARE(playback.playhead(), Micros(900'000));
    playback.stepForward();
    QCOMPARE(playback.playhead(), Micros(900'000));
    playback.scrubTo(500'000);
    playback.stepBack();
    QCOMPARE(playback.playhead(), Micros(400'000));
}

void TestPlayback::playFromTheEndStartsOver()
{
    Playback playback;
    playback.setTrace(traceOf({0, 60'000'000}));
    QSignalSpy playing(&playback, &Playback::playingChanged);
    playback.play();
    QCOMPARE(playback.playhead(), Micros(0));
    QVERIFY(playback.isPlaying());
    playback.pause();
    QVERIFY(!playback.isPlaying());
    QCOMPARE(playing.count(), 2);
    playback.pause();
    QCOMPARE(playing.count(), 2);
}

void TestPlayback::playStopsAtTheEndByItself()
{
    Playback playback;
    playback.setTrace(traceOf({0, 50'000}));
    QSignalSpy playing(&playback, &Playback::playingChanged);
    playback.play();
    QTRY_VERIFY_WITH_TIMEOUT(!playback.isPlaying(), 20'000);
    QCOMPARE(playback.playhead(), Micros(50'000));
    QCOMPARE(playing.last().first().toBool(), false);
}

void TestPlayback::speedIsVirtualSecondsPerSecond()
{
    Playback playback;
    playback.setTrace(traceOf({0, 60'000'000}));
    playback.toStart();
    playback.advance(1000);
    QCOMPARE(playback.playhead(), Micros(1'000'000));
    playback.setSpeed(0.25);
    playback.advance(1000);
    QCOMPARE(playback.playhead(), Micros(1'250'000));
    playback.setSpeed(10);
    playback.advance(1000);
    QCOMPARE(playback.playhead(), Micros(11'250'000));
}

void TestPlayback::instantJumpsToTheEnd()
{
    Playback playback;
    playback.setTrace(traceOf({0, 3'600'000'000}));
    playback.toStart();
    playback.setSpeed(Playback::instant);
    playback.play();
    QTRY_VERIFY_WITH_TIMEOUT(!playback.isPlaying(), 20'000);
    QCOMPARE(playback.playhead(), Micros(3'600'000'000));
}

void TestPlayback::rerunKeepsThePlayheadAndKeepsTheEnd()
{
    Playback playback;
    playback.setTrace(traceOf({0, 10'000'000}));
    playback.setTrace(traceOf({0, 4'000'000}));
    QCOMPARE(playback.playhead(), Micros(4'000'000));
    playback.setTrace(traceOf({0, 9'000'000}));
    QCOMPARE(playback.playhead(), Micros(9'000'000));
    playback.scrubTo(3'000'000);
    playback.setTrace(traceOf({0, 20'000'000}));
    QCOMPARE(playback.playhead(), Micros(3'000'000));
    playback.setTrace(traceOf({0, 1'000'000}));
    QCOMPARE(playback.playhead(), Micros(1'000'000));
    playback.setTrace(nullptr);
    QCOMPARE(playback.playhead(), Micros(0));
    playback.play();
    QVERIFY(!playback.isPlaying());
}

void TestPlayback::nothingTicksWhileItStands()
{
    Playback playback;
    playback.setTrace(traceOf({0, 60'000'000}));
    playback.toStart();
    QSignalSpy moved(&playback, &Playback::playheadChanged);
    QVERIFY(!playback.isPlaying());
    playback.play();
    QTRY_VERIFY_WITH_TIMEOUT(moved.count() > 2, 20'000);
    playback.pause();
    moved.clear();
    // Everything that was under way has its turn; then nothing may come any more.
    for (int turn = 0; turn < 50; ++turn) {
        QCoreApplication::processEvents();
    }
    QCOMPARE(moved.count(), 0);
}

void TestPlayback::fasterAndSlowerStayInTheirRange()
{
    Playback playback;
    QCOMPARE(playback.speed(), 1.0);
    playback.faster();
    QCOMPARE(playback.speed(), 2.0);
    for (int i = 0; i < 20; ++i) {
        playback.faster();
    }
    QCOMPARE(playback.speed(), Playback::instant);
    for (int i = 0; i < 20; ++i) {
        playback.slower();
    }
    QCOMPARE(playback.speed(), 0.1);
    playback.setSpeed(3);
    QCOMPARE(playback.speed(), 0.1);
}

void TestPlayback::slowSpeedsLoseNoFractions()
{
    Playback playback;
    playback.setTrace(traceOf({0, 60'000'000}));
    playback.toStart();
    playback.setSpeed(0.1);
    for (int i = 0; i < 1000; ++i) {
        playback.advance(0.016);
    }
    QVERIFY(qAbs(playback.playhead() - 1600) <= 1);
}

QTEST_GUILESS_MAIN(TestPlayback)
#include "tst_playback.moc"
