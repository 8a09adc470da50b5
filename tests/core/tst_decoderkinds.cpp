// SPDX-License-Identifier: GPL-3.0-or-later
// In what Apertus, nanochat, HunYuan and AFMoE differ from other decoders (transformers 5.12.1).
#include "core/engines/zerocalls.h"
#include "core/model/hfconfig.h"
#include "core/model/parameters.h"
#include "core/modules/layers.h"
#include "tests/support/specfrom.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

std::string of(const std::string &type, const std::string &more = "")
{
    return "{'model_type': '" + type
        + "', 'hidden_size': 512, 'num_hidden_layers': 8, 'num_attention_heads': 8, "
          "'num_key_value_heads': 2, 'head_dim': 64, 'intermediate_size': 1024, 'vocab_size': 2048"
        + more + "}";
}
const std::string eight = ", 'num_experts': 8, 'num_experts_per_tok': 2";
const std::string narrow = eight + ", 'moe_intermediate_size': 128, 'num_shared_experts': 1";

constexpr double hidden = 512;
constexpr double width = 1024;
constexpr double attention = hidden * (512 + 2 * 128) + 512 * hidden;

double keptBy(const ModelSpec &spec, double tokens)
{
    const LayerSettings settings{.spec = spec, .sequence = tokens, .fusedKernels = true};
    return totalOf(profileOf(layerTape(settings, {.form = spec.formOf(0)}), {}).kept);
}

} // namespace

