// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/catalog/catalog.h"
#include "core/model/parameters.h"
#include "resources/catalogs.h"

#include <QTest>

#include <array>

using namespace shardscope;

namespace {

const std::string gpu = R"({"id": "x1", "name": "X1", "memory": {
    "nominal_gb": {"value": 80, "source": "box", "date": "2026-08"},
    "usable_gib": {"value": 79.1, "source": "seen", "date": "2026-08"}}})";
const std::string model = R"({"id": "org/m", "config": {"model_type": "llama", "hidden_size": 64,
    "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 128,
    "vocab_size": 100}})";

std::string replaced(std::string text, const std::string &before, const std::string &after)
{
    const std::size_t at = text.find(before);
    return at == text.npos ? text : text.replace(at, before.size(), after);
}

bool isSourced(const Figure &figure)
{
    return !figure.source.empty() && !figure.date.empty();
}

} // namespace

class TestCatalog : public QObject
{
    Q_OBJECT

private:
    const Catalog m_embedded = builtInCatalog();

private slots:
    void modelsCountToWhatIsPublished_data()
    {
        QTest::addColumn<int>("index");
        QVERIFY(m_embedded.models.size() >= 173);
        for (int i = 0; i < std::ssize(m_embedded.models); ++i)
            QTest::newRow(m_embedded.models[std::size_t(i)].id.c_str()) << i;
    }

    void modelsCountToWhatIsPublished()
    {
        QFETCH(int, index);
        const ModelEntry &entry = m_embedded.models[std::size_t(index)];
        const ParameterCount count = countParameters(entry.spec);
        QCOMPARE(count.total, entry.publishedParameters);
        QCOMPARE(count.active, entry.publishedActive);
        QVERIFY(!entry.source.empty() && !entry.date.empty());
    }

    void everyFigureIsSourcedAndDated()
    {
        const Catalog catalog = builtInCatalog();
        QVERIFY(catalog.gpus.size() >= 91);
        for (const GpuSpec &entry : catalog.gpus) {
            for (const Figure *figure : {&entry.nominalGb, &entry.driverMib, &entry.usableGib,
                     &entry.memoryBandwidth, &entry.bf16Tflops, &entry.fp16Tflops})
                QVERIFY2(isSourced(*figure), entry.id.c_str());
            QVERIFY2(entry.usable() < entry.nominalGb.value * 1.08 * GB, entry.id.c_str());
        }
        QVERIFY(!catalog.links.empty());
        for (const LinkSpec &entry : catalog.links) {
            QVERIFY2(isSourced(entry.lineRate) && isSourced(entry.busBandwidth), entry.id.c_str());
            QVERIFY2(entry.busBandwidth.value <= entry.lineRate.value, entry.id.c_str());
            QVERIFY2(
                entry.sweep.points.empty() || isSourced(entry.sweep.messageMib), entry.id.c_str());
        }
    }

    void gpusNameLinksThatThereAre()
    {
        const Catalog catalog = builtInCatalog();
        for (const GpuSpec &entry : catalog.gpus) {
            for (const std::string &link : {entry.peerLink, entry.hostLink, entry.networkLink})
                QVERIFY2(link.empty() || catalog.findLink(link), entry.id.c_str());
        }
    }

    void findsAsPeopleWrite_data()
    {
        QTest::addColumn<QByteArray>("wanted");
        QTest::addColumn<QByteArray>("id");
        QTest::newRow("id") << QByteArray("org/Tiny-1B") << QByteArray("org/Tiny-1B");
        QTest::newRow("other letter case")
            << QByteArray("ORG/tiny-1b") << QByteArray("org/Tiny-1B");
        QTest::newRow("without the organisation")
            << QByteArray("tiny-1b") << QByteArray("org/Tiny-1B");
        QTest::newRow("alias") << QByteArray("other/Tiny-Chat") << QByteArray("org/Tiny-1B");
        QTest::newRow("alias without the organisation")
            << QByteArray("Tiny-Chat") << QByteArray("org/Tiny-1B");
        QTest::newRow("unknown") << QByteArray("org/Tiny") << QByteArray();
        QTest::newRow("nothing") << QByteArray() << QByteArray();
        QTest::newRow("slash") << QByteArray("/") << QByteArray();
    }

    void findsAsPeopleWrite()
    {
        QFETCH(QByteArray, wanted);
        QFETCH(QByteArray, id);
        Catalog catalog;
        catalog.models = {{.id = "org/Tiny-1B", .aliases = {"other/Tiny-Chat"}}};
        const ModelEntry *found = catalog.findModel(wanted.toStdString());
        QCOMPARE(found ? QByteArray::fromStdString(found->id) : QByteArray(), id);
    }

