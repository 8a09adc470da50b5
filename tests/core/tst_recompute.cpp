// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-Core's recomputation. Selective: what each part that runs again leaves out of what a
// layer keeps, what it costs, and how it is said. Full: what several layers under one checkpoint
// keep, and what they hold when they run again. Every n-th layer: what those beside it keep.
#include "core/interchange/importrun.h"
#include "core/planner/makeplan.h"
#include "core/scenario/recompute.h"
#include "core/scenario/relevance.h"
#include "core/step/stepmodules.h"
#include "core/step/workload.h"
#include "tests/support/llamamesh.h"

#include <QTest>

#include <cmath>

using namespace shardscope;

namespace {

/// Of one rank: tokens, and rows of the residual stream under sequence parallelism.
constexpr double tokens = 4096;
constexpr double tensor = 4;
constexpr double rows = tokens / tensor;
constexpr double hidden = 4096;

Scenario onAMesh(const std::string &model, const std::string &parts)
{
    Scenario scenario = llamaOnAMesh({{"model.id", model}});
    scenario.training.checkpointing
        = parts.empty() ? Checkpointing::None : Checkpointing::Selective;
    if (!parts.empty())
        scenario.training.recomputeModules = parts;
    return scenario;
}

/// Groups of so many layers under one checkpoint.
Scenario inGroups(int layers, Settings settings = {})
{
    Scenario scenario = scenarioWith(settings, llamaOnAMesh({{"training.checkpointing", "full"}}));
    scenario.training.groupLayers = layers;
    return scenario;
}

/// Bytes of the residual stream on one rank.
double streamOf(const Scenario &scenario)
{
    return 2 * hidden * tokens / (scenario.parallel.sequence == SequenceParallel::On ? tensor : 1);
}

double tensorsAtPeak(const StagePlan &stage, PhaseId phase)
{
    for (const Phase &one : stage.memory.phases) {
        if (one.id == phase)
            return one.tensorPeak.value();
    }
    return 0;
}

double tensorsAtEnd(const Memory &memory, PhaseId phase)
{
    for (const Phase &one : memory.phases) {
        if (one.id == phase)
            return one.tensorEnd.value();
    }
    return 0;
}
double tensorsAtEnd(const StagePlan &stage, PhaseId phase)
{
    return tensorsAtEnd(stage.memory, phase);
}

} // namespace

class TestRecompute : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    /// Bytes that the last layer of the second stage keeps for its backward pass.
    double kept(const Scenario &scenario) const
    {
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        const StepModules modules(makeWorkload(scenario, *resolved, 1).layerSettings());
        return modules.layer(modules.layers() - 1).keptBytes();
    }

