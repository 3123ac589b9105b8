#include "ui/models/scenario_document.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace idem;

namespace {

const QString timeout = QStringLiteral("tools.send_invoice.timeout");
const QString keyPath = QStringLiteral("tools.send_invoice.key");

const char* const twoDesigns = R"({
  "idemscope": 1, "title": "Two designs", "base_name": "no key", "seed": 7,
  "provider": { "latency": "3s" },
  "tools": { "send_invoice": { "timeout": "2s", "identifies": ["customer"] } },
  "actions": [ { "name": "an invoice", "tool": "send_invoice", "args": { "customer": "acme" } } ],
  "layers": { "model": { "calls_again": 2 } },
  "variants": {
    "keyed": { "tools.send_invoice.key": "invoice:{customer}", "tools.send_invoice.guard": "provider_key" },
    "patient": { "tools.send_invoice.timeout": "5s" }
  }
})";

} // namespace

class TestScenarioDocument : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void opensEveryBundledScenario();
    void badTextKeepsWhatWasOpenAndSaysWhere();
    void missingFileIsAnError();
    void valueComesFromTheFileOrItsDefault();
    void overrideIsDroppedWhenItEqualsTheFile();
    void variantDropsTheOverridesThatItSets();
    void undoAndRedoCoverEveryEdit();
    void oneDragIsOneUndoStep();
    void dragBackToTheStartLeavesNothingToUndo();
    void severalValuesAreOneUndoStepOrNone();
    void invalidEditChangesNothing();
    void resetAllPutsTheFileBack();
    void commandLineMakesTheSameRun();
};

void TestScenarioDocument::opensEveryBundledScenario()
{
    const auto bundled = bundledScenarios();
    QVERIFY(bundled.size() >= 12);
    for (const BundledScenario& scenario : bundled) {
        ScenarioDocument document;
        QSignalSpy opened(&document, &ScenarioDocument::opened);
        QVERIFY2(document.openBundled(QString::fromStdString(scenario.name)), scenario.name.c_str());
        QCOMPARE(opened.count(), 1);
        QCOMPARE(document.file().title(), scenario.title);
        QVERIFY(document.scenario() != nullptr);
        QVERIFY(!document.undoStack().canUndo());
    }
}

void TestScenarioDocument::badTextKeepsWhatWasOpenAndSaysWhere()
{
    ScenarioDocument document;
    QVERIFY(document.openText(QString::fromUtf8(twoDesigns), QStringLiteral("two.json")));
    QVERIFY(document.setVariant(QStringLiteral("keyed")));
    const auto before = document.scenario();
    QSignalSpy failed(&document, &ScenarioDocument::failed);
    QSignalSpy changed(&document, &ScenarioDocument::changed);

    QVERIFY(!document.openText(QStringLiteral("{\n  \"idemscope\": 1,,\n}"), QStringLiteral("broken.json")));
    QCOMPARE(failed.count(), 1);
    const auto error = failed.first().first().value<Error>();
    QVERIFY2(error.place.find("broken.json:2") != std::string::npos, error.place.c_str());
    QVERIFY(!error.cause.empty());
    QVERIFY(!error.cure.empty());
    QCOMPARE(changed.count(), 0);
    QCOMPARE(document.scenario(), before);
    QCOMPARE(document.choice().variant, std::string("keyed"));
    QVERIFY(document.undoStack().canUndo());
}

void TestScenarioDocument::missingFileIsAnError()
{
    ScenarioDocument document;
    QSignalSpy failed(&document, &ScenarioDocument::failed);
    const QTemporaryDir folder;
    QVERIFY(!document.openPath(folder.filePath(QStringLiteral("nothing.json"))));
    QCOMPARE(failed.count(), 1);
    QVERIFY(!document.isOpen());
}

void TestScenarioDocument::valueComesFromTheFileOrItsDefault()
{
    ScenarioDocument document;
    QVERIFY(document.openText(QString::fromUtf8(twoDesigns), QStringLiteral("two.json")));
    QCOMPARE(document.baseName(), QStringLiteral("no key"));
    QVERIFY(document.value(timeout) == nlohmann::ordered_json("2s"));
    QVERIFY(document.value(keyPath) == nlohmann::ordered_json("none"));
    QVERIFY(document.value(QStringLiteral("provider.accepts_keys")) == nlohmann::ordered_json(true));
    QVERIFY(document.value(QStringLiteral("layers.sdk.resends")) == nlohmann::ordered_json(0));
    QVERIFY(document.value(QStringLiteral("layers.model.calls_again")) == nlohmann::ordered_json(2));
    const auto keys = document.valuesInFile(keyPath);
    QCOMPARE(keys.size(), std::size_t(1));
    QVERIFY(keys.front() == nlohmann::ordered_json("invoice:{customer}"));
}

