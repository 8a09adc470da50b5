// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/families.h"
#include "core/model/hfconfig.h"
#include "core/model/parameters.h"
#include "tests/support/llamaconfig.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

class TestHfConfig : public QObject
{
    Q_OBJECT

private slots:
    void everyFamilyHasItsOwnName()
    {
        for (const Family &family : families()) {
            QCOMPARE(findFamily(family.name), &family);
            for (const std::string_view alias : family.aliases) {
                if (!alias.empty())
                    QCOMPARE(findFamily(alias), &family);
            }
        }
        QVERIFY(!findFamily(""));
    }

    void spellingsMeanTheSame_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("GPT-2 names")
            << QByteArray(R"({"model_type": "llama", "n_embd": 4096, "n_layer": 32, "n_head": 32,
                "num_kv_heads": 8, "n_inner": 14336, "vocab_size": 128256})");
        QTest::newRow("short names")
            << QByteArray(R"({"model_type": "llama", "dim": 4096, "n_layers": 32, "n_heads": 32,
                "n_kv_heads": 8, "d_ff": 14336, "vocab_size": 128256})");
        QTest::newRow("other names")
            << QByteArray(R"({"model_type": "llama", "d_model": 4096, "num_layers": 32,
                "num_attention_heads": 32, "num_key_value_heads": 8, "ffn_dim": 14336,
                "vocab_size": 128256})");
        for (const char *nesting : {"text_config", "llm_config", "language_config"})
            QTest::newRow(nesting) << QByteArray(R"({"model_type": "llava", ")") + nesting
                    + QByteArray(R"(": )") + QByteArray::fromStdString(llama) + '}';
        QTest::newRow("nested twice")
            << QByteArray(R"({"model_type": "omni", "thinker_config": {"text_config": )")
                + QByteArray::fromStdString(llama) + "}}";
        QTest::newRow("nulls are absent") << QByteArray::fromStdString(changed("head_dim", "null"));
        QTest::newRow("layer types are let pass") << QByteArray::fromStdString(
            changed("layer_types", R"(["full_attention", "sliding_attention"])"));
    }

    void spellingsMeanTheSame()
    {
        QFETCH(QByteArray, text);
        QCOMPARE(read(text.toStdString()), read(llama));
    }

    void absentFieldsFollowTheFamily()
    {
        const ModelSpec spec = read(changed("num_key_value_heads", ""));
        QCOMPARE(spec.kvHeads, 32);
        QCOMPARE(spec.headDim, 128);
        QVERIFY(!spec.tiedEmbeddings);
        const ModelSpec gpt2 = read(R"({"model_type": "gpt2", "n_embd": 768, "n_layer": 12,
            "n_head": 12, "n_inner": null, "vocab_size": 50257})");
        QCOMPARE(gpt2.intermediate, 4 * 768);
        QCOMPARE(gpt2.positions, 1024);
        QVERIFY(gpt2.tiedEmbeddings);
    }

    // transformers 5.12: configuration_*.py and what each family's attention reads.
    void headsFollowTheFamily_data()
    {
        QTest::addColumn<QByteArray>("family");
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<qint64>("headDim");
        QTest::addColumn<qint64>("kvHeads");
        QTest::newRow("GPT-NeoX has heads alone")
            << QByteArray("gpt_neox") << QByteArray(R"("head_dim": 32, "num_key_value_heads": 4)")
            << qint64(64) << qint64(16);
        QTest::newRow("OPT has heads alone")
            << QByteArray("opt") << QByteArray(R"("head_dim": 32)") << qint64(64) << qint64(16);
        QTest::newRow("StableLM has groups, and no width of heads")
            << QByteArray("stablelm") << QByteArray(R"("head_dim": 32, "num_key_value_heads": 4)")
            << qint64(64) << qint64(4);
        QTest::newRow("Falcon has no width of heads")
            << QByteArray("falcon") << QByteArray(R"("head_dim": 32)") << qint64(64) << qint64(1);
        QTest::newRow("Mistral has 8 groups where none are given")
            << QByteArray("mistral") << QByteArray(R"("head_dim": 32)") << qint64(32) << qint64(8);
        QTest::newRow("Qwen 2 has 32, which are no divisor of 16 heads") << QByteArray(
            "qwen2") << QByteArray(R"("bos_token_id": 0)") << qint64(64) << qint64(16);
        QTest::newRow("Ministral 3 has heads of 128")
            << QByteArray("ministral3") << QByteArray(R"("num_key_value_heads": 2)") << qint64(128)
            << qint64(2);
    }

    void headsFollowTheFamily()
    {
        QFETCH(QByteArray, family);
        QFETCH(QByteArray, keys);
        const ModelSpec spec = read(R"({"model_type": ")" + family.toStdString()
            + R"(", "hidden_size": 1024, "num_hidden_layers": 2, "num_attention_heads": 16,
            "intermediate_size": 2048, "vocab_size": 1000, )"
            + keys.toStdString() + "}");
        QTEST(qint64(spec.headDim), "headDim");
        QTEST(qint64(spec.kvHeads), "kvHeads");
    }

    void deepSeeksConfigLeavesOutItsDefaults()
    {
        const auto latent = [](const char *keys) {
            return read(R"({"model_type": "deepseek_v2", "hidden_size": 1024,
                "num_hidden_layers": 2, "num_attention_heads": 16, "intermediate_size": 2048,
                "vocab_size": 1000, "kv_lora_rank": 64, "qk_rope_head_dim": 32,
                "qk_nope_head_dim": 64, "v_head_dim": 64, "n_routed_experts": 4,
                "num_experts_per_tok": 2, "moe_intermediate_size": 128)"
                + std::string(keys) + "}");
        };
        QCOMPARE(latent("").latent->queryRank, 1536);
        QCOMPARE(latent(R"(, "q_lora_rank": null)").latent->queryRank, 0);
        QCOMPARE(latent("").experts->sharedWidth, 2 * 128);
        QCOMPARE(latent(R"(, "n_shared_experts": 1)").experts->sharedWidth, 128);
    }

    void gemma3TextConfigLeavesOutItsDefaults()
    {
        const ModelSpec spec = read(R"({"model_type": "gemma3", "text_config": {"hidden_size": 2560,
            "intermediate_size": 10240, "model_type": "gemma3_text", "num_hidden_layers": 34},
            "vision_config": {"hidden_size": 1152}})");
        QCOMPARE(countParameters(spec).total, 3'880'263'168.0);
    }

    void tyingOfTheOuterConfigCounts()
    {
        const ModelSpec spec
            = read(R"({"model_type": "qwen2_vl", "tie_word_embeddings": true, "text_config": )"
                + llama + "}");
        QVERIFY(spec.tiedEmbeddings);
    }

    void falconDecoders_data()
    {
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<qint64>("kvHeads");
        QTest::addColumn<int>("norms");
        QTest::addColumn<bool>("parallel");
        QTest::newRow("7B: one key head, one norm")
            << QByteArray(R"("multi_query": true, "num_kv_heads": 64)") << qint64(1) << 1 << true;
        QTest::newRow("40B: grouped heads, a norm for each branch")
            << QByteArray(R"("new_decoder_architecture": true, "num_kv_heads": 8)") << qint64(8)
            << 2 << true;
        QTest::newRow("11B: one norm again")
            << QByteArray(R"("new_decoder_architecture": true, "num_kv_heads": 8,
                "num_ln_in_parallel_attn": 1)")
            << qint64(8) << 1 << true;
        QTest::newRow("RW: one after the other")
            << QByteArray(R"("multi_query": false, "parallel_attn": false)") << qint64(64) << 2
            << false;
    }

    void falconDecoders()
    {
        QFETCH(QByteArray, keys);
        QFETCH(qint64, kvHeads);
        QFETCH(int, norms);
        QFETCH(bool, parallel);
        const ModelSpec spec = read(R"({"model_type": "falcon", "hidden_size": 4096,
            "num_hidden_layers": 2, "num_attention_heads": 64, "vocab_size": 65024, )"
            + keys.toStdString() + "}");
        QCOMPARE(spec.kvHeads, kvHeads);
        QCOMPARE(spec.normsPerLayer, norms);
        QCOMPARE(spec.residual == Residual::Parallel, parallel);
    }

    void sparseLayers_data()
    {
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<QByteArray>("layers");
        const char *qwen = R"("model_type": "qwen3_moe", "num_experts": 8)";
        QTest::newRow("all") << QByteArray(qwen) << QByteArray("11111");
        QTest::newRow("every second")
            << qwen + QByteArray(R"(, "decoder_sparse_step": 2)") << QByteArray("01010");
        QTest::newRow("some are dense")
            << qwen + QByteArray(R"(, "mlp_only_layers": [0, 3, 99])") << QByteArray("01101");
        QTest::newRow("the first are dense")
            << QByteArray(R"("model_type": "deepseek_v2", "n_routed_experts": 8,
                "first_k_dense_replace": 2, "kv_lora_rank": 512, "qk_rope_head_dim": 64,
                "qk_nope_head_dim": 128, "v_head_dim": 128)")
            << QByteArray("00111");
    }

    void sparseLayers()
    {
        QFETCH(QByteArray, keys);
        QFETCH(QByteArray, layers);
        const ModelSpec spec = read("{" + keys.toStdString() + R"(, "hidden_size": 2048,
            "num_hidden_layers": 5, "num_attention_heads": 16, "intermediate_size": 1024,
            "moe_intermediate_size": 512, "num_experts_per_tok": 2, "vocab_size": 1000})");
        QVERIFY(spec.experts);
        QByteArray found;
        for (std::int64_t layer = 0; layer < spec.layers; ++layer)
            found += spec.isSparse(layer) ? '1' : '0';
        QCOMPARE(found, layers);
    }

    // A finding of the plan, with a repair; no error.
    void readsUnevenHeads()
    {
        QVERIFY(!read(changed("num_attention_heads", "32")).hasUnevenHeads);
        QVERIFY(read(changed("num_attention_heads", "33")).hasUnevenHeads);
        QVERIFY(read(changed("num_key_value_heads", "5")).hasUnevenHeads);
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
        row("a list", "[1]", WrongType, "");
        row("no architecture", changed("model_type", ""), MissingField, "/model_type");
        row("architecture is a number", changed("model_type", "3"), WrongType, "/model_type");
        row("unknown architecture", changed("model_type", "\"rwkv\""), UnknownArchitecture,
            "/model_type");
        row("no layers", changed("num_hidden_layers", ""), MissingField, "/num_hidden_layers");
        row("null layers", changed("num_hidden_layers", "null"), MissingField,
            "/num_hidden_layers");
        row("no MLP width", changed("intermediate_size", ""), MissingField, "/intermediate_size");
        row("no vocabulary", changed("vocab_size", ""), MissingField, "/vocab_size");
        row("text for a number", changed("hidden_size", "\"4096\""), WrongType, "/hidden_size");
        row("negative", changed("num_attention_heads", "-3"), OutOfRange, "/num_attention_heads");
        row("zero", changed("num_key_value_heads", "0"), OutOfRange, "/num_key_value_heads");
        row("fraction", changed("num_hidden_layers", "32.5"), OutOfRange, "/num_hidden_layers");
        row("1e30", changed("vocab_size", "1e30"), OutOfRange, "/vocab_size");
        row("100,000 layers", changed("num_hidden_layers", "100000"), OutOfRange,
            "/num_hidden_layers");
        row("tying is a number", changed("tie_word_embeddings", "1"), WrongType,
            "/tie_word_embeddings");
        row("bias is text", changed("attention_bias", "\"yes\""), WrongType, "/attention_bias");
        row("wrong in a nested config", R"({"text_config": )" + changed("hidden_size", "0") + "}",
            OutOfRange, "/text_config/hidden_size");
        const std::string mixtral = R"({"model_type": "mixtral", "hidden_size": 4096,
            "num_hidden_layers": 2, "num_attention_heads": 32, "intermediate_size": 14336,
            "vocab_size": 32000, )";
        row("no experts", mixtral + R"("num_experts_per_tok": 2})", MissingField, "/num_experts");
        row("more experts per token than there are",
            mixtral + R"("num_local_experts": 8, "num_experts_per_tok": 9})", Inconsistent,
            "/num_experts_per_tok");
        row("projected embeddings",
            R"({"model_type": "opt", "hidden_size": 1024, "word_embed_proj_dim": 512,
            "num_hidden_layers": 24, "num_attention_heads": 16, "ffn_dim": 4096,
            "vocab_size": 50272})",
            Inconsistent, "/word_embed_proj_dim");
        const std::string granite = R"({"model_type": "granite", "hidden_size": 2560,
            "num_hidden_layers": 2, "num_attention_heads": 40, "intermediate_size": 8192,
            "vocab_size": 100352, )";
        row("experts of a family known without them",
            granite + R"("num_local_experts": 64, "layer_types": ["attention", "attention"]})",
            Inconsistent, "/num_local_experts");
        row("a norm for each head", R"({"model_type": "stablelm", "hidden_size": 5120,
            "qk_layernorm": true, "num_hidden_layers": 40, "num_attention_heads": 32,
            "intermediate_size": 13824, "vocab_size": 100352})",
            UnknownChoice, "/qk_layernorm");
        row("Falcon-RW", R"({"model_type": "falcon", "alibi": true, "hidden_size": 2048,
            "num_hidden_layers": 24, "num_attention_heads": 32, "vocab_size": 50304})",
            UnknownChoice, "/alibi");
        const std::string mpt = R"({"model_type": "mpt", "d_model": 4096, "n_heads": 32,
            "n_layers": 32, "vocab_size": 50432, )";
        row("MPT with ALiBi", mpt + R"("attn_config": {"alibi": true}})", UnknownChoice,
            "/attn_config/alibi");
        row("MPT without biases", mpt + R"("no_bias": true})", UnknownChoice, "/no_bias");
    }

    void refuses()
    {
        QFETCH(QByteArray, text);
        QFETCH(ErrorCode, code);
        QFETCH(QByteArray, where);
        const Result<ModelSpec> spec = readModelConfig(parsed(text.toStdString()));
        QVERIFY(!spec);
        QCOMPARE(spec.error().code, code);
        QCOMPARE(QByteArray::fromStdString(spec.error().where), where);
        QVERIFY(spec.error().line > 0);
        QVERIFY(!spec.error().expected.isEmpty());
    }

    void errorsNameTheLine()
    {
        const std::string text = "{\n\"model_type\": \"llama\",\n\"hidden_size\": -1}";
        const Result<ImportedModel> model = importModel(text, "x");
        QVERIFY(!model);
        QCOMPARE(describe(model.error()),
            std::string("line 3: /hidden_size: The value is out of range. Found: -1. Expected: a "
                        "whole number "
                        "from 1 to 1048576."));
    }

    void unknownArchitectureNamesTheKnown()
    {
        // Whose shape no family reads.
        const Result<ModelSpec> spec = readModelConfig(parsed(R"({"model_type": "marmot"})"));
        QVERIFY(!spec);
        QCOMPARE(englishText(spec.error().found), std::string("\"marmot\""));
        for (const Family &family : families())
            QVERIFY(englishText(spec.error().expected).find(family.name) != std::string::npos);
    }

    void saysWhyAnArchitectureIsUnknown_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("word");
        QTest::newRow("code that refuses to train")
            << QByteArray("kimi_linear") << QByteArray("NotImplementedError");
        QTest::newRow("a class that ends with an error")
            << QByteArray("dbrx") << QByteArray("ends with an error");
        QTest::newRow("a state-space model") << QByteArray("rwkv") << QByteArray("state");
        QTest::newRow("an encoder beside a decoder")
            << QByteArray("longt5") << QByteArray("encoder");
        QTest::newRow("the checkpoint's own code") << QByteArray("baichuan") << QByteArray("code");
    }

    void saysWhyAnArchitectureIsUnknown()
    {
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, word);
        const Result<ModelSpec> spec
            = readModelConfig(parsed(changed("model_type", '"' + type.toStdString() + '"')));
        QVERIFY(!spec);
        QCOMPARE(spec.error().code, ErrorCode::UnknownArchitecture);
        QVERIFY(englishText(spec.error().expected).find(word.toStdString()) != std::string::npos);
        QVERIFY(!findFamily(type.toStdString()));
    }

    // The shape of Llama under another name, then with parts that Llama does not have.
    void namesTheNearestFamily_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<QByteArray>("family");
        QTest::addColumn<QByteArrayList>("unread");
        QTest::newRow("Llama's shape") << QByteArray() << QByteArray("llama") << QByteArrayList{};
        QTest::newRow("a part that nobody knows")
            << QByteArray(R"("q_lora_of_gates": 96, "use_cache": true,)") << QByteArray("llama")
            << QByteArrayList{"q_lora_of_gates"};
        QTest::newRow("experts") << QByteArray(
            R"("num_local_experts": 8, "num_experts_per_tok": 2, "output_router_logits": true,)")
                                 << QByteArray("olmoe") << QByteArrayList{};
    }
    void namesTheNearestFamily()
    {
        QFETCH(QByteArray, more);
        QFETCH(QByteArray, family);
        QFETCH(QByteArrayList, unread);
        const auto config = [&more](const QByteArray &wish) {
            return parsed((R"({"model_type": "foobar_v7", "hidden_size": 4096,)" + more + wish
                + R"("num_hidden_layers": 32, "num_attention_heads": 32,)"
                  R"("num_key_value_heads": 8, "intermediate_size": 14336, "rms_norm_eps": 1e-5,)"
                  R"("vocab_size": 128256, "max_position_embeddings": 8192, "bos_token_id": 1})")
                              .toStdString());
        };
        const Result<ModelSpec> refused = readModelConfig(config({}));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::UnknownArchitecture);
        const std::string expected = englishText(refused.error().expected);
        QVERIFY2(expected.find("Nearest is " + family.toStdString()) != std::string::npos,
            expected.c_str());
        for (const QByteArray &key : unread)
            QVERIFY2(expected.find(key.toStdString()) != std::string::npos, expected.c_str());

        const Result<ModelSpec> read
            = readModelConfig(config("\"shardscope_read_as\": \"" + family + "\","));
        QVERIFY(read);
        QCOMPARE(read->modelType, family.toStdString());
        const std::vector<std::string> &said = read->remarks.unreadKeys;
        QVERIFY(std::find(said.begin(), said.end(), "model_type") != said.end());
        for (const QByteArray &key : unread)
            QVERIFY(std::find(said.begin(), said.end(), key.toStdString()) != said.end());
    }

    void towersAreLeftOut_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("isLeftOut");
        const QByteArray inner = QByteArray::fromStdString(llama);
        QTest::newRow("text alone") << inner << false;
        QTest::newRow("vision beside a nested decoder")
            << R"({"model_type": "llava_next", "vision_config": {"hidden_size": 1024}, )"
               R"("text_config": )"
                + inner + '}'
            << true;
        QTest::newRow("vision beside a flat decoder")
            << QByteArray::fromStdString(changed("vision_config", R"({"hidden_size": 1280})"))
            << true;
        QTest::newRow("no vision after all")
            << QByteArray::fromStdString(changed("vision_config", "null")) << false;
    }

    void towersAreLeftOut()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, isLeftOut);
        ModelSpec spec = read(text.toStdString());
        QCOMPARE(spec.hasOtherParts, isLeftOut);
        spec.hasOtherParts = false;
        QCOMPARE(spec, read(llama));
    }

    void namesTheModel_data()
    {
        QTest::addColumn<QByteArray>("given");
        QTest::addColumn<QByteArray>("ownName");
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("as the file")
            << QByteArray("my-model") << QByteArray("\"a/b\"") << QByteArray("my-model");
        QTest::newRow("as it calls itself")
            << QByteArray() << QByteArray("\"meta-llama/Llama-3-8B\"") << QByteArray("Llama-3-8B");
        QTest::newRow("as its folder")
            << QByteArray() << QByteArray("\"/models/mine/\"") << QByteArray("mine");
        QTest::newRow("as its architecture")
            << QByteArray() << QByteArray("\"\"") << QByteArray("llama");
    }

    void namesTheModel()
    {
        QFETCH(QByteArray, given);
        QFETCH(QByteArray, ownName);
        QFETCH(QByteArray, name);
        const Result<ImportedModel> model
            = importModel(changed("_name_or_path", ownName.toStdString()), given.toStdString());
        QVERIFY(model);
        QCOMPARE(QByteArray::fromStdString(model->name), name);
        QCOMPARE(*readModelConfig(parsed(model->config)), model->spec);
    }

    void tellsAConfigFromAScenario()
    {
        QVERIFY(looksLikeModelConfig(parsed(llama)));
        QVERIFY(looksLikeModelConfig(parsed(R"({"text_config": {}})")));
        QVERIFY(!looksLikeModelConfig(parsed(R"({"shardscope": 1, "model_type": "llama"})")));
        QVERIFY(!looksLikeModelConfig(parsed(R"({"schema": 1, "gpus": []})")));
        QVERIFY(!looksLikeModelConfig(parsed("[]")));
    }
};

QTEST_APPLESS_MAIN(TestHfConfig)
#include "tst_hfconfig.moc"
