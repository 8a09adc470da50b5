// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/hfconfig.h"
#include "core/model/parameters.h"
#include "core/modules/encoder.h"
#include "core/modules/layers.h"
#include "core/step/stepmodules.h"
#include "tests/support/tapeparameters.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace shardscope;

namespace {

constexpr double batch = 2;
constexpr double sequence = 512;
constexpr double tokens = batch * sequence;
/// Widths that differ, so that no term can stand in for another.
constexpr double h = 1536;
constexpr double n = 12;
constexpr double k = 4;
constexpr double q = n * 128;
constexpr double c = k * 128;
constexpr double mlp = 4352;
constexpr double rank = 16;
/// FlashAttention keeps the state of its random numbers.
constexpr double randomState = 2 * StorageGranule;

ModelSpec shaped(const char *modelType, double kvHeads = k)
{
    const std::string text = R"({"model_type": ")" + std::string(modelType)
        + R"(", "hidden_size": 1536, "num_hidden_layers": 6, "num_attention_heads": 12,
          "head_dim": 128, "intermediate_size": 4352, "vocab_size": 32000, "num_key_value_heads": )"
        + std::to_string(static_cast<int>(kvHeads)) + R"(, "max_position_embeddings": 4096})";
    return *readModelConfig(*parseJson(text));
}

double keptByLayer(const LayerSettings &settings)
{
    return totalOf(profileOf(layerTape(settings, {}), {}).kept);
}

} // namespace

class TestReplay : public QObject
{
    Q_OBJECT

private slots:
    void tapesHoldEveryParameter_data()
    {
        QTest::addColumn<QString>("id");
        const Catalog catalog = builtInCatalog();
        for (const ModelEntry &model : catalog.models)
            QTest::newRow(model.id.c_str()) << QString::fromStdString(model.id);
    }
    void tapesHoldEveryParameter()
    {
        QFETCH(QString, id);
        const Catalog catalog = builtInCatalog();
        const ModelEntry *model = catalog.findModel(id.toStdString());
        QVERIFY(model);
        const ParameterCount count = countParameters(model->spec);
        const StepModules modules(LayerSettings{.spec = model->spec, .batch = 1, .sequence = 128});
        QCOMPARE(parametersOf(modules), count.total - count.tower - count.projector);
    }

    // native_dropout keeps one byte for each element: StableLM's MLP alone drops out.
    void dropoutKeepsAMask_data()
    {
        QTest::addColumn<QByteArray>("modelType");
        QTest::addColumn<bool>("isParallel");
        QTest::addColumn<double>("masks");
        QTest::newRow("StableLM") << QByteArray("stablelm") << false << 1.0;
        QTest::newRow("StableLM side by side") << QByteArray("stablelm") << true << 1.0;
        QTest::newRow("Phi 3") << QByteArray("phi3") << false << 2.0;
        QTest::newRow("GPT-NeoX") << QByteArray("gpt_neox") << true << 2.0;
    }
    void dropoutKeepsAMask()
    {
        QFETCH(QByteArray, modelType);
        QFETCH(bool, isParallel);
        QFETCH(double, masks);
        ModelSpec spec = shaped(modelType.constData(), n);
        if (isParallel)
            spec.residual = Residual::Parallel;
        const auto kept = [&spec](double dropout) {
            spec.modules.hiddenDropout = dropout;
            return keptByLayer({.spec = spec, .batch = batch, .sequence = sequence});
        };
        QCOMPARE(kept(0.1) - kept(0), masks * tokens * h);
    }

