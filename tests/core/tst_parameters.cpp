// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/hfconfig.h"
#include "core/model/parameters.h"

#include <QTest>

using namespace shardscope;
using namespace std::string_literals;

namespace {

ModelSpec read(const std::string &keys)
{
    return *readModelConfig(*parseJson("{" + keys + "}"));
}

ModelSpec llama3()
{
    return read(R"("model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32,
        "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336,
        "vocab_size": 128256)");
}

ModelSpec mixtral()
{
    return read(R"("model_type": "mixtral", "hidden_size": 4096, "num_hidden_layers": 32,
        "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336,
        "num_local_experts": 8, "num_experts_per_tok": 2, "vocab_size": 32000)");
}

QByteArray namesOfLinears(const ModelSpec &spec, std::int64_t layer)
{
    QByteArray names;
    for (const Linear &linear : linearsOf(spec, spec.formOf(layer)))
        names += (names.isEmpty() ? "" : " ") + QByteArray(linear.name.data(), linear.name.size());
    return names;
}

} // namespace

class TestParameters : public QObject
{
    Q_OBJECT

private slots:
    // The published totals of all families stand in the catalogue; tst_catalog compares them.

    void hyperClovaMayHaveTwoNormsALayer()
    {
        const std::string shape = R"({"model_type": "hyperclovax", "hidden_size": 512,
            "num_hidden_layers": 2, "num_attention_heads": 8, "intermediate_size": 1024,
            "vocab_size": 3001)";
        const ModelSpec four = *readModelConfig(*parseJson(shape + "}"));
        QCOMPARE(four.normsPerLayer, 4);
        QVERIFY(four.residual == Residual::SandwichNorm);
        const ModelSpec two = *readModelConfig(*parseJson(shape + R"(, "use_post_norm": false})"));
        QCOMPARE(two.normsPerLayer, 2);
        QVERIFY(two.residual == Residual::PreNorm);
    }

    void partsOfLlama3()
    {
        const ParameterCount count = countParameters(llama3());
        QCOMPARE(count.total, 8'030'261'248.0);
        QCOMPARE(count.active, count.total);
        QCOMPARE(count.embedding, 525'336'576.0);
        QCOMPARE(count.head, 525'336'576.0);
        QCOMPARE(count.largestLayer, 218'112'000.0);
        QCOMPARE(count.layersTotal, 32 * 218'112'000.0);
        QCOMPARE(count.layerLinear, 32 * 218'103'808.0);
        QCOMPARE(count.largestTensor, 525'336'576.0);
    }

    void tiedHeadCountsOnce()
    {
        ModelSpec spec = llama3();
        spec.tiedEmbeddings = true;
        QCOMPARE(countParameters(spec).head, 0.0);
        QCOMPARE(countParameters(spec).total, 8'030'261'248.0 - 525'336'576.0);
    }

    void expertsAreOneParameter()
    {
        const ParameterCount count = countParameters(mixtral());
        QCOMPARE(count.total, 46'702'792'704.0);
        QCOMPARE(count.active, 12'879'925'248.0);
        QCOMPARE(count.largestTensor, 8.0 * 2 * 14336 * 4096);
        // Attention alone is nn.Linear.
        QCOMPARE(count.layerLinear, 32.0 * 41'943'040);
    }

    /// NumParams of LLM Foundry's benchmark tables (scripts/train/benchmarking/README.md).
    void countsOfMpt_data()
    {
        QTest::addColumn<std::string>("sizes");
        QTest::addColumn<double>("total");
        QTest::newRow("125M") << R"("d_model": 768, "n_heads": 12, "n_layers": 12)"s
                              << 125'311'488.0;
        QTest::newRow("7B") << R"("d_model": 4096, "n_heads": 32, "n_layers": 32)"s
                            << 6'658'859'008.0;
        QTest::newRow("7B for sequences of 65,536")
            << R"("d_model": 4096, "n_heads": 32, "n_layers": 32, "max_seq_len": 65536)"s
            << 6'918'905'856.0;
        QTest::newRow("70B, its expansion stated")
            << R"("d_model": 8192, "n_heads": 64, "n_layers": 80, "expansion_ratio": 4)"s
            << 64'862'437'376.0;
    }

    void countsOfMpt()
    {
        QFETCH(std::string, sizes);
        QTEST(countParameters(read(R"("model_type": "mpt", "vocab_size": 50368, )" + sizes)).total,
            "total");
    }

    void denseAndSparseLayers()
    {
        ModelSpec spec = mixtral();
        const double sparse = countParameters(spec).largestLayer;
        spec.experts->layers.assign(32, false);
        const double dense = countParameters(spec).largestLayer;
        spec.experts->layers[5] = true;
        QCOMPARE(countParameters(spec).layersTotal, 31 * dense + sparse);
        QCOMPARE(countParameters(spec).largestLayer, sparse);
    }

    void modulesAreCalledAsInTransformers_data()
    {
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<QByteArray>("names");
        QTest::newRow("Llama") << QByteArray(R"("model_type": "llama")")
                               << QByteArray(
                                      "q_proj k_proj v_proj o_proj gate_proj up_proj down_proj");
        QTest::newRow("Phi-3") << QByteArray(R"("model_type": "phi3")")
                               << QByteArray("qkv_proj o_proj gate_up_proj down_proj");
        QTest::newRow("GPT-2") << QByteArray(R"("model_type": "gpt2")")
                               << QByteArray("c_attn c_proj c_fc c_proj");
        QTest::newRow("GPT-NeoX") << QByteArray(R"("model_type": "gpt_neox")")
                                  << QByteArray(
                                         "query_key_value dense dense_h_to_4h dense_4h_to_h");
        QTest::newRow("OPT") << QByteArray(R"("model_type": "opt")")
                             << QByteArray("q_proj k_proj v_proj out_proj fc1 fc2");
        QTest::newRow("Phi-2") << QByteArray(R"("model_type": "phi")")
                               << QByteArray("q_proj k_proj v_proj dense fc1 fc2");
        QTest::newRow("Mixtral: the experts are plain parameters")
            << QByteArray(R"("model_type": "mixtral", "num_experts": 8, "num_experts_per_tok": 2)")
            << QByteArray("q_proj k_proj v_proj o_proj");
        QTest::newRow("DeepSeek: latent attention, shared experts")
            << QByteArray(R"("model_type": "deepseek_v3", "first_k_dense_replace": 0,
                "num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 32,
                "n_shared_experts": 1, "q_lora_rank": 16, "kv_lora_rank": 16,
                "qk_rope_head_dim": 8, "qk_nope_head_dim": 8, "v_head_dim": 8)")
            << QByteArray("q_a_proj q_b_proj kv_a_proj_with_mqa kv_b_proj o_proj gate_proj up_proj "
                          "down_proj");
    }

    void modulesAreCalledAsInTransformers()
    {
        QFETCH(QByteArray, keys);
        QFETCH(QByteArray, names);
        const ModelSpec spec = read(keys.toStdString() + R"(, "hidden_size": 64,
            "num_hidden_layers": 1, "num_attention_heads": 4, "intermediate_size": 128,
            "vocab_size": 100)");
        QCOMPARE(namesOfLinears(spec, 0), names);
    }

    void allLinearAdapters_data()
    {
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<double>("perRank");
        QTest::newRow("Llama 3 8B: grouped keys") << QByteArray(
            R"("model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32,
                "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336,
                "vocab_size": 128256)") << 2'621'440.0;
        QTest::newRow("Qwen3 0.6B: heads wider than the hidden size") << QByteArray(
            R"("model_type": "qwen3", "hidden_size": 1024, "num_hidden_layers": 28,
                "num_attention_heads": 16, "num_key_value_heads": 8, "head_dim": 128,
                "intermediate_size": 3072, "vocab_size": 151936)") << 630'784.0;
        QTest::newRow("Gemma 2 2B")
            << QByteArray(R"("model_type": "gemma2", "hidden_size": 2304, "num_hidden_layers": 26,
                "num_attention_heads": 8, "num_key_value_heads": 4, "head_dim": 256,
                "intermediate_size": 9216, "vocab_size": 256000)")
            << 1'297'920.0;
        QTest::newRow("OLMo 2 7B")
            << QByteArray(R"("model_type": "olmo2", "hidden_size": 4096, "num_hidden_layers": 32,
                "num_attention_heads": 32, "intermediate_size": 11008, "vocab_size": 100352)")
            << 2'498'560.0;
    }

    void allLinearAdapters()
    {
        QFETCH(QByteArray, keys);
        QFETCH(double, perRank);
        const Result<double> found = loraParametersPerRank(read(keys.toStdString()), "all-linear");
        QVERIFY(found);
        QCOMPARE(*found, perRank);
    }

    void adaptersOnExperts_data()
    {
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<QByteArray>("targets");
        QTest::addColumn<ModuleLibrary>("library");
        QTest::addColumn<double>("perRank");
        // Hidden 64, four heads of 16, two key heads; eight experts of 32, two layers.
        const double attention = 2 * (64 + 64) + 2 * (64 + 32);
        const double router = 64 + 8;
        const double gateUp = 8 * 2 * (64 + 2 * 32); // one tensor, twice the rank
        const double down = 8 * (32 + 64);
        const QByteArray qwen3 = R"("model_type": "qwen3_moe", "head_dim": 16, "num_experts": 8,
            "num_experts_per_tok": 2, "moe_intermediate_size": 32, "intermediate_size": 256)";
        const QByteArray mixtral = R"("model_type": "mixtral", "num_local_experts": 8,
            "num_experts_per_tok": 2, "intermediate_size": 32)";
        const QByteArray qwen2 = R"("model_type": "qwen2_moe", "num_experts": 8,
            "num_experts_per_tok": 2, "moe_intermediate_size": 32, "intermediate_size": 256,
            "shared_expert_intermediate_size": 128)";
        const double sharedExpert = 3 * (64 + 128);
        const auto row
            = [](const char *name, const QByteArray &keys, const char *targets, double perLayer,
                  ModuleLibrary library = ModuleLibrary::Transformers5) {
                  QTest::newRow(name) << keys << QByteArray(targets) << library << 2 * perLayer;
              };
        row("Qwen3-MoE, all", qwen3, "all-linear", attention + router + gateUp + down);
        row("Qwen3-MoE, by the names of old", qwen3, "gate_proj,up_proj,down_proj", gateUp + down);
        row("Qwen3-MoE, the router alone", qwen3, "gate", router);
        row("Qwen3-MoE, attention alone", qwen3, "q_proj,k_proj,v_proj,o_proj", attention);
        row("Mixtral, all", mixtral, "all-linear", attention + router + gateUp + down);
        row("Mixtral, one of two tensors", mixtral, "q_proj,w2", 64 + 64 + down);
        row("Mixtral, before its experts were fused", mixtral, "all-linear", attention,
            ModuleLibrary::Transformers446);
        row("Qwen2-MoE, whose experts PEFT passes over", qwen2, "all-linear",
            attention + sharedExpert + 64 + 1);
        row("a dense layer's module of such a name has no adapter",
            QByteArray(qwen3).append(R"(, "mlp_only_layers": [0])"), "q_proj,down_proj",
            64 + 64 + down / 2);
    }

    void adaptersOnExperts()
    {
        QFETCH(QByteArray, keys);
        QFETCH(QByteArray, targets);
        QFETCH(ModuleLibrary, library);
        QFETCH(double, perRank);
        const ModelSpec spec = read(keys.toStdString() + R"(, "hidden_size": 64,
            "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2,
            "vocab_size": 100)");
        const Result<double> found = loraParametersPerRank(spec, targets.toStdString(), library);
        QVERIFY(found);
        QCOMPARE(*found, perRank);
    }

    void gateAndUpAreOneTensor()
    {
        const ModelSpec spec = read(R"("model_type": "mixtral", "num_local_experts": 8,
            "num_experts_per_tok": 2, "hidden_size": 64, "num_hidden_layers": 2,
            "num_attention_heads": 4, "intermediate_size": 32, "vocab_size": 100)");
        const Result<double> result = loraParametersPerRank(spec, "q_proj,w3");
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::UnknownChoice);
        QCOMPARE(englishText(result.error().found), std::string("w3"));
        QCOMPARE(englishText(result.error().expected), std::string("w1 and w3 together"));
    }

    void namedAdapters_data()
    {
        QTest::addColumn<QByteArray>("targets");
        QTest::addColumn<double>("perLayer");
        QTest::newRow("one") << QByteArray("q_proj") << 8192.0;
        QTest::newRow("two") << QByteArray("q_proj,v_proj") << 8192.0 + 5120.0;
        QTest::newRow("spaces, a comma too many, twice the same")
            << QByteArray(" q_proj , v_proj, q_proj,") << 8192.0 + 5120.0;
        QTest::newRow("all by name")
            << QByteArray("q_proj,k_proj,v_proj,o_proj,gate_proj,up_proj,down_proj")
            << 2'621'440.0 / 32;
    }

    void namedAdapters()
    {
        QFETCH(QByteArray, targets);
        QFETCH(double, perLayer);
        const Result<double> found = loraParametersPerRank(llama3(), targets.toStdString());
        QVERIFY(found);
        QCOMPARE(*found, 32 * perLayer);
    }

    void unknownAdapterNamesTheKnown_data()
    {
        QTest::addColumn<QByteArray>("targets");
        QTest::addColumn<QByteArray>("found");
        QTest::newRow("of another family") << QByteArray("q_proj,c_attn") << QByteArray("c_attn");
        QTest::newRow("none at all") << QByteArray() << QByteArray();
        QTest::newRow("commas only") << QByteArray(" , ") << QByteArray(" , ");
    }

    void unknownAdapterNamesTheKnown()
    {
        QFETCH(QByteArray, targets);
        QFETCH(QByteArray, found);
        const Result<double> result = loraParametersPerRank(llama3(), targets.toStdString());
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::UnknownChoice);
        QCOMPARE(QByteArray::fromStdString(englishText(result.error().found)), found);
        QCOMPARE(englishText(result.error().expected),
            std::string("all-linear or some of q_proj, k_proj, v_proj, o_proj, gate_proj, up_proj, "
                        "down_proj, embed_tokens, lm_head"));
    }
};

QTEST_APPLESS_MAIN(TestParameters)
#include "tst_parameters.moc"
