// SPDX-License-Identifier: GPL-3.0-or-later
// What a layer of Megatron-Core keeps for attention, by who computes it and on which GPU, and norms
// of single heads (qk_layernorm).
#include "tests/support/megatronlayer.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

constexpr double sequence = 1024;

Scenario megatron(std::string_view model, std::string_view attention, int batch = 1)
{
    return scenarioWith({{"model.id", model}, {"parallel.framework", "megatron"},
        {"parallel.strategy", "zero1"}, {"training.precision", "bf16-master"},
        {"training.attention", attention}, {"training.micro_batch", std::to_string(batch)},
        {"training.sequence_length", std::to_string(static_cast<int>(sequence))}});
}

const Catalog &catalog()
{
    static const Catalog all = builtInCatalog();
    return all;
}

double keptByLayer(const Scenario &scenario)
{
    return keptByLayer(scenario, catalog());
}

ModelSpec specOf(std::string_view model)
{
    return PreparedWorkload(megatron(model, "flash"), catalog()).work.spec();
}

} // namespace

class TestMegatronAttention : public QObject
{
    Q_OBJECT

private slots:
    void transformerEngineCopiesTheValue_data()
    {
        QTest::addColumn<std::string>("model");
        QTest::addColumn<bool>("copies");
        QTest::newRow("as many key heads as heads")
            << std::string("meta-llama/Llama-2-7b-hf") << true;
        QTest::newRow("fewer key heads") << std::string("meta-llama/Llama-3.1-8B") << true;
        QTest::newRow("no rotary embedding: parts of one product")
            << std::string("openai-community/gpt2") << false;
    }
    /// The fused product of query, key and value is not kept for the value's sake.
    void transformerEngineCopiesTheValue()
    {
        QFETCH(std::string, model);
        QFETCH(bool, copies);
        const ModelSpec spec = specOf(model);
        const auto product = static_cast<double>(spec.queryWidth() + 2 * spec.kvWidth());
        const auto value = static_cast<double>(spec.kvWidth());
        QCOMPARE(keptByLayer(megatron(model, "sdpa")) - keptByLayer(megatron(model, "flash")),
            copies ? 2 * sequence * (product - value) : 0);
    }

    void flashAttentionTurnsBatches_data()
    {
        QTest::addColumn<std::string>("gpu");
        QTest::addColumn<int>("batch");
        QTest::addColumn<bool>("turns");
        QTest::newRow("one sequence") << std::string("a100-sxm-80") << 1 << false;
        QTest::newRow("two on an A100") << std::string("a100-sxm-80") << 2 << true;
        QTest::newRow("two on a 4090") << std::string("rtx4090") << 2 << true;
        QTest::newRow("two on an H100, by cuDNN") << std::string("h100-sxm") << 2 << false;
    }
    /// flash-attn's result and its copy, which the product behind it reads.
    void flashAttentionTurnsBatches()
    {
        QFETCH(std::string, gpu);
        QFETCH(int, batch);
        QFETCH(bool, turns);
        constexpr std::string_view model = "meta-llama/Llama-3.1-8B";
        const auto on = [&](const std::string &id) {
            return keptByLayer(
                scenarioWith({{"hardware.gpu", id}}, megatron(model, "flash", batch)));
        };
        const auto result = static_cast<double>(specOf(model).queryWidth());
        QCOMPARE(on(gpu) - on("b200"), turns ? 2 * batch * sequence * result : 0);
    }

    void aRingHoldsWhatEachStepMade_data()
    {
        QTest::addColumn<std::string>("kind");
        QTest::addColumn<double>("elements"); // for each further rank and token of this one
        const ModelSpec spec = specOf("meta-llama/Llama-3.1-8B");
        const auto keys = static_cast<double>(2 * spec.kvWidth());
        QTest::newRow("ring: keys, values and a result")
            << std::string("ring") << keys + static_cast<double>(spec.queryWidth());
        QTest::newRow("gathered: keys and values") << std::string("all-gather") << keys;
        QTest::newRow("exchanged: as many, whatever the ranks") << std::string("ulysses") << 0.0;
    }
    /// While attention runs, of as many tokens on each rank.
    void aRingHoldsWhatEachStepMade()
    {
        QFETCH(std::string, kind);
        QFETCH(double, elements);
        const auto most = [&](int ranks) {
            const std::string tokens = std::to_string(ranks * static_cast<int>(sequence));
            const Scenario scenario = scenarioWith(
                {{"parallel.context", std::to_string(ranks)}, {"parallel.context_kind", kind},
                    {"parallel.gpus", "256"}, {"training.sequence_length", tokens}},
                megatron("meta-llama/Llama-3.1-8B", "flash"));
            const PreparedWorkload prepared(scenario, catalog());
            const Profile profile = profileOfLayer(prepared.work.layerSettings());
            return std::max_element(profile.forward.begin(), profile.forward.end(),
                [](const Segment &a, const Segment &b) { return a.mostTotal < b.mostTotal; })
                ->mostTotal;
        };
        QCOMPARE(most(128) - most(64), 64 * 2 * sequence * elements);
    }

    /// The result as it was before it was exchanged, and behind that.
    void exchangedHeadsKeepTheResultTwice()
    {
        constexpr std::string_view model = "meta-llama/Llama-3.1-8B";
        const auto kept = [&](std::string_view kind) {
            return keptByLayer(
                scenarioWith({{"parallel.context", "2"}, {"parallel.context_kind", kind}},
                    megatron(model, "flash")));
        };
        QCOMPARE(kept("ulysses") - kept("ring"),
            2 * sequence / 2 * static_cast<double>(specOf(model).queryWidth()));
    }

    /// Of each head what comes to its norm, a copy of a part of the fused product, and a number.
    void normsOfHeadsKeepTheirInput()
    {
        ModelSpec plain = specOf("Qwen/Qwen3-8B");
        LayerSettings normed
            = PreparedWorkload(megatron("Qwen/Qwen3-8B", "flash"), catalog()).work.layerSettings();
        plain.queryKeyNorm = QueryKeyNorm::None;
        const double with = shardscope::keptByLayer(normed);
        const auto width = static_cast<double>(plain.queryWidth() + plain.kvWidth());
        const auto heads = static_cast<double>(plain.heads + plain.kvHeads);
        normed.spec = plain;
        QCOMPARE(with - shardscope::keptByLayer(normed), sequence * (2 * width + 4 * heads));
    }

    void modelsWithNormsOfHeadsArePlanned_data()
    {
        QTest::addColumn<std::string>("model");
        QTest::addColumn<bool>("isPlanned");
        QTest::newRow("dense") << std::string("Qwen/Qwen3-32B") << true;
        QTest::newRow("experts") << std::string("Qwen/Qwen3-30B-A3B") << true;
        QTest::newRow("across all heads: Megatron-Core has none")
            << std::string("MiniMaxAI/MiniMax-M2") << false;
    }
    void modelsWithNormsOfHeadsArePlanned()
    {
        QFETCH(std::string, model);
        const Plan plan = planOf(scenarioWith({{"parallel.gpus", "16"}, {"parallel.tensor", "8"},
                                                  {"hardware.gpu", "h100-sxm"}},
                                     megatron(model, "flash")),
            catalog());
        const bool isRefused = findingOf(plan, FindingId::MeshNotPlanned) != nullptr;
        QTEST(!isRefused, "isPlanned");
    }
};

QTEST_APPLESS_MAIN(TestMegatronAttention)
#include "tst_megatronattention.moc"
