// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document/picture.h"

#include <QTest>

using namespace shardscope;

namespace {

const std::string scenario
    = "{\n  \"shardscope\": 1, \"note\": \"a < b && c > \\\"d\\\" \u00e9\"\n}";

/// A whole PNG of one pixel.
std::string png()
{
    return QByteArray::fromBase64(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhg"
        "GAWjR9awAAAABJRU5ErkJggg==")
        .toStdString();
}

std::string svg()
{
    return "<?xml version=\"1.0\"?>\n<svg width=\"1\" title=\"a>b\" "
           "xmlns=\"http://www.w3.org/2000/svg\">"
           "<rect/></svg>\n";
}

std::string pdf()
{
    return "%PDF-1.4\n1 0 obj\n<< /Type /Metadata >>\nstream\n" + xmpPacket(scenario, "A & B")
        + "\nendstream\nendobj\n";
}

} // namespace

class TestPicture : public QObject
{
    Q_OBJECT

private slots:
    void knowsFormatsByContent()
    {
        QVERIFY(pictureFormat(png()) == PictureFormat::Png);
        QVERIFY(pictureFormat(svg()) == PictureFormat::Svg);
        QVERIFY(pictureFormat("\xEF\xBB\xBF <svg/>") == PictureFormat::Svg);
        QVERIFY(pictureFormat(pdf()) == PictureFormat::Pdf);
        for (const char *other : {"", "{}", "<html></html>", "{\"a\": \"<svg\"}", "\x89PNG"})
            QVERIFY2(!pictureFormat(other), other);
    }

    void scenarioTravelsInside_data()
    {
        QTest::addColumn<QByteArray>("picture");
        QTest::newRow("PNG") << QByteArray::fromStdString(withScenario(png(), scenario));
        QTest::newRow("PNG exported twice")
            << QByteArray::fromStdString(withScenario(withScenario(png(), "{}"), scenario));
        QTest::newRow("SVG") << QByteArray::fromStdString(withScenario(svg(), scenario));
        QTest::newRow("PDF") << QByteArray::fromStdString(pdf());
    }

    void scenarioTravelsInside()
    {
        QFETCH(QByteArray, picture);
        const Result<std::string> found = scenarioIn(picture.toStdString());
        QVERIFY(found);
        QCOMPARE(*found, scenario);
    }

    void pngStaysAPng()
    {
        const std::string picture = withScenario(png(), "{}");
        // Length, type, keyword and four empty fields, text, CRC; as other readers expect it.
        const std::string chunk("\0\0\0\x11iTXtshardscope\0\0\0\0\0{}\xE5\xD6\xAC\xAB", 29);
        QCOMPARE(picture.size(), png().size() + chunk.size());
        QCOMPARE(picture.substr(png().size() - 12, chunk.size()), chunk);
        QCOMPARE(picture.substr(picture.size() - 12), png().substr(png().size() - 12));
    }

    void svgKeepsItsContent()
    {
        const std::string picture = withScenario(svg(), "{}");
        QVERIFY(
            picture.find("xmlns=\"http://www.w3.org/2000/svg\">\n<metadata>") != std::string::npos);
        QVERIFY(picture.ends_with("</metadata><rect/></svg>\n"));
    }

    void readsWhatAnEditorMadeOfIt()
    {
        const Result<std::string> found = scenarioIn(
            "<svg><metadata><shardscope:scenario\n a=\"b\">&quot;&#233;&#xe9;&apos;&#1114112;&x;&"
            "</shardscope:scenario></metadata></svg>");
        QVERIFY(found);
        QCOMPARE(*found, std::string("\"\u00e9\u00e9'&#1114112;&x;&"));
    }

    /// Characters of one to four bytes in UTF-8, as XML may write them.
    void readsCharactersByTheirNumber_data()
    {
        QTest::addColumn<QByteArray>("reference");
        QTest::addColumn<QString>("character");
        QTest::newRow("a Latin letter") << QByteArray("&#65;") << QString("A");
        QTest::newRow("one with an accent") << QByteArray("&#xe9;") << QString(QChar(0xE9));
        QTest::newRow("the euro sign") << QByteArray("&#8364;") << QString(QChar(0x20AC));
        QTest::newRow("a Chinese word's beginning")
            << QByteArray("&#x663E;") << QString(QChar(0x663E));
        QTest::newRow("a helicopter")
            << QByteArray("&#128641;") << QString::fromUcs4(U"\U0001F681");
    }
    void readsCharactersByTheirNumber()
    {
        QFETCH(QByteArray, reference);
        QFETCH(QString, character);
        const Result<std::string> found = scenarioIn("<svg><metadata><shardscope:scenario>"
            + reference.toStdString() + "</shardscope:scenario></metadata></svg>");
        QVERIFY(found);
        QCOMPARE(QString::fromStdString(*found), character);
    }

    void nothingInside_data()
    {
        QTest::addColumn<QByteArray>("picture");
        QTest::addColumn<ErrorCode>("code");
        using enum ErrorCode;
        const auto row = [](const char *name, const std::string &picture, ErrorCode code) {
            QTest::newRow(name) << QByteArray::fromStdString(picture) << code;
        };
        row("empty", "", NoScenario);
        row("text", "hello", NoScenario);
        row("other PNG", png(), NoScenario);
        row("other SVG", svg(), NoScenario);
        row("other PDF", "%PDF-1.4\n%%EOF", NoScenario);
        row("element without an end", "<svg><shardscope:scenario>{}", NoScenario);
        row("element breaks off", "<svg><shardscope:scenario </shardscope:scenario>", NoScenario);
        row("ends before it starts", "<svg></shardscope:scenario><shardscope:scenario>",
            NoScenario);
        const std::string whole = withScenario(png(), "{}");
        row("signature only", whole.substr(0, 8), Unreadable);
        row("breaks off in the scenario", whole.substr(0, whole.size() - 14), Unreadable);
        std::string length = whole;
        length[8] = '\xFF';
        row("length of 4 GB", length, Unreadable);
        std::string flipped = whole;
        flipped[flipped.size() - 17] = '!';
        row("checksum does not match", flipped, Unreadable);
    }

    void nothingInside()
    {
        QFETCH(QByteArray, picture);
        QFETCH(ErrorCode, code);
        const Result<std::string> found = scenarioIn(picture.toStdString());
        QVERIFY(!found);
        QCOMPARE(found.error().code, code);
    }

    void everyCutIsSurvived()
    {
        for (const std::string &whole :
            {withScenario(png(), scenario), withScenario(svg(), scenario), pdf()}) {
            for (std::size_t size = 0; size < whole.size(); ++size) {
                const Result<std::string> found = scenarioIn(whole.substr(0, size));
                QVERIFY(!found || *found == scenario);
                withScenario(whole.substr(0, size), scenario);
            }
        }
    }

    void whatIsNoPictureStaysAsItWas()
    {
        QCOMPARE(withScenario("hello", "{}"), std::string("hello"));
        QCOMPARE(withScenario("<svg/>", "{}"), std::string("<svg/>"));
        QCOMPARE(withScenario(png().substr(0, 40), "{}"), png().substr(0, 40));
    }
};

QTEST_APPLESS_MAIN(TestPicture)
#include "tst_picture.moc"
