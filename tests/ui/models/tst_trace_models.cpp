#include "ui/models/calls_model.h"
#include "ui/models/events_model.h"
#include "ui/models/ledger_model.h"
#include "ui/models/reservations_model.h"
#include "ui/models/trace_cursor.h"

#include "simulations/run/run.h"
#include "simulations/run/verdict.h"
#include "simulations/scenario/scenario_file.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace idem;

namespace {

std::shared_ptr<const Trace> traceOf(std::string_view name, const std::string& variant = {})
{
    const Result<ScenarioFile> file = readBundled(name);
    auto scenario = std::make_shared<const Scenario>(*buildScenario(*file, Choice{variant, {}, {}}));
    return std::make_shared<const Trace>(runScenario(std::move(scenario)));
}

QStringList headers(const QAbstractItemModel& model)
{
    QStringList names;
    for (int column = 0; column < model.columnCount(); ++column) {
        names << model.headerData(column, Qt::Horizontal).toString();
    }
    return names;
}

QString cell(const QAbstractItemModel& model, int row, const QString& header)
{
    return model.index(row, static_cast<int>(headers(model).indexOf(header))).data().toString();
}

} // namespace

class TestTraceModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyModelKeepsItsPromisesOnEveryScenario();
    void ledgerShowsTheDuplicatesByWordAndSign();
    void rowsAfterThePlayheadAreMarked();
    void callsShowTheStateAtThePlayhead();
    void reservationsFollowTheKey();
    void eventsSayWhatHappenedInOrder();
    void argumentsThatDifferShareOneColumn();
    void playheadBetweenTwoEventsMovesNothing();
    void rowOfACallIsFoundInEveryTable();
};

void TestTraceModels::everyModelKeepsItsPromisesOnEveryScenario()
{
    TraceCursor cursor;
    CallsModel calls(cursor);
    LedgerModel ledger(cursor);
    ReservationsModel reservations(cursor);
    EventsModel events(cursor);
    using Mode = QAbstractItemModelTester::FailureReportingMode;
    const QAbstractItemModelTester callsTester(&calls, Mode::QtTest);
    const QAbstractItemModelTester ledgerTester(&ledger, Mode::QtTest);
    const QAbstractItemModelTester reservationsTester(&reservations, Mode::QtTest);
    const QAbstractItemModelTester eventsTester(&events, Mode::QtTest);
    for (const BundledScenario& scenario : bundledScenarios()) {
        std::vector<std::string> variants = readBundled(scenario.name)->variants();
        variants.insert(variants.begin(), std::string());
        for (const std::string& variant : variants) {
            const auto trace = traceOf(scenario.name, variant);
            cursor.setTrace(trace);
            for (const Micros at : {Micros(0), trace->length() / 3, trace->length()}) {
                cursor.setPlayhead(at);
            }
            const Verdict verdict = judge(*trace);
            QCOMPARE(ledger.rowCount(), verdict.effects);
            QCOMPARE(events.rowCount(), static_cast<int>(trace->events.size()));
            for (const TraceTableModel* model :
                 std::initializer_list<const TraceTableModel*>{&calls, &ledger, &reservations, &events}) {
                QCOMPARE(model->happenedCount(), model->rowCount());
                for (int row = 0; row < model->rowCount(); ++row) {
                    for (int column = 0; column < model->columnCount(); ++column) {
                        QVERIFY2(!model->index(row, column).data().toString().isEmpty(),
                                 qPrintable(headers(*model).at(column)));
                    }
                }
            }
        }
    }
    cursor.setTrace(nullptr);
    QCOMPARE(calls.rowCount(), 0);
    QCOMPARE(events.columnCount(), 0);
}

