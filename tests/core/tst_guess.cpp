// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/guess.h"

#include <QTest>

#include <cmath>

using namespace shardscope;

class TestGuess : public QObject
{
    Q_OBJECT

private slots:
    void guesses_data()
    {
        QTest::addColumn<double>("guess");
        QTest::addColumn<double>("truth");
        QTest::addColumn<double>("tolerance");
        QTest::addColumn<bool>("isRight");
        QTest::addColumn<double>("factor");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char *name, double guess, double truth, double tolerance,
                             bool isRight, double factor, const char *words) {
            QTest::newRow(name) << guess << truth << tolerance << isRight << factor
                                << QByteArray(words);
        };
        row("exact", 50, 50, 0.1, true, 1, "Right: within 10 %.");
        row("as far off as may be", 55, 50, 0.1, true, 1.1, "Right: within 10 %.");
        row("as far off below", 45, 50, 0.1, true, 50.0 / 45, "Right: within 10 %.");
        row("just beyond", 55.1, 50, 0.1, false, 1.102, "1.10 times too high.");
        row("far too low", 50, 90, 0.1, false, 1.8, "1.80 times too low.");
        row("far too high", 900, 30, 0.1, false, 30, "30.0 times too high.");
        row("nothing of something", 0, 30, 0.1, false, INFINITY, "Too low.");
        row("something of nothing", 30, 0, 0.1, false, INFINITY, "Too high.");
        row("nothing of nothing", 0, 0, 0.1, true, 1, "Right: within 10 %.");
        row("no tolerance", 8, 8, 0, true, 1, "Right, exactly.");
        row("no tolerance, and off", 8, 9, 0, false, 1.125, "1.12 times too low.");
    }
    void guesses()
    {
        QFETCH(double, guess);
        QFETCH(double, truth);
        QFETCH(double, tolerance);
        QFETCH(QByteArray, words);
        const GuessOutcome outcome = outcomeOf({.tolerance = tolerance}, guess, truth);
        QTEST(outcome.isRight, "isRight");
        QTEST(outcome.factor(), "factor");
        QCOMPARE(
            QByteArray::fromStdString(englishText(guessOutcomeText(outcome, tolerance))), words);
    }

    void handsAreCounted()
    {
        const Question question{.choices = {{}, {.isRight = true}, {}}};
        const ShowOfHands room{.hands = {2, 6, 4}};
        QCOMPARE(room.sum(), 12);
        QCOMPARE(room.rightShare(question), 0.5);
        QCOMPARE(ShowOfHands{}.rightShare(question), 0.0);
        QCOMPARE((ShowOfHands{.hands = {0, 0, 0}}.rightShare(question)), 0.0);
        QCOMPARE((ShowOfHands{.hands = {1, 1, 1, 1}}.rightShare(question)), 0.25); // one too many
    }
};

QTEST_APPLESS_MAIN(TestGuess)
#include "tst_guess.moc"
