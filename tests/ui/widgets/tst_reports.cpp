#include "simulations/run/explanation.h"
#include "simulations/run/verdict.h"
#include "ui/widgets/counter_tile.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/story_list.h"
#include "ui/widgets/verdict_bar.h"

#include <QApplication>
#include <QClipboard>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace idem;

namespace {

constexpr Micros s = 1'000'000;

std::vector<StoryLine> storyOf(int lines)
{
    std::vector<StoryLine> story;
    for (int i = 0; i < lines; ++i) {
        StoryLine line;
        line.at = (i + 1) * s;
        line.what = "Something happened, number " + std::to_string(i) + ".";
        line.meaning = i % 2 == 0 ? "And it meant something." : "";
        story.push_back(line);
    }
    return story;
}

} // namespace

class ReportsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aClickOnALineActivatesIt()
    {
        StoryList list;
        list.resize(300, 400);
        list.setStory(storyOf(4));
        list.show();
        QSignalSpy activated(&list, &StoryList::lineActivated);
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.lineRect(2).center());
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated.last().first().toInt(), 2);
        QCOMPARE(list.current(), 2);
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, {100, 390});
        QCOMPARE(activated.count(), 1);
    }

    void theKeyboardWalksTheStory()
    {
        StoryList list;
        list.resize(300, 120);
        list.setStory(storyOf(20));
        list.show();
        QSignalSpy activated(&list, &StoryList::lineActivated);
        QTest::keyClick(&list, Qt::Key_Home);
        QTest::keyClick(&list, Qt::Key_Down);
        QCOMPARE(list.current(), 1);
        QCOMPARE(activated.count(), 0);
        QTest::keyClick(&list, Qt::Key_Return);
        QCOMPARE(activated.last().first().toInt(), 1);
        QTest::keyClick(&list, Qt::Key_End);
        QCOMPARE(list.current(), 19);
        QVERIFY(list.viewport()->rect().contains(list.lineRect(19).center()));
        QVERIFY(list.accessibleDescription().contains(QStringLiteral("number 19")));
        QTest::keyClick(&list, Qt::Key_Down);
        QCOMPARE(list.current(), 19);
        QTest::keyClick(&list, Qt::Key_PageUp);
        QCOMPARE(list.current(), 14);
    }

    void theLineAtThePlayheadIsTheLastThatHappened()
    {
        StoryList list;
        list.setStory(storyOf(4));
        QCOMPARE(list.lineAtPlayhead(), 3);
        list.setPlayhead(2 * s + 1);
        QCOMPARE(list.lineAtPlayhead(), 1);
        list.setPlayhead(2 * s);
        QCOMPARE(list.lineAtPlayhead(), 1);
        list.setPlayhead(0);
        QCOMPARE(list.lineAtPlayhead(), -1);
        list.setStory({});
        QCOMPARE(list.lineAtPlayhead(), -1);
    }

    void linesDoNotOverlapAndWrapInsteadOfBeingCut()
    {
        StoryList list;
        list.resize(600, 300);
        std::vector<StoryLine> story = storyOf(3);
        story[1].what = std::string(300, 'w');
        for (std::size_t i = 3; i < 300; i += 9) {
            story[1].what[i] = ' ';
        }
        list.setStory(story);
        list.show();
        const int wide = list.lineRect(1).height();
        list.resize(220, 300);
        QVERIFY(list.lineRect(1).height() > wide);
        QVERIFY(list.lineRect(1).top() > list.lineRect(0).bottom());
        QVERIFY(list.lineRect(2).top() > list.lineRect(1).bottom());
    }

    void anEmptyStoryBearsEveryKey()
    {
        StoryList list;
        list.show();
        QTest::keyClick(&list, Qt::Key_Down);
        QTest::keyClick(&list, Qt::Key_Return);
        QCOMPARE(list.current(), -1);
        QVERIFY(list.lineRect(0).isNull());
    }

    void theVerdictIsSaidInWordsAndNotOnlyInColour()
    {
        VerdictBar bar;
        QVERIFY(!bar.text().contains(QStringLiteral("SAFE")));
        Verdict verdict;
        verdict.actions = 1;
        verdict.effects = 3;
        verdict.duplicates = 2;
        verdict.told = "failed";
        bar.setVerdict(verdict);
        QVERIFY(bar.text().startsWith(QStringLiteral("✕ UNSAFE")));
        QVERIFY(bar.text().contains(QString::fromStdString(sentence(verdict))));
        QCOMPARE(bar.accessibleDescription(), bar.text());
        verdict.safe = true;
        bar.setVerdict(verdict);
        QVERIFY(bar.text().startsWith(QStringLiteral("✓ SAFE")));
        bar.setChange(QStringLiteral("effects 3 → 1"));
        QVERIFY(bar.text().contains(QStringLiteral("effects 3 → 1")));
        bar.clear();
        QVERIFY(!bar.text().contains(QStringLiteral("SAFE")));
    }

    void aLongVerdictTakesASecondLineBeforeItIsCut()
    {
        VerdictBar bar;
        Verdict verdict;
        verdict.actions = 1;
        verdict.effects = 3;
        verdict.duplicates = 2;
        verdict.told = "failed";
        bar.setVerdict(verdict);
        QVERIFY(bar.heightForWidth(500) > bar.heightForWidth(1600));
        QVERIFY(bar.toolTip().contains(QString::fromStdString(sentence(verdict))));
        bar.resize(260, bar.heightForWidth(260));
        QVERIFY(!bar.grab().isNull());
    }

    void aTileIsReadAsNumberAndWord()
    {
        CounterTile tile(QStringLiteral("effects"), Token::DuplicateText);
        QCOMPARE(tile.accessibleName(), QStringLiteral("0 effects"));
        tile.setValue(3);
        QCOMPARE(tile.value(), 3);
        QCOMPARE(tile.accessibleName(), QStringLiteral("3 effects"));
        tile.setWord(QStringLiteral("replays"));
        QCOMPARE(tile.accessibleName(), QStringLiteral("3 replays"));
    }

    void aNoticeSaysAllThreePartsAndCanBeCopiedAndDismissed()
    {
        NoticeBar bar;
        QVERIFY(bar.isHidden());
        bar.showNotice(QStringLiteral("The file <b>a.json</b> can't be read"),
                       QStringLiteral("The scenario shown before is unchanged."),
                       QStringLiteral("Check the path."));
        QVERIFY(!bar.isHidden());
        const auto buttons = bar.findChildren<QToolButton*>();
        QCOMPARE(buttons.size(), 2);
        QTest::mouseClick(buttons[0], Qt::LeftButton);
        QCOMPARE(QApplication::clipboard()->text(),
                 QStringLiteral(
                     "The file <b>a.json</b> can't be read\nThe scenario shown before is unchanged.\nCheck "
                     "the path."));
        QSignalSpy dismissed(&bar, &NoticeBar::dismissed);
        QTest::mouseClick(buttons[1], Qt::LeftButton);
        QVERIFY(bar.isHidden());
        bar.showNotice(QStringLiteral("Again"), {}, {});
        QCOMPARE(bar.text(), QStringLiteral("Again"));
        QTest::keyClick(&bar, Qt::Key_Escape);
        QVERIFY(bar.isHidden());
        QCOMPARE(dismissed.count(), 2);
    }
};

QTEST_MAIN(ReportsTest)
#include "tst_reports.moc"
