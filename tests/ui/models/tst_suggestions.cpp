#include "ui/models/scenario_document.h"
#include "ui/models/suggestion_search.h"
#include "ui/models/suggestions_job.h"
#include "ui/models/suggestions_model.h"

#include "simulations/run/explanation.h"
#include "simulations/run/run.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

using namespace idem;

namespace {

constexpr int patience = 30'000;

std::shared_ptr<const ScenarioFile> bundled(const char* name)
{
    return std::make_shared<const ScenarioFile>(*readBundled(name));
}

/// A search that takes far longer than any test waits: each of its runs is long.
std::shared_ptr<const ScenarioFile> endless()
{
    ScenarioFile file = *readBundled("six-layers");
    auto& actions = file.document["actions"];
    const auto action = actions[0];
    for (int i = 0; i < 200; ++i) {
        actions.push_back(action);
        actions.back()["name"] = "invoice " + std::to_string(i);
        actions.back()["args"]["customer"] = "customer " + std::to_string(i);
    }
    return std::make_shared<const ScenarioFile>(std::move(file));
}

RunResult resultOf(const ScenarioDocument& document)
{
    RunResult result;
    result.trace = std::make_shared<const Trace>(runScenario(document.scenario()));
    result.verdict = judge(*result.trace);
    return result;
}

/// A document and what would stop what goes wrong in it, as its page keeps them.
struct Searched
{
    ScenarioDocument document;
    SuggestionSearch search{document};

    Searched()
    {
        QObject::connect(&document, &ScenarioDocument::changed, &search, [this] {
            search.scenarioChanged();
            search.runFinished(resultOf(document));
        });
    }
};

} // namespace

class TestSuggestions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsFoundComesOnTheGuiThread();
    void newerRequestTakesThePlaceOfTheOlder();
    void stopEndsALongSearchWithinTwoHundredMilliseconds();
    void stopBeforeItBeginsIsAStoppedSearch();
    void stopAndCancelWhenIdleAreHarmless();
    void destroyingWhileItSearchesIsSafe();
    void longSearchTellsHowFarItIs();
    void modelKeepsItsPromises();
    void rowsSayWhatTheyComeToAndWhatTheyDoNotCure();
    void safeDesignNeedsNone();
    void designWithoutASmallCureSaysSo();
    void applyingIsOneUndoStep();
    void staleRowIsNotApplied();
    void runThatFailedIsSaid();
    void stoppedSearchCanBeMadeAgain();
    void runThatWasCutOffIsNotSearchedAndSaysWhy();
};

void TestSuggestions::whatIsFoundComesOnTheGuiThread()
{
    SuggestionsJob job;
    SuggestionsResult result;
    QThread* where = nullptr;
    connect(&job, &SuggestionsJob::finished, &job, [&](const SuggestionsResult& got) {
        result = got;
        where = QThread::currentThread();
    });
    job.start(bundled("invoice-naive"), {});
    QVERIFY(job.isBusy());
    QTRY_VERIFY_WITH_TIMEOUT(where != nullptr, patience);
    QCOMPARE(where, QThread::currentThread());
    QVERIFY(!job.isBusy());
    QVERIFY(!result.stopped);
    QVERIFY(result.runs > 10);
    QVERIFY(result.suggestions.size() > 5);
    QVERIFY(result.suggestions.front().verdict.safe);
}

void TestSuggestions::newerRequestTakesThePlaceOfTheOlder()
{
    SuggestionsJob job;
    QSignalSpy finished(&job, &SuggestionsJob::finished);
    QSignalSpy progressed(&job, &SuggestionsJob::progressed);
    job.start(endless(), {});
    QTRY_VERIFY_WITH_TIMEOUT(progressed.count() > 0, patience); // it is under way
    job.start(bundled("invoice-naive"), {"tool call id", {}, {}});
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);
    const auto result = finished.first().first().value<SuggestionsResult>();
    QVERIFY(!result.stopped);
    QVERIFY(QString::fromStdString(result.suggestions.front().text).contains(QStringLiteral("call_id")));
    QTest::qWait(300);
    QCOMPARE(finished.count(), 1);
}

void TestSuggestions::stopEndsALongSearchWithinTwoHundredMilliseconds()
{
    SuggestionsJob job;
    QSignalSpy finished(&job, &SuggestionsJob::finished);
    QSignalSpy progressed(&job, &SuggestionsJob::progressed);
    job.start(endless(), {});
    QTRY_VERIFY_WITH_TIMEOUT(progressed.count() > 1, patience);
    QElapsedTimer clock;
    clock.start();
    job.stop();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience);
    const qint64 took = clock.elapsed();
    qInfo("stopped after %lld ms", static_cast<long long>(took));
    QVERIFY2(took < 200, qPrintable(QString::number(took)));
    QVERIFY(finished.first().first().value<SuggestionsResult>().stopped);
}

