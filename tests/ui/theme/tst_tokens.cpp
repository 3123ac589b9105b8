#include "ui/theme/theme.h"
#include "ui/theme/tokens.h"

#include <QApplication>
#include <QFile>
#include <QIcon>
#include <QStyle>
#include <QTest>

using namespace idem;

class TokensTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void contrastIsThatOfWcag()
    {
        QCOMPARE(qRound(Colours::contrast(Qt::black, Qt::white) * 100), 2100);
        QCOMPARE(qRound(Colours::contrast(QColor(0x767676), Qt::white) * 100), 454);
        QCOMPARE(Colours::contrast(QColor(0x123456), QColor(0x123456)), 1.0);
    }

    void everyWordIsLegibleOnEachOfItsGrounds_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void everyWordIsLegibleOnEachOfItsGrounds()
    {
        QFETCH(bool, dark);
        const Colours colours = dark ? Colours::dark() : Colours::light();
        QVERIFY(Colours::textPairs().size() > 60);
        for (const Colours::Pair& pair : Colours::textPairs()) {
            const double contrast = Colours::contrast(colours[pair.word], colours[pair.ground]);
            QVERIFY2(contrast >= 4.5,
                     qPrintable(QStringLiteral("token %1 on token %2: %3")
                                    .arg(int(pair.word))
                                    .arg(int(pair.ground))
                                    .arg(contrast)));
        }
    }

    void shapesStandOutFromTheSurface()
    {
        for (const Colours& colours : {Colours::light(), Colours::dark()}) {
            for (const Token token : {Token::Caller, Token::Duplicate, Token::Effect, Token::Arrow,
                                      Token::Focus, Token::Playhead}) {
                QVERIFY2(Colours::contrast(colours[token], colours[Token::Surface]) >= 3,
                         qPrintable(QString::number(int(token))));
            }
        }
    }

    void theHuesAreThoseOfOkabeAndIto()
    {
        const Colours colours = Colours::light();
        QCOMPARE(colours[Token::Caller], QColor(0x0072b2));
        QCOMPARE(colours[Token::Work], QColor(0xe69f00));
        QCOMPARE(colours[Token::Effect], QColor(0x009e73));
        QCOMPARE(colours[Token::Duplicate], QColor(0xd55e00));
        QCOMPARE(colours[Token::Replayed], QColor(0x56b4e9));
        QCOMPARE(colours[Token::Conflict], QColor(0xcc79a7));
    }

    void everyTokenHasAValueInBothSchemes()
    {
        for (int i = 0; i < int(Token::Count); ++i) {
            QVERIFY(Colours::light()[Token(i)].isValid());
            QVERIFY(Colours::dark()[Token(i)].isValid());
        }
    }

    void aPaletteLeadsBackToItsScheme()
    {
        QVERIFY(Colours::of(Colours::dark().palette()).isDark());
        QVERIFY(!Colours::of(Colours::light().palette()).isDark());
    }

    void theSchemeCanBeChangedWhileTheApplicationRuns()
    {
        applyScheme(*qApp, Scheme::Dark);
        QVERIFY(Colours::of(qApp->palette()).isDark());
        QCOMPARE(qApp->style()->name(), QStringLiteral("fusion"));
        applyScheme(*qApp, Scheme::Light);
        QVERIFY(!Colours::of(qApp->palette()).isDark());
        // The offscreen platform has a light palette, and may be dressed any number of times.
        applyScheme(*qApp, Scheme::System);
        applyScheme(*qApp, Scheme::System);
        QVERIFY(!Colours::of(qApp->palette()).isDark());
        QCOMPARE(qApp->palette().color(QPalette::Window), Colours::light()[Token::Window]);
    }

    void aThemeChangeKeepsTheTokens()
    {
        applyScheme(*qApp, Scheme::System);
        QWidget window;
        QEvent change(QEvent::ThemeChange);
        QCoreApplication::sendEvent(&window, &change);
        QTest::qWait(1);
        QCOMPARE(qApp->palette().color(QPalette::Window), Colours::light()[Token::Window]);
        applyScheme(*qApp, Scheme::Dark);
        QCoreApplication::sendEvent(&window, &change);
        QTest::qWait(1);
        QVERIFY(Colours::of(qApp->palette()).isDark());
    }

    void iconsAreThereWithoutADesktop()
    {
        for (const bool dark : {false, true}) {
            applyIconTheme(dark);
            if (!QFile::exists(QStringLiteral("/usr/share/icons/breeze/index.theme"))) {
                QSKIP("the Breeze icons are not installed");
            }
            QVERIFY(!QIcon::fromTheme(QStringLiteral("media-playback-start")).isNull());
        }
    }
};

QTEST_MAIN(TokensTest)
#include "tst_tokens.moc"
