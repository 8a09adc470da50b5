// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/makeplan.h"
#include "tests/support/lessons.h"
#include "tests/support/testcatalog.h"
#include "ui/workshop/barmorph.h"
#include "ui/workshop/lessonwords.h"
#include "ui/workshop/presentation.h"
#include "ui/workshop/screenchart.h"
#include "ui/workshop/screenkeys.h"
#include "ui/workshop/screenlook.h"

#include <QSignalSpy>
#include <QTest>

using namespace shardscope;

class TestPresentation : public QObject
{
    Q_OBJECT

    Presentation m_presentation{sampleLesson(), builtInCatalog()};

private slots:
    void init() { m_presentation.setLesson(sampleLesson()); }
    void cleanup() { m_presentation.goTo(0); }

    void eachStepHasItsOwnScenario()
    {
        QCOMPARE(m_presentation.session().scenario().parallel.strategy, Strategy::Ddp);
        m_presentation.advance();
        QCOMPARE(m_presentation.session().scenario().parallel.strategy, Strategy::Zero3);
        m_presentation.goTo(2);
        QCOMPARE(m_presentation.session().scenario().parallel.strategy, Strategy::Ddp);
    }

    void whatWasTriedOutIsGoneAtTheNextStep()
    {
        Scenario scenario = m_presentation.session().scenario();
        scenario.parallel.gpus = 64;
        m_presentation.session().editAtOnce("GPUs", "gpus", scenario);
        m_presentation.reset();
        QCOMPARE(m_presentation.session().scenario().parallel.gpus, 8);
        QVERIFY(!m_presentation.session().undoStack()->canUndo());
    }

    void inputsAreLockedUntilSomebodyHasGuessed()
    {
        QVERIFY(!m_presentation.isLocked());
        m_presentation.goTo(1);
        QVERIFY(m_presentation.isLocked());
        m_presentation.guess(20e9);
        QVERIFY(!m_presentation.isLocked());
        QVERIFY(m_presentation.isAsking());
    }

    void aGuessIsJudgedOnceItIsRevealed_data()
    {
        QTest::addColumn<double>("guess");
        QTest::addColumn<bool>("isRight");
        QTest::addColumn<double>("factor");
        QTest::newRow("far too high") << 30.58e9 << false << 2.0;
        QTest::newRow("half of it") << 7.645e9 << false << 2.0;
        QTest::newRow("within a tenth") << 16e9 << true << 16 / 15.29;
    }

    void aGuessIsJudgedOnceItIsRevealed()
    {
        QFETCH(double, guess);
        QFETCH(bool, isRight);
        QFETCH(double, factor);
        m_presentation.goTo(1);
        m_presentation.guess(guess);
        QVERIFY(!m_presentation.outcome());
        m_presentation.reveal();
        const std::optional<GuessOutcome> outcome = m_presentation.outcome();
        QVERIFY(outcome);
        QVERIFY(std::abs(outcome->truth - 15.288e9) < 1e7); // the worksheet's own 15.288 GB
        QCOMPARE(outcome->isRight, isRight);
        QVERIFY(std::abs(outcome->factor() - factor) < 0.01);
        QCOMPARE(m_presentation.score().right, isRight ? 1 : 0);
        m_presentation.guess(1); // too late
        QCOMPARE(*m_presentation.answer().guess, guess);
    }

    void theRoomIsRightWhereMostHandsWere()
    {
        m_presentation.goTo(2);
        m_presentation.raiseHands(0, 9);
        m_presentation.raiseHands(1, 21);
        m_presentation.reveal();
        QCOMPARE(m_presentation.answer().hands.rightShare(*m_presentation.step().question), 0.7);
        QCOMPARE(m_presentation.score().right, 1);
        QCOMPARE(m_presentation.score().asked, 2);
    }