    // What one layer keeps per token: 16-bit weights, FlashAttention, followed with real autograd.
    void layersKeep_data()
    {
        QTest::addColumn<QByteArray>("modelType");
        QTest::addColumn<double>("kvHeads");
        QTest::addColumn<double>("perToken");
        QTest::addColumn<double>("once"); // Gemma's norms: 1 + weight, in fp32
        const double llama = 16 * h + 4 * q + 4 * c + 8 * mlp + 4 * n + 8;
        QTest::newRow("Llama") << QByteArray("llama") << k << llama << 0.0;
        QTest::newRow("Mistral") << QByteArray("mistral") << k << llama << 0.0;
        QTest::newRow("Qwen 2: biases keep nothing") << QByteArray("qwen2") << k << llama << 0.0;
        QTest::newRow("Granite: multipliers keep nothing")
            << QByteArray("granite") << k << llama << 0.0;
        QTest::newRow("Qwen 3") << QByteArray("qwen3") << k << llama + 6 * q + 6 * c + 4 * n + 4 * k
                                << 0.0;
        QTest::newRow("Gemma") << QByteArray("gemma") << k << llama + 4 * h << 2 * 4 * h;
        QTest::newRow("Gemma 2") << QByteArray("gemma2") << k << llama + 20 * h + 8 << 4 * 4 * h;
        QTest::newRow("Gemma 3") << QByteArray("gemma3_text") << k
                                 << 36 * h + 12 * q + 12 * c + 8 * mlp + 8 * n + 4 * k + 16
                                 << 4 * 4 * h + 2 * 4 * 128.0;
        QTest::newRow("Phi 3") << QByteArray("phi3") << k
                               << 16 * h + 8 * q + 6 * c + 8 * mlp + 4 * n + 8 << 0.0;
        QTest::newRow("OLMo 2") << QByteArray("olmo2") << k
                                << 20 * h + 12 * q + 12 * c + 8 * mlp + 4 * n + 16 << 0.0;
        QTest::newRow("GPT-NeoX") << QByteArray("gpt_neox") << n << 20 * h + 4 * mlp + 4 * n + 16
                                  << 0.0;
    }
    void layersKeep()
    {
        QFETCH(QByteArray, modelType);
        QFETCH(double, kvHeads);
        QFETCH(double, perToken);
        QFETCH(double, once);
        const ModelSpec spec = shaped(modelType.constData(), kvHeads);
        QCOMPARE(keptByLayer({.spec = spec, .batch = batch, .sequence = sequence}),
            tokens * perToken + once + randomState);
    }

    // Beside FlashAttention's kernel for sequences of any length, LLM Foundry's in Triton takes
    // what the fused product gave, gathers and puts back nothing, and draws no random numbers.
    void flashAttentionInTritonCopiesNothing()
    {
        const ModelSpec spec = shaped("mpt", n);
        const auto kept = [&spec](Attention attention, double length) {
            return keptByLayer(
                {.spec = spec, .batch = batch, .sequence = length, .attention = attention});
        };
        const double less = 2 * tokens * h + randomState;
        QCOMPARE(kept(Attention::FlashTriton, sequence), kept(Attention::Flash, sequence) - less);
        // Sums of rows are of whole blocks of 128 queries.
        const double odd = sequence + 64;
        const double blocks = std::ceil(odd / 128) * 128;
        QCOMPARE(kept(Attention::FlashTriton, odd),
            kept(Attention::Flash, odd) - 2 * batch * odd * h - randomState
                + 4 * batch * n * (blocks - odd));
    }

    void memoryEfficientAttentionKeepsItsRandomState()
    {
        const ModelSpec spec = shaped("llama", n);
        const double kept = keptByLayer(
            {.spec = spec, .batch = batch, .sequence = sequence, .attention = Attention::Sdpa});
        const double mask = 2 * tokens * sequence;
        QCOMPARE(kept, tokens * (16 * h + 8 * q + 8 * mlp + 4 * n + 8) + mask + randomState);
    }

    void eagerAttentionKeepsItsWeights()
    {
        const ModelSpec spec = shaped("llama");
        const double kept = keptByLayer(
            {.spec = spec, .batch = batch, .sequence = sequence, .attention = Attention::Eager});
        QCOMPARE(
            kept, tokens * (16 * h + 8 * q + 8 * mlp + 8) + 6 * batch * n * sequence * sequence);
    }

    void softCappingKeepsItsTangents()
    {
        const ModelSpec spec = shaped("gemma2");
        const double kept = keptByLayer(
            {.spec = spec, .batch = batch, .sequence = sequence, .attention = Attention::Eager});
        QCOMPARE(kept,
            tokens * (36 * h + 8 * q + 8 * mlp + 16) + 4 * 4 * h
                + 8 * batch * n * sequence * sequence);
    }

