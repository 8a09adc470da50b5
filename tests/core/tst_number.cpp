// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number.h"
#include "core/base/texttable.h"

#include <QTest>

using namespace shardscope;

class TestNumber : public QObject
{
    Q_OBJECT

private slots:
    void reads_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<NumberStyle>("style");
        QTest::addColumn<double>("value");
        using enum NumberStyle;
        QTest::newRow("plain") << "8192" << Plain << 8192.0;
        QTest::newRow("size of a model") << "70B" << Parameters << 70e9;
        QTest::newRow("size with a space") << " 7.5 B " << Parameters << 7.5e9;
        QTest::newRow("scientific") << "7e9" << Parameters << 7e9;
        QTest::newRow("1T") << "1T" << Parameters << 1e12;
        QTest::newRow("32k tokens is a power of two") << "32k" << Tokens << 32768.0;
        QTest::newRow("32k of anything else is not") << "32k" << Plain << 32000.0;
        QTest::newRow("32e3 tokens is what it says") << "32e3" << Tokens << 32000.0;
        QTest::newRow("kibi") << "4Ki" << Plain << 4096.0;
        QTest::newRow("digit groups") << "500_000" << Tokens << 500000.0;
        QTest::newRow("product") << "8*1024" << Tokens << 8192.0;
        QTest::newRow("brackets, power, signs") << "2^(3+1) - -1*2/4" << Plain << 16.5;
        QTest::newRow("power is right-associative") << "2^3^2" << Plain << 512.0;
        QTest::newRow("percent") << "50%" << Plain << 0.5;
    }

    void reads()
    {
        QFETCH(QString, text);
        QFETCH(NumberStyle, style);
        QFETCH(double, value);
        const auto read = parseNumber(text.toStdString(), style);
        QVERIFY(read);
        QCOMPARE(*read, value);
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char *text : {"", " ", "B", "7 7", "7Bx", "1..2", "1e", "e5", "(1", "1)", "--",
                 "1/0", "1e999", "nan", "inf", "0x10", "8*", "1,5"})
            QTest::newRow(text) << QByteArray(text);
        QTest::newRow("10,000 brackets") << QByteArray(10000, '(');
        QTest::newRow("10,000 signs") << QByteArray(10000, '-');
    }

    void refuses()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!parseNumber(text.toStdString()));
    }

    void writes()
    {
        QCOMPARE(formatNumber(7e9), std::string("7000000000"));
        QCOMPARE(formatNumber(0.05), std::string("0.05"));
        QCOMPARE(formatNumber(-3), std::string("-3"));
        QCOMPARE(formatShort(65.0 / 4096), std::string("0.0158691"));
        QCOMPARE(formatShort(75221.7578125), std::string("75221.8"));
        QCOMPARE(formatShort(0.515869140625), std::string("0.515869"));
        QCOMPARE(formatShort(563.2), std::string("563.2"));
        QCOMPARE(formatShort(1234567.8), std::string("1234568"));
        QCOMPARE(formatShort(-0.05), std::string("-0.05"));
        QCOMPARE(formatShort(16), std::string("16"));
        QCOMPARE(formatShort(0), std::string("0"));
        QCOMPARE(formatCount(8030261248.0), std::string("8,030,261,248"));
        QCOMPARE(formatCount(-1234), std::string("-1,234"));
        QCOMPARE(formatCount(999), std::string("999"));
    }

    void whatIsNextToNothingIsWrittenAsIt()
    {
        QCOMPARE(formatCount(-0.3), std::string("0"));
        QCOMPARE(formatShort(-0.0), std::string("0"));
        QCOMPARE(fixedText(-1e-17, 2), std::string("0.00"));
        QCOMPARE(fixedText(-0.0, 0), std::string("0"));
        QCOMPARE(fixedText(-0.005001, 2), std::string("-0.01"));
        QCOMPARE(signedText(-1e-17, 1), std::string("0.0"));
        QCOMPARE(signedText(1e-17, 1), std::string("0.0"));
        QCOMPARE(signedText(1.25, 1), std::string("+1.2"));
        QCOMPARE(signedText(-1.25, 1), std::string("-1.2"));
        QCOMPARE(parseNumber(formatShort(1e-308 / 1048576)), 1e-308 / 1048576);
        QCOMPARE(formatShort(1e-305), std::string("1e-305"));
    }

    void whatIsMoreThanWholeNumbersOfTheMachine()
    {
        QCOMPARE(formatCount(1e20), std::string("100,000,000,000,000,000,000"));
    }
};

QTEST_APPLESS_MAIN(TestNumber)
#include "tst_number.moc"
