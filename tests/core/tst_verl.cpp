// SPDX-License-Identifier: GPL-3.0-or-later
// GRPO in verl's loop: what of the trained model waits on the host, how many answers are scored at
// a time, and what is no plan of it. Followed steps confirm the sums
// (tests/data/measured/verl-steps.json).
#include "core/judge/objectivefindings.h"
#include "core/step/resolve.h"
#include "core/step/rollout.h"
#include "tests/support/phaseof.h"
#include "tests/support/repaired.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <cmath>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

constexpr double parameters = 7615616512;

bool isNear(double value, double expected, double share = 1e-3)
{
    return std::abs(value - expected) <= share * std::abs(expected);
}

} // namespace

class TestVerl : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    /// Qwen2.5 7B on eight H100s, answers of 1,024 tokens to prompts of as many.
    Scenario scenario(const Settings &changes) const
    {
        const Scenario base = scenarioWith({{"model.id", "Qwen/Qwen2.5-7B"},
            {"training.objective", "grpo"}, {"training.loop", "verl"},
            {"training.precision", "bf16-master"}, {"training.checkpointing", "full"},
            {"training.sequence_length", "2048"}, {"training.completion_tokens", "1024"},
            {"training.micro_batch", "4"}, {"training.accumulation", "4"},
            {"parallel.strategy", "fsdp"}, {"parallel.framework", "fsdp1"}, {"parallel.gpus", "8"},
            {"rollout.sleep", "on"}, {"rollout.share", "0.5"}, {"hardware.gpu", "h100-sxm"}});
        return scenarioWith(changes, base);
    }
    Plan plan(const Settings &changes) const { return planOf(scenario(changes), m_catalog); }

    double peakOf(const Settings &changes, PhaseId phase) const
    {
        return phaseOf(plan(changes), phase).tensorPeak.value();
    }

