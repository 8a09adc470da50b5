// SPDX-License-Identifier: GPL-3.0-or-later
// Activations that wait on the host for the backward pass.
#include "core/judge/runverdict.h"
#include "core/planner/makeplan.h"
#include "core/scenario/keys.h"
#include "core/step/stepmodules.h"
#include "tests/support/preparedworkload.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

/// Llama 3.1 8B with adapters on one H100: 32 layers, whose inputs are 64 MiB each.
Scenario scenarioOf(const Settings &settings)
{
    const Scenario base = scenarioWith({{"model.id", "meta-llama/Llama-3.1-8B"},
        {"hardware.gpu", "h100-sxm"}, {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"},
        {"training.method", "lora"}, {"training.precision", "bf16"},
        {"training.sequence_length", "8192"}, {"training.checkpointing", "full"}});
    return scenarioWith(settings, base);
}

constexpr double input = 8192 * 4096 * 2.0;

} // namespace

class TestHostActivations : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Plan planned(const Settings &settings) const { return planOf(scenarioOf(settings), m_catalog); }
    static double endOf(const Plan &plan, PhaseId id)
    {
        for (const Phase &phase : plan.memory.phases) {
            if (phase.id == id)
                return phase.tensorEnd.value();
        }
        return 0;
    }
private slots:
    /// TRL holds on to a tensor until five further ones have been saved, which the loss sees to.
    /// The embedding's output is a leaf, which stays, and with it, until the next backward pass
    /// begins, the last step's and its gradient.
    void allInputsButTheFirstLeaveTheGpu()
    {
        const double kept = endOf(planned({}), PhaseId::Loss);
        const double left
            = endOf(planned({{"training.activation_offload", "saved"}}), PhaseId::Loss);
        QVERIFY2(std::abs((kept - left) / input - 29) < 0.1,
            qPrintable(QString::number((kept - left) / input)));
    }

    /// unsloth_zoo: two buffers take the place of all inputs but the last layer's.
    void unslothKeepsTheLastInputAndTwoBuffers()
    {
        const double kept = endOf(planned({}), PhaseId::Loss);
        const double left
            = endOf(planned({{"training.activation_offload", "inputs"}}), PhaseId::Loss);
        QVERIFY2(kept - left >= 27 * input && kept - left <= 29 * input,
            qPrintable(QString::number((kept - left) / input)));
    }

    /// Inputs of up to a Mi elements stay where they are.
    void unslothLeavesSmallInputsAlone()
    {
        const Settings small{{"training.sequence_length", "256"}};
        Settings offloaded = small;
        offloaded.emplace_back("training.activation_offload", "inputs");
        const Plan plan = planned(offloaded);
        QVERIFY(plan.traffic.collectives.empty());
    }

    /// Page-locked memory comes in powers of two.
    void theHostHoldsThem()
    {
        QVERIFY(planned({}).memory.host.parts.empty());
        // 32 inputs, the loss's log-probabilities, 3.9 GiB, for which 4 are locked, and, of the
        // final norm, what is as large as two inputs.
        const Plan saved = planned({{"training.activation_offload", "saved"}});
        QVERIFY(saved.memory.host.perNode.value() >= (32 + 64 + 2) * input);
        QVERIFY(saved.memory.host.perNode.value() <= (32 + 64 + 2.1) * input);
        const Plan inputs = planned({{"training.activation_offload", "inputs"}});
        QVERIFY(inputs.memory.host.perNode.value() >= 32 * input);
        QVERIFY(inputs.memory.host.perNode.value() <= 33 * input);
        const Plan two
            = planned({{"training.activation_offload", "saved"}, {"parallel.gpus", "2"}});
        QCOMPARE(two.memory.host.perNode.value(), 2 * saved.memory.host.perNode.value());
    }

    /// Each input goes to the host and comes back, over the GPU's own link.
    void bothWaysAreCopies()
    {
        const Plan plan = planned({{"training.activation_offload", "inputs"}});
        double toHost = 0;
        double toGpu = 0;
        for (const Collective &collective : plan.traffic.collectives) {
            toHost += collective.op == CollectiveOp::CopyToHost ? collective.bytesPerStep().value()
                                                                : 0;
            toGpu
                += collective.op == CollectiveOp::CopyToGpu ? collective.bytesPerStep().value() : 0;
        }
        QCOMPARE(toHost, 31 * input);
        QCOMPARE(toGpu, 31 * input);
    }

    /// A small host does not fit, whatever the GPU does.
    void aSmallHostDoesNotFit()
    {
        const Plan plan
            = planned({{"training.activation_offload", "saved"}, {"hardware.host_gib", "1"}});
        QCOMPARE(runVerdictOf(plan), RunVerdict::DoesNotFit);
        QVERIFY(!plan.memory.fits());
    }

    void whatIsNotDerivedIsRefused_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        const auto row = [](const char *name, const char *key, const char *value) {
            QTest::newRow(name) << key << value;
        };
        row("without checkpoints", "training.checkpointing", "none");
        row("checkpoints that run again reentrantly", "training.modules", "transformers-4");
        row("a loss of another kind", "training.loss", "fused");
        row("preferences", "training.objective", "dpo");
        row("GPT-2, whose blocks are given masks by place", "model.id", "openai-community/gpt2");
    }
    void whatIsNotDerivedIsRefused()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        const std::string name = key.toStdString();
        const std::string word = value.toStdString();
        const Plan plan = planned({{"training.activation_offload", "saved"}, {name, word}});
        QCOMPARE(runVerdictOf(plan), RunVerdict::NotPlanned);
    }
    /// FSDP gathers weights elsewhere than where TRL looked them up.
    void underFsdpItIsRefused()
    {
        const Plan plan = planned({{"training.activation_offload", "saved"}, {"parallel.gpus", "8"},
            {"parallel.strategy", "fsdp"}});
        QCOMPARE(runVerdictOf(plan), RunVerdict::NotPlanned);
    }
};

QTEST_APPLESS_MAIN(TestHostActivations)
#include "tst_hostactivations.moc"
