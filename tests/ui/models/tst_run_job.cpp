#include "ui/models/designs_job.h"
#include "ui/models/run_job.h"

#include "simulations/scenario/scenario_file.h"

#include <memory>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

using namespace idem;

namespace {

constexpr int patience = 30'000;

std::shared_ptr<const Scenario> bundled(const char* name, const char* variant = "")
{
    const Result<ScenarioFile> file = readBundled(name);
    return std::make_shared<const Scenario>(*buildScenario(*file, Choice{variant, {}, {}}));
}

/// A run that takes far longer than any test waits, but for the limit of events.
std::shared_ptr<const Scenario> endless()
{
    Scenario scenario = *bundled("six-layers");
    const ActionSpec action = scenario.actions.front();
    scenario.actions.assign(20'000, action);
    for (std::size_t i = 0; i < scenario.actions.size(); ++i) {
        scenario.actions[i].name += std::to_string(i);
    }
    return std::make_shared<const Scenario>(std::move(scenario));
}

} // namespace

class TestRunJob : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void resultComesOnTheGuiThread();
    void shortRunsAreNotAnnounced();
    void newerRequestTakesThePlaceOfTheOlder();
    void stopTwiceEndsSoonAndKeepsWhatThereIs();
    void stopWhenIdleIsHarmless();
    void destroyingWhileItRunsIsSafe();
    void everyOtherDesignIsJudged();
    void destroyingTheDesignsWhileTheyRunIsSafe();
};

void TestRunJob::resultComesOnTheGuiThread()
{
    RunJob job;
    RunResult result;
    QThread* where = nullptr;
    connect(&job, &RunJob::finished, &job, [&](const RunResult& got) {
        result = got;
        where = QThread::currentThread();
    });
    job.start(bundled("invoice-naive"));
    QVERIFY(job.isBusy());
    QTRY_VERIFY_WITH_TIMEOUT(result.trace != nullptr, patience);
    QCOMPARE(where, QThread::currentThread());
    QVERIFY(!job.isBusy());
    QCOMPARE(result.verdict.effects, 3);
    QVERIFY(!result.verdict.safe);
    QVERIFY(!result.story.empty());
    QVERIFY(result.milliseconds > 0);
    QCOMPARE(result.trace->end, RunEnd::Finished);
}

void TestRunJob::shortRunsAreNotAnnounced()
{
    RunJob job;
    QSignalSpy finished(&job, &RunJob::finished);
    QSignalSpy running(&job, &RunJob::running);
    job.start(bundled("invoice-naive"));
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);
    // True is always followed by false, whether or not the machine was slow enough for it to be said at all.
    QCOMPARE(running.count() % 2, 0);
}

void TestRunJob::newerRequestTakesThePlaceOfTheOlder()
{
    RunJob job;
    QSignalSpy finished(&job, &RunJob::finished);
    job.start(endless());
    job.start(endless());
    job.start(bundled("invoice-keyed"));
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);
    const auto result = finished.first().first().value<RunResult>();
    QCOMPARE(result.trace->scenario->title, bundled("invoice-keyed")->title);
    QCOMPARE(result.trace->end, RunEnd::Finished);
    for (int turn = 0; turn < 50; ++turn) {
        QCoreApplication::processEvents();
    }
    QCOMPARE(finished.count(), 1);
}

void TestRunJob::stopTwiceEndsSoonAndKeepsWhatThereIs()
{
    RunJob job;
    QSignalSpy finished(&job, &RunJob::finished);
    QSignalSpy running(&job, &RunJob::running);
    job.start(endless());
    QTRY_COMPARE_WITH_TIMEOUT(running.count(), 1, patience);
    QCOMPARE(running.first().first().toBool(), true);
    job.stop();
    job.stop();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);
    QCOMPARE(finished.first().first().value<RunResult>().trace->end, RunEnd::Stopped);
    QCOMPARE(running.last().first().toBool(), false);
    QVERIFY(!job.isBusy());
    job.stop();
}

void TestRunJob::stopWhenIdleIsHarmless()
{
    RunJob job;
    job.stop();
    job.start(nullptr);
    QVERIFY(!job.isBusy());
}

void TestRunJob::destroyingWhileItRunsIsSafe()
{
    for (int i = 0; i < 5; ++i) {
        auto job = std::make_unique<RunJob>();
        job->start(endless());
        job.reset();
        QCoreApplication::processEvents();
    }
    auto stopped = std::make_unique<RunJob>();
    stopped->start(bundled("invoice-naive"));
    stopped->stop();
    stopped.reset();
    QCoreApplication::processEvents();
}

void TestRunJob::everyOtherDesignIsJudged()
{
    DesignsJob job;
    std::vector<Verdict> verdicts(3);
    int judged = 0;
    connect(&job, &DesignsJob::judged, &job, [&](int index, const Verdict& verdict, bool complete) {
        QVERIFY(complete);
        verdicts[static_cast<std::size_t>(index)] = verdict;
        ++judged;
    });
    job.start({bundled("invoice-naive"), nullptr, bundled("invoice-keyed")});
    QTRY_COMPARE_WITH_TIMEOUT(judged, 2, patience);
    QCOMPARE(verdicts[0].effects, 3);
    QCOMPARE(verdicts[2].effects, 1);
    QVERIFY(verdicts[2].safe);
}

void TestRunJob::destroyingTheDesignsWhileTheyRunIsSafe()
{
    auto job = std::make_unique<DesignsJob>();
    job->start({endless(), endless()});
    job->stop();
    job->start({endless()});
    job.reset();
    QCoreApplication::processEvents();
}

QTEST_GUILESS_MAIN(TestRunJob)
#include "tst_run_job.moc"