private slots:
    void whatIsOnTheHostWhileAnswersAreGenerated_data()
    {
        QTest::addColumn<QString>("offload");
        QTest::addColumn<double>("generating"); // bytes less of each parameter of a shard
        QTest::addColumn<double>("scoring");
        QTest::newRow("nothing") << "none" << 0.0 << 0.0;
        QTest::newRow("moments") << "optimizer" << 8.0 << 8.0;
        QTest::newRow("weights, which score") << "weights" << 4.0 << 0.0;
        QTest::newRow("both") << "all" << 12.0 << 8.0;
    }
    void whatIsOnTheHostWhileAnswersAreGenerated()
    {
        QFETCH(QString, offload);
        QFETCH(double, generating);
        QFETCH(double, scoring);
        const Plan all = plan({});
        const Plan some = plan({{"rollout.offload", offload.toLatin1().constData()}});
        const auto less = [&](PhaseId phase) {
            return (phaseOf(all, phase).tensorPeak - phaseOf(some, phase).tensorPeak).value();
        };
        const double shard = parameters / 8;
        QVERIFY(std::abs(less(PhaseId::Generation) - generating * shard) < 1e6);
        QVERIFY(std::abs(less(PhaseId::Scoring) - scoring * shard) < 1e6);
        QCOMPARE(less(PhaseId::Backward), 0.0);
        QVERIFY(std::abs(some.memory.host.perNode.value() - generating * parameters) < 1e7);
    }

    void aReferenceWaitsOnTheHost()
    {
        const Settings refers{{"training.reference_model", "separate"}};
        const Plan alone = plan({});
        const Plan beside = plan(refers);
        QVERIFY(partOf(beside, PhaseId::Backward, PartId::Reference) < 1e5);
        QCOMPARE(alone.memory.host.perNode, Bytes(0));
        // Weights and gradients of each rank, page-locked.
        QVERIFY(beside.memory.host.perNode.value() > 2 * 4 * parameters);
        QVERIFY(beside.memory.host.perNode.value() < 4 * 4 * parameters);
        // One whole model more is gathered for each micro-batch.
        const auto gathered = [](const Plan &plan) {
            double bytes = 0;
            for (const Collective &collective : plan.traffic.collectives) {
                if (collective.op == CollectiveOp::AllGather)
                    bytes += (collective.timesPerStep * collective.message).value();
            }
            return bytes;
        };
        QVERIFY(isNear(gathered(beside) - gathered(alone), 4 * 2 * parameters, 0.02));
    }

    void logitsAreThoseOfAllTokens()
    {
        const double one = partOf(plan({}), PhaseId::Backward, PartId::Logits);
        const double few = partOf(
            plan({{"training.completion_tokens", "16"}}), PhaseId::Backward, PartId::Logits);
        QVERIFY(isNear(one, few));
        // The gradient takes their place; beside it are those of a view that was written over.
        const double each = 2.0 * 4 * 2048 * 152064;
        const Plan all = plan({});
        const double sum = partOf(all, PhaseId::Backward, PartId::Logits)
            + partOf(all, PhaseId::Backward, PartId::Temporaries);
        QVERIFY(isNear(sum, 4 * each, 0.01));
    }

    void moreAnswersAtATimeScoreInFewerPasses()
    {
        const double few = peakOf({}, PhaseId::Scoring);
        const double many = peakOf({{"rollout.scored", "16"}}, PhaseId::Scoring);
        QVERIFY(many - few > 2.0 * 12 * 2048 * 152064);
        QCOMPARE(
            peakOf({{"rollout.scored", "16"}}, PhaseId::Backward), peakOf({}, PhaseId::Backward));
        const auto calls = [this](const Settings &changes) {
            double sum = 0;
            for (const Collective &collective : plan(changes).traffic.collectives)
                sum += collective.op == CollectiveOp::AllGather
                    ? collective.timesPerStep * collective.messages
                    : 0;
            return sum;
        };
        // Of 29 units, in four passes or in one.
        QCOMPARE(calls({}) - calls({{"rollout.scored", "16"}}), 3.0 * 29);
    }

    void ranksThatDoNotDivideAUnitCopyItsGradient()
    {
        const auto buffers = [this](std::string_view gpus) {
            return partOf(plan({{"parallel.gpus", gpus}, {"training.micro_batch", "1"},
                              {"training.sequence_length", "128"}}),
                PhaseId::Backward, PartId::Buffers);
        };
        QVERIFY(buffers("6") > 1.3 * buffers("8"));
    }

    void whatIsNoPlanOfIt_data()
    {
        QTest::addColumn<Settings>("changes");
        QTest::addColumn<QString>("key");
        QTest::newRow("DDP") << Settings{{"parallel.strategy", "ddp"}} << "parallel.strategy";
        QTest::newRow("ZeRO-3") << Settings{{"parallel.strategy", "zero3"},
            {"parallel.framework", "deepspeed"}}
                                << "parallel.strategy";
        QTest::newRow("FSDP2") << Settings{{"parallel.framework", "fsdp2"}} << "parallel.framework";
        QTest::newRow("whole until the backward pass")
            << Settings{{"parallel.strategy", "fsdp-grad-op"}} << "parallel.strategy";
        QTest::newRow("adapters") << Settings{{"training.method", "lora"}} << "training.method";
        QTest::newRow("checkpoints of operators")
            << Settings{{"training.checkpointing", "selective"}} << "training.checkpointing";
        QTest::newRow("activations on the host")
            << Settings{{"training.activation_offload", "saved"}} << "training.activation_offload";
        QTest::newRow("attention that takes padding")
            << Settings{{"training.attention", "sdpa"}} << "training.attention";
    }
    void whatIsNoPlanOfIt()
    {
        QFETCH(Settings, changes);
        QFETCH(QString, key);
        QVERIFY(!has(plan({}), FindingId::ObjectiveNotPlanned));
        objectiveIsFreed(plan(changes), key);
    }

    void modelsThatWereNotFollowed_data()
    {
        QTest::addColumn<QString>("id");
        QTest::newRow("layers with a state") << "Qwen/Qwen3.5-27B";
        QTest::newRow("attention without rotary embedding") << "openai-community/gpt2";
        QTest::newRow("latent attention") << "deepseek-ai/DeepSeek-V2-Lite";
    }
    void modelsThatWereNotFollowed()
    {
        QFETCH(QString, id);
        const QByteArray name = id.toLatin1();
        const Plan other = plan({{"model.id", name.constData()}});
        const Finding *finding = findingOf(other, FindingId::ObjectiveNotPlanned);
        QVERIFY(finding);
        QCOMPARE(finding->what, std::string("model.id"));
    }

    // Its weights wake first, then its cache.
    void theEngineHasRoomForAWeightThatItIsGiven()
    {
        const auto given = [this](const Settings &changes) {
            const Scenario run = scenario(changes);
            return rolloutOf(run, *resolve(run, m_catalog)).gathered;
        };
        QCOMPARE(given({}), Bytes(0));
        QVERIFY(given({{"training.loop", "trainer"}}) > Bytes(1e9));
        QVERIFY(given({{"rollout.share", "0.2"}}) > Bytes(1e8)); // hardly more than its weights
    }

    void anyNumberOfAnswersMakesABatch()
    {
        const Settings three{{"rollout.generations", "3"}, {"training.micro_batch", "5"}};
        QVERIFY(dividesGenerations(scenario(three)));
        Scenario trl = scenario(three);
        trl.training.loop = Loop::Trainer;
        QVERIFY(!dividesGenerations(trl));
    }
};

QTEST_GUILESS_MAIN(TestVerl)
#include "tst_verl.moc"