    void autocastKeepsCopiesOfWeights()
    {
        const ModelSpec spec = shaped("llama");
        const double kept = keptByLayer({.spec = spec,
            .batch = batch,
            .sequence = sequence,
            .weights = Dtype::Single,
            .autocast = true});
        const double linear = countParameters(spec).layerLinear / static_cast<double>(spec.layers);
        QCOMPARE(kept,
            tokens * (26 * h + 4 * q + 4 * c + 8 * mlp + 4 * n + 8) + 2 * linear + randomState);
    }

    void adaptersKeepTheirInputs_data()
    {
        QTest::addColumn<bool>("autocast");
        QTest::addColumn<bool>("dropsOut");
        QTest::newRow("fp32 adapters") << false << false;
        QTest::newRow("under autocast") << true << false;
        QTest::newRow("under autocast, with dropout") << true << true;
    }
    void adaptersKeepTheirInputs()
    {
        QFETCH(bool, autocast);
        QFETCH(bool, dropsOut);
        const ModelSpec spec = shaped("llama");
        const AdapterSettings adapters{
            .targets = LoraTargets(spec, "all-linear", ModuleLibrary::Transformers5),
            .rank = rank,
            .dropsOut = dropsOut};
        const double kept = keptByLayer({.spec = spec,
            .batch = batch,
            .sequence = sequence,
            .autocast = autocast,
            .trainsBase = false,
            .adapters = adapters});
        const double width = autocast ? 2 : 4;
        const double inputs = 3 * h + q + 2 * h + mlp;
        double expected = tokens * (8 * h + 4 * q + 4 * c + 6 * mlp + 4 * n + 8)
            + tokens * width * (inputs + 7 * rank) + randomState;
        if (autocast) // 16-bit copies of both factors
            expected += 2 * rank * (inputs + q + 2 * c + 2 * mlp + 2 * h);
        if (dropsOut) // a byte for each element
            expected += tokens * inputs;
        QCOMPARE(kept, expected);
    }

    void checkpointsKeepOnlyTheirInput()
    {
        const ModelSpec spec = shaped("llama");
        const LayerSettings settings{.spec = spec, .batch = batch, .sequence = sequence};
        const Profile profile = profileOf(layerTape(settings, {}), {.isCheckpointed = true});
        QCOMPARE(totalOf(profile.kept), tokens * 2 * h);
    }

    // Early stop leaves the last product out, whose result was put aside in the forward pass.
    void selectiveCheckpointsGiveAllBack()
    {
        const ModelSpec spec = shaped("llama");
        const LayerSettings settings{.spec = spec, .batch = batch, .sequence = sequence};
        Tape tape = layerTape(settings, {});
        pickForSelectiveCheckpoint(tape);
        const Profile profile = profileOf(tape, {.isCheckpointed = true});
        QVERIFY(totalOf(profile.kept) > tokens * 2 * (h + q + c + mlp + h));
        QCOMPARE(profile.backward.back().endTotal, -totalOf(profile.kept));
    }

    // A run is worked out once, and then evaluated for other numbers of tokens.
    // 4 bytes of log-probabilities are kept for each logit; the backward pass needs 12.
    void lossHoldsLogits_data()
    {
        QTest::addColumn<QByteArray>("modelType");
        QTest::addColumn<double>("kept");
        QTest::addColumn<double>("most");
        QTest::newRow("plain") << QByteArray("llama") << 4.0 << 12.0;
        QTest::newRow("soft-capped: tangents as well") << QByteArray("gemma2") << 6.0 << 14.0;
    }
    void lossHoldsLogits()
    {
        QFETCH(QByteArray, modelType);
        QFETCH(double, kept);
        QFETCH(double, most);
        const ModelSpec spec = shaped(modelType.constData());
        const LayerSettings settings{.spec = spec, .batch = batch, .sequence = sequence};
        const Profile profile = profileOf(headTape(settings), {});
        const auto logits = static_cast<std::size_t>(Holding::Logits);
        const double each = tokens * 32000;
        QCOMPARE(profile.kept[logits], kept * each);
        double largest = 0;
        for (const Segment &segment : profile.backward)
            largest = std::max(largest, profile.kept[logits] + segment.most[logits]);
        QCOMPARE(largest, most * each);
    }
};

QTEST_APPLESS_MAIN(TestReplay)

#include "tst_replay.moc"
