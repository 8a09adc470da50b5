// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/crc32.h"
#include "core/document/input.h"
#include "core/document/sharecode.h"
#include "core/model/hfconfig.h"
#include "tests/support/randomscenarios.h"
#include "tests/support/testcatalog.h"

using namespace shardscope;

namespace {

const std::string config = R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2,
    "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 100})";

/// What a file would say of it: inputs that are not in use do not count.
QByteArray written(const Scenario &scenario)
{
    return QByteArray::fromStdString(writeScenario({.scenario = scenario}, JsonStyle::Compact));
}

/// A code as somebody else's program may make it, with a check that holds.
std::string codeOf(const std::string &content)
{
    QByteArray check = QByteArray::number(crc32(content), 16).rightJustified(8, '0');
    return "shardscope:" + content + "#" + check.toStdString();
}

Scenario shared()
{
    return scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.gpus", "16"},
        {"training.method", "lora"}, {"training.lora_targets", "q_proj,v_proj"}});
}

} // namespace

class TestShareCode : public QObject
{
    Q_OBJECT

private slots:
    void saysWhatDiffersFromANewScenario()
    {
        QCOMPARE(shareCode({}), codeOf("1/"));
        QCOMPARE(shareCode(shared()),
            codeOf("1/model.id=meta-llama/Meta-Llama-3-8B;training.method=lora;"
                   "training.lora_targets=q_proj,v_proj;parallel.gpus=16"));
    }

    /// ISO 3309 in the words of everybody who implements it.
    void checkIsThatOfPngAndZip() { QCOMPARE(crc32("123456789"), 0xCBF43926U); }

    void anyScenarioComesBack()
    {
        const Catalog catalog = builtInCatalog();
        RandomScenarios scenarios(allInputs(catalog), 20261);
        for (std::size_t i = 0; i < drawsFor(300); ++i) {
            const Scenario scenario = scenarios.next();
            const std::string code = shareCode(scenario);
            const Result<ScenarioDocument> read = readShareCode(code);
            QVERIFY2(read, typed(scenario));
            QCOMPARE(written(read->scenario), written(scenario));
            QCOMPARE(shareCode(read->scenario), code);
        }
    }

    void comesBack_data()
    {
        QTest::addColumn<QByteArray>("scenario");
        const auto row = [](const char *name, const Scenario &scenario) {
            QTest::newRow(name) << written(scenario);
        };
        row("new", {});
        row("size of a model", scenarioWith({{"model.parameters", "70B"}, {"model.layers", "80"}}));
        row("numbers below zero", scenarioWith({{"hardware.correction_gib", "-1.25"}}));
        row("tiny numbers", scenarioWith({{"run.learning_rate", "1e-7"}}));
        row("huge numbers", scenarioWith({{"run.tokens", "1.23456789e14"}}));
        row("spaces, signs and other letters",
            scenarioWith({{"training.modules_to_save", "a b;c#d%e=\"ü\"\n<x>"}}));
        Scenario imported;
        imported.model = {.imported = *importModel(config, "my model, 2%")};
        row("imported model", imported);
    }
    void comesBack()
    {
        QFETCH(QByteArray, scenario);
        const Scenario before = readScenario(std::string_view(scenario))->scenario;
        const std::string code = shareCode(before);
        const Result<ScenarioDocument> read = readShareCode(code);
        QVERIFY(read);
        QCOMPARE(written(read->scenario), scenario);
        constexpr std::string_view signs = "-._/,:+=%;#";
        for (const char c : code)
            QVERIFY(QChar(c).isLetterOrNumber() || signs.find(c) != std::string_view::npos);
    }

    void textThatWasEmptiedStaysEmpty()
    {
        Scenario scenario;
        scenario.training.loraTargets.clear();
        QCOMPARE(readShareCode(shareCode(scenario))->scenario, scenario);
    }

