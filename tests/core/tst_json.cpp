// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"

#include <QTest>

using namespace shardscope;

class TestJson : public QObject
{
    Q_OBJECT

private slots:
    void remembersLines()
    {
        const Result<Json> json = parseJson("{\n \"a\": 1,\n \"b\": [\n  true\n ]\n}");
        QVERIFY(json);
        QCOMPARE(json->find("a")->line(), 2);
        QCOMPARE(json->find("b")->line(), 3);
        QCOMPARE(json->find("b")->array()->front().line(), 4);
    }

    void badTextSaysWhere_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("code");
        QTest::addColumn<int>("line");
        const auto row = [](const char *name, const QByteArray &text, ErrorCode code, int line) {
            QTest::newRow(name) << text << static_cast<int>(code) << line;
        };
        row("empty text", "", ErrorCode::InvalidSyntax, 1);
        row("not JSON", "hello", ErrorCode::InvalidSyntax, 1);
        row("breaks off", "{\n\"a\": [1,", ErrorCode::InvalidSyntax, 2);
        row("trailing comma", "{\n\"a\": 1,\n}", ErrorCode::InvalidSyntax, 3);
        row("NaN", "{\"a\":\nNaN}", ErrorCode::InvalidSyntax, 2);
        row("number beyond double", "[\n1e999]", ErrorCode::InvalidSyntax, 2);
        row("invalid UTF-8", "{\n\"a\": \"\xff\"}", ErrorCode::InvalidSyntax, 2);
        row("same key twice", "{\"a\": 1,\n\n\"a\": 2}", ErrorCode::DuplicateKey, 3);
        row("200,000 levels", QByteArray(200'000, '['), ErrorCode::TooLarge, 1);
    }

    void badTextSaysWhere()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, code);
        QFETCH(int, line);
        const Result<Json> json
            = parseJson(std::string_view(text.data(), std::size_t(text.size())));
        QVERIFY(!json);
        QCOMPARE(static_cast<int>(json.error().code), code);
        QCOMPARE(json.error().line, line);
        QVERIFY(!describe(json.error()).empty());
        QVERIFY(describe(json.error()).find('\n') == std::string::npos);
    }

    void errorsPointIntoListsOfLists_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("where");
        QTest::newRow("an object of a list of an object of a list")
            << QByteArray(R"({"a": [[1], {"b": [true, {"k": 1, "k": 2}]}]})") << "/a/1/b/1/k";
        QTest::newRow("a list of a list")
            << QByteArray(R"([[], [0, [1, 2, {"k": {}, "k": 0}]]])") << "/1/1/2/k";
        QTest::newRow("behind objects that are closed")
            << QByteArray(R"({"a": {"b": {}}, "c": {"d": {"k": [], "k": 0}}})") << "/c/d/k";
    }

    void errorsPointIntoListsOfLists()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, where);
        QCOMPARE(QString::fromStdString(parseJson(text.toStdString()).error().where), where);
    }

    /// Whatever is open beside it, each list and object has its own, in order.
    void nestedListsAndObjectsKeepWhatIsTheirs()
    {
        const std::string text = R"([1,{"a":[2,{"b":{},"c":[[],[3]]},4],"d":5},[6,{"e":[7]}],8])";
        const Result<Json> json = parseJson(text);
        QVERIFY(json);
        QCOMPARE(writeJson(*json, JsonStyle::Compact), text);
        QCOMPARE((*json->array())[1].find("a")->array()->size(), std::size_t{3});
    }

    void letsPassWhatPeopleWrite()
    {
        const Result<Json> json = parseJson("\xEF\xBB\xBF{ // a comment\n\"a\": 1e9}");
        QVERIFY(json);
        QCOMPARE(*json->find("a")->number(), 1e9);
    }

    void refusesTooMuch()
    {
        const JsonLimits small{.bytes = 100, .depth = 3, .values = 4};
        QCOMPARE(parseJson(std::string(101, ' '), small).error().code, ErrorCode::TooLarge);
        QCOMPARE(parseJson("[1,2,3,4]", small).error().code, ErrorCode::TooLarge);
        QVERIFY(parseJson("[1,2,3]", small));
    }

    void writesWholeNumbersWhole()
    {
        Json json;
        json["parameters"] = 8030261248.0;
        json["dropout"] = 0.05;
        json["name"] = "Llama";
        QCOMPARE(writeJson(json, JsonStyle::Compact),
            std::string(R"({"parameters":8030261248,"dropout":0.05,"name":"Llama"})"));
        QCOMPARE(*parseJson(writeJson(json)), json);
    }
};

QTEST_APPLESS_MAIN(TestJson)
#include "tst_json.moc"