    void advancingRevealsBeforeItGoesOn()
    {
        m_presentation.goTo(1);
        QVERIFY(m_presentation.advance());
        QCOMPARE(m_presentation.place(), std::size_t(1));
        QVERIFY(m_presentation.answer().isRevealed);
        QVERIFY(m_presentation.advance());
        QCOMPARE(m_presentation.place(), std::size_t(2));
        m_presentation.goTo(4);
        QVERIFY(!m_presentation.advance());
    }

    void aBrokenStepSaysWhyAndTheOthersAreThere()
    {
        m_presentation.goTo(4);
        QVERIFY(m_presentation.problem());
        QVERIFY(describe(*m_presentation.problem()).find("gpuss") != std::string::npos);
        m_presentation.goBack();
        QVERIFY(!m_presentation.problem());
    }

    void liveValuesAreThePlannersOwn()
    {
        const Session &session = m_presentation.session();
        const LiveSource source{session.scenario(), session.catalog(), m_presentation.maker()};
        QCOMPARE(filledWords(m_presentation.step().text, source),
            QStringLiteral("Each GPU keeps **112.0 GB** of model states.")
                .replace("112.0 GB", QStringLiteral("112.0%1GB").arg(QChar(QChar::Nbsp))));
        QCOMPARE(filledWords(LessonText("{{nonsense}}"), source).left(11), "[nonsense: ");
    }

    void aValueTellsWhereItComesFrom()
    {
        const Session &session = m_presentation.session();
        const LiveSource source{session.scenario(), session.catalog(), m_presentation.maker()};
        const QString links
            = linkedWords(LessonText("It is {{optimizer of zero2}}."), source, Qt::red);
        QVERIFY(links.contains("href=\"value:optimizer%20of%20zero2\""));
        QVERIFY(links.contains("color:#ff0000;"));
        const QString said = liveDerivation("value:optimizer%20of%20zero2", source);
        QVERIFY2(said.contains("7,000,000,000"), qPrintable(said));
        QVERIFY(said.contains("Source:"));
    }

    // Bars on the way to the next step

    void barsMorphPartByPart()
    {
        const Catalog &catalog = m_presentation.session().catalog();
        const ChartData from = screenChart("memory", *m_presentation.session().plan(), catalog, {});
        m_presentation.goTo(1);
        const ChartData to = screenChart("memory", *m_presentation.session().plan(), catalog, {});
        QVERIFY(canMorph(from, to));
        QCOMPARE(between(from, to, 1), to);
        const ChartData half = between(from, to, 0.5);
        QCOMPARE(half.categories.size(), to.categories.size());
        const int weights = seriesIndex(half, "weights");
        for (std::size_t bar = 0; bar < half.categories.size(); ++bar)
            QCOMPARE(half.series[weights].values[bar], to.series[weights].values[bar]);
    }

    void theChosenBarShrinksFromWhatItWas()
    {
        ChartData from{.categories = {{.id = "ddp", .isChosen = true}},
            .series = {{.id = "weights", .values = {100}, .details = {{}}},
                {.id = "gathered", .values = {8}, .details = {{}}}}};
        ChartData to = from;
        to.categories[0].id = "zero3";
        to.series = {{.id = "weights", .values = {20}, .details = {{}}}};
        const ChartData half = between(from, to, 0.5);
        QCOMPARE(half.series[0].values[0], 60.0);
        QCOMPARE(half.series[1].id, QString("gathered"));
        QCOMPARE(half.series[1].values[0], 4.0);
    }

    void aHiddenBarTellsNothing()
    {
        m_presentation.goTo(1);
        const Session &session = m_presentation.session();
        const ChartData shown = screenChart("memory", *session.plan(), session.catalog(), {});
        const ChartData hidden = withoutTruth(shown, 20e9);
        const auto chosen = static_cast<std::size_t>(chosenCategory(hidden));
        QCOMPARE(totalOf(hidden, chosen), 0.0);
        QCOMPARE(hidden.categories[chosen].high, 0.0);
        QVERIFY(!hidden.categories[chosen].fit);
        QCOMPARE(hidden.categories[chosen].outline, 20e9);
        for (const ChartLine &line : hidden.lines)
            QVERIFY(!line.fit);
        QVERIFY(!hidden.summary.contains("15"));
        QCOMPARE(withGhost(shown, 20e9).categories[chosen].outline, 20e9);
    }