void TestSuggestions::stopBeforeItBeginsIsAStoppedSearch()
{
    SuggestionsJob job;
    QSignalSpy finished(&job, &SuggestionsJob::finished);
    job.start(bundled("invoice-naive"), {});
    job.stop();
    QCOMPARE(finished.count(), 1);
    QVERIFY(finished.first().first().value<SuggestionsResult>().stopped);
    QVERIFY(!job.isBusy());
    QTest::qWait(300);
    QCOMPARE(finished.count(), 1);
}

void TestSuggestions::stopAndCancelWhenIdleAreHarmless()
{
    SuggestionsJob job;
    job.stop();
    job.cancel();
    QVERIFY(!job.isBusy());
}

void TestSuggestions::destroyingWhileItSearchesIsSafe()
{
    for (const int wait : {0, 250}) {
        SuggestionsJob job;
        job.start(endless(), {});
        QTest::qWait(wait);
    }
}

void TestSuggestions::longSearchTellsHowFarItIs()
{
    SuggestionsJob job;
    QSignalSpy progressed(&job, &SuggestionsJob::progressed);
    job.start(endless(), {});
    QTRY_VERIFY_WITH_TIMEOUT(!progressed.empty() && progressed.last().first().toInt() > 1, patience);
}

void TestSuggestions::modelKeepsItsPromises()
{
    SuggestionsModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    for (const char* name : {"invoice-naive", "six-layers", "invoice-naive"}) {
        model.setSuggestions(suggest(*bundled(name), {}));
        QVERIFY(model.rowCount() > 0);
        QVERIFY(!model.isStale());
        model.setStale();
        QVERIFY(model.index(0).data(SuggestionsModel::StaleRole).toBool());
        model.setStale();
    }
    model.setSuggestions({});
    QCOMPARE(model.rowCount(), 0);
    model.setStale();
    QVERIFY(!model.isStale());
    QVERIFY(!model.data({}, Qt::DisplayRole).isValid());
}

void TestSuggestions::rowsSayWhatTheyComeToAndWhatTheyDoNotCure()
{
    SuggestionsModel model;
    model.setSuggestions(suggest(*bundled("invoice-naive"), {}));
    const QModelIndex first = model.index(0);
    QCOMPARE(first.data().toString(), QStringLiteral("The tool's timeout at 4s"));
    QCOMPARE(first.data(SuggestionsModel::BadgeRole).toString(), QStringLiteral("✓ SAFE"));
    QCOMPARE(first.data(SuggestionsModel::OutcomeRole).toString(), QStringLiteral("→ 1 effect, told done"));
    QCOMPARE(first.data(SuggestionsModel::LeftRole).toString(),
             QStringLiteral("But a slower provider brings it back."));
    QVERIFY(first.data(Qt::ToolTipRole).toString().contains(QStringLiteral("tools.send_invoice.timeout=4s")));
    QVERIFY(first.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("SAFE")));
    const QModelIndex last = model.index(model.rowCount() - 1);
    QCOMPARE(last.data(SuggestionsModel::BadgeRole).toString(), QStringLiteral("△ PARTLY"));
    QVERIFY(!last.data(SuggestionsModel::SafeRole).toBool());
    QVERIFY(last.data(SuggestionsModel::LeftRole).toString().startsWith(QStringLiteral("A last resort: ")));
}

void TestSuggestions::safeDesignNeedsNone()
{
    Searched searched;
    QCOMPARE(searched.search.state(), SuggestionSearch::State::NothingRun);
    QVERIFY(searched.document.openBundled(QStringLiteral("invoice-naive")));
    QCOMPARE(searched.search.state(), SuggestionSearch::State::Trying);
    QTRY_COMPARE_WITH_TIMEOUT(searched.search.state(), SuggestionSearch::State::Found, patience);
    QVERIFY(searched.document.setVariant(QStringLiteral("business key")));
    QCOMPARE(searched.search.state(), SuggestionSearch::State::NotNeeded);
    QCOMPARE(searched.search.model().rowCount(), 0);
    QVERIFY(searched.search.sentence().contains(QStringLiteral("safe already")));
    QCOMPARE(searched.search.whyNot(0), searched.search.sentence());
}

void TestSuggestions::designWithoutASmallCureSaysSo()
{
    // The one call fails before anything happened, and nobody repeats it: no key or timeout brings the effect.
    Searched searched;
    QVERIFY(searched.document.openText(QStringLiteral(R"({ "idemscope": 1, "title": "t",
            "provider": { "latency": "1s", "accepts_keys": false, "status_lookup": false },
            "tools": { "t": { "timeout": "10s", "guard": "none" } },
            "actions": [ { "name": "a", "at": "0s", "tool": "t", "args": { "x": 1 } } ],
            "layers": { "model": {} },
            "faults": [ { "kind": "fail_before_effect", "layer": "provider", "calls": [1] } ] })"),
                                       QStringLiteral("t.json")));
    QTRY_COMPARE_WITH_TIMEOUT(searched.search.state(), SuggestionSearch::State::NoneFound, patience);
    QVERIFY(searched.search.sentence().contains(QStringLiteral("No small change")));
    QVERIFY(!searched.search.apply(0));
}

