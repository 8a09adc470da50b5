// SPDX-License-Identifier: GPL-3.0-or-later
// What a config.json says beyond the shape: dropouts, and what is left out of the plan.
#include "core/model/hfconfig.h"
#include "core/model/hfremarks.h"
#include "core/model/parameters.h"
#include "tests/support/llamaconfig.h"

#include <QTest>

using namespace shardscope;

class TestHfRemarks : public QObject
{
    Q_OBJECT

private slots:
    void dropoutsAreThoseThatTheModulesRead_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<double>("hidden");
        QTest::addColumn<double>("embedding");
        const auto row = [](const char *type, const char *key, double hidden, double embedding) {
            QTest::addRow("%s, %s", type, key)
                << QByteArray(type) << QByteArray(key) << hidden << embedding;
        };
        row("phi3", "embd_pdrop", 0, 0); // made, and never called
        row("phi3", "resid_pdrop", 0.2, 0);
        row("phi", "embd_pdrop", 0, 0.2);
        row("gpt2", "embd_pdrop", 0.1, 0.2);
        row("gpt_neox", "hidden_dropout", 0.2, 0.2);
        row("stablelm", "hidden_dropout", 0.2, 0);
        row("starcoder2", "embedding_dropout", 0, 0.2);
        row("llama", "hidden_dropout", 0, 0);
        row("qwen2", "resid_pdrop", 0, 0);
        row("opt", "dropout", 0.2, 0);
        row("bloom", "dropout", 0, 0);
    }

    void dropoutsAreThoseThatTheModulesRead()
    {
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, keys);
        const ModuleTraits traits = read(R"({"model_type": ")" + type.toStdString() + R"(", ")"
            + keys.toStdString() + R"(": 0.2, "hidden_size": 512, "num_hidden_layers": 4,
            "num_attention_heads": 8, "intermediate_size": 1024, "ffn_dim": 1024,
            "vocab_size": 1000})")
                                        .modules;
        QTEST(traits.hiddenDropout, "hidden");
        QTEST(traits.embeddingDropout, "embedding");
    }

    void quantizedFilesAreSeen_data()
    {
        QTest::addColumn<QByteArray>("quantization");
        QTest::addColumn<QString>("method");
        QTest::addColumn<double>("bits");
        const auto row = [](const char *name, const char *json, const char *method, double bits) {
            QTest::newRow(name) << QByteArray(json) << QString(method) << bits;
        };
        row("DeepSeek's FP8", R"({"quant_method": "fp8", "weight_block_size": [128, 128]})", "fp8",
            8);
        row("GPTQ", R"({"quant_method": "gptq", "bits": 4, "group_size": 128})", "gptq", 4);
        row("AWQ, earlier", R"({"quant_method": "awq", "w_bit": 4})", "awq", 4);
        row("NF4", R"({"load_in_4bit": true, "load_in_8bit": false})", "bitsandbytes", 4);
        row("LLM.int8", R"({"quant_method": "bitsandbytes", "_load_in_8bit": true})",
            "bitsandbytes", 8);
        row("gpt-oss", R"({"quant_method": "mxfp4", "modules_to_not_convert": ["lm_head"]})",
            "mxfp4", 4.25);
        row("compressed-tensors", R"({"quant_method": "compressed-tensors",
            "config_groups": {"group_0": {"weights": {"num_bits": 8}}}})",
            "compressed-tensors", 8);
        row("one of which nothing is known", R"({"quant_method": "quanto"})", "quanto", 0);
        row("one without a name", R"({})", "of an unknown kind", 0);
        row("none", "null", "", 0);
    }

    void quantizedFilesAreSeen()
    {
        QFETCH(QByteArray, quantization);
        const ModelSpec spec = read(changed("quantization_config", quantization.toStdString()));
        QTEST(QString::fromStdString(spec.remarks.quantization), "method");
        QTEST(spec.remarks.quantizedBits, "bits");
        // Beside a nested decoder it stands outside.
        const ModelSpec nested = read(R"({"model_type": "mistral3", "quantization_config": )"
            + quantization.toStdString() + R"(, "text_config": )" + llama + "}");
        QCOMPARE(nested.remarks, spec.remarks);
    }

    // 8 bits for the matrices of the layers, 16 for the rest.
    void aQuantizedFileIsSmaller()
    {
        const ModelSpec spec = read(changed("quantization_config", R"({"quant_method": "fp8"})"));
        const ParameterCount count = countParameters(spec);
        QCOMPARE(quantizedFileBytes(spec), 2 * count.total - count.layerLinear);
        QCOMPARE(quantizedFileBytes(read(llama)), 0.0);
    }

    void otherHeadsAreSeen_data()
    {
        QTest::addColumn<QByteArray>("architectures");
        QTest::addColumn<QString>("other");
        const auto row = [](const char *json, const char *other) {
            QTest::newRow(json) << QByteArray(json) << QString(other);
        };
        row(R"(["LlamaForCausalLM"])", "");
        row(R"(["GPT2LMHeadModel"])", "");
        row(R"(["Gemma3ForConditionalGeneration"])", ""); // towers are said on their own
        row(R"(["LlamaForSequenceClassification"])", "LlamaForSequenceClassification");
        row(R"(["LlamaModel"])", "LlamaModel");
        row(R"(["Qwen2ForRewardModel"])", "Qwen2ForRewardModel");
        row(R"(["LlamaModel", "LlamaForCausalLM"])", "");
        row(R"([])", "");
        row(R"("LlamaForCausalLM")", "");
    }

    void otherHeadsAreSeen()
    {
        QFETCH(QByteArray, architectures);
        const ModelSpec spec = read(changed("architectures", architectures.toStdString()));
        QTEST(QString::fromStdString(spec.remarks.architecture), "other");
    }

    void keysThatChangeMemoryAreNotPassedOver()
    {
        const auto unread = [](const std::string &key, const std::string &value) {
            return read(changed(key, value)).remarks.unreadKeys;
        };
        using Keys = std::vector<std::string>;
        QCOMPARE(unread("output_router_logits", "true"), Keys{"output_router_logits"});
        QCOMPARE(unread("output_router_logits", "false"), Keys{});
        QCOMPARE(unread("router_jitter_noise", "0.1"), Keys{"router_jitter_noise"});
        QCOMPARE(unread("router_jitter_noise", "0.0"), Keys{});
        QCOMPARE(unread("add_cross_attention", "true"), Keys{"add_cross_attention"});
    }
};

QTEST_APPLESS_MAIN(TestHfRemarks)
#include "tst_hfremarks.moc"
