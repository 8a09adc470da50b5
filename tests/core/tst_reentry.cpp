// SPDX-License-Identifier: GPL-3.0-or-later
// Reentrant checkpoints: which recipes ask for them, and what is planned of them.
#include "core/explore/advice/advice.h"
#include "core/planner/makeplan.h"
#include "core/scenario/move.h"
#include "tests/support/importrun.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

} // namespace

class TestReentry : public QObject
{
    Q_OBJECT

private:
    const Catalog m_catalog = builtInCatalog();

    Plan planned(const Settings &settings) const
    {
        const Result<Scenario> scenario = applied({}, settings);
        if (!scenario)
            qFatal("%s", describe(scenario.error()).c_str());
        return planOf(*scenario, m_catalog);
    }

private slots:
    void recipesAskForThem_data()
    {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<QString>("engine");
        QTest::addColumn<CheckpointKind>("expected");
        using enum CheckpointKind;
        const auto row = [](const char *name, const QString &recipe, CheckpointKind expected,
                             const QString &engine = {}) {
            QTest::newRow(name) << recipe << engine << expected;
        };
        const QString zero3 = R"({"bf16": {"enabled": true}, "zero_optimization": {"stage": 3}})";
        const QString zero2 = R"({"bf16": {"enabled": true}, "zero_optimization": {"stage": 2}})";
        const QString fsdp = "compute_environment: LOCAL_MACHINE\ndistributed_type: FSDP\n"
                             "fsdp_config:\n  fsdp_version: %1\nnum_processes: 8\n";
        const QString other = "gradient_checkpointing_kwargs:\n  use_reentrant: %1\n";

        // utils/config/__init__.py, normalize_config
        const QString axolotl = "base_model: Qwen/Qwen3-8B\nsequence_len: 4096\n"
                                "micro_batch_size: 1\nbf16: true\n";
        const QString checked = axolotl + "gradient_checkpointing: true\n";
        row("Axolotl", checked, Reentrant);
        row("Axolotl, asked for the other kind", checked + other.arg("false"), Auto);
        row("Axolotl and Gemma 4", QString(checked).replace("Qwen/Qwen3-8B", "google/gemma-4-31B"),
            Auto);
        row("Axolotl and preferences, which TRL learns from", checked + "rl: orpo\n", Auto);
        row("Axolotl, by FSDP itself",
            axolotl + "fsdp_config:\n  fsdp_version: 2\n  activation_checkpointing: true\n", Auto);

        // model/model_utils/checkpointing.py, prepare_model_for_training
        const QString factory = "finetuning_type: lora\nstage: sft\nlora_rank: 8\n"
                                "model_name_or_path: meta-llama/Llama-3.1-8B\n";
        row("LLaMA-Factory", factory, Reentrant);
        row("LLaMA-Factory, asked for the other kind", factory + "use_reentrant_gc: false\n", Auto);
        row("LLaMA-Factory and FSDP1", factory, Reentrant, fsdp.arg(1));
        row("LLaMA-Factory and FSDP2", factory, Auto, fsdp.arg(2));

        // trainer/sft_trainer.py, __init__
        const QString trl = "model_name_or_path: Qwen/Qwen3-8B\ndataset_name: trl-lib/Capybara\n"
                            "gradient_checkpointing: true\nmax_length: 2048\n";
        const QString adapted = trl + "use_peft: true\n";
        row("TRL", trl, Auto);
        row("TRL, asked for it", trl + other.arg("true"), Reentrant);
        row("TRL, adapters and ZeRO-3, whatever it is asked for", adapted + other.arg("false"),
            Reentrant, zero3);
        row("TRL, adapters and ZeRO-2", adapted, Auto, zero2);
        row("TRL, all trained, and ZeRO-3", trl, Auto, zero3);
    }
    void recipesAskForThem()
    {
        QFETCH(QString, recipe);
        QFETCH(QString, engine);
        QFETCH(CheckpointKind, expected);
        std::vector<RunFile> files{{"run.yaml", recipe.toStdString()}};
        if (!engine.isEmpty())
            files.push_back({"engine", engine.toStdString()});
        const ImportedRun run = imported(files);
        QCOMPARE(problemsOf(run), QString());
        QVERIFY(run.report.notUnderstood.empty());
        QCOMPARE(run.scenario.training.checkpointKind, expected);
    }

