// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules of torch's pipelines whose backward passes come in two parts.
#include "core/estimate/pipelineschedule.h"
#include "core/graph/profile.h"
#include "core/judge/findings.h"
#include "core/model/hfconfig.h"
#include "core/modules/layers.h"
#include "core/planner/outlook.h"
#include "core/step/stagepasses.h"
#include "tests/support/repaired.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace shardscope;

namespace {

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// Llama 3 8B under torchtitan on 32 GPUs: four stages of two chunks, the rest sharded by FSDP2.
Scenario split(Settings settings = {})
{
    Scenario base = scenarioWith(
        {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"training.precision", "bf16-master"},
            {"training.sequence_length", "4096"}, {"training.checkpointing", "none"},
            {"training.modules", "torchtitan"}, {"training.loop", "torchtitan"},
            {"training.accumulation", "8"}, {"parallel.framework", "fsdp2"},
            {"parallel.strategy", "fsdp"}, {"parallel.gpus", "32"}, {"parallel.pipeline", "4"},
            {"parallel.virtual_stages", "2"}, {"parallel.schedule", "zero-bubble"}});
    return scenarioWith(settings, base);
}

PipelineOrder orderWith(PipelineKind kind, int stages, int chunks, int microBatches)
{
    const int rounds = std::max(1, microBatches / stages);
    return {.chunks = chunks,
        .microBatches = microBatches,
        .group = isV(kind) ? 1 : microBatches / rounds,
        .kind = kind};
}

/// "0F0 4I0 4W0": chunks by their place in the model, as torch prints its schedules.
QString wordsOf(
    const std::vector<StageOp> &passes, const PipelineOrder &order, int stages, int stage)
{
    QStringList words;
    for (const StageOp &pass : passes) {
        const QChar letter = !pass.isBackward    ? u'F'
            : pass.part == BackwardPart::Inputs  ? u'I'
            : pass.part == BackwardPart::Weights ? u'W'
                                                 : u'B';
        words.append(QString::number(order.placeInModel(stages, stage, pass.chunk)) + letter
            + QString::number(pass.microBatch));
    }
    return words.join(u' ');
}

/// Stages whose passes take a second forward, one for inputs and one for weights.
std::vector<StagePace> equalParts(int stages, int chunks)
{
    const Seconds whole(chunks);
    return std::vector<StagePace>(static_cast<std::size_t>(stages),
        {.forward = {whole, {}}, .backward = {2.0 * whole, {}}, .weights = whole});
}

double bubbleOf(PipelineKind kind, int stages, int microBatches)
{
    PipelineOrder order = orderWith(kind, stages, 2, microBatches);
    if (!splitsBackward(kind))
        order.kind = PipelineKind::Auto;
    return pipelineStep(equalParts(stages, 2), order).value() - 3.0 * 2 * microBatches;
}

} // namespace

class TestSplitPasses : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();
    Plan plan(Settings settings = {}) { return planOf(split(settings), m_catalog); }