    /// config.json's max_position_embeddings: variants of one shape differ in it.
    void variantsHaveContextsOfTheirOwn_data()
    {
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<qint64>("longest");
        const auto row = [](const char *id, qint64 longest) {
            QTest::newRow(id) << QByteArray(id) << longest;
        };
        row("meta-llama/Meta-Llama-3-8B-Instruct", 8192);
        row("meta-llama/Llama-3.1-8B", 131072);
        row("Llama-3.1-8B-Instruct", 131072);
        row("deepseek-ai/DeepSeek-R1-Distill-Llama-8B", 131072);
        row("meta-llama/Meta-Llama-3-70B", 8192);
        row("meta-llama/Llama-3.3-70B-Instruct", 131072);
        row("microsoft/Phi-3-mini-4k-instruct", 4096);
        row("microsoft/Phi-3-mini-128k-instruct", 131072);
        row("microsoft/Phi-3-medium-128k-instruct", 131072);
        row("01-ai/Yi-34B-Chat", 4096);
        row("01-ai/Yi-34B-200K", 200000);
    }

    void variantsHaveContextsOfTheirOwn()
    {
        QFETCH(QByteArray, id);
        QFETCH(qint64, longest);
        const Catalog catalog = builtInCatalog();
        const ModelEntry *found = catalog.findModel(id.toStdString());
        QVERIFY(found);
        QCOMPARE(qint64(found->spec.maxSequence), longest);
    }

    void findsGpusAndLinks()
    {
        const Catalog catalog = builtInCatalog();
        QVERIFY(catalog.findGpu("h100-sxm"));
        QCOMPARE(catalog.findGpu("H100-SXM"), catalog.findGpu("h100-sxm"));
        QVERIFY(!catalog.findGpu("h100"));
        QCOMPARE(catalog.findLink("efa"), catalog.findLink("efa-p5"));
        QVERIFY(!catalog.findLink(""));
    }

    void everyFigureOfAGpuIsRead_data()
    {
        QTest::addColumn<QByteArray>("member");
        QTest::addColumn<int>("index");
        QTest::newRow("what its memory moves") << QByteArray("memory_bandwidth_gb_s") << 0;
        QTest::newRow("its peak in bf16") << QByteArray("bf16_tflops") << 1;
        QTest::newRow("its peak in fp16") << QByteArray("fp16_tflops") << 2;
        QTest::newRow("what somebody measured") << QByteArray("matmul_tflops_measured") << 3;
        QTest::newRow("the same for long") << QByteArray("matmul_tflops_sustained") << 4;
        QTest::newRow("its multiprocessors") << QByteArray("multiprocessors") << 5;
        QTest::newRow("what it draws") << QByteArray("power_w") << 6;
        QTest::newRow("its peak in 8 bits") << QByteArray("fp8_tflops") << 7;
    }
    void everyFigureOfAGpuIsRead()
    {
        QFETCH(QByteArray, member);
        QFETCH(int, index);
        const Json figure
            = *parseJson("{\"value\": 731, \"source\": \"bench\", \"date\": \"2026-08\"}");
        Json entry = *parseJson(gpu);
        entry[member.toStdString()] = figure;
        Json file = *parseJson("{\"schema\": 1, \"gpus\": []}");
        file["gpus"] = Json(Json::Array{entry});
        Catalog catalog;
        QVERIFY(readCatalog(writeJson(file, JsonStyle::Compact), catalog));
        const GpuSpec &read = *catalog.findGpu("x1");
        const std::array figures{read.memoryBandwidth, read.bf16Tflops, read.fp16Tflops,
            read.matmulTflops, read.sustainedTflops, read.multiprocessors, read.powerWatts,
            read.fp8Tflops};
        for (int i = 0; i < std::ssize(figures); ++i) {
            const Figure &each = figures[static_cast<std::size_t>(i)];
            QCOMPARE(each.isKnown(), i == index);
            QCOMPARE(each.source, std::string(i == index ? "bench" : ""));
        }
        QCOMPARE(figures[static_cast<std::size_t>(index)].value, 731.0);
    }

