// SPDX-License-Identifier: GPL-3.0-or-later
// What QLoRA's frozen matrices are stored in, beside NF4.
#include "core/interchange/writerun.h"
#include "core/judge/basefindings.h"
#include "core/planner/makeplan.h"
#include "core/scenario/keys.h"
#include "core/step/stepmodules.h"
#include "tests/support/importrun.h"
#include "tests/support/preparedworkload.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

/// Llama 3.1 8B with adapters on an 8-bit base, on one H100.
Scenario scenarioOf(const Settings &settings)
{
    const Scenario base
        = scenarioWith({{"model.id", "meta-llama/Llama-3.1-8B"}, {"hardware.gpu", "h100-sxm"},
            {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"}, {"training.method", "qlora"},
            {"training.base", "llm-int8"}, {"training.sequence_length", "2048"}});
    return scenarioWith(settings, base);
}

constexpr double hidden = 4096;
constexpr double width = 14336;
constexpr double layers = 32;
constexpr double tokens = 2048;

} // namespace

class TestBases : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    double referredBy(const Settings &settings) const
    {
        const PreparedWorkload prepared(scenarioOf(settings), m_catalog);
        return StepModules(prepared.work.layerSettings()).layer(1).profile.referred;
    }
    double forwardPeak(const Settings &settings) const
    {
        const Plan plan = planOf(scenarioOf(settings), m_catalog);
        return plan.memory.phases.front().tensorPeak.value();
    }

