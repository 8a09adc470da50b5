// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/findings.h"
#include "core/judge/runnable.h"
#include "core/planner/outlook.h"
#include "core/scenario/move.h"
#include "tests/support/llamamesh.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace shardscope;

namespace {

/// Megatron-LM, sequences of 4,096 tokens shared by two GPUs; one stage.
Scenario megatron(std::string_view kind)
{
    return llamaOnAMesh({{"parallel.pipeline", "1"}, {"parallel.context", "2"},
        {"parallel.gpus", "16"}, {"parallel.context_kind", kind}});
}

/// DeepSpeed's ZeRO-3 on 8 GPUs, of which four share each sequence.
Scenario ulysses(Settings settings = {})
{
    return scenarioWith(settings,
        scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
            {"training.precision", "bf16-master"}, {"training.sequence_length", "32768"},
            {"training.checkpointing", "none"}, {"training.attention", "flash"},
            {"parallel.framework", "deepspeed"}, {"parallel.strategy", "zero3"},
            {"parallel.gpus", "8"}, {"parallel.context", "4"}}));
}

std::optional<FindingId> obstacleOfPlan(const Plan &plan)
{
    const std::optional<FindingId> found = obstacleIn(plan.findings);
    return found && stopsRun(*found) ? found : std::nullopt;
}

} // namespace

class TestContextKinds : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Plan plan(const Scenario &scenario) const { return planOf(scenario, m_catalog); }

private slots:
    void megatronSendsWhatItsKindTakes()
    {
        // Eight micro-steps, 32 layers, in 16 bit: keys and values of a quarter of the heads.
        const double whole = 8 * 32 * 2.0 * 4096 * 2 * 1024 / 4;
        const Plan ring = plan(megatron("ring"));
        QCOMPARE(sentBytes(ring, "key-value-send-receive"), 3 * whole / 2); // backward: gradients
        QCOMPARE(sentBytes(plan(megatron("auto")), "key-value"), sentBytes(ring, "key-value"));
        const Plan gathered = plan(megatron("all-gather"));
        QCOMPARE(sentBytes(gathered, "key-value-all-gather"), 2 * whole / 2);
        QCOMPARE(sentBytes(gathered, "key-value-reduce-scatter"), whole / 2);
        // Own tokens of all heads there and back: query, key, value, result; forward and backward.
        const Plan heads = plan(megatron("ulysses"));
        const double own = 8 * 32 * 2.0 * 2048 * 2 * (4096 + 1024) / 4;
        QCOMPARE(sentBytes(heads, "key-value-all-to-all"), 2 * own / 2);
        QCOMPARE(sentBytes(heads, "key-value-send-receive"), 0.0);
    }

    // Multi-head latent attention has keys as wide as queries, and narrower values, of all heads.
    void exchangedHeadsOfLatentAttentionHaveWidthsOfTheirOwn()
    {
        const Plan heads = plan(
            scenarioWith({{"model.id", "deepseek-ai/DeepSeek-V2-Lite"}}, megatron("ulysses")));
        const double own = 8 * 27 * 2.0 * 2048 * 2 * 16 * (128 + 64 + 128) / 4;
        QCOMPARE(sentBytes(heads, "key-value-all-to-all"), 2 * own / 2);
    }

    void aRingHidesWhatTheOthersWaitFor()
    {
        const auto exposed = [this](std::string_view kind) {
            double seconds = 0;
            for (const Collective &one : plan(megatron(kind)).traffic.collectives) {
                if (one.payload == Payload::KeysValues)
                    seconds += one.overlaps ? 0 : one.seconds.value();
            }
            return seconds;
        };
        QCOMPARE(exposed("ring"), 0.0);
        QVERIFY(exposed("all-gather") > 0);
        QVERIFY(exposed("ulysses") > 0);
    }

    void ulyssesSharesSequencesAndNotWeights()
    {
        const Plan shared = plan(ulysses());
        const Plan alone = plan(ulysses({{"parallel.context", "1"}}));
        QCOMPARE(shared.memory.atPeak(PartId::Weights), alone.memory.atPeak(PartId::Weights));
        QCOMPARE(shared.memory.atPeak(PartId::OptimizerState),
            alone.memory.atPeak(PartId::OptimizerState));
        const double logits
            = alone.memory.atPeak(PartId::Logits) / shared.memory.atPeak(PartId::Logits);
        QVERIFY2(std::abs(logits - 4) < 0.01, qPrintable(QString::number(logits)));
        const double activations
            = shared.memory.atPeak(PartId::Activations) / alone.memory.atPeak(PartId::Activations);
        QVERIFY2(activations > 0.23 && activations < 0.3, qPrintable(QString::number(activations)));
        QCOMPARE(4 * shared.run.tokensPerStep, alone.run.tokensPerStep);
    }

    void ulyssesExchangesHeadsInEachLayer()
    {
        const double own = 32 * 2.0 * 8192 * 2 * (4096 + 1024);
        const double sent = 3.0 / 4 * own;
        QCOMPARE(sentBytes(plan(ulysses()), "key-value-all-to-all"), 2 * sent);
        // A checkpoint's second forward pass exchanges once more.
        QCOMPARE(
            sentBytes(plan(ulysses({{"training.checkpointing", "full"}})), "key-value-all-to-all"),
            3 * sent);
    }

    void whatAnEngineDoesNotDoIsRefusedAndRepaired_data()
    {
        QTest::addColumn<Scenario>("scenario");
        QTest::addColumn<FindingId>("finding");
        QTest::newRow("a ring under DeepSpeed")
            << ulysses({{"parallel.context_kind", "ring"}}) << FindingId::ContextKindNotRun;
        QTest::newRow("a ring in torch") << scenarioWith(
            {{"parallel.framework", "fsdp2"}, {"parallel.strategy", "fsdp"},
                {"training.modules", "torchtitan"}, {"parallel.context_kind", "ring"}},
            ulysses()) << FindingId::ContextKindNotRun;
        QTest::newRow("heads that Ulysses cannot deal out") << ulysses({{"parallel.context", "3"},
            {"parallel.gpus", "6"}, {"training.sequence_length", "32766"}})
                                                            << FindingId::MeshDoesNotDivide;
        QTest::newRow("a sequence that it cannot cut")
            << ulysses({{"training.sequence_length", "32767"}}) << FindingId::MeshDoesNotDivide;
    }
    void whatAnEngineDoesNotDoIsRefusedAndRepaired()
    {
        QFETCH(Scenario, scenario);
        QFETCH(FindingId, finding);
        const Plan made = plan(scenario);
        QVERIFY(obstacleOfPlan(made) == finding);
        const auto found = std::find_if(made.findings.begin(), made.findings.end(),
            [finding](const Finding &one) { return one.id == finding; });
        const Result<Scenario> mended = applied(scenario, found->repair.settings);
        QVERIFY(mended && !found->repair.isEmpty());
        QVERIFY(!obstacleOfPlan(plan(*mended)));
    }

    void attentionThatUlyssesIsNotPlannedForIsSaid()
    {
        QVERIFY(obstacleOfPlan(plan(ulysses({{"training.attention", "eager"}})))
            == FindingId::MeshNotPlanned);
    }
};

QTEST_GUILESS_MAIN(TestContextKinds)
#include "tst_contextkinds.moc"
