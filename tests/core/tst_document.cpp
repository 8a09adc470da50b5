// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document/document.h"
#include "core/model/hfconfig.h"
#include "core/scenario/keys.h"

#include <QTest>

using namespace shardscope;

namespace {

const std::string config = R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2,
    "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 100})";

/// Every input differs from its default.
Scenario busy()
{
    Scenario scenario;
    const auto set = [&scenario](const char *id, const char *text) {
        if (const Status status = setKeyText(scenario, id, text); !status)
            qWarning("%s", describe(status.error()).c_str());
    };
    set("estimator", "worksheet");
    set("model.id", "meta-llama/Meta-Llama-3-8B");
    set("training.method", "lora");
    set("training.lora_dropout", "0.05");
    set("training.sequence_length", "32k");
    set("parallel.strategy", "fsdp");
    set("parallel.gpus", "64");
    set("hardware.gpu", "a100-sxm-80");
    set("hardware.link", "infiniband-400");
    set("hardware.reserve_gib", "1.5");
    set("training.lora_precision", "fp32");
    set("training.quant_storage", "16-bit");
    set("training.kernels", "reference");
    set("parallel.wrap", "embed-head");
    set("parallel.gradient_precision", "16-bit");
    set("parallel.reduce_bucket", "5e8");
    set("parallel.allgather_bucket", "2e8");
    set("parallel.prefetch_bucket", "5e7");
    set("parallel.persistence_threshold", "1e5");
    set("parallel.sub_group", "1e12");
    set("parallel.overlap", "off");
    set("parallel.offload", "nvme");
    set("parallel.shard_group", "16");
    set("hardware.context_mib", "0");
    set("hardware.nccl_mib", "512");
    set("hardware.workspace_mib", "32");
    set("hardware.fragmentation_percent", "4.5");
    set("hardware.allocator", "expandable");
    set("hardware.host_gib", "2048");
    set("hardware.correction_gib", "-1.25");
    return scenario;
}

ScenarioDocument read(const std::string &text)
{
    const Result<ScenarioDocument> document = readScenario(std::string_view(text));
    if (!document)
        qWarning("%s", describe(document.error()).c_str());
    return document ? *document : ScenarioDocument{};
}

} // namespace

class TestDocument : public QObject
{
    Q_OBJECT

private slots:
    /// An empty text is not what stands there by default.
    void emptiedTextsAreKept()
    {
        for (const char *key : {"training.lora_targets", "training.unquantized"}) {
            ScenarioDocument document;
            QVERIFY(setKeyText(document.scenario, key, ""));
            QVERIFY(document.scenario != Scenario());
            QVERIFY2(read(writeScenario(document)) == document, key);
        }
    }