void TestTraceModels::ledgerShowsTheDuplicatesByWordAndSign()
{
    TraceCursor cursor;
    LedgerModel ledger(cursor);
    cursor.setTrace(traceOf("invoice-naive"));
    cursor.setPlayhead(never);
    QCOMPARE(ledger.rowCount(), 3);
    QVERIFY(!cell(ledger, 0, QStringLiteral("effect")).contains(QStringLiteral("duplicate")));
    for (int row = 0; row < 3; ++row) {
        QVERIFY(cell(ledger, row, QStringLiteral("effect")).startsWith(QStringLiteral("◆")));
        QCOMPARE(cell(ledger, row, QStringLiteral("customer")), QStringLiteral("acme"));
        QCOMPARE(cell(ledger, row, QStringLiteral("key")), QStringLiteral("—"));
    }
    QVERIFY(cell(ledger, 1, QStringLiteral("effect")).contains(QStringLiteral("duplicate")));
    QVERIFY(cell(ledger, 2, QStringLiteral("effect")).contains(QStringLiteral("duplicate")));
    QCOMPARE(static_cast<Tone>(ledger.index(1, 0).data(TraceTableModel::ToneRole).toInt()), Tone::Duplicate);
}

void TestTraceModels::rowsAfterThePlayheadAreMarked()
{
    TraceCursor cursor;
    LedgerModel ledger(cursor);
    const auto trace = traceOf("invoice-naive");
    cursor.setTrace(trace);
    const Micros second = snapshotAt(*trace, trace->events.size()).ledger[1].at;
    QSignalSpy changed(&ledger, &QAbstractItemModel::dataChanged);
    cursor.setPlayhead(second - 1);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(ledger.rowCount(), 3);
    QCOMPARE(ledger.happenedCount(), 1);
    QVERIFY(!ledger.index(0, 0).data(TraceTableModel::FutureRole).toBool());
    QVERIFY(ledger.index(1, 0).data(TraceTableModel::FutureRole).toBool());
    cursor.setPlayhead(second);
    QVERIFY(!ledger.index(1, 0).data(TraceTableModel::FutureRole).toBool());
    QVERIFY(ledger.index(2, 0).data(TraceTableModel::FutureRole).toBool());
}

void TestTraceModels::callsShowTheStateAtThePlayhead()
{
    TraceCursor cursor;
    CallsModel calls(cursor);
    const auto trace = traceOf("invoice-naive");
    cursor.setTrace(trace);
    int tool = -1;
    for (const CallRow& call : cursor.whole().calls) {
        if (call.layer == Layer::Tool && tool < 0) {
            tool = call.call;
        }
    }
    QVERIFY(tool >= 0);
    const CallRow& row = cursor.whole().calls[static_cast<std::size_t>(tool)];
    cursor.setPlayhead(*row.answered - 1);
    QCOMPARE(cell(calls, tool, QStringLiteral("answer")), QStringLiteral("waiting"));
    QCOMPARE(cell(calls, tool, QStringLiteral("end")), QStringLiteral("—"));
    cursor.setPlayhead(*row.answered);
    QCOMPARE(cell(calls, tool, QStringLiteral("answer")), QStringLiteral("timeout"));
    QCOMPARE(cell(calls, tool, QStringLiteral("after")), QStringLiteral("2.0 s"));
}

void TestTraceModels::reservationsFollowTheKey()
{
    TraceCursor cursor;
    ReservationsModel reservations(cursor);
    cursor.setTrace(traceOf("invoice-naive"));
    QCOMPARE(reservations.rowCount(), 0);
    cursor.setTrace(traceOf("invoice-retry-paths"));
    QCOMPARE(reservations.rowCount(), 2);
    cursor.setPlayhead(never);
    QVERIFY(cell(reservations, 0, QStringLiteral("key")).startsWith(QStringLiteral("invoice:")));
    QCOMPARE(cell(reservations, 0, QStringLiteral("state")), QStringLiteral("done"));
    QVERIFY(cell(reservations, 0, QStringLiteral("repeats")).toInt() >= 3);
}

