// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/toml.h"
#include "core/base/yaml.h"

#include <QTest>

using namespace shardscope;

class TestYaml : public QObject
{
    Q_OBJECT

private slots:
    void wordsMeanWhatPeopleMean_data()
    {
        QTest::addColumn<QString>("yaml");
        QTest::addColumn<QString>("json");
        QTest::newRow("digits in groups") << "500_000"
                                          << "500000";
        QTest::newRow("exponent") << "5e8"
                                  << "500000000";
        QTest::newRow("exponent with a sign") << "2e-5"
                                              << "2e-05";
        QTest::newRow("zero in front is decimal") << "010"
                                                  << "10";
        QTest::newRow("hexadecimal") << "0x10"
                                     << "16";
        QTest::newRow("negative") << "-1"
                                  << "-1";
        QTest::newRow("no") << "no"
                            << "false";
        QTest::newRow("on") << "on"
                            << "true";
        QTest::newRow("quoted no") << "'no'"
                                   << "\"no\"";
        QTest::newRow("quoted number") << "\"4\""
                                       << "\"4\"";
        QTest::newRow("nothing") << ""
                                 << "null";
        QTest::newRow("tilde") << "~"
                               << "null";
        QTest::newRow("infinity stays a word") << ".inf"
                                               << "\".inf\"";
        QTest::newRow("more than a double holds") << "1e999"
                                                  << "\"1e999\"";
        QTest::newRow("a size is a word") << "7B"
                                          << "\"7B\"";
        QTest::newRow("list in a line") << "[1, a]"
                                        << "[1,\"a\"]";
    }
    void wordsMeanWhatPeopleMean()
    {
        QFETCH(QString, yaml);
        QFETCH(QString, json);
        const Result<ParsedText> parsed = parseYaml("key: " + yaml.toStdString());
        QVERIFY(parsed.has_value());
        QCOMPARE(QString::fromStdString(writeJson(parsed->root, JsonStyle::Compact)),
            "{\"key\":" + json + "}");
    }

    void valuesKnowWhereTheyStand()
    {
        const Result<ParsedText> parsed = parseYaml("a: 1\nb:\n  c: two # why\n");
        QVERIFY(parsed.has_value());
        const Json *c = parsed->root.find("b")->find("c");
        QCOMPARE(c->line(), 3);
        QCOMPARE(c->column(), 6);
    }

    void aliasesAndMergeKeysAreFollowed()
    {
        const Result<ParsedText> parsed
            = parseYaml("base: &b {x: 1, y: 2}\nrun:\n  <<: *b\n  y: 3\nagain: *b\n");
        QVERIFY(parsed.has_value());
        QCOMPARE(writeJson(*parsed->root.find("run"), JsonStyle::Compact),
            std::string(R"({"x":1,"y":3})"));
        QCOMPARE(*parsed->root.find("again"), *parsed->root.find("base"));
    }

    void oddThingsAreSaid()
    {
        const Result<ParsedText> parsed = parseYaml("a: 1\nb: 007\na: 2\n");
        QVERIFY(parsed.has_value());
        QCOMPARE(*parsed->root.find("a")->number(), 2.0);
        QCOMPARE(parsed->notes.size(), std::size_t(2));
        QCOMPARE(parsed->notes[0].line, 2);
        QCOMPARE(parsed->notes[1].code, ErrorCode::DuplicateKey);
        QCOMPARE(parsed->notes[1].line, 3);
    }

    void badTextIsRefused_data()
    {
        QTest::addColumn<QByteArray>("yaml");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<int>("line");
        QTest::newRow("bracket left open")
            << QByteArray("a: [1, 2\nb: 3") << ErrorCode::InvalidSyntax << 2;
        QTest::newRow("a mapping as a key")
            << QByteArray("{a: 1}: 2") << ErrorCode::InvalidSyntax << 1;
        QTest::newRow("too deep") << QByteArray(QByteArray("[").repeated(100))
                                  << ErrorCode::TooLarge << 1;
        QTest::newRow("too long") << QByteArray("#").repeated(2 << 20) << ErrorCode::TooLarge << 0;
        QByteArray bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
        for (int i = 1; i < 10; ++i)
            bomb += QStringLiteral("a%1: &a%1 [*a%2, *a%2, *a%2, *a%2, *a%2, *a%2, *a%2, *a%2]\n")
                        .arg(i)
                        .arg(i - 1)
                        .toUtf8();
        QTest::newRow("aliases of aliases") << bomb << ErrorCode::TooLarge << 6;
    }
    void badTextIsRefused()
    {
        QFETCH(QByteArray, yaml);
        QFETCH(ErrorCode, code);
        QFETCH(int, line);
        const Result<ParsedText> parsed = parseYaml(yaml.toStdString());
        QVERIFY(!parsed.has_value());
        QCOMPARE(parsed.error().code, code);
        QCOMPARE(parsed.error().line, line);
    }

    void tomlKeepsOrderAndLines()
    {
        const Result<Json> parsed
            = parseToml("[training]\nseq_len = 8_192\nb = 1\n\n[model]\na = \"x\"\n");
        QVERIFY(parsed.has_value());
        QCOMPARE(writeJson(*parsed, JsonStyle::Compact),
            std::string(R"({"training":{"seq_len":8192,"b":1},"model":{"a":"x"}})"));
        QCOMPARE(parsed->find("training")->find("seq_len")->line(), 2);
    }

    void badTomlHasALine()
    {
        const Result<Json> parsed = parseToml("[a]\nb = 1\nb = 2\n");
        QVERIFY(!parsed.has_value());
        QCOMPARE(parsed.error().line, 3);
    }
};

QTEST_APPLESS_MAIN(TestYaml)
#include "tst_yaml.moc"
