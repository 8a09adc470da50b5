// SPDX-License-Identifier: GPL-3.0-or-later
// In what the layers of one model differ, as its config says.
#include "core/model/hfconfig.h"
#include "core/model/parameters.h"
#include "tests/support/llamaconfig.h"

#include <QTest>

#include <cmath>

using namespace shardscope;

class TestHfLayers : public QObject
{
    Q_OBJECT

private slots:
    void layerTypesSayWhichLayerSeesAll()
    {
        const std::string shape = R"("hidden_size": 512, "num_hidden_layers": 3,
            "num_attention_heads": 8, "intermediate_size": 1024, "vocab_size": 1000)";
        QCOMPARE(read(R"({"model_type": "olmo3", )" + shape + "}").modules.firstFullLayer, 3);
        QCOMPARE(read(R"({"model_type": "olmo3", "layer_types": ["sliding_attention",
            "full_attention", "full_attention"], )"
                     + shape + "}")
                     .modules.firstFullLayer,
            1);
    }

    void masksAreThoseThatTheFamilyMakes_data()
    {
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<int>("masks");
        const auto row = [](const char *name, const char *keys, int masks) {
            QTest::newRow(name) << QByteArray(keys) << masks;
        };
        row("Qwen 2.5 without windows", R"("model_type": "qwen2")", 1);
        row("Qwen 2.5 with windows behind the first layer",
            R"("model_type": "qwen2", "use_sliding_window": true, "max_window_layers": 1)", 2);
        row("Qwen 2.5 with windows behind layers that it does not have",
            R"("model_type": "qwen2", "use_sliding_window": true, "max_window_layers": 28)", 1);
        row("EXAONE 4 32B", R"("model_type": "exaone4")", 2);
        row("EXAONE 4 1.2B", R"("model_type": "exaone4", "sliding_window": null)", 1);
        row("Ministral makes both", R"("model_type": "ministral")", 2);
    }

    void masksAreThoseThatTheFamilyMakes()
    {
        QFETCH(QByteArray, keys);
        QFETCH(int, masks);
        QCOMPARE(read("{" + keys.toStdString() + R"(, "hidden_size": 512, "num_hidden_layers": 4,
            "num_attention_heads": 8, "intermediate_size": 1024, "vocab_size": 1000})")
                     .modules.masks,
            masks);
    }

    void aPatternSaysWhichLayersSeeAll_data()
    {
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<int>("full");
        QTest::addColumn<int>("window");
        const auto row = [](const char *name, const char *keys, int full, int window) {
            QTest::newRow(name) << QByteArray(keys) << full << window;
        };
        constexpr int none = ModuleTraits::noLayer;
        row("Gemma 3 as published", R"("model_type": "gemma3_text")", 5, 0);
        row("Gemma 3, every third", R"("model_type": "gemma3_text", "sliding_window_pattern": 3)",
            2, 0);
        row("Gemma 3, every layer", R"("model_type": "gemma3_text", "sliding_window_pattern": 1)",
            0, none);
        row("Command R7B, every second", R"("model_type": "cohere2", "sliding_window_pattern": 2)",
            1, 0);
        row("EXAONE 4, every second", R"("model_type": "exaone4", "sliding_window_pattern": 2)", 1,
            0);
        row("EXAONE 4, in letters beside a list",
            R"("model_type": "exaone4", "sliding_window_pattern": "LLG",
               "layer_types": ["sliding_attention", "sliding_attention", "full_attention"])",
            2, 0);
        row("a list beside a pattern", R"("model_type": "gemma3_text", "sliding_window_pattern": 3,
            "layer_types": ["full_attention", "sliding_attention"])",
            0, 1);
        row("Gemma 2 does not read it", R"("model_type": "gemma2", "sliding_window_pattern": 4)", 1,
            0);
    }

    void aPatternSaysWhichLayersSeeAll()
    {
        QFETCH(QByteArray, keys);
        const ModuleTraits traits
            = read("{" + keys.toStdString() + R"(, "hidden_size": 512, "num_hidden_layers": 4,
            "num_attention_heads": 8, "intermediate_size": 1024, "vocab_size": 1000})")
                  .modules;
        QTEST(traits.firstFullLayer, "full");
        QTEST(traits.firstSlidingLayer, "window");
    }

    void aPatternOfNoLayersIsRefused()
    {
        const Result<ModelSpec> spec = readModelConfig(parsed(R"({"model_type": "gemma3_text",
            "sliding_window_pattern": 0, "hidden_size": 512, "num_hidden_layers": 4,
            "intermediate_size": 1024})"));
        QVERIFY(!spec);
        QCOMPARE(spec.error().code, ErrorCode::OutOfRange);
    }

    void layersWithoutRotaryEmbedding_data()
    {
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<int>("step");
        const auto row = [](const char *name, const char *keys, int step) {
            QTest::newRow(name) << QByteArray(keys) << step;
        };
        row("SmolLM3: every fourth", R"("model_type": "smollm3")", 4);
        row("SmolLM3 that lists every second",
            R"("model_type": "smollm3", "no_rope_layers": [1, 0, 1, 0])", 2);
        row("SmolLM3 that lists none", R"("model_type": "smollm3", "no_rope_layers": [1, 1, 1, 1])",
            0);
        row("Command R7B: those that see all", R"("model_type": "cohere2")", 4);
        row("EXAONE 4 1.2B: none", R"("model_type": "exaone4", "sliding_window": null)", 0);
        row("Llama", R"("model_type": "llama")", 0);
    }

    void layersWithoutRotaryEmbedding()
    {
        QFETCH(QByteArray, keys);
        QFETCH(int, step);
        QCOMPARE(read("{" + keys.toStdString() + R"(, "hidden_size": 512, "num_hidden_layers": 4,
            "num_attention_heads": 8, "intermediate_size": 1024, "vocab_size": 1000})")
                     .modules.nopeInterval,
            step);
    }

    void rotaryShareMayBeNested()
    {
        const std::string shape = R"("hidden_size": 512, "num_hidden_layers": 3,
            "num_attention_heads": 8, "intermediate_size": 1024, "vocab_size": 1000)";
        QCOMPARE(read(R"({"model_type": "stablelm", )" + shape + "}").modules.rotaryShare, 0.25);
        QCOMPARE(read(R"({"model_type": "stablelm", "rope_parameters": {
            "partial_rotary_factor": 0.5}, )"
                     + shape + "}")
                     .modules.rotaryShare,
            0.5);
    }

    void llama4HasExpertsOfTheirOwnWidth()
    {
        const ModelSpec spec
            = read(R"({"model_type": "llama4", "vision_config": {}, "text_config": {
            "model_type": "llama4_text", "hidden_size": 5120, "intermediate_size": 8192,
            "intermediate_size_mlp": 16384, "num_hidden_layers": 48, "num_attention_heads": 40,
            "num_key_value_heads": 8, "vocab_size": 202048, "num_local_experts": 128,
            "num_experts_per_tok": 1, "interleave_moe_layer_step": 2}})");
        QCOMPARE(spec.intermediate, 16384);
        QCOMPARE(spec.experts->width, 8192);
        QCOMPARE(spec.experts->sharedWidth, 8192);
        QVERIFY(!spec.isSparse(0));
        QVERIFY(spec.isSparse(1));
        QCOMPARE(std::round(countParameters(spec).total / 1e9), 401.0); // Maverick
    }

    // configuration_olmo_hybrid.py: three quarters of the stream for keys, twice that for values.
    void olmoHybridLeavesItsDeltaRuleToItsClass()
    {
        const Result<ModelSpec> spec
            = readModelConfig(parsed(R"({"model_type": "olmo_hybrid", "num_hidden_layers": 32})"));
        QVERIFY(spec);
        const DeltaRule &delta = *spec->delta;
        QCOMPARE(spec->hidden, std::int64_t{3840});
        QCOMPARE(delta.keyHeads, std::int64_t{30});
        QCOMPARE(delta.keyDim, std::int64_t{96});
        QCOMPARE(delta.valueDim, std::int64_t{192});
        QVERIFY(delta.layers[0] && !delta.layers[3]);
    }

    void lagunaListsItsQueryHeads()
    {
        const std::string config = R"({"model_type": "laguna", "hidden_size": 2048,
            "intermediate_size": 8192, "num_hidden_layers": 2,
            "layer_types": ["full_attention", "sliding_attention"],
            "num_attention_heads_per_layer": )";
        const Result<ModelSpec> spec = readModelConfig(parsed(config + "[48, 64]}"));
        QVERIFY(spec);
        QCOMPARE(spec->shapedAs(spec->formOf(1)).heads, std::int64_t{64});
        QCOMPARE(spec->shapedAs(spec->formOf(0)).modules.rotaryShare, 0.5);
        QCOMPARE(spec->shapedAs(spec->formOf(1)).modules.rotaryShare, 1.0);
        QVERIFY(readModelConfig(parsed(config + "[48, 12]}"))->hasUnevenHeads);
        QVERIFY(!readModelConfig(parsed(config + "[48]}")));
        QVERIFY(!readModelConfig(parsed(config + "[48, 0.5]}")));
    }
};

QTEST_APPLESS_MAIN(TestHfLayers)
#include "tst_hflayers.moc"
