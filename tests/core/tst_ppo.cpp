// SPDX-License-Identifier: GPL-3.0-or-later
// What PPO holds, sends and computes beside the policy: a value model that learns as well, two
// models that do not, and the logits of all answers. Followed steps confirm the sums
// (tests/data/measured/objective-steps.json).
#include "core/interchange/importrun.h"
#include "core/interchange/importtext.h"
#include "tests/support/phaseof.h"
#include "tests/support/repaired.h"
#include "tests/support/testcatalog.h"

#include <cmath>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

// Llama 3 8B: as a policy, and with one number over each token in place of the head.
constexpr double policy = 8030261248;
constexpr double vocabulary = 128256;
constexpr double hidden = 4096;
constexpr double value = policy - vocabulary * hidden + hidden;

bool isNear(double is, double expected, double share = 1e-3)
{
    return std::abs(is - expected) <= share * expected;
}

} // namespace

class TestPpo : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Scenario scenario(const Settings &changes) const
    {
        const Scenario base = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
            {"training.objective", "ppo"}, {"training.sequence_length", "1024"},
            {"training.completion_tokens", "256"}, {"training.micro_batch", "2"},
            {"training.precision", "bf16"}, {"training.checkpointing", "none"},
            {"parallel.strategy", "ddp"}, {"parallel.gpus", "1"}, {"hardware.gpu", "b200"}});
        return scenarioWith(changes, base);
    }
    Plan plan(const Settings &changes) const { return planOf(scenario(changes), m_catalog); }

