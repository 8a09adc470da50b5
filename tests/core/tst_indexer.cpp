// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/hfconfig.h"
#include "core/model/parameters.h"
#include "core/modules/layers.h"
#include "core/step/stepmodules.h"
#include "tests/support/specfrom.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

const std::string shape
    = "'hidden_size': 512, 'num_hidden_layers': 6, 'num_attention_heads': 8, "
      "'num_key_value_heads': 8, 'intermediate_size': 1024, 'moe_intermediate_size': 256, "
      "'vocab_size': 32000, 'q_lora_rank': 128, 'kv_lora_rank': 96, 'qk_nope_head_dim': 64, "
      "'qk_rope_head_dim': 32, 'v_head_dim': 64, 'n_routed_experts': 8, "
      "'num_experts_per_tok': 2, 'index_n_heads': 4, 'index_head_dim': 48, 'index_topk': 100";

std::string deepSeek(const std::string &more = "")
{
    return "{'model_type': 'deepseek_v32', 'num_experts': 8, " + shape + more + "}";
}
std::string glm(const std::string &more = "")
{
    return "{'model_type': 'glm_moe_dsa', " + shape + more + "}";
}

std::string with(std::string text, std::string_view before, std::string_view after)
{
    return text.replace(text.find(before), before.size(), after);
}

/// F for each layer with an indexer of its own, S for each other.
QString indexers(const ModelSpec &spec)
{
    QString letters;
    for (std::int64_t layer = 0; layer < spec.layers; ++layer)
        letters += spec.formOf(layer).reusesChoice ? 'S' : 'F';
    return letters;
}

LayerSettings settingsOf(const ModelSpec &spec, double batch, double sequence,
    Checkpointing checkpointing = Checkpointing::None)
{
    return {.spec = spec,
        .batch = batch,
        .sequence = sequence,
        .attention = Attention::Sdpa,
        .checkpointing = checkpointing};
}

Tape tapeOf(const ModelSpec &spec, double batch, double sequence)
{
    return layerTape(settingsOf(spec, batch, sequence), {.form = spec.formOf(0)});
}

double mostForward(const ModelSpec &spec, double batch, double sequence)
{
    const Profile profile = profileOf(tapeOf(spec, batch, sequence), {});
    double most = 0;
    for (const Segment &segment : profile.forward)
        most = std::max(most, segment.mostTotal);
    return most;
}

} // namespace

class TestIndexer : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Plan planWith(std::initializer_list<std::pair<std::string_view, std::string_view>> settings,
        const char *id = "deepseek-ai/DeepSeek-V3.2") const
    {
        return planOf(scenarioWith(settings,
                          scenarioWith({{"model.id", id}, {"hardware.gpu", "h200"},
                              {"training.attention", "sdpa"}, {"training.checkpointing", "full"}})),
            m_catalog);
    }

