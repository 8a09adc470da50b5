// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/term.h"

#include <QTest>

using namespace shardscope;

class TestTerm : public QObject
{
    Q_OBJECT

private slots:
    void isComparedByNumberAndFormula()
    {
        const Term product = Term::count(3) * Term::each(4);
        QCOMPARE(product, Term::count(3) * Term::each(4));
        QVERIFY(product != Term::count(4) * Term::each(3));
        QVERIFY(Term::count(12) != product);
    }

    void saysHowItCameAbout_data()
    {
        QTest::addColumn<Term>("term");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        const Term two = Term::each(2);
        const Term layers = Term::count(32, "layers");
        const Term sum = Term::count(1000) + Term::count(200);
        QTest::newRow("nothing") << Term() << 0.0 << "0";
        QTest::newRow("a count") << Term::count(8030261248.0) << 8030261248.0 << "8,030,261,248";
        QTest::newRow("bytes each") << Term::each(0.5) << 0.5 << "0.5 B";
        QTest::newRow("an amount")
            << Term::amount(545 * MiB, "CUDA context") << 545.0 * 1048576 << "545 MiB CUDA context";
        QTest::newRow("an amount in words of its own")
            << Term::described(2 * MiB, "for " + std::string("once")) << 2.0 * 1048576
            << "2 MiB for once";
        QTest::newRow("what is left out of a sum")
            << Term::count(100) + Term::count(-30, "B") << 70.0 << "100 - 30 B";
        QTest::newRow("words from elsewhere") << Term::told(Bytes(7), "3 + 4") << 7.0 << "3 + 4";
        QTest::newRow("a product") << two * layers << 64.0 << "2 B x 32 layers";
        QTest::newRow("a sum is a factor in brackets")
            << two * sum << 2400.0 << "2 B x (1,000 + 200)";
        QTest::newRow("so is one in front") << sum / Term::count(8) << 150.0 << "(1,000 + 200) / 8";
        QTest::newRow("what is divided by stands in brackets")
            << Term::count(640) / (two * layers) << 10.0 << "640 / (2 B x 32 layers)";
        QTest::newRow("what is not there is not mentioned")
            << Term() + two + Term() << 2.0 << "2 B";
        QTest::newRow("a long one")
            << two * sum + two * sum << 4800.0 << "2 B x (1,000 + 200) + 2 B x (1,000 + 200)";
        QTest::newRow("a long one goes on") << Term::factor(0.5) * (two * sum + two * sum) << 2400.0
                                            << "0.5 x (2 B x (1,000 + 200) + 2 B x (1,000 + 200))";
    }

    void saysHowItCameAbout()
    {
        QFETCH(Term, term);
        QTEST(term.value(), "value");
        QTEST(QString::fromStdString(term.text()), "text");
    }
};

QTEST_APPLESS_MAIN(TestTerm)
#include "tst_term.moc"