    void comesBackAsWritten_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char *name, const Scenario &scenario) {
            QTest::newRow(name) << QByteArray::fromStdString(writeScenario({.scenario = scenario}));
        };
        row("defaults", Scenario{});
        row("everything set", busy());
        Scenario scaled = busy();
        scaled.model = {.parameters = 70e9, .hiddenSize = 8192, .layers = 80};
        row("scaled model", scaled);
        Scenario imported = busy();
        imported.model = {.imported = *importModel(config, "mine")};
        row("imported model", imported);
    }

    void viewsComeBackAsWritten_data()
    {
        QTest::addColumn<ScenarioDocument>("document");
        Scenario imported;
        imported.model = {.imported = *importModel(config, "mine")};
        QTest::newRow("pins") << ScenarioDocument{
            .pins = {{.name = "ours", .scenario = busy()},
                {.name = "theirs", .scenario = imported, .isBaseline = true}}};
        QTest::newRow("a sweep of two inputs") << ScenarioDocument{
            .sweep = SweepChoice{.across = {"training.sequence_length", 1024, 65536, 25},
                .up = AxisChoice{.key = "parallel.strategy"},
                .metric = Metric::TokensPerSecond}};
        QTest::newRow("a sweep of one input")
            << ScenarioDocument{.sweep = SweepChoice{.across = {.key = "hardware.gpu"}}};
        QTest::newRow("what it is there to show") << ScenarioDocument{
            .title = "Rings", .about = "Drag {parallel.gpus}.", .chart = "step"};
    }

    void viewsComeBackAsWritten()
    {
        QFETCH(ScenarioDocument, document);
        QCOMPARE(read(writeScenario(document)), document);
        QCOMPARE(read(writeScenario(document, JsonStyle::Compact)), document);
    }

    void filesWithoutViewsAreRead()
    {
        const ScenarioDocument document = read(R"({"shardscope": 1, "pins": null})");
        QVERIFY(document.pins.empty());
        QVERIFY(!document.sweep);
        QVERIFY(document.extras.isNull());
        // Nothing is written of what nobody chose.
        const std::string text = writeScenario(document);
        QVERIFY(text.find("pins") == std::string::npos && text.find("sweep") == std::string::npos);
    }

    /// As somebody types it: a whole file as a pin, an axis at its round numbers.
    void viewsCanBeWrittenByHand()
    {
        const ScenarioDocument document = read(R"({"shardscope": 1,
            "pins": [{"name": "theirs", "scenario": {"shardscope": 1, "owner": "Ada",
                "parallel": {"gpus": 64}}}],
            "sweep": {"across": {"key": "parallel.gpus", "from": 1, "to": 64}}})");
        QCOMPARE(document.pins.size(), std::size_t{1});
        QCOMPARE(document.pins[0].scenario.parallel.gpus, 64);
        QCOMPARE(document.sweep->across, (AxisChoice{"parallel.gpus", 1, 64, 0}));
        QVERIFY(!document.sweep->up);
        QCOMPARE(document.sweep->metric, Metric::Fit);
        const Json saved = *parseJson(writeScenario(document));
        const Json &pin = *saved.find("pins")->array()->front().find("scenario");
        QCOMPARE(*pin.find("owner")->string(), std::string("Ada"));
        QVERIFY(!pin.find("shardscope"));
    }

    void comesBackAsWritten()
    {
        QFETCH(QByteArray, text);
        const ScenarioDocument document = read(text.toStdString());
        QCOMPARE(QByteArray::fromStdString(writeScenario(document)), text);
        QVERIFY(document.extras.isNull());
        const ScenarioDocument compact = read(writeScenario(document, JsonStyle::Compact));
        QCOMPARE(compact, document);
    }

    void readsWhatItWrote()
    {
        QCOMPARE(read(writeScenario({.scenario = busy()})).scenario, busy());
    }

    void oneKeyALineInTheOrderOfTheTable()
    {
        const QByteArray text = QByteArray::fromStdString(writeScenario({.scenario = busy()}));
        QVERIFY(text.startsWith("{\n  \"shardscope\": 1,\n  \"estimator\": \"worksheet\",\n"
                                "  \"model\": {\n    \"id\": \"meta-llama/Meta-Llama-3-8B\"\n"
                                "  },\n  \"training\": {\n    \"method\": \"lora\",\n"));
        QVERIFY(text.endsWith("  }\n}\n"));
    }

    void absentKeysAreDefaults()
    {
        QCOMPARE(read(R"({"shardscope": 1})").scenario, Scenario{});
        QCOMPARE(read(R"({"shardscope": 1, "hardware": {"link": null}})").scenario, Scenario{});
    }

    void readsFormerKeys()
    {
        const auto read = [](const char *value) {
            const std::string text
                = R"({"shardscope": 1, "training": {"fusion": )" + std::string(value) + "}}";
            return readScenario(std::string_view(text));
        };
        const Result<ScenarioDocument> document = read(R"("fused")");
        QVERIFY(document);
        QCOMPARE(document->scenario.training.kernels, Kernels::Fused);
        QVERIFY(unknownKeys(*document).empty());
        QVERIFY(!read(R"("welded")"));
        QVERIFY(!read("3"));
    }

    void keepsWhatItDoesNotKnow()
    {
        const std::string text = R"({"shardscope": 1, "author": {"name": "Ada", "notes": []},
            "training": {"micro_batch": 4, "future": {"a": [1, 2]}}, "empty": {}})";
        ScenarioDocument document = read(text);
        document.scenario.training.microBatch = 8;
        const Json saved = *parseJson(writeScenario(document));
        QCOMPARE(*saved.find("author"), *parseJson(R"({"name": "Ada", "notes": []})"));
        QCOMPARE(*saved.find("training")->find("future"), *parseJson(R"({"a": [1, 2]})"));
        QVERIFY(saved.find("empty"));
        QCOMPARE(*saved.find("training")->find("micro_batch")->number(), 8.0);
        QCOMPARE(writeScenario(read(writeScenario(document))), writeScenario(document));
    }

    void whatItDoesNotKnowIsNamedByItsPlace_data()
    {
        QTest::addColumn<QByteArray>("members");
        QTest::addColumn<QByteArray>("named");
        const auto row = [](const char *name, const char *members, const char *named) {
            QTest::newRow(name) << QByteArray(members) << QByteArray(named);
        };
        row("nothing unknown", R"("parallel": {"gpus": 8})", "");
        row("a key of its own", R"("owner": "Ada")", "/owner");
        row("a slip in a group", R"("parallel": {"gpus": 8, "gpu": 4})", "/parallel/gpu");
        row("groups in a group", R"("notes": {"by": {"who": "Ada", "at": [1, 2]}})",
            "/notes/by/who /notes/by/at");
        row("a name with a slash", R"("a/b": 1)", "/a~1b");
    }
    void whatItDoesNotKnowIsNamedByItsPlace()
    {
        QFETCH(QByteArray, members);
        QFETCH(QByteArray, named);
        const ScenarioDocument document
            = read("{\"shardscope\": 1, " + members.toStdString() + "}");
        QByteArrayList found;
        for (const std::string &place : unknownKeys(document))
            found.append(QByteArray::fromStdString(place));
        QCOMPARE(found.join(' '), named);
    }

    void oldModelDoesNotComeBackOnSaving()
    {
        ScenarioDocument document
            = read(R"({"shardscope": 1, "model": {"id": "a/b", "note": "mine"}})");
        document.scenario.model = {.parameters = 13e9};
        const Json saved = *parseJson(writeScenario(document));
        QVERIFY(!saved.find("model")->find("id"));
        QVERIFY(saved.find("model")->find("note"));
    }

    void importedModelStandsInTheFile()
    {
        const ScenarioDocument document
            = read(R"({"shardscope": 1, "model": {"name": "mine", "id": "a/b", "config": )" + config
                + "}}");
        QVERIFY(document.scenario.model.imported);
        QCOMPARE(document.scenario.model.imported->name, std::string("mine"));
        QCOMPARE(document.scenario.model.imported->spec.hidden, 64);
        QVERIFY(document.scenario.model.id.empty());
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QByteArray>("where");
        QTest::addColumn<int>("line");
        using enum ErrorCode;
        const auto row = [](const char *name, const std::string &text, ErrorCode code,
                             const char *where, int line) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << code << QByteArray(where)
                                << line;
        };
        row("not JSON", "gpus: 8", InvalidSyntax, "", 1);
        row("a list", "[]", WrongType, "", 1);
        row("no version", "{}", MissingField, "/shardscope", 1);
        row("newer version", "{\n\"shardscope\": 2}", UnsupportedVersion, "/shardscope", 2);
        row("version is text", "{\n\"shardscope\": \"1\"}", WrongType, "/shardscope", 2);
        row("version is a fraction", "{\"shardscope\": 1.5}", OutOfRange, "/shardscope", 1);
        row("version 0", "{\"shardscope\": 0}", OutOfRange, "/shardscope", 1);
        row("same key twice", "{\"shardscope\": 1,\n\"shardscope\": 1}", DuplicateKey,
            "/shardscope", 2);
        const auto with
            = [](const std::string &rest) { return "{\"shardscope\": 1,\n" + rest + "}"; };
        row("group is a list", with(R"("training": [])"), WrongType, "/training", 2);
        row("zero GPUs", with("\"parallel\": {\n\"gpus\": 0}"), OutOfRange, "/parallel/gpus", 3);
        row("a number for a title", with(R"("title": 7)"), WrongType, "/title", 2);
        row("negative", with(R"("parallel": {"gpus": -8})"), OutOfRange, "/parallel/gpus", 2);
        row("fraction", with(R"("parallel": {"gpus": 1.5})"), OutOfRange, "/parallel/gpus", 2);
        row("1e30", with(R"("training": {"sequence_length": 1e30})"), OutOfRange,
            "/training/sequence_length", 2);
        row("text for a number", with(R"("parallel": {"gpus": "8"})"), WrongType, "/parallel/gpus",
            2);
        row("unknown choice", with(R"("training": {"precision": "bf17"})"), UnknownChoice,
            "/training/precision", 2);
        row("config is a path", with(R"("model": {"config": "config.json"})"), WrongType,
            "/model/config", 2);
        row("pins are no list", with(R"("pins": {})"), WrongType, "/pins", 2);
        row("a pin is no object", with("\"pins\": [\n8]"), MissingField, "/pins/0/name", 3);
        row("a pin without a name", with(R"("pins": [{"scenario": {}}])"), MissingField,
            "/pins/0/name", 2);
        row("a pin without a scenario", with(R"("pins": [{"name": "a"}])"), MissingField,
            "/pins/0/scenario", 2);
        row("a wrong number in a pin",
            with("\"pins\": [{\"name\": \"a\", \"scenario\": {}},\n"
                 R"({"name": "b", "scenario": {"training": {"micro_batch": 0}}}])"),
            OutOfRange, "/pins/1/scenario/training/micro_batch", 3);
        row("a wrong group in a pin",
            with(R"("pins": [{"name": "a", "scenario": {"training": 3}}])"), WrongType,
            "/pins/0/scenario/training", 2);
        row("two baselines",
            with(R"("pins": [{"name": "a", "scenario": {}, "baseline": true},)"
                 "\n"
                 R"({"name": "b", "scenario": {}, "baseline": true}])"),
            Inconsistent, "/pins/1/baseline", 3);
        row("too many pins", with(R"("pins": [1, 2, 3, 4, 5])"), TooLarge, "/pins", 2);
        row("a sweep of nothing", with(R"("sweep": {})"), MissingField, "/sweep/across", 2);
        row("a sweep over no key", with(R"("sweep": {"across": {"key": "gpus"}})"), UnknownField,
            "/sweep/across/key", 2);
        row("a sweep without an end",
            with(R"("sweep": {"across": {"key": "parallel.gpus", "from": 1}})"), MissingField,
            "/sweep/across/to", 2);
        row("a sweep out of range",
            with(R"("sweep": {"across": {"key": "parallel.strategy"},)"
                 "\n"
                 R"("up": {"key": "parallel.gpus", "from": 0, "to": 8}})"),
            OutOfRange, "/sweep/up/from", 3);
        row("an unknown metric",
            with(R"("sweep": {"across": {"key": "parallel.strategy"}, "metric": "speed"})"),
            UnknownChoice, "/sweep/metric", 2);
        row("wrong config",
            with(R"("model": {"config": {"model_type": "llama",)"
                 "\n\"hidden_size\": -1}}"),
            OutOfRange, "/model/config/hidden_size", 3);
    }

    void refuses()
    {
        QFETCH(QByteArray, text);
        QFETCH(ErrorCode, code);
        QFETCH(QByteArray, where);
        QFETCH(int, line);
        const Result<ScenarioDocument> document
            = readScenario(std::string_view(text.data(), std::size_t(text.size())));
        QVERIFY(!document);
        QCOMPARE(document.error().code, code);
        QCOMPARE(QByteArray::fromStdString(document.error().where), where);
        QCOMPARE(document.error().line, line);
    }
};

QTEST_APPLESS_MAIN(TestDocument)
#include "tst_document.moc"