void TestSuggestions::applyingIsOneUndoStep()
{
    Searched searched;
    QVERIFY(searched.document.openBundled(QStringLiteral("invoice-naive")));
    QTRY_COMPARE_WITH_TIMEOUT(searched.search.state(), SuggestionSearch::State::Found, patience);
    int pair = -1;
    const auto& found = searched.search.model().suggestions();
    for (std::size_t i = 0; i < found.size() && pair < 0; ++i) {
        pair = found[i].changes.size() == 2 ? static_cast<int>(i) : -1;
    }
    QVERIFY(pair >= 0);
    const QString text = QString::fromStdString(found[static_cast<std::size_t>(pair)].text);
    QSignalSpy changed(&searched.document, &ScenarioDocument::changed);
    QVERIFY(searched.search.apply(pair));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(searched.document.undoStack().count(), 1);
    QCOMPARE(searched.document.undoStack().undoText(), text);
    QCOMPARE(searched.document.choice().overrides.size(), std::size_t(2));
    QCOMPARE(searched.search.state(), SuggestionSearch::State::NotNeeded);
    searched.document.undoStack().undo();
    QVERIFY(searched.document.choice().overrides.empty());
    QCOMPARE(searched.search.state(), SuggestionSearch::State::Trying);
}

void TestSuggestions::staleRowIsNotApplied()
{
    Searched searched;
    QVERIFY(searched.document.openBundled(QStringLiteral("invoice-naive")));
    QTRY_COMPARE_WITH_TIMEOUT(searched.search.state(), SuggestionSearch::State::Found, patience);
    QVERIFY(searched.document.setVariant(QStringLiteral("tool call id")));
    QVERIFY(searched.search.model().rowCount() > 0);
    QVERIFY(searched.search.model().isStale());
    QVERIFY(!searched.search.apply(0));
    QCOMPARE(searched.document.undoStack().count(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(!searched.search.model().isStale(), patience);
    QVERIFY(searched.search.apply(0));
    QVERIFY2(!searched.search.apply(100), "there is no such row");
}

void TestSuggestions::runThatFailedIsSaid()
{
    Searched searched;
    searched.search.runFailed({"x", "the run ended early: no room", "Take fewer actions"});
    QCOMPARE(searched.search.state(), SuggestionSearch::State::Failed);
    QVERIFY(searched.search.sentence().contains(QStringLiteral("no room")));
    QVERIFY(searched.search.sentence().contains(QStringLiteral("was not changed")));
    QVERIFY(searched.search.sentence().contains(QStringLiteral("Take fewer actions")));
    QVERIFY(!searched.search.canTryAgain());
}

void TestSuggestions::stoppedSearchCanBeMadeAgain()
{
    Searched searched;
    QVERIFY(searched.document.openBundled(QStringLiteral("invoice-naive")));
    searched.search.stop();
    QCOMPARE(searched.search.state(), SuggestionSearch::State::Stopped);
    QVERIFY(searched.search.canTryAgain());
    QVERIFY(searched.search.sentence().contains(QStringLiteral("not everything was tried")));
    searched.search.tryAgain();
    QCOMPARE(searched.search.state(), SuggestionSearch::State::Trying);
    QVERIFY(!searched.search.canTryAgain());
    QTRY_COMPARE_WITH_TIMEOUT(searched.search.state(), SuggestionSearch::State::Found, patience);
}

void TestSuggestions::runThatWasCutOffIsNotSearchedAndSaysWhy()
{
    Searched searched;
    QVERIFY(searched.document.openBundled(QStringLiteral("six-layers")));
    RunResult result = resultOf(searched.document);
    Trace cut = *result.trace;
    cut.end = RunEnd::Stopped;
    result.trace = std::make_shared<const Trace>(cut);
    searched.search.runFinished(result);
    QCOMPARE(searched.search.state(), SuggestionSearch::State::Failed);
    QVERIFY(searched.search.sentence().contains(QStringLiteral("the run was stopped")));
    cut.end = RunEnd::TooManyEvents;
    result.trace = std::make_shared<const Trace>(cut);
    searched.search.runFinished(result);
    QVERIFY(searched.search.sentence().contains(QStringLiteral("events, too many")));
}

QTEST_MAIN(TestSuggestions)
#include "tst_suggestions.moc"