private slots:
    void bothModelsThatLearnAreTrained_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<double>("weights");
        QTest::addColumn<double>("gradients");
        QTest::addColumn<double>("states");
        QTest::addColumn<double>("frozen");
        const double both = policy + value;
        QTest::newRow("whole: gradients and moments of policy and value model")
            << Settings{} << 2 * both << 2 * both << 4 * both << 2 * both;
        // PEFT's adapters are fp32 beside 16-bit weights: all-linear, rank 16.
        const double adapters = 41943040;
        QTest::newRow("adapters: the policy refers to itself, the value model learns whole")
            << Settings{{"training.method", "lora"}, {"training.lora_rank", "16"},
                   {"training.lora_targets", "all-linear"}, {"training.lora_precision", "fp32"}}
            << 2 * both << 2 * value + 4 * adapters << 4 * value + 8 * adapters << 2 * value;
        QTest::newRow("adapters, and a reference of its own")
            << Settings{{"training.method", "lora"}, {"training.lora_rank", "16"},
                   {"training.lora_targets", "all-linear"}, {"training.lora_precision", "fp32"},
                   {"training.reference_model", "separate"}}
            << 2 * both << 2 * value + 4 * adapters << 4 * value + 8 * adapters << 2 * both;
    }
    void bothModelsThatLearnAreTrained()
    {
        QFETCH(Settings, settings);
        QFETCH(double, weights);
        QFETCH(double, gradients);
        QFETCH(double, states);
        QFETCH(double, frozen);
        const Plan made = plan(settings);
        constexpr PhaseId step = PhaseId::OptimizerStep;
        QVERIFY(isNear(partOf(made, step, PartId::Weights), weights));
        QVERIFY(isNear(partOf(made, step, PartId::Gradients), gradients));
        QVERIFY(isNear(partOf(made, step, PartId::OptimizerState), states));
        QVERIFY(isNear(partOf(made, step, PartId::Reference), frozen));
    }

    /// ppo_trainer.py, train: `logitss` is not deleted.
    void logitsOfAllAnswersStay()
    {
        const Plan made = plan({{"training.accumulation", "4"}});
        const double logits = 4 * 8 * 256 * vocabulary;
        for (const PhaseId phase : {PhaseId::Scoring, PhaseId::Forward, PhaseId::Backward,
                 PhaseId::OptimizerStep, PhaseId::Save})
            QVERIFY2(isNear(partOf(made, phase, PartId::Rollout), logits),
                qPrintable(QString::number(partOf(made, phase, PartId::Rollout), 'f')));
        const Finding *finding = findingOf(made, FindingId::AnswerLogits);
        QVERIFY(finding);
        QCOMPARE(finding->bytes.value(), logits);
    }
    /// Those of the last rollout, scores of each token, and a tensor of all of them.
    void answersAreGeneratedAChunkAtATime()
    {
        const auto rollout = [this](std::string_view chunk) {
            const Plan made = plan({{"training.accumulation", "4"}, {"rollout.chunk", chunk}});
            return partOf(made, PhaseId::Generation, PartId::Rollout);
        };
        const double logits = 4 * 8 * 256 * vocabulary;
        const double cache = 2 * 8 * 1023 * 32 * 2 * 1024;
        QVERIFY(isNear(rollout("64"), 3 * logits + cache));
        QVERIFY(isNear(rollout("2"), 3 * logits));
        QVERIFY(phaseOf(plan({{"training.accumulation", "4"}, {"rollout.chunk", "2"}}),
                    PhaseId::Scoring)
                    .tensorPeak
            < phaseOf(plan({{"training.accumulation", "4"}}), PhaseId::Scoring).tensorPeak);
    }

    /// What an output refers to is there until there is another one: logits, and what goes into
    /// each layer with its keys and values.
    void theLastOutputIsThereInTheNextMicroBatch()
    {
        const auto forward = [this](std::string_view accumulation) {
            const Plan made = plan({{"training.accumulation", accumulation}});
            const double answers = partOf(made, PhaseId::Loss, PartId::Rollout);
            return phaseOf(made, PhaseId::Loss).tensorPeak.value() - answers;
        };
        const double gradients = 2 * (policy + value);
        const double tokens = 2 * 1024;
        const double states = 2 * tokens * (33 * hidden + 32 * 2 * 1024);
        const double logits = 2 * (tokens + 2 * 256) * vocabulary;
        QVERIFY2(isNear(forward("2") - forward("1"), gradients + states + logits, 2e-3),
            qPrintable(QString::number(forward("2") - forward("1"), 'f')));
    }

    /// One DistributedDataParallel is around both.
    void gradientsOfBothAreReduced()
    {
        const Plan made = plan({{"parallel.gpus", "8"}, {"training.reference_model", "separate"}});
        double sent = 0;
        for (const Collective &each : made.traffic.collectives) {
            if (each.op == CollectiveOp::AllReduce)
                sent += each.bytesPerStep().value();
        }
        QVERIFY(isNear(sent, 2 * 7 / 8.0 * 2 * (policy + value)));
    }

    /// Several steps learn from what is scored once.
    void scoringIsSharedByTheStepsThatLearnFromIt()
    {
        const auto seconds = [this](std::string_view epochs) {
            return plan({{"rollout.epochs", epochs}}).time.step.value();
        };
        QVERIFY(seconds("1") > seconds("2"));
        QVERIFY(isNear(seconds("1") - seconds("2"), 2 * (seconds("2") - seconds("4")), 0.01));
    }

    void whatIsNotDerivedIsRefused_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("key");
        const auto row = [](const char *name, const Settings &settings, const char *key) {
            QTest::newRow(name) << settings << QString(key);
        };
        row("weights sharded by FSDP2",
            {{"parallel.strategy", "fsdp"}, {"parallel.framework", "fsdp2"},
                {"parallel.gpus", "8"}},
            "parallel.strategy");
        row("states sharded by DeepSpeed", {{"parallel.strategy", "zero2"}, {"parallel.gpus", "8"}},
            "parallel.strategy");
        row("a policy in 4 bits", {{"training.method", "qlora"}}, "training.method");
        row("no reference", {{"training.reference_model", "none"}}, "training.reference_model");
        row("adapters to disable behind a wrapper of several GPUs",
            {{"training.method", "lora"}, {"parallel.gpus", "8"}}, "training.reference_model");
        row("other adapters than LoRA", {{"training.method", "lora"}, {"training.adapter", "ia3"}},
            "training.adapter");
        row("an optimizer with rows and columns", {{"training.optimizer", "adafactor"}},
            "training.optimizer");
        row("updates within the backward pass", {{"training.update", "in-backward"}},
            "training.update");
        row("compiled layers", {{"training.kernels", "compiled-layers"}}, "training.kernels");
        row("frozen layers", {{"training.frozen_layers", "4"}}, "training.frozen_layers");
        row("activations on the host",
            {{"training.activation_offload", "saved"}, {"training.checkpointing", "none"}},
            "training.activation_offload");
    }
    void whatIsNotDerivedIsRefused()
    {
        QFETCH(Settings, settings);
        QFETCH(QString, key);
        const Plan made = plan(settings);
        const Finding *finding = findingOf(made, FindingId::ObjectiveNotPlanned);
        QVERIFY(finding);
        QCOMPARE(QString::fromStdString(finding->what), key);
        refusedAndRepaired(scenario(settings), FindingId::ObjectiveNotPlanned, m_catalog);
    }
    void expertsAreRefused()
    {
        const Plan made = plan({{"model.id", "mistralai/Mixtral-8x7B-v0.1"}});
        const Finding *finding = findingOf(made, FindingId::ObjectiveNotPlanned);
        QVERIFY(finding);
        QCOMPARE(QString::fromStdString(finding->what), QStringLiteral("model.id"));
    }

    void whatIsSaidOfIt()
    {
        const Plan made = plan({});
        QVERIFY(!has(made, FindingId::ObjectiveNotPlanned));
        QVERIFY(has(made, FindingId::RolloutNotTimed));
        QVERIFY(!has(made, FindingId::CheckpointsByScript));
        QVERIFY(has(plan({{"training.checkpointing", "full"}}), FindingId::CheckpointsByScript));
        const Finding *values = findingOf(made, FindingId::ValuesLearn);
        QVERIFY(values);
        QCOMPARE(values->bytes.value(), (2 + 2 + 4) * value);
    }

    void filesSayWhatIsTrained_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<Settings>("settings");
        const QString imports = "from trl.experimental.ppo import PPOConfig, PPOTrainer\n";
        QTest::newRow("a script whose configuration leaves everything to TRL")
            << imports + "args = PPOConfig(output_dir=\"ppo\")\n"
            << Settings{{"training.objective", "ppo"}, {"training.completion_tokens", "53"},
                   {"rollout.chunk", "64"}, {"rollout.epochs", "4"},
                   {"training.reference_model", "auto"}, {"training.loss", "standard"}};
        QTest::newRow("bf16 and checkpoints, of which the trainer hears nothing")
            << imports
                + "args = PPOConfig(bf16=True, gradient_checkpointing=True, num_ppo_epochs=2,\n"
                  "    response_length=128, local_rollout_forward_batch_size=16,\n"
                  "    per_device_train_batch_size=4)\n"
            << Settings{{"training.objective", "ppo"}, {"training.completion_tokens", "128"},
                   {"training.checkpointing", "none"}, {"training.precision", "fp32"},
                   {"rollout.chunk", "16"}, {"rollout.epochs", "2"}, {"training.micro_batch", "4"}};
    }
    void filesSayWhatIsTrained()
    {
        QFETCH(QString, text);
        QFETCH(Settings, settings);
        const std::vector<RunFile> files{{"train.py", text.toStdString()}};
        const Result<ImportedRun> imported = importRun(files, m_catalog, {});
        if (!imported)
            qFatal("%s", describe(imported.error()).c_str());
        for (const ImportRow &row : imported->report.notUnderstood)
            qWarning("not understood: %s", importPlace(row).c_str());
        QVERIFY(imported->report.notUnderstood.empty());
        for (const auto &[key, said] : settings) {
            Scenario expected = imported->scenario;
            QVERIFY(setKeyText(expected, key, said));
            QVERIFY2(expected == imported->scenario, std::string(key).c_str());
        }
    }
    /// accelerate launch --mixed_precision bf16 surrounds both models with autocast.
    void theLauncherIsHeard()
    {
        const std::vector<RunFile> files{{"run.sh",
            "accelerate launch --mixed_precision bf16 --num_processes 1 ppo.py \\\n"
            "    --num_ppo_epochs 1 --per_device_train_batch_size 4 --response_length 64 \\\n"
            "    --sft_model_path meta-llama/Meta-Llama-3-8B --dtype bfloat16\n"}};
        const Result<ImportedRun> imported = importRun(files, m_catalog, {});
        if (!imported)
            qFatal("%s", describe(imported.error()).c_str());
        QCOMPARE(imported->scenario.training.objective, Objective::Ppo);
        QCOMPARE(imported->scenario.training.precision, Precision::Bf16);
        QCOMPARE(imported->scenario.training.autocast, Autocast::On);
    }
};

QTEST_APPLESS_MAIN(TestPpo)
#include "tst_ppo.moc"