private slots:
    void partsAreNotKept_data()
    {
        QTest::addColumn<std::string>("model");
        QTest::addColumn<std::string>("parts");
        QTest::addColumn<double>("bytes");
        const std::string llama = "meta-llama/Meta-Llama-3-8B";
        const std::string mixtral = "mistralai/Mixtral-8x7B-v0.1";
        const std::string deepSeek = "deepseek-ai/DeepSeek-V3";
        const auto row = [](const char *name, const std::string &model, const std::string &parts,
                             double bytes) { QTest::newRow(name) << model << parts << bytes; };
        // A checkpoint keeps the value as it came: a part of the fused product, which is kept for
        // it.
        row("attention: log-sum-exp and the value's copy", llama, "core_attn",
            (4 * 32 + 2 * 1024 - 2 * (4096 + 2 * 1024)) / tensor * tokens);
        const double norms = 2 * (2 * hidden + 4) * rows;
        row("norms: results and reciprocal deviations", llama, "layernorm", norms);
        const double mlp = 6 * 14336 / tensor * tokens;
        row("MLP: gate, up and their product", llama, "mlp", mlp);
        row("norms and MLP", llama, "layernorm,mlp", norms + mlp);
        // Two experts for each token, dealt out evenly; all eight are here.
        row("experts: what the second product reads", mixtral, "moe_act",
            2 * 2 * rows * tensor * 14336 / tensor);
        row("a dense part of layers that have none", mixtral, "mlp", 0);
        row("experts that are shared", deepSeek, "shared_experts", 6 * 2048 / tensor * tokens);
        // Heads of 192 for query and key, of 128 for the value; the rotated part of the key, which
        // they are made of, is kept instead.
        row("latent projections: query, key, value", deepSeek, "mla_up_proj",
            2 * tokens * (128 / tensor * (192 + 192 + 128) - 64));
    }
    void partsAreNotKept()
    {
        QFETCH(std::string, model);
        QFETCH(std::string, parts);
        QFETCH(double, bytes);
        QCOMPARE(kept(onAMesh(model, {})) - kept(onAMesh(model, parts)), bytes);
    }

    void aWholeExpertLayerKeepsItsInput()
    {
        const double whole = kept(onAMesh("mistralai/Mixtral-8x7B-v0.1", {}));
        const double norms = kept(onAMesh("mistralai/Mixtral-8x7B-v0.1", "moe"));
        const double inside = kept(onAMesh("mistralai/Mixtral-8x7B-v0.1", "moe,moe_act"));
        QVERIFY(norms < 0.5 * whole);
        QCOMPARE(inside, norms); // what is inside runs again with it
    }

    void whatRunsAgainTakesItsTimeAndSendsAgain()
    {
        const Plan without = planOf(onAMesh("meta-llama/Meta-Llama-3-8B", {}), m_catalog);
        const Plan norms = planOf(onAMesh("meta-llama/Meta-Llama-3-8B", "layernorm"), m_catalog);
        const Plan mlp = planOf(onAMesh("meta-llama/Meta-Llama-3-8B", "mlp"), m_catalog);
        QVERIFY(norms.time.step > without.time.step);
        QVERIFY(mlp.time.step > norms.time.step);
        QVERIFY(mlp.memory.peak < without.memory.peak);
        const auto sent = [](const Plan &plan) { return sentBytes(plan, "activation"); };
        QVERIFY(sent(without) > 0);
        QCOMPARE(sent(norms), sent(without));
        // Its input is gathered and its result scattered once more, by 8 layers of 8 micro-batches.
        QVERIFY(sent(mlp) > sent(without));
    }

    void attentionRunsAgainOfItself()
    {
        const Scenario usual = onAMesh("meta-llama/Meta-Llama-3-8B", "core_attn");
        QCOMPARE(usual.training.recomputeModules, Training{}.recomputeModules);
        Scenario unfused = usual;
        unfused.training.attention = Attention::Eager;
        Scenario none = unfused;
        none.training.checkpointing = Checkpointing::None;
        // Scores of 16 and 32 bits, of 8 heads; keys and values are repeated for the query heads.
        QVERIFY(kept(none) - kept(unfused) > 6 * 32 / tensor * tokens * tokens);
    }

    /// Eight layers a stage, in chunks of four where there are two.
    void aGroupKeepsOneInput_data()
    {
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<int>("inputs");
        QTest::newRow("each layer its own") << 1 << 1 << 8;
        QTest::newRow("pairs") << 2 << 1 << 4;
        QTest::newRow("threes, and two that are left over") << 3 << 1 << 3;
        QTest::newRow("one that is left over") << 7 << 1 << 2;
        QTest::newRow("more than there are") << 100 << 1 << 1;
        QTest::newRow("threes of each chunk, and the one left over") << 3 << 2 << 4;
        QTest::newRow("no group reaches into the next chunk") << 8 << 2 << 2;
    }
    void aGroupKeepsOneInput()
    {
        QFETCH(int, layers);
        QFETCH(int, chunks);
        QFETCH(int, inputs);
        Scenario scenario = inGroups(layers);
        scenario.parallel.virtualStages = chunks;
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        const StepModules modules(makeWorkload(scenario, *resolved, 1).layerSettings());
        QCOMPARE(modules.layers(), 8);
        double kept = 0;
        for (int i = 0; i < modules.layers(); ++i)
            kept += modules.keptBy(i);
        QCOMPARE(kept, inputs * streamOf(scenario));
    }

    /// All layers of a stage run again before any goes backward: what a stage without checkpoints
    /// holds then, and the output and its gradient, to which the checkpoint refers.
    void aGroupHoldsAllItsLayersWhenItRunsAgain()
    {
        const Settings oneMicroBatch{{"training.accumulation", "1"}};
        const Plan whole = planOf(scenarioWith(oneMicroBatch, llamaOnAMesh()), m_catalog);
        const Plan grouped = planOf(inGroups(8, oneMicroBatch), m_catalog);
        const double stream = streamOf(grouped.scenario);
        for (const std::size_t stage : {1U, 2U}) {
            const double more = tensorsAtPeak(grouped.stages[stage], PhaseId::Backward)
                - tensorsAtPeak(whole.stages[stage], PhaseId::Backward);
            QVERIFY2(more >= stream && more <= 2 * stream, qPrintable(QString::number(more)));
        }
        // In pairs two layers of eight are there at once.
        const Plan pairs = planOf(inGroups(2, oneMicroBatch), m_catalog);
        const Plan single = planOf(inGroups(1, oneMicroBatch), m_catalog);
        const auto peak
            = [](const Plan &plan) { return tensorsAtPeak(plan.stages[1], PhaseId::Backward); };
        const double layer = kept(llamaOnAMesh());
        QVERIFY(peak(pairs) > peak(single));
        QVERIFY(peak(pairs) < peak(single) + layer);
        QVERIFY(peak(grouped) > peak(pairs) + 5 * layer);
    }

    void groupsLetGoOfAllTheyHold_data()
    {
        QTest::addColumn<std::string>("model");
        QTest::addColumn<std::string>("attention");
        QTest::addColumn<int>("chunks");
        const std::string llama = "meta-llama/Meta-Llama-3-8B";
        QTest::newRow("one chunk") << llama << std::string("flash") << 1;
        QTest::newRow("two chunks") << llama << std::string("flash") << 2;
        QTest::newRow("masks") << llama << std::string("eager") << 1;
        QTest::newRow("masks of chunks") << llama << std::string("eager") << 2;
    }
    void groupsLetGoOfAllTheyHold()
    {
        QFETCH(std::string, model);
        QFETCH(std::string, attention);
        QFETCH(int, chunks);
        const std::string count = std::to_string(chunks);
        const auto planIn = [&](int layers) {
            return planOf(inGroups(layers,
                              {{"model.id", model}, {"training.attention", attention},
                                  {"parallel.virtual_stages", count}}),
                m_catalog);
        };
        const Plan single = planIn(1);
        const Plan grouped = planIn(3);
        for (std::size_t stage = 0; stage < single.stages.size(); ++stage) {
            QCOMPARE(tensorsAtEnd(grouped.stages[stage], PhaseId::OptimizerStep),
                tensorsAtEnd(single.stages[stage], PhaseId::OptimizerStep));
            QVERIFY(tensorsAtPeak(grouped.stages[stage], PhaseId::Backward)
                != tensorsAtPeak(single.stages[stage], PhaseId::Backward));
            // Each layer runs again once, whoever is beside it, and sends what it sent.
            QCOMPARE(grouped.stages[stage].time.compute, single.stages[stage].time.compute);
            QCOMPARE(grouped.stages[stage].traffic.bytesPerGpuPerStep(),
                single.stages[stage].traffic.bytesPerGpuPerStep());
        }
    }

    /// The dispatchers of all experts under one checkpoint lead to its one leaf.
    void groupsOfExpertsKeepOneLeaf()
    {
        const auto betweenSteps = [this](int layers) {
            const Plan plan = planOf(
                inGroups(layers, {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}}), m_catalog);
            return tensorsAtEnd(plan.stages[1], PhaseId::OptimizerStep);
        };
        // Of eight layers, in fours: six leaves and their gradients less.
        QCOMPARE(betweenSteps(1) - betweenSteps(4), 6 * 2 * streamOf(inGroups(1)));
    }

    void blocksAreNoGroups()
    {
        Scenario blocks = inGroups(1);
        blocks.training.blockLayers = 3;
        Scenario both = blocks;
        both.training.groupLayers = 4;
        QCOMPARE(planOf(both, m_catalog).memory.peak, planOf(blocks, m_catalog).memory.peak);
        QVERIFY(!missingFor("training.group_layers", inGroups(2), Answer::Memory));
        QVERIFY(missingFor("training.group_layers", both, Answer::Memory));
    }

    /// torchtitan and torchtune wrap each n-th layer, the last one of each n: of 32 in threes ten.
    void everyNthLayerIsCheckpointed()
    {
        const auto planEvery = [this](const char *every, const char *checkpointing) {
            Scenario scenario = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
                {"parallel.strategy", "fsdp"}, {"parallel.framework", "fsdp2"},
                {"training.checkpointing", checkpointing}, {"training.checkpoint_every", every}});
            return planOf(scenario, m_catalog);
        };
        const Plan all = planEvery("1", "full");
        const Plan none = planEvery("1", "none");
        const Plan thirds = planEvery("3", "full");
        const auto atForwardEnd
            = [](const Plan &plan) { return tensorsAtEnd(plan.memory, PhaseId::Forward); };
        const double perLayer = (atForwardEnd(none) - atForwardEnd(all)) / 32;
        QVERIFY(
            std::abs(atForwardEnd(thirds) - atForwardEnd(all) - 22 * perLayer) < 1e-3 * perLayer);
        QVERIFY(thirds.time.compute > none.time.compute);
        QVERIFY(thirds.time.compute < all.time.compute);
        QVERIFY(thirds.memory.confidence.isComplete);
    }

    void namesThatAreNoneAreRefused()
    {
        Scenario scenario;
        const Status status
            = setKeyText(scenario, "training.recompute_modules", "core_attn,layernorms");
        QVERIFY(!status);
        QCOMPARE(status.error().code, ErrorCode::UnknownChoice);
        QCOMPARE(status.error().found, Phrase("layernorms"));
        QVERIFY(!setKeyText(scenario, "training.recompute_modules", ""));
        QCOMPARE(scenario.training.recomputeModules, "core_attn");
        QVERIFY(setKeyText(scenario, "training.recompute_modules", "moe_act,layernorm"));
        QVERIFY(recomputedParts(scenario.training.recomputeModules).has(RecomputedPart::Norms));
    }
};

QTEST_APPLESS_MAIN(TestRecompute)
#include "tst_recompute.moc"
