// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/hfconfig.h"
#include "core/model/parameters.h"
#include "core/modules/layers.h"
#include "core/step/stepmodules.h"
#include "tests/support/specfrom.h"
#include "tests/support/strategyrows.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <cmath>

using namespace shardscope;

namespace {

/// Widths that differ, so that no term can stand in for another.
constexpr double h = 1536;
constexpr double keyHeads = 8;
constexpr double valueHeads = 16;
constexpr double keyDim = 64;
constexpr double valueDim = 128;
constexpr double mlp = 4352;
constexpr double tokens = 1024;
constexpr double values = valueHeads * valueDim;
constexpr double mixed = 2 * keyHeads * keyDim + values;

const std::string sizes = R"("hidden_size": 1536, "num_hidden_layers": 8,
    "num_attention_heads": 12, "num_key_value_heads": 4, "head_dim": 128,
    "intermediate_size": 4352, "vocab_size": 32000, "linear_num_key_heads": 8,
    "linear_num_value_heads": 16, "linear_key_head_dim": 64, "linear_value_head_dim": 128)";

std::string config(const std::string &type, const std::string &more = {})
{
    return R"({"model_type": ")" + type + "\", " + sizes + (more.empty() ? "" : ", " + more) + "}";
}

ModelSpec dense()
{
    return *specFrom(config("qwen3_5_text"));
}

/// Where the layers with the rule are.
QString pattern(const ModelSpec &spec)
{
    QString letters;
    for (std::int64_t layer = 0; layer < spec.layers; ++layer)
        letters += spec.hasDelta(layer) ? 'd' : 'a';
    return letters;
}

LayerSettings settingsOf(double sequence, bool isFused)
{
    return {.spec = dense(), .batch = 1, .sequence = sequence, .fusedDelta = isFused};
}

double keptByDeltaLayer(const LayerSettings &settings)
{
    return totalOf(profileOf(layerTape(settings, {.form = {.mixer = Mixer::DeltaRule}}), {}).kept);
}

double multiplications(const Tape &tape)
{
    double sum = 0;
    for (const Product &product : tape.products)
        sum += product.multiplications();
    return sum;
}

} // namespace