private slots:
    /// A byte for each weight of the layers' matrices, four for each of their rows.
    void aRowHasOneScale()
    {
        const PreparedWorkload prepared(scenarioOf({}), m_catalog);
        const double matrices = layers * (hidden * (2 * hidden + 2 * 1024) + 3 * hidden * width);
        const double rows = layers * (3 * hidden + 2 * 1024 + 2 * width);
        QCOMPARE(quantizedWeights(prepared.work).value(), matrices);
        QCOMPARE(quantizationScales(prepared.work).value(), 4 * rows);
    }

    /// The inputs of seven products, of which q, k and v have one and gate and up another, and
    /// their columns with outliers: at 0.1 % five of 4,096 and fifteen of 14,336.
    void productsHoldOnToTheirInputs_data()
    {
        QTest::addColumn<QString>("checkpointing");
        QTest::newRow("with checkpoints") << "full";
        QTest::newRow("without") << "none";
    }
    void productsHoldOnToTheirInputs()
    {
        QFETCH(QString, checkpointing);
        const std::string chosen = checkpointing.toStdString();
        const double inputs = 2 * tokens * (3 * hidden + width);
        const double outliers = 2 * tokens * (6 * 5 + 15);
        QCOMPARE(referredBy({{"training.checkpointing", chosen}}), inputs + outliers);
        QCOMPARE(
            referredBy({{"training.checkpointing", chosen}, {"training.outlier_percent", "0"}}),
            inputs);
        QCOMPARE(referredBy({{"training.checkpointing", chosen}, {"training.base", "nf4"}}), 0.0);
    }

    /// The first pass of a reentrant checkpoint has no graph that could hold on to anything.
    void reentrantCheckpointsFreeThem()
    {
        QCOMPARE(referredBy({{"training.modules", "transformers-4"}}), 0.0);
        const Plan plan = planOf(scenarioOf({{"training.modules", "transformers-4"}}), m_catalog);
        QVERIFY(!findingOf(plan, FindingId::KeptInputs));
    }

    /// As checkpoints do not free them, 8 bits keep more than the weights alone take.
    void whatIsKeptIsSaid()
    {
        const Plan plan = planOf(scenarioOf({}), m_catalog);
        const Finding *finding = findingOf(plan, FindingId::KeptInputs);
        QVERIFY(finding);
        const double least = layers * 2 * tokens * (3 * hidden + width);
        QVERIFY(finding->bytes.value() >= least);
        QVERIFY(finding->bytes.value() < 1.01 * least);
        const double more = forwardPeak({}) - forwardPeak({{"training.base", "nf4"}});
        QVERIFY(more > finding->bytes.value());
        QVERIFY(!findingOf(planOf(scenarioOf({{"training.checkpointing", "none"}}), m_catalog),
            FindingId::KeptInputs));
    }

    /// The sum with what columns with outliers make is a tensor of its own, and their columns of
    /// the weight become fp32.
    void outliersTakeRoom()
    {
        QVERIFY(referredBy({{"training.outlier_percent", "1"}}) > referredBy({}));
        QVERIFY(forwardPeak({{"training.outlier_percent", "1"}}) > forwardPeak({}));
        QVERIFY(forwardPeak({}) > forwardPeak({{"training.outlier_percent", "0"}}));
    }

    void whatIsNotDerivedIsRefused_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("inTheWay");
        const auto row = [](const char *name, const Settings &settings, const char *inTheWay) {
            QTest::newRow(name) << settings << QString(inTheWay);
        };
        row("LoRA", {}, "");
        row("prompts", {{"training.adapter", "prompt-tuning"}}, "");
        row("DoRA, which makes fp32 matrices of the weights", {{"training.adapter", "dora"}},
            "training.adapter");
        row("LitGPT", {{"training.loop", "litgpt"}}, "training.loop");
        row("the worksheet", {{"estimator", "worksheet"}}, "");
        row("a base that is not quantised", {{"training.method", "lora"}}, "");
    }
    void whatIsNotDerivedIsRefused()
    {
        QFETCH(Settings, settings);
        QFETCH(QString, inTheWay);
        const Plan plan = planOf(scenarioOf(settings), m_catalog);
        const Finding *finding = findingOf(plan, FindingId::BaseNotPlanned);
        QCOMPARE(finding ? QString::fromStdString(finding->what) : QString(), inTheWay);
    }

    void eightBitsCannotBeSharded_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::newRow("FSDP") << Settings{{"parallel.strategy", "fsdp"}};
        QTest::newRow("ZeRO-3 in 16-bit storage")
            << Settings{{"parallel.strategy", "zero3"}, {"training.quant_storage", "16-bit"}};
    }
    void eightBitsCannotBeSharded()
    {
        QFETCH(Settings, settings);
        const Scenario scenario = scenarioWith(settings, scenarioOf({{"parallel.gpus", "8"}}));
        const Plan plan = planOf(scenario, m_catalog);
        const Finding *finding = findingOf(plan, FindingId::QuantizedSharding);
        QVERIFY(finding);
        QCOMPARE(finding->severity, Severity::Critical);
    }

    void recipesSayIt_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("base");
        const QString axolotl = "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 2048\n"
                                "micro_batch_size: 1\nadapter: lora\nlora_r: 8\n";
        QTest::newRow("axolotl in 8 bits") << "a.yml" << axolotl + "load_in_8bit: true\n"
                                           << "llm-int8";
        QTest::newRow("axolotl in 4 bits") << "a.yml" << axolotl + "load_in_4bit: true\n"
                                           << "nf4";
        QTest::newRow("LLaMA-Factory in 8 bits")
            << "a.yaml"
            << "model_name_or_path: meta-llama/Llama-3.1-8B\nstage: sft\nfinetuning_type: lora\n"
               "lora_rank: 8\nquantization_bit: 8\n"
            << "llm-int8";
    }
    void recipesSayIt()
    {
        QFETCH(QString, name);
        QFETCH(QString, text);
        QFETCH(QString, base);
        const ImportedRun run = imported({{name.toStdString(), text.toStdString()}});
        QCOMPARE(run.scenario.training.method, Method::Qlora);
        QCOMPARE(QString::fromStdString(std::string(nameOf(run.scenario.training.base))), base);
    }

    void recipesAreWritten_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("line");
        QTest::newRow("axolotl") << "axolotl"
                                 << "load_in_8bit: true";
        QTest::newRow("LLaMA-Factory") << "llama-factory"
                                       << "quantization_bit: 8";
    }
    void recipesAreWritten()
    {
        QFETCH(QString, target);
        QFETCH(QString, line);
        const WrittenRun written
            = writeRun(*findRunTarget(target.toStdString()), scenarioOf({}), m_catalog, {});
        QVERIFY2(QString::fromStdString(written.text).contains(line), written.text.c_str());
    }
};

QTEST_APPLESS_MAIN(TestBases)
#include "tst_bases.moc"