    void cutAnywhereIsRefused()
    {
        const std::string code = shareCode(shared());
        for (std::size_t length = 0; length < code.size(); ++length)
            QVERIFY(!readShareCode(code.substr(0, length)));
        const Result<ScenarioDocument> cut = readShareCode(code.substr(0, code.size() - 1));
        QCOMPARE(cut.error().code, ErrorCode::BrokenCode);
    }

    void mistypedAnywhereIsRefused()
    {
        const std::string code = shareCode(shared());
        for (std::size_t i = 0; i < code.size(); ++i) {
            for (const char letter : {'x', '0', '=', ';', '#', '%'}) {
                std::string wrong = code;
                wrong[i] = letter;
                QVERIFY2(wrong == code || !readShareCode(wrong), wrong.c_str());
            }
            std::string swapped = code;
            std::swap(swapped[i], swapped[(i + 1) % code.size()]);
            QVERIFY2(swapped == code || !readShareCode(swapped), swapped.c_str());
        }
    }

    void whatAMailDoesToItIsLetPass()
    {
        std::string code = shareCode(shared());
        code.insert(40, "\r\n  ");
        code.insert(20, "\n");
        QVERIFY(isShareCode("  \n" + code + " \n"));
        const Result<ScenarioDocument> read = readShareCode("  \n" + code + " \n");
        QVERIFY(read);
        QCOMPARE(read->scenario, shared());
        code[0] = 'S'; // phones begin a line so
        QCOMPARE(readShareCode(code)->scenario, shared());
    }

    void whatIsNoCode_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("the program's name") << QByteArray("shardscope");
        QTest::newRow("a sentence") << QByteArray("shardscope: will it fit?");
        QTest::newRow("a scenario") << QByteArray("{\"shardscope\": 1}");
        QTest::newRow("a code within a sentence") << QByteArray("see shardscope:1/#00000000");
    }
    void whatIsNoCode()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!isShareCode(text.toStdString()));
        QVERIFY(!readShareCode(text.toStdString()));
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<ErrorCode>("error");
        using enum ErrorCode;
        const auto row = [](const char *name, const std::string &code, ErrorCode error) {
            QTest::newRow(name) << QByteArray::fromStdString(code) << error;
        };
        row("newer version", codeOf("2/parallel.gpus=8"), UnsupportedVersion);
        row("newer version that is checked otherwise", "shardscope:17/anything",
            UnsupportedVersion);
        row("version that is no number", codeOf("1x/"), BrokenCode);
        row("version beyond all numbers", codeOf("99999999999/"), BrokenCode);
        row("more behind it", shareCode({}) + "0", BrokenCode);
        row("unknown input", codeOf("1/parallel.gpuss=8"), UnknownField);
        row("out of range", codeOf("1/parallel.gpus=0"), OutOfRange);
        row("unknown choice", codeOf("1/parallel.strategy=zero9"), UnknownChoice);
        row("no value", codeOf("1/parallel.gpus"), BrokenCode);
        row("nothing between two semicolons", codeOf("1/parallel.gpus=8;;"), BrokenCode);
        row("half a percent code", codeOf("1/model.id=a%2"), BrokenCode);
        row("no percent code", codeOf("1/model.id=a%zz"), BrokenCode);
        row("config that is no JSON", codeOf("1/model.config=%7B"), InvalidSyntax);
    }
    void refuses()
    {
        QFETCH(QByteArray, code);
        const Result<ScenarioDocument> read = readShareCode(code.toStdString());
        QVERIFY(!read);
        QTEST(read.error().code, "error");
    }

    void isOpenedLikeAFile()
    {
        const Result<AnyInput> input = readInput("\n" + shareCode(shared()) + "\n", "pasted");
        QVERIFY(input);
        QCOMPARE(std::get<ScenarioDocument>(*input).scenario, shared());
        const Result<AnyInput> cut = readInput("shardscope:1/parallel.gpus=8", "pasted");
        QVERIFY(!cut);
        QCOMPARE(cut.error().code, ErrorCode::BrokenCode);
    }
};

QTEST_APPLESS_MAIN(TestShareCode)
#include "tst_sharecode.moc"
