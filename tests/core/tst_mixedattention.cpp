// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/keptbehind.h"
#include "core/judge/attentionkernel.h"
#include "core/model/hfconfig.h"
#include "core/model/parameters.h"
#include "core/modules/layers.h"
#include "core/step/stepmodules.h"
#include "tests/support/specfrom.h"
#include "tests/support/strategyrows.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

constexpr double tokens = 512;

const std::string sizes = R"("hidden_size": 256, "intermediate_size": 768,
    "num_hidden_layers": 6, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 64,
    "global_head_dim": 128, "vocab_size": 2048, "vocab_size_per_layer_input": 2048)";
const std::string pattern = R"("layer_types": ["sliding_attention", "sliding_attention",
    "full_attention", "sliding_attention", "sliding_attention", "full_attention"])";
const std::string embedded = R"("hidden_size_per_layer_input": 32)";
const std::string plain = R"("hidden_size_per_layer_input": 0)";
const std::string taking = R"("num_kv_shared_layers": 3, "use_double_wide_mlp": true)";
const std::string sameKeys = R"("attention_k_eq_v": true, "num_global_key_value_heads": 1)";
const std::string experts = R"("enable_moe_block": true, "num_experts": 8, "top_k_experts": 2,
    "moe_intermediate_size": 96)";

std::string config(std::initializer_list<std::string> more)
{
    std::string text = R"({"model_type": "gemma4_text", )" + sizes;
    for (const std::string &part : more)
        text += ", " + part;
    return text + "}";
}

/// A letter for each layer: w sees a window, f all tokens; capital where the model refers to its
/// keys and values; in brackets where it takes those of another.
QString lettersOf(const ModelSpec &spec)
{
    QString letters;
    for (std::int64_t layer = 0; layer < spec.layers; ++layer) {
        const LayerForm form = spec.formOf(layer);
        const QString letter(form.seesAll ? "f" : "w");
        if (form.keys == KeySource::Taken)
            letters += "(" + letter + ")";
        else
            letters += form.keys == KeySource::Lent ? letter.toUpper() : letter;
    }
    return letters;
}

bool hasParameter(const Tape &tape, std::string_view name)
{
    return std::any_of(tape.parameters.begin(), tape.parameters.end(),
        [name](const Parameter &parameter) { return parameter.name == name; });
}

} // namespace