void TestScenarioDocument::overrideIsDroppedWhenItEqualsTheFile()
{
    ScenarioDocument document;
    QVERIFY(document.openText(QString::fromUtf8(twoDesigns), QStringLiteral("two.json")));
    QVERIFY(document.setValue(timeout, "4s", QStringLiteral("timeout")));
    QVERIFY(document.isChanged(timeout));
    QVERIFY(document.hasChanges());
    // The same length in another spelling is no change.
    QVERIFY(document.setValue(timeout, "2000ms", QStringLiteral("timeout")));
    QVERIFY(!document.isChanged(timeout));
    QVERIFY(!document.hasChanges());
    // A default that the file leaves out is no change either.
    QVERIFY(document.setValue(QStringLiteral("layers.sdk.resends"), 3, QStringLiteral("resends")));
    QCOMPARE(document.scenario()->layers.sdk.resends.times, 3);
    QVERIFY(document.setValue(QStringLiteral("layers.sdk.resends"), 0, QStringLiteral("resends")));
    QVERIFY(!document.hasChanges());
    QVERIFY(document.setSeed(9));
    QVERIFY(document.isChanged(QStringLiteral("seed")));
    QVERIFY(document.setSeed(7));
    QVERIFY(!document.hasChanges());
}

void TestScenarioDocument::variantDropsTheOverridesThatItSets()
{
    ScenarioDocument document;
    QVERIFY(document.openText(QString::fromUtf8(twoDesigns), QStringLiteral("two.json")));
    QVERIFY(document.setValue(keyPath, "call_id", QStringLiteral("key")));
    QVERIFY(document.setValue(timeout, "4s", QStringLiteral("timeout")));
    QVERIFY(document.setVariant(QStringLiteral("keyed")));
    QVERIFY(document.value(keyPath) == nlohmann::ordered_json("invoice:{customer}"));
    QVERIFY(document.value(timeout) == nlohmann::ordered_json("4s"));
    QVERIFY(document.setVariant(QStringLiteral("patient")));
    QVERIFY(document.value(timeout) == nlohmann::ordered_json("5s"));
    QVERIFY(document.setValue(timeout, "6s", QStringLiteral("timeout")));
    // Leaving a design takes what was changed of it along.
    QVERIFY(document.setVariant(QString()));
    QVERIFY(document.value(timeout) == nlohmann::ordered_json("2s"));
    QVERIFY(!document.hasChanges());
}

void TestScenarioDocument::undoAndRedoCoverEveryEdit()
{
    ScenarioDocument document;
    QVERIFY(document.openText(QString::fromUtf8(twoDesigns), QStringLiteral("two.json")));
    QVERIFY(document.setValue(timeout, "4s", QStringLiteral("timeout")));
    QVERIFY(document.setVariant(QStringLiteral("keyed")));
    QVERIFY(document.setSeed(99));
    QCOMPARE(document.undoStack().count(), 3);
    document.undoStack().undo();
    QCOMPARE(document.scenario()->seed, std::uint64_t(7));
    document.undoStack().undo();
    QCOMPARE(document.scenario()->variant, std::string());
    QCOMPARE(document.scenario()->tools.front().timeout, Micros(4'000'000));
    document.undoStack().undo();
    QVERIFY(document.choice() == Choice());
    QVERIFY(!document.undoStack().canUndo());
    document.undoStack().redo();
    document.undoStack().redo();
    document.undoStack().redo();
    QCOMPARE(document.scenario()->variant, std::string("keyed"));
    QCOMPARE(document.scenario()->seed, std::uint64_t(99));
}

void TestScenarioDocument::oneDragIsOneUndoStep()
{
    ScenarioDocument document;
    QVERIFY(document.openText(QString::fromUtf8(twoDesigns), QStringLiteral("two.json")));
    const int first = document.newGesture();
    for (const char* value : {"2500ms", "3s", "3500ms"}) {
        QVERIFY(document.setValue(timeout, value, QStringLiteral("timeout"), first));
    }
    const int second = document.newGesture();
    QVERIFY(document.setValue(timeout, "4s", QStringLiteral("timeout"), second));
    QCOMPARE(document.undoStack().count(), 2);
    document.undoStack().undo();
    QVERIFY(document.value(timeout) == nlohmann::ordered_json("3500ms"));
    document.undoStack().undo();
    QVERIFY(document.value(timeout) == nlohmann::ordered_json("2s"));
}

void TestScenarioDocument::dragBackToTheStartLeavesNothingToUndo()
{
    ScenarioDocument document;
    QVERIFY(document.openText(QString::fromUtf8(twoDesigns), QStringLiteral("two.json")));
    const int drag = document.newGesture();
    QVERIFY(document.setValue(timeout, "3s", QStringLiteral("timeout"), drag));
    QVERIFY(document.setValue(timeout, "2s", QStringLiteral("timeout"), drag));
    QVERIFY(!document.undoStack().canUndo());
    QVERIFY(!document.hasChanges());
}