    void whatIsAskedForIsNotShown()
    {
        const Session &session = m_presentation.session();
        const ChartData shown = screenChart("memory", *session.plan(), session.catalog(), {});
        const double asked = totalOf(shown, 2); // of another bar than the chosen one
        const ChartData hidden = withoutAmount(shown, asked);
        QCOMPARE(totalOf(hidden, 2), 0.0);
        QCOMPARE(hidden.categories[2].word, QString("?"));
        QCOMPARE(totalOf(hidden, 0), totalOf(shown, 0));
    }

    // Keys

    void keysOfAClicker_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<ScreenFocus>("focus");
        QTest::addColumn<int>("act"); // -1: left to what has the focus
        const auto act = [](ScreenKey::Act value) { return static_cast<int>(value); };
        using enum ScreenKey::Act;
        QTest::newRow("page down in a number box")
            << int(Qt::Key_PageDown) << ScreenFocus::Text << act(Advance);
        QTest::newRow("page up on a slider")
            << int(Qt::Key_PageUp) << ScreenFocus::Slider << act(Back);
        QTest::newRow("space on nothing")
            << int(Qt::Key_Space) << ScreenFocus::None << act(Advance);
        QTest::newRow("space on a button") << int(Qt::Key_Space) << ScreenFocus::Button << -1;
        QTest::newRow("right on a slider") << int(Qt::Key_Right) << ScreenFocus::Slider << -1;
        QTest::newRow("right on nothing")
            << int(Qt::Key_Right) << ScreenFocus::None << act(Advance);
        QTest::newRow("b on a slider") << int(Qt::Key_B) << ScreenFocus::Slider << act(Blank);
        QTest::newRow("b typed") << int(Qt::Key_B) << ScreenFocus::Text << -1;
        QTest::newRow("full stop") << int(Qt::Key_Period) << ScreenFocus::None << act(Blank);
        QTest::newRow("escape in a box") << int(Qt::Key_Escape) << ScreenFocus::Text << act(Leave);
        QTest::newRow("digit typed") << int(Qt::Key_3) << ScreenFocus::Text << -1;
        QTest::newRow("digit") << int(Qt::Key_3) << ScreenFocus::None << act(Jump);
    }

    void keysOfAClicker()
    {
        QFETCH(int, key);
        QFETCH(ScreenFocus, focus);
        QFETCH(int, act);
        const std::optional<ScreenKey> found = screenKey(key, {}, focus);
        QCOMPARE(found ? static_cast<int>(found->act) : -1, act);
        QVERIFY(!screenKey(key, Qt::ControlModifier, focus));
    }

    void theSmallestTypeCanBeReadFromTheLastRow_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("720p") << QSize(1280, 720);
        QTest::newRow("1080p") << QSize(1920, 1080);
        QTest::newRow("4:3") << QSize(1024, 768);
    }

    void theSmallestTypeCanBeReadFromTheLastRow()
    {
        QFETCH(QSize, size);
        constexpr int DotsPerInch = 96;
        constexpr double NumbersInBars = 0.88; // of the body
        const ScreenLook look = screenLook(Room::Light, size, {}, DotsPerInch);
        const double pixels = look.body.pointSizeF() * DotsPerInch / 72 * NumbersInBars;
        QVERIFY(pixels >= 0.022 * size.height());
        QVERIFY(look.sentence.pointSizeF() > look.body.pointSizeF());
        QVERIFY(look.palette != screenLook(Room::Dark, size, {}, DotsPerInch).palette);
    }
};

QTEST_MAIN(TestPresentation)
#include "tst_presentation.moc"
