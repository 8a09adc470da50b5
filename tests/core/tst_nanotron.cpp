// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/findings.h"
#include "core/judge/findingtext.h"
#include "core/modules/nanotron/layers.h"
#include "core/planner/outlook.h"
#include "tests/support/llamamesh.h"
#include "tests/support/repaired.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace shardscope;

namespace {

/// Llama 3 8B under nanotron: tensor 4, pipeline 4, data 4.
Scenario nanotron(Settings settings = {})
{
    return scenarioWith(settings, llamaOnAMesh({{"parallel.framework", "nanotron"}}));
}

double partOf(const StagePlan &stage, PartId id)
{
    return stage.memory.atPeak(id).value();
}

} // namespace

class TestNanotron : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Plan plan(Settings settings = {}) const { return planOf(nanotron(settings), m_catalog); }

private slots:
    void stagesAreWeighedByWhatTheyCompute_data()
    {
        QTest::addColumn<int>("stages");
        QTest::addColumn<QString>("layers");
        // By hand: a layer costs 4 h² + 3 f h, the head V h: four layers here.
        QTest::newRow("two: the head counts") << 2 << "10 6";
        QTest::newRow("four") << 4 << "5 5 5 1";
        QTest::newRow("eight: the head takes more than a stage") << 8 << "3 2 3 2 3 2 1 0";
        QTest::newRow("one") << 1 << "16";
    }
    void stagesAreWeighedByWhatTheyCompute()
    {
        QFETCH(int, stages);
        ModelSpec spec;
        spec.hidden = 2048;
        spec.layers = 16;
        spec.heads = spec.kvHeads = 32;
        spec.headDim = 64;
        spec.intermediate = 8192;
        spec.vocabulary = 131072;
        QStringList words;
        for (const int layers : nanotronStages(stages, spec))
            words += QString::number(layers);
        QTEST(words.join(' '), "layers");
    }

    void ranksHoldTheModelTogether()
    {
        const Plan made = plan();
        QCOMPARE(made.stages.size(), std::size_t(4));
        double held = 0;
        int layers = 0;
        for (const StagePlan &stage : made.stages) {
            held += 4 * partOf(stage, PartId::Weights) / 2;
            layers += stage.stage.layers;
        }
        QCOMPARE(layers, 32);
        QCOMPARE(held, made.model.parameters + 3 * 65 * 4096); // norms are on each of four ranks
    }

    void theFirstStageHoldsAllMicroBatchesThatFillThePipeline()
    {
        const Plan made = plan();
        const Plan wide = plan({{"training.accumulation", "32"}});
        QCOMPARE(partOf(made.stages[0], PartId::Activations),
            partOf(wide.stages[0], PartId::Activations)); // four are in flight, of 8 or of 32
        const double one = partOf(made.stages[0], PartId::Activations) / 4;
        const Plan all = plan({{"parallel.schedule", "gpipe"}});
        const double eight = partOf(all.stages[0], PartId::Activations);
        QVERIFY(std::abs(eight / (8 * one) - 1) < 0.05);
        QVERIFY(all.stages[3].memory.peak > made.stages[3].memory.peak);
        // Logits of micro-batches that wait are kept once each, as softmax.
        QVERIFY(partOf(all.stages[3], PartId::Temporaries)
            < 2 * partOf(made.stages[3], PartId::Temporaries) + 1e9);
    }

    void tensorParallelismSendsWhatItsLayersSay()
    {
        const Plan made = plan({{"parallel.pipeline", "1"}, {"parallel.gpus", "16"}});
        const double whole = 2.0 * 4096 * 4096; // of one sequence
        const double sent = 3.0 / 4 * whole * 8; // of eight micro-steps, from each of four ranks
        // Inputs of two column-parallel products and the head, gradients of two row-parallel ones
        // and the embedding; the other way round scattered.
        QCOMPARE(sentBytes(made, "activation-all-gather"), sent * (32 * (2 + 2) + 1 + 1));
        QCOMPARE(sentBytes(made, "activation-reduce-scatter"), sent * (32 * (2 + 2) + 1 + 1));
        const Plan summed = plan(
            {{"parallel.pipeline", "1"}, {"parallel.gpus", "16"}, {"parallel.sequence", "off"}});
        const double labels = 3 * 4.0 * 4096 * 8 * 2 * 3 / 4;
        QCOMPARE(
            sentBytes(summed, "activation-all-reduce"), 2 * sent * (32 * (2 + 2) + 1 + 1) + labels);
    }

    void stagesSendTheStream()
    {
        const double stream = 2.0 * 4096 * 4096 / 4;
        QCOMPARE(sentBytes(plan(), "activation-send-receive"), 8 * stream); // the first: forward
    }

    void shardedStatesAndBucketsFollowTheStrategy()
    {
        const Plan sharded = plan();
        const Plan whole = plan({{"parallel.strategy", "ddp"}});
        const double own = partOf(whole.stages[0], PartId::Weights) / 2;
        QCOMPARE(partOf(whole.stages[0], PartId::Master), 4 * own);
        QCOMPARE(partOf(sharded.stages[0], PartId::Master), own);
        // DistributedDataParallel's buckets are 16-bit copies of all gradients.
        QCOMPARE(
            partOf(whole.stages[0], PartId::Buffers) - partOf(sharded.stages[0], PartId::Buffers),
            2 * own);
    }

    void whatItDoesNotRunIsRefusedAndRepaired_data()
    {
        QTest::addColumn<Scenario>("scenario");
        QTest::addColumn<FindingId>("finding");
        QTest::newRow("fewer micro-steps than fill the pipeline")
            << nanotron({{"training.accumulation", "2"}}) << FindingId::MeshDoesNotDivide;
        QTest::newRow("heads") << nanotron({{"parallel.tensor", "3"}, {"parallel.gpus", "48"}})
                               << FindingId::MeshDoesNotDivide;
        QTest::newRow("GPUs") << nanotron({{"parallel.gpus", "65"}})
                              << FindingId::MeshDoesNotDivide;
        QTest::newRow("a zero-bubble schedule")
            << nanotron({{"parallel.schedule", "zero-bubble"}}) << FindingId::ScheduleNotRun;
        QTest::newRow("GPipe under Megatron-LM")
            << llamaOnAMesh({{"parallel.schedule", "gpipe"}}) << FindingId::ScheduleNotRun;
        QTest::newRow("1F1B of interleaved chunks")
            << llamaOnAMesh({{"parallel.schedule", "1f1b"}, {"parallel.virtual_stages", "2"}})
            << FindingId::ScheduleNotRun;
    }
    void whatItDoesNotRunIsRefusedAndRepaired()
    {
        QFETCH(Scenario, scenario);
        QFETCH(FindingId, finding);
        refusedAndRepaired(scenario, finding, m_catalog);
    }

    void schedulesThatAreThereRun_data()
    {
        QTest::addColumn<Scenario>("scenario");
        QTest::newRow("nanotron, all forward, all backward")
            << nanotron({{"parallel.schedule", "gpipe"}, {"training.accumulation", "2"}});
        QTest::newRow("nanotron, 1F1B") << nanotron({{"parallel.schedule", "1f1b"}});
        QTest::newRow("Megatron-LM, interleaved") << llamaOnAMesh(
            {{"parallel.schedule", "interleaved-1f1b"}, {"parallel.virtual_stages", "2"}});
    }
    void schedulesThatAreThereRun()
    {
        QFETCH(Scenario, scenario);
        QVERIFY(canRun(planOf(scenario, m_catalog)));
    }

    void anotherLossIsSaidToBeReplaced()
    {
        const Plan made = plan({{"training.loss", "fused"}});
        QVERIFY(std::any_of(made.findings.begin(), made.findings.end(),
            [](const Finding &one) { return one.id == FindingId::LossReplaced; }));
    }
};

QTEST_GUILESS_MAIN(TestNanotron)
#include "tst_nanotron.moc"