    void laterFilesWin()
    {
        Catalog catalog;
        QVERIFY(readCatalog(R"({"schema": 1, "gpus": [)" + gpu + "]}", catalog));
        QVERIFY(readCatalog(R"({"schema": 1, "gpus": [)" + replaced(gpu, "79.1", "70") + ","
                + replaced(gpu, "x1", "x2") + "]}",
            catalog));
        QCOMPARE(catalog.gpus.size(), std::size_t(2));
        QCOMPARE(catalog.findGpu("x1")->usableGib.value, 70.0);
        QCOMPARE(catalog.findGpu("x1")->label, std::string("X1"));
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QByteArray>("where");
        using enum ErrorCode;
        const auto row = [](const char *name, const std::string &text, ErrorCode code,
                             const char *where) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << code << QByteArray(where);
        };
        const auto gpus = [](const std::string &entries) {
            return R"({"schema": 1, "gpus": [)" + gpu + "," + entries + "]}";
        };
        const std::string next = replaced(gpu, "x1", "x2");
        row("not JSON", "gpus: []", InvalidSyntax, "");
        row("a list", "[]", WrongType, "");
        row("no version", R"({"gpus": []})", MissingField, "/schema");
        row("newer version", R"({"schema": 2})", UnsupportedVersion, "/schema");
        row("misspelt list", R"({"schema": 1, "gpu": []})", UnknownField, "/gpu");
        row("no list", R"({"schema": 1, "gpus": {}})", WrongType, "/gpus");
        row("entry is a number", gpus("3"), WrongType, "/gpus/1");
        row("no id", gpus(replaced(next, "\"id\"", "\"ID\"")), MissingField, "/gpus/1/id");
        row("id twice", gpus(gpu), DuplicateKey, "/gpus/1/id");
        row("id twice in another case", gpus(replaced(gpu, "x1", "X1")), DuplicateKey,
            "/gpus/1/id");
        row("no memory", gpus(R"({"id": "a", "name": "b"})"), MissingField, "/gpus/1/memory");
        row("no usable memory", gpus(replaced(next, "usable_gib", "usable")), MissingField,
            "/gpus/1/memory/usable_gib");
        row("memory of 0", gpus(replaced(next, "79.1", "0")), OutOfRange,
            "/gpus/1/memory/usable_gib");
        row("memory is negative", gpus(replaced(next, "79.1", "-1")), OutOfRange,
            "/gpus/1/memory/usable_gib/value");
        row("figure is a bare number",
            gpus(replaced(next, "\"memory\"", "\"bf16_tflops\": 989, \"memory\"")), WrongType,
            "/gpus/1/bf16_tflops");
        row("figure has no source", gpus(replaced(next, "\"source\"", "\"says\"")), MissingField,
            "/gpus/1/memory/nominal_gb/source");
        row("unknown segment", gpus(replaced(next, "\"name\"", "\"segment\": \"toy\", \"name\"")),
            UnknownChoice, "/gpus/1/segment");
        row("unknown tier", R"({"schema": 1, "links": [{"id": "a", "name": "b", "tier": "rack"}]})",
            UnknownChoice, "/links/0/tier");
        row("alias is a number",
            R"({"schema": 1, "models": [)"
                + replaced(model, "\"config\"", "\"aliases\": [1], \"config\"") + "]}",
            WrongType, "/models/0/aliases");
        row("nodes do not grow",
            R"({"schema": 1, "links": [{"id": "a", "name": "b", "tier": "network",
                "bus_bandwidth_gb_s": {"value": 1, "source": "s", "date": "2026"}, "node_sweep":
                {"message_mib": {"value": 256, "source": "s", "date": "2026"}, "points":
                [{"nodes": 4}, {"nodes": 4}]}}]})",
            OutOfRange, "/links/0/node_sweep/points/1/nodes");
        row("model has no config", R"({"schema": 1, "models": [{"id": "a"}]})", MissingField,
            "/models/0/config");
        row("model has a wrong config",
            R"({"schema": 1, "models": [)" + replaced(model, "64", "-64") + "]}", OutOfRange,
            "/models/0/config/hidden_size");
    }

    void refuses()
    {
        QFETCH(QByteArray, text);
        QFETCH(ErrorCode, code);
        QFETCH(QByteArray, where);
        Catalog catalog;
        const Status status = readCatalog(text.toStdString(), catalog);
        QVERIFY(!status);
        QCOMPARE(status.error().code, code);
        QCOMPARE(QByteArray::fromStdString(status.error().where), where);
        QVERIFY(status.error().line > 0);
        QVERIFY(catalog.gpus.empty() && catalog.links.empty() && catalog.models.empty());
    }
};

QTEST_APPLESS_MAIN(TestCatalog)
#include "tst_catalog.moc"
