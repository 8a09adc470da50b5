// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/jsonwriter.h"
#include "core/base/plaintext.h"

#include <QTest>

using namespace shardscope;

class TestPlainText : public QObject
{
    Q_OBJECT

private slots:
    void onlyWhatIsSeenLeaves_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("plain");
        QTest::addColumn<QByteArray>("line");
        const auto row = [](const char *name, const QByteArray &text, const QByteArray &plain,
                             const QByteArray &line = {}) {
            QTest::newRow(name) << text << plain << (line.isEmpty() ? plain : line);
        };
        const QByteArray gone = "\xEF\xBF\xBD";
        row("words", "Llama 3.1: 8 B", "Llama 3.1: 8 B");
        row("other letters", "Größe µs 模型 🦙", "Größe µs 模型 🦙");
        row("Arabic", "نموذج", "نموذج");
        row("a family that joiners hold together", "👩‍👧", "👩‍👧");
        row("a colour", "\x1b[31mred", gone + "[31mred");
        row("a window's title", "\x1b]0;x\x07", gone + "]0;x" + gone);
        row("C1 in UTF-8",
            "\xC2\x9B"
            "2J",
            gone + "2J");
        row("C1 as a byte of its own",
            "\x9B"
            "2J",
            gone + "2J");
        row("delete", "a\x7f", "a" + gone);
        row("a zero", QByteArray("a\0b", 3), "a" + gone + "b");
        row("words turned round",
            "\xE2\x80\xAE"
            "abc\xE2\x80\xAC",
            gone + "abc" + gone);
        row("an isolate", "\xE2\x81\xA6x\xE2\x81\xA9", gone + "x" + gone);
        row("marks that Arabic has", "\xE2\x80\x8F\xD8\x9C", "\xE2\x80\x8F\xD8\x9C");
        row("a separator of lines",
            "a\xE2\x80\xA8"
            "b",
            "a" + gone + "b");
        row("no UTF-8", "\xFF\xC0\x80", gone + gone + gone);
        row("half a character", "\xE2\x82", gone + gone);
        row("half of a pair", "\xED\xA0\x80", gone + gone + gone);
        row("lines and tabs", "a\tb\nc\r\nd", "a\tb\nc\r\nd", "a b c  d");
        row("back to the start of the line", "fits\rno", "fits" + gone + "no");
    }
    void onlyWhatIsSeenLeaves()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, plain);
        QFETCH(QByteArray, line);
        QCOMPARE(QByteArray::fromStdString(plainText(text.toStdString())), plain);
        QCOMPARE(QByteArray::fromStdString(plainLine(text.toStdString())), line);
    }

    void jsonHidesNothingAndLosesNothing()
    {
        const std::string name = "\x1b[1m\xC2\x9B\x7f\xE2\x80\xAE Größe";
        Json json;
        json[name] = name;
        const std::string text = writeJson(json, JsonStyle::Compact);
        const std::string seen = R"(\u001b[1m\u009b\u007f\u202e Größe)";
        QCOMPARE(text, "{\"" + seen + "\":\"" + seen + "\"}");
        QCOMPARE(plainText(text), text);
        QCOMPARE(*parseJson(text), json);
    }

    void jsonComesInPiecesAsInOne()
    {
        const Json value = *parseJson(R"({"a": [1, 2.5, [], {}, null, true], "b": {"c": "x"}})");
        for (const JsonStyle style : {JsonStyle::Compact, JsonStyle::Indented}) {
            std::string text;
            JsonWriter writer([&text](std::string_view piece) { text += piece; }, style);
            writer.beginObject();
            writer.key("a");
            const Json::Array &items = *value.find("a")->array();
            writer.array(items.size(), [&items](std::size_t i) { return items[i]; });
            writer.key("b");
            writer.value(*value.find("b"));
            writer.endObject();
            QCOMPARE(text, writeJson(value, style));
        }
        QCOMPARE(writeJson(value),
            std::string(
                "{\n  \"a\": [\n    1,\n    2.5,\n    [],\n    {},\n    null,\n    true\n  ],"
                "\n  \"b\": {\n    \"c\": \"x\"\n  }\n}"));
    }

    void aCutEndsWithAWholeCharacter()
    {
        QCOMPARE(wholeCharacters("Größe", 3), std::string_view("Gr"));
        QCOMPARE(wholeCharacters("Größe", 4), std::string_view("Grö"));
        QCOMPARE(wholeCharacters("Größe", 100), std::string_view("Größe"));
    }
};

QTEST_APPLESS_MAIN(TestPlainText)
#include "tst_plaintext.moc"