void TestScenarioDocument::severalValuesAreOneUndoStepOrNone()
{
    ScenarioDocument document;
    QVERIFY(document.openText(QString::fromUtf8(twoDesigns), QStringLiteral("two.json")));
    QVERIFY(document.setValue(timeout, "3s", QStringLiteral("timeout")));
    QSignalSpy changed(&document, &ScenarioDocument::changed);
    // One of them is what the file says anyway: it takes the earlier edit back.
    QVERIFY(document.setValues({{timeout.toStdString(), "2s"}, {keyPath.toStdString(), "request_id"}},
                               QStringLiteral("both")));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(document.undoStack().count(), 2);
    QCOMPARE(document.undoStack().undoText(), QStringLiteral("both"));
    QCOMPARE(document.choice().overrides.size(), std::size_t(1));
    document.undoStack().undo();
    QVERIFY(document.value(timeout) == nlohmann::ordered_json("3s"));
    QVERIFY(document.value(keyPath) == nlohmann::ordered_json("none"));
    // Where one is wrong, none is made.
    QVERIFY(!document.setValues({{timeout.toStdString(), "4s"}, {keyPath.toStdString(), "invoice:{nobody}"}},
                                QStringLiteral("wrong")));
    QVERIFY(document.value(timeout) == nlohmann::ordered_json("3s"));
}

void TestScenarioDocument::invalidEditChangesNothing()
{
    ScenarioDocument document;
    QVERIFY(document.openText(QString::fromUtf8(twoDesigns), QStringLiteral("two.json")));
    const auto before = document.scenario();
    QSignalSpy failed(&document, &ScenarioDocument::failed);
    QVERIFY(!document.setValue(timeout, "-3s", QStringLiteral("timeout")));
    QVERIFY(!document.setValue(keyPath, "invoice:{nobody}", QStringLiteral("key")));
    QVERIFY(!document.setVariant(QStringLiteral("not there")));
    QCOMPARE(failed.count(), 3);
    QVERIFY(!failed.at(1).first().value<Error>().cure.empty());
    QCOMPARE(document.scenario(), before);
    QVERIFY(document.choice() == Choice());
    QVERIFY(!document.undoStack().canUndo());
    // What is being typed is tried without being taken, and without a failure of the document.
    QVERIFY(!document.tryValue(keyPath, "invoice:{").ok());
    QVERIFY(document.tryValue(keyPath, "invoice:{customer|lower}").ok());
    QCOMPARE(failed.count(), 3);
}

void TestScenarioDocument::resetAllPutsTheFileBack()
{
    ScenarioDocument document;
    QVERIFY(document.openText(QString::fromUtf8(twoDesigns), QStringLiteral("two.json")));
    QVERIFY(document.setVariant(QStringLiteral("keyed")));
    QVERIFY(document.setValue(timeout, "4s", QStringLiteral("timeout")));
    QVERIFY(document.setSeed(1));
    QVERIFY(document.resetAll());
    QVERIFY(!document.hasChanges());
    QCOMPARE(document.choice().variant, std::string("keyed"));
    QVERIFY(document.setValue(timeout, "4s", QStringLiteral("timeout")));
    QVERIFY(document.reset(timeout));
    QVERIFY(!document.isChanged(timeout));
}

void TestScenarioDocument::commandLineMakesTheSameRun()
{
    ScenarioDocument document;
    QVERIFY(document.openBundled(QStringLiteral("invoice-naive")));
    QCOMPARE(document.commandLine(), QStringLiteral("idemscope run invoice-naive"));
    QVERIFY(document.openText(QString::fromUtf8(twoDesigns), QStringLiteral("it's two.json")));
    QVERIFY(document.setVariant(QStringLiteral("keyed")));
    QVERIFY(document.setValue(keyPath, "invoice:{customer|lower}", QStringLiteral("key")));
    QVERIFY(document.setValue(QStringLiteral("layers.model.calls_again"), 4, QStringLiteral("again")));
    QVERIFY(document.setSeed(8));
    QCOMPARE(document.commandLine(),
             QStringLiteral("idemscope run 'it'\\''s two.json' --variant keyed "
                            "--set 'tools.send_invoice.key=invoice:{customer|lower}' "
                            "--set layers.model.calls_again=4 --seed 8"));
    // Each --set is read back to the very override.
    for (const Override& change : document.choice().overrides) {
        const std::string value
            = change.value.is_string() ? change.value.get<std::string>() : change.value.dump();
        const Result<Override> read = parseOverride(change.path + "=" + value);
        QVERIFY(read.ok());
        QVERIFY(*read == change);
    }
}

QTEST_GUILESS_MAIN(TestScenarioDocument)
#include "tst_scenario_document.moc"