void TestTraceModels::eventsSayWhatHappenedInOrder()
{
    TraceCursor cursor;
    EventsModel events(cursor);
    const auto trace = traceOf("invoice-naive");
    cursor.setTrace(trace);
    for (int row = 1; row < events.rowCount(); ++row) {
        QVERIFY(events.index(row - 1, 0).data(TraceTableModel::MomentRole).toLongLong()
                <= events.index(row, 0).data(TraceTableModel::MomentRole).toLongLong());
    }
    // What is cached and worked out from the end is what the state right after the event would say.
    for (int row = 0; row < events.rowCount(); ++row) {
        const auto place = static_cast<std::size_t>(row);
        QCOMPARE(cell(events, row, QStringLiteral("what")).toStdString(),
                 describe(*trace, snapshotAt(*trace, place + 1), trace->events[place]));
    }
    // Another trace shows its own sentences.
    const auto other = traceOf("invoice-keyed");
    cursor.setTrace(other);
    QCOMPARE(cell(events, events.rowCount() - 1, QStringLiteral("what")).toStdString(),
             describe(*other, snapshotAt(*other, other->events.size()), other->events.back()));
}

void TestTraceModels::argumentsThatDifferShareOneColumn()
{
    const char* const text = R"({ "idemscope": 1, "title": "Two tools",
      "tools": { "pay": { "identifies": ["order"] }, "mail": { "identifies": ["to"] } },
      "actions": [ { "name": "pay", "tool": "pay", "args": { "order": 41 } },
                   { "name": "mail", "tool": "mail", "at": "9s", "args": { "to": "acme" } } ] })";
    const Result<ScenarioFile> file = readScenarioText(text, "two-tools.json");
    QVERIFY2(file.ok(), file.ok() ? "" : file.error().text().c_str());
    const Result<Scenario> scenario = buildScenario(*file, {});
    QVERIFY(scenario.ok());
    TraceCursor cursor;
    LedgerModel ledger(cursor);
    cursor.setTrace(std::make_shared<const Trace>(runScenario(std::make_shared<const Scenario>(*scenario))));
    QCOMPARE(headers(ledger),
             (QStringList{QStringLiteral("effect"), QStringLiteral("action"), QStringLiteral("arguments"),
                          QStringLiteral("key"), QStringLiteral("when")}));
    QCOMPARE(ledger.rowCount(), 2);
    QCOMPARE(cell(ledger, 0, QStringLiteral("arguments")), QStringLiteral("order 41"));
}

void TestTraceModels::playheadBetweenTwoEventsMovesNothing()
{
    TraceCursor cursor;
    const auto trace = traceOf("invoice-naive");
    cursor.setTrace(trace);
    cursor.setPlayhead(trace->events[3].at);
    QSignalSpy moved(&cursor, &TraceCursor::moved);
    Micros next = 0;
    for (const Event& event : trace->events) {
        if (event.at > trace->events[3].at) {
            next = event.at;
            break;
        }
    }
    cursor.setPlayhead(next - 1);
    QCOMPARE(moved.count(), 0);
    cursor.setPlayhead(next);
    QCOMPARE(moved.count(), 1);
}

void TestTraceModels::rowOfACallIsFoundInEveryTable()
{
    TraceCursor cursor;
    LedgerModel ledger(cursor);
    CallsModel calls(cursor);
    EventsModel events(cursor);
    cursor.setTrace(traceOf("invoice-naive"));
    const int provider = cursor.whole().ledger[2].call;
    QCOMPARE(ledger.rowOfCall(provider), 2);
    QCOMPARE(calls.rowOfCall(provider), provider);
    QCOMPARE(events.index(events.rowOfCall(provider), 0).data(TraceTableModel::CallRole).toInt(), provider);
    QCOMPARE(ledger.rowOfCall(-1), -1);
    QCOMPARE(ledger.rowOfCall(0), -1);
}

QTEST_GUILESS_MAIN(TestTraceModels)
#include "tst_trace_models.moc"