private slots:
    void layersAreReadAsTheConfigSaysThem_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("letters");
        const auto row = [](const char *name, const std::string &text, const char *letters) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << QString(letters);
        };
        row("DeepSeek's all have one", deepSeek(", 'index_topk_freq': 3"), "FFFFFF");
        row("GLM-5's as well", glm(), "FFFFFF");
        row("each third", glm(", 'index_topk_freq': 3"), "FFSSFS");
        row("each third from the fourth on",
            glm(", 'index_topk_freq': 2, 'index_skip_topk_offset': 4"), "FFFFSF");
        row("a pattern", glm(", 'index_topk_pattern': 'FSSFSSFFF'"), "FSSFSS");
        row("a list",
            glm(", 'indexer_types': ['full', 'full', 'shared', 'full', 'shared', 'full']"),
            "FFSFSF");
    }
    void layersAreReadAsTheConfigSaysThem()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, letters);
        const Result<ModelSpec> spec = specFrom(text.toStdString());
        QVERIFY(spec);
        QCOMPARE(indexers(*spec), letters);
    }

    void whatCannotBeIsSaid_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("where");
        const auto row = [](const char *name, const std::string &text, const char *where) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(where);
        };
        row("nobody before the first layer has picked", glm(", 'index_topk_pattern': 'SFFFFF'"),
            "/indexer_types");
        row("types for some layers alone", glm(", 'indexer_types': ['full', 'shared']"),
            "/indexer_types");
        row("letters that mean nothing", glm(", 'index_topk_pattern': 'FFFXFF'"),
            "/index_topk_pattern");
        row("heads with nothing beside what is rotated",
            with(deepSeek(), "'index_head_dim': 48", "'index_head_dim': 32"), "/index_head_dim");
        row("a query that is not compressed",
            with(deepSeek(), "'q_lora_rank': 128", "'q_lora_rank': null"), "/q_lora_rank");
        row("experts that the router does not know",
            "{'model_type': 'deepseek_v32', " + shape + "}", "/n_routed_experts");
    }
    void whatCannotBeIsSaid()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, where);
        const Result<ModelSpec> spec = specFrom(text.toStdString());
        QVERIFY(!spec);
        QCOMPARE(QByteArray::fromStdString(spec.error().where), where);
    }

    void listedLayersAreDense()
    {
        const ModelSpec spec = *specFrom(
            glm(", 'mlp_layer_types': ['dense', 'sparse', 'dense', 'sparse', 'sparse', 'dense']"));
        QCOMPARE(spec.experts->layers, (std::vector<bool>{false, true, false, true, true, false}));
    }

    void anIndexerCountsWhatItsModulesHave()
    {
        const double indexer = 128.0 * 4 * 48 + 512 * 48 + 512 * 4 + 2 * 48;
        const double all = countParameters(*specFrom(glm())).total;
        const double some
            = countParameters(*specFrom(glm(", 'index_topk_pattern': 'FFSSSS'"))).total;
        QCOMPARE(all - some, 4 * indexer);
        // The last matrix stays out of 4 bit.
        const double linear = countParameters(*specFrom(glm())).layerLinear
            - countParameters(*specFrom(glm(", 'index_topk_pattern': 'FFSSSS'"))).layerLinear;
        QCOMPARE(linear, 4 * (indexer - 512 * 4 - 2 * 48));
    }

    void noGradientReachesIt()
    {
        const Tape tape = tapeOf(*specFrom(deepSeek()), 1, 256);
        QStringList unheard;
        for (const Parameter &parameter : tape.parameters) {
            if (!parameter.isReached)
                unheard << QString::fromUtf8(parameter.name);
        }
        QCOMPARE(unheard, (QStringList{"wq_b", "wk", "k_norm", "bias", "weights_proj"}));
        for (const Op &op : tape.ops) {
            for (std::size_t i = 0; i < Op::InputCount; ++i) {
                const TensorId id = op.inputs[i];
                const std::int32_t at = id == NoTensor ? -1 : tape.at(id).parameter;
                if (at >= 0 && !tape.parameters[static_cast<std::size_t>(at)].isReached)
                    QCOMPARE(op.gradients[i], 0.0);
            }
        }
    }
    // Scores of all pairs for each of its heads, in fp32, before and behind the scaling.
    void itsScoresAreTheMost()
    {
        const ModelSpec spec = *specFrom(deepSeek());
        const double pairs = 1024.0 * 1024;
        const double more = mostForward(spec, 1, 1024) - mostForward(spec, 1, 512);
        const double scores = 2 * 4 * 4 * (pairs - pairs / 4);
        QVERIFY(more > scores);
        QVERIFY(more < 1.4 * scores);
    }
    // torch.matmul copies the keys of several sequences for each token.
    void severalSequencesCopyTheirKeys()
    {
        const ModelSpec spec = *specFrom(deepSeek());
        const double keys = 2 * 512.0 * 512 * 48 * 4;
        QVERIFY(mostForward(spec, 2, 512) - 2 * mostForward(spec, 1, 512) > 0.8 * keys);
    }
    // What GLM-5's layers have picked stays with the checkpoint of the next one.
    void checkpointsHoldWhatWasPicked()
    {
        const auto held = [](const std::string &text) {
            const StepModules modules(settingsOf(*specFrom(text), 1, 512, Checkpointing::Full));
            double sum = 0;
            for (int layer = 0; layer < modules.layers(); ++layer)
                sum += modules.choiceHeldBehind(layer);
            return sum;
        };
        const double picked = storageBytes(512 * 100, Dtype::Single);
        QCOMPARE(held(glm()), 6 * picked);
        QCOMPARE(held(glm(", 'index_topk_pattern': 'FSSFSS'")), 2 * picked);
        QCOMPARE(held(deepSeek()), 0.0);
    }

    void whatIsNotDerivedIsSaid_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<FindingId>("finding");
        const auto row = [](const char *name, const char *key, const char *value,
                             const char *method, FindingId finding) {
            QTest::newRow(name) << QByteArray(key) << QByteArray(value) << QByteArray(method)
                                << finding;
        };
        row("FlashAttention", "training.attention", "flash", "lora", FindingId::AttentionRefused);
        row("ZeRO-3", "parallel.strategy", "zero3", "lora", FindingId::IndexerNotPlanned);
        row("flat parameters", "parallel.framework", "fsdp1", "full", FindingId::IndexerNotPlanned);
        row("gradients that nobody makes", "parallel.strategy", "ddp", "full",
            FindingId::IndexerUnheard);
        row("another adapter", "training.adapter", "dora", "lora", FindingId::IndexerNotPlanned);
        row("another objective", "training.objective", "dpo", "lora", FindingId::IndexerNotPlanned);
        row("shared matrices", "parallel.tensor", "2", "lora", FindingId::MeshNotPlanned);
        row("shared sequences", "parallel.context", "2", "lora", FindingId::MeshNotPlanned);
        row("Megatron's optimizer", "parallel.framework", "megatron", "full",
            FindingId::IndexerNotPlanned);
        row("padding", "training.micro_batch", "2", "lora", FindingId::PaddingMisread);
        row("4 bit of a file in 8", "model.config", "", "qlora", FindingId::PackedBase);
    }
    void whatIsNotDerivedIsSaid()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, method);
        QFETCH(FindingId, finding);
        std::string text = value.toStdString();
        if (key == "model.config") {
            text = deepSeek(", 'quantization_config': {'quant_method': 'fp8'}");
            std::replace(text.begin(), text.end(), '\'', '"');
        }
        const auto plan = [&](std::string_view wanted, std::string_view setTo) {
            return planWith({{"parallel.gpus", "8"},
                {"parallel.strategy", setTo == "megatron" ? "zero1" : "fsdp"},
                {"parallel.framework", setTo == "zero3" || setTo == "ddp" ? "auto" : "fsdp2"},
                {"training.lora_targets", "q_b_proj,o_proj"}, {"training.quant_storage", "16-bit"},
                {"training.method", method.toStdString()}, {wanted, setTo}});
        };
        const Plan made = plan(key.toStdString(), text);
        QVERIFY(has(made, finding));
        if (finding == FindingId::PackedBase)
            return;
        // Whoever follows the repair has none of these.
        const Finding *found = findingOf(made, finding);
        QVERIFY(!found->repair.isEmpty());
        const Result<Scenario> repaired = applied(made.scenario, found->repair.settings);
        QVERIFY(repaired);
        QVERIFY(!has(planOf(*repaired, m_catalog), finding));
    }
    void whatIsDerivedIsPlanned()
    {
        const Plan made = planWith({{"parallel.gpus", "64"}, {"parallel.strategy", "fsdp"},
            {"parallel.framework", "fsdp2"}, {"training.sequence_length", "4096"}});
        for (const FindingId id : {FindingId::AttentionRefused, FindingId::IndexerNotPlanned,
                 FindingId::IndexerUnheard, FindingId::MeshNotPlanned})
            QVERIFY(!has(made, id));
        QVERIFY(made.memory.peak > Bytes(0));
    }
};

QTEST_GUILESS_MAIN(TestIndexer)
#include "tst_indexer.moc"
