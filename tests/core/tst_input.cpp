// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"
#include "core/document/input.h"
#include "core/document/picture.h"
#include "resources/data.h"

#include <QTest>

#include <random>

using namespace shardscope;

namespace {

const std::string config = R"({
    "_name_or_path": "org/tiny", "model_type": "mixtral", "hidden_size": 64,
    "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 100,
    "num_local_experts": 8, "num_experts_per_tok": 2, "rope_scaling": {"type": "linear"}})";

std::string scenario()
{
    ScenarioDocument document;
    document.scenario.training.microBatch = 4;
    return writeScenario(document);
}

std::string svg()
{
    return withScenario("<svg xmlns=\"http://www.w3.org/2000/svg\"><rect/></svg>", scenario());
}

std::string nested(int depth)
{
    std::string text;
    for (int i = 0; i < depth; ++i)
        text += "{\"text_config\":";
    return text;
}

} // namespace

class TestInput : public QObject
{
    Q_OBJECT

private slots:
    void opensScenarios_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("file") << QByteArray::fromStdString(scenario());
        QTest::newRow("with a byte-order mark")
            << QByteArray("\xEF\xBB\xBF") + QByteArray::fromStdString(scenario());
        QTest::newRow("with a comment above")
            << QByteArray("// mine\n") + QByteArray::fromStdString(scenario());
        QTest::newRow("picture") << QByteArray::fromStdString(svg());
        QTest::newRow("document") << "%PDF-1.4\n"
                + QByteArray::fromStdString(xmpPacket(scenario(), "title"));
    }

    void opensScenarios()
    {
        QFETCH(QByteArray, content);
        const Result<AnyInput> input = readInput(content.toStdString(), "x");
        QVERIFY(input);
        QVERIFY(std::holds_alternative<ScenarioDocument>(*input));
        const ScenarioDocument opened = withInput({}, *input);
        QCOMPARE(opened.scenario.training.microBatch, 4);
    }

    void importsModels()
    {
        const Result<AnyInput> input = readInput(config, "mine");
        QVERIFY(input);
        ScenarioDocument document;
        document.scenario.model.id = "a/b";
        document.scenario.parallel.gpus = 64;
        document.extras["author"] = "Ada";
        document = withInput(document, *input);
        QVERIFY(document.scenario.model.imported);
        QCOMPARE(document.scenario.model.imported->name, std::string("mine"));
        QVERIFY(document.scenario.model.id.empty());
        QCOMPARE(document.scenario.parallel.gpus, 64);
        QVERIFY(document.extras.find("author"));
    }

    void badInputSaysWhatAndWhere_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char *name, const std::string &content, const char *message) {
            QTest::newRow(name) << QByteArray::fromStdString(content) << QByteArray(message);
        };
        row("empty", "", "line 1: This is not valid JSON. Expected: a scenario");
        row("YAML", "gpus: 8\n", "line 1: This is not valid JSON. Expected: a scenario");
        row("bytes of something else", std::string("PK\3\4\0\0\xFF\xFE", 8),
            "line 1: This is not valid JSON. Expected: a scenario");
        row("breaks off", "{\n\"shardscope\": 1,\n\"mo", "line 3: This is not valid JSON. Found:");
        row("200,000 levels", std::string(200'000, '['),
            "line 1: This is too large. Expected: at most 64 levels of nesting");
        row("200,000 nested configs", nested(200'000),
            "This is too large. Expected: at most 64 levels of nesting");
        row("NaN", "{\"shardscope\":\nNaN}", "line 2: This is not valid JSON. Found: syntax error");
        row("1e999", "{\"shardscope\":\n1e999}",
            "line 2: This is not valid JSON. Found: number overflow parsing '1e999'");
        row("invalid UTF-8", "{\"shardscope\": 1,\n\"a\": \"\xC3\x28\"}",
            "line 2: This is not valid JSON. Found: syntax error while parsing value - invalid "
            "string");
        row("same key twice", "{\"model_type\": \"llama\",\n\"model_type\": \"llama\"}",
            "line 2: /model_type: The key stands here twice.");
        row("same odd key twice", R"({"a\nb/\u001b": 1, "a\nb/\u001b": 1})",
            "line 1: /a b~1\xEF\xBF\xBD: The key stands here twice.");
        const std::string endless = '"' + std::string(5000, 'k') + "\": 1";
        row("same endless key twice", "{" + endless + "," + endless + "}", "kkk...: The key");
        row("endless word for a number", "{\"shardscope\": \"" + std::string(5000, 'k') + "\"}",
            "kkk.... Expected: a whole");
        row("newer scenario", "{\n\"shardscope\": 99}",
            "line 2: /shardscope: The file was made by a newer version of the program. Found: 99. "
            "Expected: version 1 or older");
        row("a number", "7",
            "line 1: The value is of the wrong type. Found: 7. Expected: a scenario");
        row("a list", "[1, 2]",
            "line 1: The value is of the wrong type. Found: a list. Expected: a scenario");
        row("an empty object", "{}",
            "line 1: The value is of the wrong type. Found: an empty object. Expected: a scenario");
        row("another JSON file", R"({"colour": {}, "size": {}, "weight": {}, "x": 1})",
            "Found: an object with \"colour\", \"size\", \"weight\". Expected: a "
            "scenario");
        row("unknown architecture", "{\n\"model_type\": \"reformer\"}",
            "line 2: /model_type: There are no formulas for this architecture. Found: "
            "\"reformer\". "
            "Expected: one of llama");
        row("picture without a scenario", "<svg></svg>", "The picture carries no scenario.");
        row("picture that breaks off", std::string("\x89PNG\r\n\x1a\n\0\0\0", 11),
            "The file cannot be read or written. Expected: a whole PNG picture");
        row("picture with a wrong scenario", withScenario("<svg></svg>", "{\"shardscope\": \"1\"}"),
            "line 1: /shardscope: The value is of the wrong type. Found: \"1\"");
    }

    void badInputSaysWhatAndWhere()
    {
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, message);
        const Result<AnyInput> input = readInput(content.toStdString(), "x");
        QVERIFY(!input);
        const QByteArray found = QByteArray::fromStdString(describe(input.error()));
        QVERIFY2(found.contains(message), found);
        QVERIFY(!found.contains('\n'));
        QCOMPARE(QString::fromUtf8(found).toUtf8(), found);
        QVERIFY(found.size() < 1200); // the longest names all families
    }

    void mutilatedInputIsSurvived_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("scenario") << QByteArray::fromStdString(scenario());
        QTest::newRow("config") << QByteArray::fromStdString(config);
        QTest::newRow("picture") << QByteArray::fromStdString(svg());
        for (const EmbeddedFile &file : embeddedFiles()) {
            if (file.name.starts_with("catalog/"))
                QTest::newRow(std::string(file.name).c_str()) << QByteArray(file.content.data(),
                    qsizetype(std::min<std::size_t>(file.content.size(), 6000)));
        }
    }

    void mutilatedInputIsSurvived()
    {
        QFETCH(QByteArray, content);
        // Raw output of the engine only: distributions differ from one standard library to another.
        std::mt19937 random(20260801);
        const std::vector<std::string> scraps{"-1", "0", "1e30", "1.5", "null", "true", "\"\"",
            "[]", "{}", "{", "}", "[", "\"", ",", ":", "\\u0000", "\xFF", "&#x41;", "4294967296"};
        int understood = 0;
        for (int i = 0; i < 1000; ++i) {
            std::string text = content.toStdString();
            for (auto changes = 1 + random() % 3; changes > 0; --changes) {
                const std::size_t at = random() % text.size();
                const std::string &scrap = scraps[random() % scraps.size()];
                text.replace(at, random() % 8, scrap);
            }
            const Result<AnyInput> input = readInput(text, "x");
            if (input) {
                ++understood;
                writeScenario(withInput({}, *input));
            } else {
                QVERIFY(!describe(input.error()).empty());
            }
            Catalog catalog;
            if (!readCatalog(text, catalog))
                QVERIFY(catalog.gpus.empty() && catalog.models.empty() && catalog.links.empty());
        }
        QVERIFY(understood < 1000);
    }
};

QTEST_APPLESS_MAIN(TestInput)
#include "tst_input.moc"