class TestDecoderKinds : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    // ZeRO-3 enters each module of a tape: nanochat's embedding ends with one without parameters.
    void modulesWithoutParametersAreCalled()
    {
        const ModelSpec spec = *specFrom(of("nanochat"));
        const Tape tape = embeddingTape({.spec = spec, .sequence = 64});
        std::int32_t last = -1;
        for (const Op &op : tape.ops)
            last = std::max(last, op.module);
        QCOMPARE(last, 1);
        QCOMPARE(tape.parameters.size(), std::size_t{1});
        QCOMPARE(zeroCalls(tape, Unit::Kind::Head, false).size(), std::size_t{2});
    }

    void layersCount_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("layers");
        const auto row = [](const char *name, const std::string &text, double layers) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << layers;
        };
        const double norms = 2 * hidden + 2 * 64; // of the stream, of query and key
        row("Apertus, whose activation has two numbers", of("apertus"),
            8 * (attention + norms + 2 * hidden * width + 2));
        row("Apertus with an activation that has none", of("apertus", ", 'hidden_act': 'relu2'"),
            8 * (attention + norms + 2 * hidden * width));
        row("nanochat, whose norms have no weights", of("nanochat"),
            8 * (attention + 2 * hidden * width));
        row("HunYuan, whose shared expert is as wide as the others", of("hunyuan_v1_moe", eight),
            8 * (attention + norms + 9 * 3 * hidden * width + 8 * hidden));
        const double gated = attention + hidden * 512 + 4 * hidden + 2 * 64;
        row("AFMoE, with a gate of attention and a bias of the choice", of("afmoe", narrow),
            8 * gated + 3 * hidden * width + 7 * (9 * 3 * hidden * 128 + 8 * hidden + 8));
    }
    void layersCount()
    {
        QFETCH(QByteArray, text);
        const Result<ModelSpec> spec = specFrom(text.toStdString());
        QVERIFY(spec);
        QTEST(countParameters(*spec).layersTotal, "layers");
    }

    // x, its first product, the curve, what that is more than x, and which numbers are above zero;
    // relu2 keeps one number. Both keep the result, which is multiplied next.
    void xieluKeepsEachOfItsSteps()
    {
        const double more = keptBy(*specFrom(of("apertus")), 256)
            - keptBy(*specFrom(of("apertus", ", 'hidden_act': 'relu2'")), 256);
        QVERIFY(more >= 7 * 256 * width);
        QVERIFY(more < 7.1 * 256 * width);
    }

    void hunyuanListsItsChoices_data()
    {
        QTest::addColumn<QByteArray>("choice");
        QTest::addColumn<int>("perToken"); // 0: refused
        QTest::newRow("a number") << QByteArray("4") << 4;
        QTest::newRow("one for each layer") << QByteArray("[4, 4]") << 4;
        QTest::newRow("unlike ones") << QByteArray("[4, 2]") << 0;
        QTest::newRow("none") << QByteArray("[]") << 0;
        QTest::newRow("words") << QByteArray("['4']") << 0;
        QTest::newRow("parts of experts") << QByteArray("[1.5]") << 0;
    }
    void hunyuanListsItsChoices()
    {
        QFETCH(QByteArray, choice);
        QFETCH(int, perToken);
        const Result<ModelSpec> spec = specFrom(
            of("hunyuan_v1_moe", ", 'num_experts': 8, 'moe_topk': " + choice.toStdString()));
        QCOMPARE(spec.has_value(), perToken > 0);
        if (spec)
            QCOMPARE(spec->experts->perToken, perToken);
        else
            QCOMPARE(spec.error().where, "/moe_topk");
    }

    void trinityTurnsItsWindows_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<int>("interval"); // of layers that see all, and are not turned
        QTest::newRow("each fourth layer sees all") << QByteArray() << 4;
        QTest::newRow("each second one") << QByteArray(", 'global_attn_every_n_layers': 2") << 2;
        QTest::newRow("as listed") << QByteArray(
            ", 'layer_types': ['sliding_attention', 'sliding_attention', "
            "'full_attention']") << 3;
    }
    void trinityTurnsItsWindows()
    {
        QFETCH(QByteArray, more);
        QFETCH(int, interval);
        const ModelSpec spec = *specFrom(of("afmoe", narrow + more.toStdString()));
        QCOMPARE(spec.modules.nopeInterval, interval);
        QVERIFY(spec.windows);
        QCOMPARE(spec.windows->tokens, 1024);
        QVERIFY(spec.windows->layers[0]);
        QVERIFY(!spec.windows->layers[static_cast<std::size_t>(interval) - 1]);
    }
    // PEFT 0.20 tuners/lora/layer.py, ParamWrapper: it adds to the router's weight, which 4-bit
    // loading has packed in bytes.
    void packedRoutersTakeNoAdapters_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("targets");
        QTest::addColumn<bool>("isSaid");
        const auto row = [](const char *name, const char *model, const char *method,
                             const char *targets, bool isSaid) {
            QTest::newRow(name) << QByteArray(model) << QByteArray(method) << QByteArray(targets)
                                << isSaid;
        };
        const char *const trinity = "arcee-ai/Trinity-Nano-Preview";
        row("all of Trinity's matrices, packed", trinity, "qlora", "all-linear", true);
        row("the same as they are", trinity, "lora", "all-linear", false);
        row("those of its attention", trinity, "qlora", "q_proj,v_proj", false);
        row("HunYuan's router, which is a module further", "tencent/Hunyuan-A13B-Instruct", "qlora",
            "all-linear", false);
    }
    void packedRoutersTakeNoAdapters()
    {
        QFETCH(QByteArray, model);
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, targets);
        const Plan made
            = planOf(scenarioWith({{"model.id", model.toStdString()}, {"hardware.gpu", "h200"},
                         {"training.method", method.toStdString()},
                         {"training.lora_targets", targets.toStdString()}}),
                m_catalog);
        QTEST(has(made, FindingId::RouterAdapter), "isSaid");
    }

    void trinityMayScaleItsWords()
    {
        QVERIFY(!specFrom(of("afmoe", narrow))->modules.scalesEmbedding);
        QVERIFY(specFrom(of("afmoe", narrow + ", 'mup_enabled': true"))->modules.scalesEmbedding);
    }
};

QTEST_GUILESS_MAIN(TestDecoderKinds)
#include "tst_decoderkinds.moc"