private slots:
    /// torch 2.14.1, _calculate_single_rank_operations of each schedule.
    void passesComeInTorchsOrder_data()
    {
        QTest::addColumn<PipelineKind>("kind");
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("stage");
        QTest::addColumn<int>("microBatches");
        QTest::addColumn<QString>("order");
        constexpr auto loops = PipelineKind::ZeroBubble;
        constexpr auto turns = PipelineKind::ZeroBubbleV;
        constexpr auto pipes = PipelineKind::DualPipeV;
        QTest::newRow("interleaved, first of three stages")
            << loops << 3 << 0 << 6
            << "0F0 0F1 0F2 3F0 3F1 3F2 3I0 3W0 0F3 3I1 3W1 0F4 3I2 3W2 0F5 0I0 0W0 3F3 0I1 0W1 "
               "3F4 0I2 0W2 3F5 3I3 3W3 3I4 3W4 3I5 3W5 0I3 0W3 0I4 0W4 0I5 0W5";
        QTest::newRow("interleaved, second of three")
            << loops << 3 << 1 << 6
            << "1F0 1F1 1F2 4F0 4F1 4I0 4F2 4I1 4W0 1F3 4I2 4W1 1F4 1I0 4W2 1F5 1I1 1W0 4F3 1I2 "
               "1W1 4F4 4I3 1W2 4F5 4I4 4W3 4I5 4W4 1I3 4W5 1I4 1W3 1I5 1W4 1W5";
        QTest::newRow("interleaved, last of three")
            << loops << 3 << 2 << 6
            << "2F0 2F1 2F2 5F0 5I0 5F1 5I1 5F2 5I2 5W0 2F3 2I0 5W1 2F4 2I1 5W2 2F5 2I2 2W0 5F3 "
               "5I3 2W1 5F4 5I4 2W2 5F5 5I5 5W3 2I3 5W4 2I4 5W5 2I5 2W3 2W4 2W5";
        QTest::newRow("a V, first of three")
            << turns << 3 << 0 << 6
            << "0F0 0F1 0F2 0F3 0F4 5F0 5I0 5W0 5F1 5I1 5W1 5F2 5I2 5W2 0F5 0I0 0W0 5F3 5I3 5W3 "
               "0I1 0W1 5F4 5I4 5W4 0I2 0W2 5F5 5I5 5W5 0I3 0W3 0I4 0W4 0I5 0W5";
        QTest::newRow("a V, last of three")
            << turns << 3 << 2 << 6
            << "2F0 3F0 2F1 3F1 2F2 3F2 3I0 3W0 2F3 2I0 2W0 3F3 3I1 3W1 2F4 2I1 2W1 3F4 3I2 3W2 "
               "2F5 2I2 2W2 3F5 3I3 3W3 2I3 3I4 2I4 3I5 2I5 2W3 3W4 3W5 2W4 2W5";
        QTest::newRow("a V, fewer micro-batches than fill it")
            << turns << 3 << 1 << 3
            << "1F0 1F1 1F2 4F0 4F1 4I0 4W0 4F2 4I1 4W1 1I0 1W0 4I2 4W2 1I1 1W1 1I2 1W2";
        QTest::newRow("DualPipeV, first of three")
            << pipes << 3 << 0 << 6
            << "0F0 0F1 0F2 0F3 0F4 5F0 5I0 5W0 5F1 5I1 5W1 5F2 0F5 5B2 5F3 0B0 5B3 5F4 0B1 5B4 "
               "5F5 0B2 5B5 0I3 0W3 0I4 0W4 0I5 0W5";
        QTest::newRow("DualPipeV, second of three")
            << pipes << 3 << 1 << 6
            << "1F0 1F1 1F2 4F0 1F3 4F1 4I0 4W0 4F2 1F4 4B1 4F3 1B0 1F5 4B2 4F4 1B1 4B3 4F5 1B2 "
               "4B4 1B3 4I5 1I4 4W5 1I5 1W4 1W5";
        QTest::newRow("DualPipeV, last of three")
            << pipes << 3 << 2 << 6
            << "2F0 3F0 2F1 3F1 2F2 3F2 2F3 3B0 3F3 2B0 2F4 3B1 3F4 2B1 2F5 3B2 3F5 2B2 3B3 2B3 "
               "3B4 2I4 3I5 2I5 2W4 3W5 2W5";
    }
    void passesComeInTorchsOrder()
    {
        QFETCH(PipelineKind, kind);
        QFETCH(int, stages);
        QFETCH(int, stage);
        QFETCH(int, microBatches);
        const PipelineOrder order = orderWith(kind, stages, 2, microBatches);
        QTEST(wordsOf(order.passesOf(stages, stage), order, stages, stage), "order");
    }

    void allPassesAreMadeOnce_data()
    {
        QTest::addColumn<PipelineKind>("kind");
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("microBatches");
        for (const PipelineKind kind :
            {PipelineKind::ZeroBubble, PipelineKind::ZeroBubbleV, PipelineKind::DualPipeV}) {
            for (const int stages : {2, 5, 8}) {
                for (const int microBatches : {stages, 2 * stages, 6 * stages})
                    QTest::addRow("%s, %d stages, %d micro-batches", nameOf(kind).data(), stages,
                        microBatches)
                        << kind << stages << microBatches;
            }
        }
    }
    void allPassesAreMadeOnce()
    {
        QFETCH(PipelineKind, kind);
        QFETCH(int, stages);
        QFETCH(int, microBatches);
        const PipelineOrder order = orderWith(kind, stages, 2, microBatches);
        const PipelineSchedule schedule = wholePipelineSchedule(equalParts(stages, 2), order);
        QVERIFY(!schedule.isEmpty()); // no stage waits for ever
        for (int stage = 0; stage < stages; ++stage) {
            std::map<std::pair<int, int>, int> gradients; // of weights, by chunk and micro-batch
            for (const PipelineCell &cell : schedule.stages[static_cast<std::size_t>(stage)]) {
                const bool isDone
                    = cell.pass == Pass::Backward && cell.part != BackwardPart::Inputs;
                gradients[{cell.chunk, cell.microBatch}] += isDone ? 1 : 0;
            }
            QCOMPARE(gradients.size(), static_cast<std::size_t>(2 * microBatches));
            QVERIFY(std::all_of(gradients.begin(), gradients.end(),
                [](const auto &one) { return one.second == 1; }));
        }
    }

    void ofManyMicroBatchesTheFirstOnesAreFollowed()
    {
        const Stage place{.index = 1, .stages = 4};
        for (const PipelineKind kind : {PipelineKind::ZeroBubble, PipelineKind::ZeroBubbleV}) {
            const int enough = kind == PipelineKind::ZeroBubble ? 12 : 16;
            QCOMPARE(passesOfStage(place, orderWith(kind, 4, 2, 4096)),
                passesOfStage(place, orderWith(kind, 4, 2, enough)));
        }
    }

    /// Qi et al. 2024, section 2, with parts of equal length: gradients of weights fill all but
    /// what the last stage waits for the first micro-batch.
    void weightsFillTheBubble()
    {
        QCOMPARE(bubbleOf(PipelineKind::Interleaved, 4, 16), 3.0 * 3); // (p - 1) (F + B) / v
        QCOMPARE(bubbleOf(PipelineKind::ZeroBubble, 4, 16), 3.0 * 1);
        QCOMPARE(bubbleOf(PipelineKind::ZeroBubbleV, 4, 16), 3.0 * 1);
    }

    void whatIsLeftOutTakesAsLong()
    {
        for (const PipelineKind kind :
            {PipelineKind::ZeroBubble, PipelineKind::ZeroBubbleV, PipelineKind::DualPipeV}) {
            const std::vector<StagePace> paces = equalParts(4, 2);
            const PipelineOrder order = orderWith(kind, 4, 2, 64);
            const PipelineSchedule cut = pipelineSchedule(paces, order);
            const PipelineSchedule whole = wholePipelineSchedule(paces, order);
            QVERIFY(cut.microBatchesLeftOut > 0);
            QCOMPARE(cut.end.value(), whole.end.value());
            QCOMPARE(pipelineStep(paces, order).value(), whole.end.value());
        }
    }

    /// Nothing lies between the two parts but what the second needs: what the forward pass kept,
    /// and the gradients of the products' and norms' outputs.
    void aLayerKeepsTheGradientsOfItsOutputs()
    {
        const ModelSpec spec = *readModelConfig(*parseJson(
            R"({"model_type": "llama", "hidden_size": 1536, "num_hidden_layers": 2,
            "num_attention_heads": 12, "num_key_value_heads": 4, "head_dim": 128,
            "intermediate_size": 4352, "vocab_size": 32000})"));
        const LayerSettings settings{.spec = spec,
            .batch = 1,
            .sequence = 512,
            .attention = Attention::Flash,
            .library = ModuleLibrary::Torchtitan};
        const Profile profile = profileOf(layerTape(settings, {}), {.splitsBackward = true});
        constexpr double stream = 1536;
        constexpr double outputs = 4 * stream + 2 * 4352 + 12 * 128 + 2 * 4 * 128;
        QCOMPARE(totalOf(profile.keptForWeights), totalOf(profile.kept) + 2 * 512 * outputs);
        QCOMPARE(totalOf(profile.keptForInputs), 0.0);
        // Products have let go of their inputs; what lies between them hangs on the last one.
        QVERIFY(totalOf(profile.keptToEnd) > 0);
        QVERIFY(totalOf(profile.keptToEnd) < totalOf(profile.kept));
        int gradients = 0;
        for (const Segment &segment : profile.weights)
            gradients += segment.event == Event::Gradient ? 1 : 0;
        QCOMPARE(gradients, 9);
        QVERIFY(std::none_of(profile.inputs.begin(), profile.inputs.end(),
            [](const Segment &segment) { return segment.event == Event::Gradient; }));
        QVERIFY(profileOf(layerTape(settings, {}), {}).weights.empty());
    }

    /// torch.utils.checkpoint makes a layer's tensors for each weight anew, and each time keeps
    /// what lies between products.
    void aCheckpointTakesMoreThanNone()
    {
        const ModelSpec spec = *readModelConfig(*parseJson(
            R"({"model_type": "llama", "hidden_size": 1536, "num_hidden_layers": 2,
            "num_attention_heads": 12, "num_key_value_heads": 4, "head_dim": 128,
            "intermediate_size": 4352, "vocab_size": 32000})"));
        const LayerSettings settings{.spec = spec,
            .batch = 1,
            .sequence = 512,
            .attention = Attention::Flash,
            .library = ModuleLibrary::Torchtitan};
        const Tape tape = layerTape(settings, {});
        const Profile plain = profileOf(tape, {.splitsBackward = true});
        const Profile checked = profileOf(tape, {.isCheckpointed = true, .splitsBackward = true});
        QVERIFY(totalOf(checked.keptForWeights) < 0.6 * totalOf(plain.keptForWeights));
        QVERIFY(totalOf(checked.keptToEnd) > 8 * totalOf(plain.keptToEnd));
    }

    void theFirstStageOfAVHasBothEnds()
    {
        const Plan made = plan({{"parallel.schedule", "zero-bubble-v"}});
        QVERIFY(made.stages.front().stage.hasEmbedding && made.stages.front().stage.hasHead);
        QVERIFY(!made.stages.back().stage.hasEmbedding && !made.stages.back().stage.hasHead);
        QVERIFY(canRun(made));
    }

    /// Those of weights wait the longer the later a stage is, with what the forward pass kept.
    void theOutlookLooksAtAllStages()
    {
        for (const char *kind : {"zero-bubble", "zero-bubble-v", "dualpipe-v"}) {
            const Scenario scenario = split({{"parallel.schedule", kind}});
            const Plan made = planOf(scenario, m_catalog);
            Evaluator evaluator(m_catalog);
            const double told = evaluator.memory(scenario)->peak.value();
            QVERIFY2(std::abs(told / made.memory.peak.value() - 1) < 1e-9, kind);
            const double step = evaluator.speed(scenario)->step.value();
            QVERIFY2(std::abs(step / made.time.step.value() - 1) < 1e-9, kind);
        }
    }

    void splitPassesCostMemoryAndSaveTime()
    {
        const Plan whole = plan({{"parallel.schedule", "interleaved-1f1b"}});
        const Plan halves = plan();
        QVERIFY(halves.time.bubble < whole.time.bubble);
        QVERIFY(halves.stages.back().memory.peak > whole.stages.back().memory.peak);
        for (const StagePlan &stage : halves.stages) {
            QVERIFY(stage.time.weightGradients > 0.3 * stage.time.backward);
            QVERIFY(stage.time.weightGradients < 0.6 * stage.time.backward);
        }
    }

    void whatCannotRunIsRefusedAndRepaired_data()
    {
        QTest::addColumn<Scenario>("scenario");
        QTest::addColumn<FindingId>("finding");
        QTest::newRow("under Megatron-LM")
            << split({{"parallel.framework", "megatron"}, {"parallel.strategy", "zero1"}})
            << FindingId::ScheduleNotRun;
        QTest::newRow("one chunk on a stage")
            << split({{"parallel.virtual_stages", "1"}}) << FindingId::ScheduleNotRun;
        QTest::newRow("a V of three chunks")
            << split({{"parallel.schedule", "zero-bubble-v"}, {"parallel.virtual_stages", "4"}})
            << FindingId::ScheduleNotRun;
        QTest::newRow("layers under checkpoints")
            << split({{"training.checkpointing", "full"}}) << FindingId::ScheduleNotRun;
        QTest::newRow("selective checkpoints")
            << split({{"training.checkpointing", "selective"}}) << FindingId::ScheduleNotRun;
        QTest::newRow("DualPipeV with fewer micro-batches than chunks")
            << split({{"parallel.schedule", "dualpipe-v"}, {"training.accumulation", "7"}})
            << FindingId::MeshDoesNotDivide;
    }
    void whatCannotRunIsRefusedAndRepaired()
    {
        QFETCH(Scenario, scenario);
        QFETCH(FindingId, finding);
        refusedAndRepaired(scenario, finding, m_catalog);
    }
};

QTEST_APPLESS_MAIN(TestSplitPasses)
#include "tst_splitpasses.moc"