class TestMixedAttention : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    void configsSayWhoSeesAndWhoTakes_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<QString>("layers");
        QTest::newRow("every sixth sees all") << QByteArray() << QString("wwwwWF");
        QTest::newRow("a list") << QByteArray::fromStdString(pattern) << QString("wwfwWF");
        QTest::newRow("the last three take keys and values")
            << QByteArray::fromStdString(pattern + ", " + taking) << QString("wWF(w)(w)(f)");
        QTest::newRow("the last one sees all, whatever the list says") << QByteArray(
            R"("layer_types": ["sliding_attention", "sliding_attention",
               "sliding_attention", "sliding_attention", "sliding_attention",
               "sliding_attention"])") << QString("wwwwWF");
    }
    void configsSayWhoSeesAndWhoTakes()
    {
        QFETCH(QByteArray, more);
        QFETCH(QString, layers);
        const Result<ModelSpec> spec
            = specFrom(more.isEmpty() ? config({plain}) : config({plain, more.toStdString()}));
        QVERIFY(spec);
        QCOMPARE(lettersOf(*spec), layers);
    }

    void brokenShapesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<QByteArray>("where");
        QTest::newRow("all layers take, and none gives")
            << QByteArray(R"("num_kv_shared_layers": 6)") << QByteArray("/num_kv_shared_layers");
        QTest::newRow("nobody before has seen all tokens")
            << QByteArray(R"("num_kv_shared_layers": 1)") << QByteArray("/num_kv_shared_layers");
        QTest::newRow("keys are values, of how many heads is not said") << QByteArray(
            R"("attention_k_eq_v": true)") << QByteArray("/num_global_key_value_heads");
        QTest::newRow("tokens see later ones")
            << QByteArray(R"("use_bidirectional_attention": "all")")
            << QByteArray("/use_bidirectional_attention");
        QTest::newRow("fewer types than layers")
            << QByteArray(R"("layer_types": ["full_attention"])") << QByteArray("/layer_types");
        QTest::newRow("a head of its own beside embeddings of layers")
            << QByteArray(R"("tie_word_embeddings": false)") << QByteArray("/tie_word_embeddings");
    }
    void brokenShapesAreRefused()
    {
        QFETCH(QByteArray, more);
        QFETCH(QByteArray, where);
        const Result<ModelSpec> spec = specFrom(config({more.toStdString()}));
        QVERIFY(!spec);
        QCOMPARE(spec.error().where, where.toStdString());
    }

    // transformers 5.12.1: Gemma4ForCausalLM on the meta device; PEFT's adapters of rank 8.
    void parametersAreThoseOfTheClass_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<double>("count");
        QTest::addColumn<double>("adapters");
        const auto row = [](const char *name, std::initializer_list<std::string> parts,
                             double count, double adapters) {
            std::string more = pattern;
            for (const std::string &part : parts)
                more += ", " + part;
            QTest::newRow(name) << QByteArray::fromStdString(more) << count << adapters;
        };
        row("two kinds of heads", {plain}, 5643520, 0);
        row("embeddings of layers", {embedded}, 6185760, 0);
        row("layers that take keys and values, with wide MLPs", {embedded, taking}, 7692832,
            311808);
        row("keys that are values", {embedded, sameKeys}, 5989152, 0);
        row("experts beside a dense MLP", {plain, sameKeys, experts}, 9004336, 248192);
    }
    void parametersAreThoseOfTheClass()
    {
        QFETCH(QByteArray, more);
        QFETCH(double, count);
        QFETCH(double, adapters);
        const Result<ModelSpec> spec = specFrom(config({more.toStdString()}));
        QVERIFY(spec);
        QCOMPARE(countParameters(*spec).total, count);
        const Result<double> perRank = loraParametersPerRank(*spec, "all-linear");
        QVERIFY(perRank);
        if (adapters > 0)
            QCOMPARE(8 * *perRank, adapters);
    }

    // On the meta device as well: vision, audio, and what brings them to the decoder's width.
    void towersAreCountedAndLeftOut()
    {
        const Result<ModelSpec> small = specFrom(R"({"model_type": "gemma4", "vision_config": {},
            "audio_config": {}, "text_config": {"model_type": "gemma4_text", "hidden_size": 1536,
            "num_hidden_layers": 6, "intermediate_size": 6144}})");
        QVERIFY(small);
        QVERIFY(small->hasOtherParts);
        QCOMPARE(small->otherParameters, 167364608.0 + 304824608 + 1179648 + 2359296);
        const Result<ModelSpec> large = specFrom(R"({"model_type": "gemma4", "vision_config": {
            "hidden_size": 1152, "intermediate_size": 4304, "num_hidden_layers": 27,
            "num_attention_heads": 16, "num_key_value_heads": 16, "head_dim": 72},
            "audio_config": null, "text_config": {"model_type": "gemma4_text",
            "hidden_size": 5376, "num_hidden_layers": 6, "intermediate_size": 21504}})");
        QVERIFY(large);
        QCOMPARE(large->otherParameters, 569548080.0 + 6193152);
    }

    void layersThatTakeHaveNoKeysOfTheirOwn()
    {
        const LayerSettings settings{
            .spec = *specFrom(config({pattern, embedded, taking})), .batch = 1, .sequence = tokens};
        const StepModules modules(settings);
        const Tape &giver = modules.layer(2).tape;
        const Tape &taker = modules.layer(5).tape;
        QVERIFY(hasParameter(giver, "k_proj") && hasParameter(giver, "v_proj"));
        QVERIFY(!hasParameter(taker, "k_proj") && !hasParameter(taker, "v_proj"));
        const Given *given = giver.giving(Common::FullKeys);
        const Taken *taken = taker.taking(Common::FullKeys);
        QVERIFY(given && taken && given->isTaken);
        QCOMPARE(giver.at(given->tensor).elements, tokens * 2 * 128);
        QCOMPARE(taker.at(taken->tensor).elements, giver.at(given->tensor).elements);
        // Each layer takes its part of what embeddings give to all.
        QCOMPARE(taker.at(taker.taking(Common::LayerInputs)->tensor).elements, tokens * 6 * 32);
    }

    void onlyWhatLaysInTheModelsHandsIsHeldByName()
    {
        const auto lent = [](Attention attention) {
            const LayerSettings settings{.spec = *specFrom(config({pattern, plain})),
                .batch = 2,
                .sequence = tokens / 2,
                .attention = attention};
            return StepModules(settings).lentBytes();
        };
        // FlashAttention keeps them itself.
        QCOMPARE(lent(Attention::Flash), 0.0);
        QCOMPARE(lent(Attention::Eager), 2 * tokens * 2 * (2 * 64 + 2 * 128));
    }

    // Computed again under a checkpoint they are results of autograd's, and with them stays what
    // the norm in front, their projections and norms and the rotary embedding have saved.
    void keysInTheModelsHandsHoldOnToTheirPast()
    {
        const LayerSettings settings{
            .spec = *specFrom(config({pattern, plain})), .batch = 1, .sequence = tokens};
        const Tape tape = StepModules(settings).layer(4).tape;
        double bytes = 0;
        for (const TensorId id : keptBehindGiven(tape))
            bytes += tape.storageOf(id);
        const double h = 256;
        const double heads = 2;
        const double dim = 64;
        const double norm = tokens * (8 * h + 8 + 2 * h) + 4 * h; // fp32 twice, and its result
        const double keys = tokens * heads * (8 * dim + 8) + StorageGranule;
        const double values = tokens * heads * (4 * dim + 8); // their norm has no weight
        QCOMPARE(bytes, norm + keys + values + 2 * 2 * tokens * heads * dim);
    }

    void everyStrategyPlansIt_data() { addStrategyRows(); }
    void everyStrategyPlansIt()
    {
        const Scenario usual
            = scenarioWith({{"training.attention", "eager"}, {"training.sequence_length", "1024"}});
        const auto plan = [&](const char *id) { return planOfStrategyRow(id, m_catalog, usual); };
        const Plan made = plan("google/gemma-4-E2B");
        QVERIFY(made.memory.peak > Bytes(0));
        QVERIFY(made.memory.peak < plan("google/gemma-4-E4B").memory.peak);
    }

    void sharedMatricesAreRefusedByName()
    {
        const Plan made = planOf(scenarioWith({{"model.id", "google/gemma-4-31B"},
                                     {"parallel.framework", "megatron"}, {"parallel.tensor", "2"}}),
            m_catalog);
        QVERIFY(has(made, FindingId::MeshNotPlanned));
    }

    // FlashAttention has heads of 256 at most, Gemma 4 some of 512.
    void flashAttentionIsNotThereForItsHeads()
    {
        const Scenario scenario = scenarioWith({{"model.id", "google/gemma-4-E4B"},
            {"training.attention", "flash"}, {"hardware.gpu", "h100-sxm"}});
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        QVERIFY(resolved);
        QVERIFY(outcomeOf(Attention::Flash, scenario, *resolved) == KernelOutcome::NotThere);
        QVERIFY(canAttend(Attention::Eager, scenario, *resolved));
    }
};

QTEST_GUILESS_MAIN(TestMixedAttention)
#include "tst_mixedattention.moc"