    void whatIsNotDerivedIsRefused_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("inTheWay");
        const auto row = [](const char *name, const Settings &settings, const char *inTheWay) {
            QTest::newRow(name) << settings << QString::fromLatin1(inTheWay);
        };
        row("layers that share keys", {{"model.id", "google/gemma-4-E2B (text decoder)"}},
            "model.id");
        row("layers that attend to images",
            {{"model.id", "meta-llama/Llama-3.2-11B-Vision-Instruct"}}, "model.id");
        row("layers that hand on what they see", {{"model.id", "zai-org/GLM-5"}}, "model.id");
        row("layers that return scores",
            {{"model.id", "bigscience/bloom-7b1"}, {"training.attention", "eager"}},
            "training.attention");
        row("a kernel without scores",
            {{"model.id", "bigscience/bloom-7b1"}, {"training.attention", "sdpa"}}, "");
        const Settings seeing{{"model.id", "Qwen/Qwen3-VL-8B-Instruct"}, {"vision.images", "1"},
            {"vision.image_width", "448"}, {"vision.image_height", "448"},
            {"training.method", "lora"}};
        Settings adapted = seeing;
        adapted.emplace_back("vision.tower", "trained");
        row("adapters that no gradient reaches", adapted, "vision.tower");
        Settings frozen = seeing;
        frozen.emplace_back("vision.tower", "frozen");
        row("a tower without adapters", frozen, "");
        row("ranks that share sequences",
            {{"model.id", "Qwen/Qwen3-8B"}, {"parallel.framework", "fsdp2"},
                {"parallel.context", "2"}},
            "parallel.tensor");
        row("an ordinary decoder", {{"model.id", "Qwen/Qwen3-8B"}}, "");
    }
    void whatIsNotDerivedIsRefused()
    {
        QFETCH(Settings, settings);
        QFETCH(QString, inTheWay);
        const bool isCut = settings.back().first == "parallel.context";
        settings.emplace_back("parallel.strategy", isCut ? "fsdp" : "ddp");
        settings.emplace_back("training.checkpointing", "full");
        settings.emplace_back("training.checkpoint_kind", "reentrant");
        const Plan plan = planned(settings);
        const Finding *finding = findingOf(plan, FindingId::ReentryNotPlanned);
        QCOMPARE(finding ? QString::fromStdString(finding->what) : QString(), inTheWay);
        settings.back().second = "auto";
        QVERIFY(!findingOf(planned(settings), FindingId::ReentryNotPlanned));
        if (!finding)
            return;
        const Result<Scenario> repaired = applied(plan.scenario, finding->repair.settings);
        QVERIFY(repaired);
        QVERIFY(!findingOf(planOf(*repaired, m_catalog), FindingId::ReentryNotPlanned));
    }

    // Nothing but checkpoints is left to choose.
    void whatTrlForcesIsRefusedAsWell()
    {
        Settings settings{{"model.id", "google/gemma-4-E2B (text decoder)"},
            {"training.checkpointing", "full"}, {"training.method", "lora"},
            {"training.objective", "dpo"}, {"parallel.strategy", "zero3"}};
        QVERIFY(findingOf(planned(settings), FindingId::ReentryNotPlanned));
        settings[1].second = "none";
        QVERIFY(!findingOf(planned(settings), FindingId::ReentryNotPlanned));
    }

    void releasingWhatIsHeldIsTheRepair()
    {
        const Plan plan = planned({{"model.id", "meta-llama/Meta-Llama-3-8B"},
            {"training.method", "lora"}, {"training.checkpointing", "full"},
            {"training.checkpoint_kind", "reentrant"}, {"parallel.strategy", "zero3"}});
        const Finding *finding = findingOf(plan, FindingId::HeldFrozen);
        QVERIFY(finding);
        const Result<Scenario> repaired = applied(plan.scenario, finding->repair.settings);
        QVERIFY(repaired);
        QCOMPARE(repaired->training.checkpointKind, CheckpointKind::NonReentrant);
        const Plan better = planOf(*repaired, m_catalog);
        QVERIFY(!findingOf(better, FindingId::HeldFrozen));
        QVERIFY(better.memory.peak < plan.memory.peak);
    }

    // More GPUs, or larger ones, are not what such a run needs.
    void adviceAsksForTheOtherKind()
    {
        Plan plan = planOf(
            scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-70B"}, {"training.method", "lora"},
                {"training.checkpointing", "full"}, {"training.checkpoint_kind", "reentrant"},
                {"parallel.strategy", "zero3"}, {"hardware.gpu", "h100-sxm"}}),
            m_catalog, Reserving::Played);
        QVERIFY(!findingOf(plan, FindingId::GatheredWeights)); // held-frozen says why
        QVERIFY(!findingOf(plan, FindingId::TakesMore));
        addFixes(plan, m_catalog);
        const Finding *finding = findingOf(plan, FindingId::DoesNotFit);
        QVERIFY(finding);
        const KeyValues other{{"training.checkpoint_kind", "non-reentrant"}};
        QCOMPARE(finding->repair.settings, other);
    }

    void othersCheckpointsAreOfOneKind_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::newRow("torchtitan's")
            << Settings{{"training.modules", "torchtitan"}, {"training.loop", "torchtitan"},
                   {"parallel.framework", "fsdp2"}, {"parallel.strategy", "fsdp"}};
        QTest::newRow("Megatron's")
            << Settings{{"parallel.framework", "megatron"}, {"parallel.strategy", "zero1"}};
        QTest::newRow("LitGPT's") << Settings{{"training.loop", "litgpt"},
            {"parallel.framework", "fsdp1"}, {"parallel.strategy", "fsdp"}};
        QTest::newRow("Unsloth's")
            << Settings{{"training.activation_offload", "inputs"}, {"parallel.strategy", "ddp"}};
    }
    void othersCheckpointsAreOfOneKind()
    {
        QFETCH(Settings, settings);
        settings.emplace_back("model.id", "meta-llama/Meta-Llama-3-8B");
        settings.emplace_back("training.checkpointing", "full");
        const Plan usual = planned(settings);
        settings.emplace_back("training.checkpoint_kind", "reentrant");
        QCOMPARE(planned(settings).memory.peak.value(), usual.memory.peak.value());
    }
};

QTEST_APPLESS_MAIN(TestReentry)
#include "tst_reentry.moc"