class TestDeltaRule : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    void configsSayWhichLayersHaveIt_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<QString>("layers");
        QTest::newRow("every fourth layer has attention") << QByteArray() << QString("dddaddda");
        QTest::newRow("every third")
            << QByteArray(R"("full_attention_interval": 3)") << QString("ddaddadd");
        QTest::newRow("a list, which goes on past the last layer")
            << QByteArray(R"("layer_types": ["full_attention", "linear_attention",
               "linear_attention", "linear_attention", "full_attention", "linear_attention",
               "linear_attention", "linear_attention", "full_attention"])")
            << QString("adddaddd");
    }
    void configsSayWhichLayersHaveIt()
    {
        QFETCH(QByteArray, more);
        QFETCH(QString, layers);
        const Result<ModelSpec> spec = specFrom(config("qwen3_5_text", more.toStdString()));
        QVERIFY(spec);
        QCOMPARE(pattern(*spec), layers);
        QCOMPARE(double(spec->delta->mixedWidth()), mixed);
    }

    void decodersLieWithinTheConfigOfAllParts()
    {
        const Result<ModelSpec> spec = specFrom(R"({"model_type": "qwen3_5", "vision_config": {},
            "text_config": )"
            + config("qwen3_5_text") + "}");
        QVERIFY(spec);
        QCOMPARE(spec->modelType, std::string("qwen3_5_text"));
        // transformers 5.12.1: Qwen3_5VisionModel with its default configuration, on the meta
        // device.
        QVERIFY(spec->hasOtherParts);
        QCOMPARE(spec->otherParameters, 453650672.0);
    }

    void brokenShapesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<QByteArray>("where");
        QTest::newRow("fewer types than layers")
            << QByteArray(R"("layer_types": ["linear_attention"])") << QByteArray("/layer_types");
        QTest::newRow("a type that nobody knows")
            << QByteArray(R"("layer_types": ["mamba"])") << QByteArray("/layer_types");
        QTest::newRow("no layers between those with attention") << QByteArray(
            R"("full_attention_interval": 0)") << QByteArray("/full_attention_interval");
        QTest::newRow("a head of nothing") << QByteArray(R"("linear_conv_kernel_dim": 0)")
                                           << QByteArray("/linear_conv_kernel_dim");
    }
    void brokenShapesAreRefused()
    {
        QFETCH(QByteArray, more);
        QFETCH(QByteArray, where);
        const Result<ModelSpec> spec = specFrom(config("qwen3_5_text", more.toStdString()));
        QVERIFY(!spec);
        QCOMPARE(spec.error().where, where.toStdString());
    }

    void valueHeadsShareKeyHeads()
    {
        std::string text = config("qwen3_5_text");
        text.replace(
            text.find(R"("linear_num_value_heads": 16)"), 28, R"("linear_num_value_heads": 12)");
        const Result<ModelSpec> spec = specFrom(text);
        QVERIFY(!spec);
        QCOMPARE(spec.error().where, std::string("/linear_num_value_heads"));
    }

    void otherFamiliesKnowNoSuchLayers()
    {
        const Result<ModelSpec> spec
            = specFrom(config("qwen3", R"("layer_types": ["linear_attention",
            "full_attention", "full_attention", "full_attention", "full_attention",
            "full_attention", "full_attention", "full_attention"])"));
        QVERIFY(!spec);
        QCOMPARE(spec.error().where, std::string("/layer_types"));
    }

    // The sum over a layer's statements, by hand; modeling_qwen3_5.py and
    // fla/ops/gated_delta_rule/chunk.py.
    void kernelsKeepThis()
    {
        const double norms = 2 * (4 * h + 4 * h + 4 + 2 * h); // in fp32, and their results
        const double projected = 2 * mixed + 2 * values;
        const double factors
            = (2 + 4 + 4) * valueHeads; // strength, decay before and after softplus
        const double rule = 2 * 2 * valueHeads * keyDim + 2 * values + 2 * 64 * valueHeads
            + 3 * 4 * valueHeads; // query, key, value, triangle, sums and roots
        const double gated = 2 * values + 4 * valueHeads + 2 * values;
        const double gates = 4 * 2 * mlp;
        const double vectors = 2 * 4 * h + 2 * StorageGranule; // 1 + weight; exp(A_log), negated
        QCOMPARE(keptByDeltaLayer(settingsOf(tokens, true)),
            tokens * (norms + projected + factors + rule + gated + gates) + vectors);
    }

    // Row by row of a chunk's triangle: i and i * i numbers for the i-th of 64.
    void theLoopKeepsEveryStep()
    {
        const double rows = 63.0 * 64 * 127 / 6 + 63.0 * 64 / 2;
        const double perChunk = 4 * valueHeads * rows;
        const auto more = [](double sequence) {
            return keptByDeltaLayer(settingsOf(sequence, false))
                - keptByDeltaLayer(settingsOf(sequence, true));
        };
        QVERIFY(more(tokens) > tokens / 64 * perChunk);
        // 65 tokens are two chunks, of which one is nearly empty.
        QVERIFY(more(65) - more(64) > perChunk);
        QVERIFY(std::abs(more(128) - more(65)) < 0.5 * perChunk);
    }

    void workGrowsWithTheSequenceAlone()
    {
        const auto ofRule = [](double sequence, bool isFused) {
            const Tape tape
                = layerTape(settingsOf(sequence, isFused), {.form = {.mixer = Mixer::DeltaRule}});
            return multiplications(tape) / sequence;
        };
        QCOMPARE(ofRule(4096, true), ofRule(1024, true));
        // Both ways multiply about as much.
        QVERIFY(std::abs(ofRule(4096, false) / ofRule(4096, true) - 1) < 0.1);
        const auto withAttention = [](double sequence) {
            return multiplications(layerTape(settingsOf(sequence, true), {})) / sequence;
        };
        QVERIFY(withAttention(4096) > withAttention(1024));
    }

    void adaptersFindItsMatrices()
    {
        const ModelSpec spec = dense();
        const Result<double> some = loraParametersPerRank(spec, "in_proj_qkv,out_proj");
        QVERIFY(some);
        QCOMPARE(*some, 6 * (h + mixed + values + h)); // six of eight layers
        const Result<double> none = loraParametersPerRank(spec, "in_proj_qkvz");
        QVERIFY(!none);
        QVERIFY(englishText(none.error().expected).find("in_proj_qkv") != std::string::npos);
        QVERIFY(loraParametersPerRank(*specFrom(config("qwen3_next", R"("num_experts": 8,
            "num_experts_per_tok": 2, "moe_intermediate_size": 128)")),
            "in_proj_qkvz"));
    }

    void everyStrategyPlansIt_data() { addStrategyRows(); }
    void everyStrategyPlansIt()
    {
        const auto plan = [&](const char *id) { return planOfStrategyRow(id, m_catalog); };
        const Plan made = plan("Qwen/Qwen3.5-4B");
        QVERIFY(made.memory.peak > Bytes(0));
        QVERIFY(made.memory.peak < plan("Qwen/Qwen3.5-9B").memory.peak);
    }

    // What is computed again is in HFU alone.
    void usefulWorkIsNoMoreThanAllWork()
    {
        const Plan made
            = planOf(scenarioWith({{"model.id", "Qwen/Qwen3.5-9B"},
                         {"training.sequence_length", "131072"}, {"hardware.gpu", "h200"}}),
                m_catalog);
        QVERIFY(made.time.mfu > 0.1);
        QVERIFY(made.time.mfu < made.time.hfu);
    }

    void sharedMatricesAreRefusedByName()
    {
        const Plan made = planOf(scenarioWith({{"model.id", "Qwen/Qwen3.5-9B"},
                                     {"parallel.framework", "megatron"}, {"parallel.tensor", "2"}}),
            m_catalog);
        QVERIFY(has(made, FindingId::MeshNotPlanned));
    }
};

QTEST_GUILESS_MAIN(TestDeltaRule)
#include "tst_deltarule.moc"
