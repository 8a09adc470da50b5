// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/writerun.h"
#include "core/planner/makeplan.h"
#include "tests/support/importrun.h"
#include "tests/support/repaired.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

// Of Llama 3 8B.
constexpr double norms = 65 * 4096;
constexpr double table = 128256.0 * 4096;
constexpr double matrices = 8030261248 - norms - 2 * table;
constexpr double eightBits = 1 + 4.0 / 256; ///< with a scale for 256 numbers

} // namespace

class TestOptimizers : public QObject
{
    Q_OBJECT

private:
    const Catalog m_catalog = builtInCatalog();

    double stateOf(const QString &optimizer, const QString &method, const QString &rank) const
    {
        const Scenario scenario
            = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.gpus", "1"},
                {"parallel.strategy", "ddp"}, {"training.sequence_length", "512"},
                {"training.micro_batch", "1"}, {"training.method", method.toStdString()},
                {"training.lora_rank", rank.toStdString()}, {"training.lora_targets", "all-linear"},
                {"training.optimizer", optimizer.toStdString()}, {"training.precision", "bf16"}});
        const Result<Plan> plan = makePlan(scenario, m_catalog);
        return plan->memory.atPeak(PartId::OptimizerState).value();
    }

    static Scenario projected(const Settings &settings)
    {
        return scenarioWith(settings,
            scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.gpus", "1"},
                {"parallel.strategy", "ddp"}, {"training.method", "full"},
                {"training.optimizer", "galore-adamw"}, {"training.precision", "bf16"},
                {"training.sequence_length", "512"}, {"training.micro_batch", "1"}}));
    }

private slots:
    // bitsandbytes 0.50 optim/optimizer.py, torchao 0.19 optim/adam.py.
    void statesAreKeptTensorByTensor_data()
    {
        QTest::addColumn<QString>("optimizer");
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("rank");
        QTest::addColumn<double>("bytes");
        const double all = matrices + norms + 2 * table;
        const double narrow = matrices + norms + table; // the head is no nn.Embedding
        QTest::newRow("8 bits, embeddings in fp32") << "adamw-8bit"
                                                    << "full"
                                                    << "16" << 2 * (narrow * eightBits + 4 * table);
        QTest::newRow("8 bits of torchao, embeddings among them") << "adamw-8bit-torchao"
                                                                  << "full"
                                                                  << "16" << 2 * all * eightBits;
        QTest::newRow("4 bits of torchao") << "adamw-4bit-torchao"
                                           << "full"
                                           << "16" << 2 * all * (0.5 + 4.0 / 128);
        QTest::newRow("floating-point numbers of 8 bits") << "adamw-fp8-torchao"
                                                          << "full"
                                                          << "16" << 2 * all * eightBits;
        QTest::newRow("three moments") << "ademamix"
                                       << "full"
                                       << "16" << 3 * 4 * all;
        QTest::newRow("one moment") << "lion"
                                    << "full"
                                    << "16" << 4 * all;
        QTest::newRow("paged: norms stay") << "paged-adamw"
                                           << "full"
                                           << "16" << 2 * 4.0 * norms;
        QTest::newRow("paged 8 bits: norms and scales stay")
            << "paged-adamw-8bit"
            << "full"
            << "16" << 2 * (norms + (narrow * 4.0 / 256));
        // 4096 x 16 is below 1e5, 14336 x 16 is not.
        const double attention = 4 * 4096 + 2 * (4096 + 1024);
        QTest::newRow("paged: most of LoRA's matrices are small")
            << "paged-adamw"
            << "lora"
            << "16" << 2 * 4.0 * 32 * 16 * (attention + 3 * 4096);
    }
    void statesAreKeptTensorByTensor()
    {
        QFETCH(QString, optimizer);
        QFETCH(QString, method);
        QFETCH(QString, rank);
        QFETCH(double, bytes);
        const double planned = stateOf(optimizer, method, rank);
        QVERIFY2(std::abs(planned - bytes) < 0.001 * bytes + 1e6,
            qPrintable(QStringLiteral("%1 for %2").arg(planned).arg(bytes)));
    }

    /// Beside fp32 copies of the table, its gradient and that's square, CUDA sums up the means of
    /// 768 columns: blocks of 32 x 4 columns, 352 of which share the 32,128 rows on 132
    /// multiprocessors (aten/native/cuda/Reduce.cuh, setReduceConfig). torch asked for as much on
    /// an H200.
    void adafactorSumsUpColumns()
    {
        const Plan plan = planOf(
            scenarioWith({{"model.id", "google-t5/t5-base"}, {"training.precision", "bf16"},
                {"hardware.gpu", "h200"}, {"training.optimizer", "adafactor"},
                {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"},
                {"training.attention", "eager"}, {"training.sequence_length", "64"}}),
            m_catalog);
        const auto step = std::ranges::find(plan.memory.phases, PhaseId::OptimizerStep, &Phase::id);
        QVERIFY(step != plan.memory.phases.end());
        const double copies = 3 * 4 * 32128.0 * 768;
        const double sums = 4 * 768.0 * 352 * 32 * 4;
        QCOMPARE(partBytes(*step, PartId::Temporaries).value(), copies + sums);
    }

    // galore_torch 2cc66f8, apollo_torch 76b3472: of each matrix two moments of the projected
    // gradient, as long as its longer side, and what projects the shorter one.
    void gradientsAreProjected_data()
    {
        QTest::addColumn<QString>("optimizer");
        QTest::addColumn<QString>("precision");
        QTest::addColumn<double>("state");
        QTest::addColumn<double>("scratch");
        constexpr double rank = 128;
        constexpr double ofLayer = 2 * 2 * 4096 + 2 * 2 * 4096 + 3 * 2 * 14336; // q, o; k, v; MLP
        constexpr double projecting = 2 * 4096 + 2 * 1024 + 3 * 4096;
        constexpr double copies = 32 * rank * (ofLayer + projecting);
        constexpr double views
            = 32 * (rank * ofLayer + 2 * 4096.0 * 4096 + 2 * 1024.0 * 1024 + 3 * 4096.0 * 4096);
        constexpr double rest = 2 * (norms + 2 * table);
        constexpr double square = 4096.0 * 4096;
        constexpr double sides = 4096.0 * (2 * 4096 + 1);
        // The head's root and quotient are there when q_proj's gradient is decomposed.
        QTest::newRow("GaLore in 16 bits")
            << "galore-adamw"
            << "bf16" << 2 * (copies + rest) << 2 * 2 * table + 4 * (2 * square + sides);
        QTest::newRow("GaLore in fp32 keeps all singular vectors")
            << "galore-adamw"
            << "fp32" << 4 * (views + rest) << 4 * 2 * table + 4 * (square + sides);
        QTest::newRow("APOLLO in 16 bits")
            << "apollo-adamw"
            << "bf16" << 2 * (copies + rest) << 2 * 2 * table + 4 * (square + 2 * rank * 4096);
        QTest::newRow("APOLLO in fp32")
            << "apollo-adamw"
            << "fp32" << 4 * (copies + rest) << 4 * 2 * table + 4 * 2 * rank * 4096;
    }
    void gradientsAreProjected()
    {
        QFETCH(QString, optimizer);
        QFETCH(QString, precision);
        QFETCH(double, state);
        QFETCH(double, scratch);
        const std::string chosen = optimizer.toStdString();
        const std::string kept = precision.toStdString();
        const Plan plan = planOf(
            projected({{"training.optimizer", chosen}, {"training.precision", kept}}), m_catalog);
        const auto step = std::ranges::find(plan.memory.phases, PhaseId::OptimizerStep, &Phase::id);
        QVERIFY(step != plan.memory.phases.end());
        const double scalars = 32 * 7 * 512; // APOLLO's
        const double planned = partBytes(*step, PartId::OptimizerState).value();
        QVERIFY2(planned >= state && planned <= state + scalars,
            qPrintable(QStringLiteral("%1 for %2").arg(planned, 0, 'f').arg(state, 0, 'f')));
        QCOMPARE(partBytes(*step, PartId::Temporaries).value(), scratch);
    }

    void fewerDimensionsTakeLess()
    {
        const auto peak = [this](const char *rank) {
            return planOf(projected({{"training.projection_rank", rank}}), m_catalog)
                .memory.peak.value();
        };
        QVERIFY(peak("16") < peak("128"));
        QVERIFY(peak("128") < peak("1024"));
    }

    void decompositionsAreSaid()
    {
        const Plan galore = planOf(projected({}), m_catalog);
        QVERIFY(findingOf(galore, FindingId::DecomposedGradients));
        QVERIFY(!galore.memory.confidence.isComplete);
        const Plan apollo = planOf(projected({{"training.optimizer", "apollo-adamw"}}), m_catalog);
        QVERIFY(!findingOf(apollo, FindingId::DecomposedGradients));
    }

    void whatIsNotProjectedIsRefused_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("key");
        const auto row = [](const char *name, const Settings &settings, const char *key) {
            QTest::newRow(name) << settings << QString::fromLatin1(key);
        };
        row("shards", {{"parallel.gpus", "8"}, {"parallel.strategy", "fsdp"}},
            "parallel.framework");
        row("adapters", {{"training.method", "lora"}}, "training.method");
        row("updates in the backward pass", {{"training.update", "in-backward"}},
            "training.update");
        row("a master copy", {{"training.precision", "bf16-master"}}, "training.precision");
        row("frozen layers", {{"training.frozen_layers", "4"}}, "training.frozen_layers");
        row("experts", {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}}, "model.id");
        row("matrices that are no nn.Linear", {{"model.id", "openai-community/gpt2"}}, "model.id");
    }
    void whatIsNotProjectedIsRefused()
    {
        QFETCH(Settings, settings);
        QFETCH(QString, key);
        refusedFor(projected(settings), FindingId::ProjectionNotPlanned, key, m_catalog);
    }

    void trainersNamesAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<Optimizer>("optimizer");
        QTest::addColumn<int>("rank");
        QTest::newRow("the Trainer, with its own rank")
            << QByteArray("per_device_train_batch_size: 1\noptim: galore_adamw\n")
            << Optimizer::GaloreAdamW << 128;
        QTest::newRow("the Trainer, told a rank")
            << QByteArray("per_device_train_batch_size: 1\noptim: apollo_adamw\n"
                          "optim_args: proj=random, rank=1,scale=128.0\n")
            << Optimizer::ApolloAdamW << 1;
        QTest::newRow("the Trainer's LOMO")
            << QByteArray("per_device_train_batch_size: 1\noptim: lomo\n") << Optimizer::Lomo
            << 128;
        QTest::newRow("AdaLomo in LLaMA-Factory")
            << QByteArray("stage: sft\nfinetuning_type: full\noptim: adalomo\n")
            << Optimizer::AdaLomo << 128;
        QTest::newRow("axolotl, told a rank")
            << QByteArray("base_model: meta-llama/Meta-Llama-3-8B\nmicro_batch_size: 1\n"
                          "optimizer: galore_adamw\noptim_args:\n  rank: 64\n")
            << Optimizer::GaloreAdamW << 64;
        QTest::newRow("LLaMA-Factory, with its own rank")
            << QByteArray("stage: sft\nfinetuning_type: full\nuse_galore: true\n")
            << Optimizer::GaloreAdamW << 16;
        QTest::newRow("of LLaMA-Factory, by the name that transformers gives it")
            << QByteArray("stage: sft\nfinetuning_type: full\noptim: galore_adamw\n")
            << Optimizer::GaloreAdamW << 128;
        QTest::newRow("LLaMA-Factory, told a rank")
            << QByteArray("stage: sft\nfinetuning_type: full\nuse_apollo: true\n"
                          "apollo_rank: 256\n")
            << Optimizer::ApolloAdamW << 256;
    }
    void trainersNamesAreRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(Optimizer, optimizer);
        QFETCH(int, rank);
        const ImportedRun run = imported({{"run.yaml", text.toStdString()}});
        QCOMPARE(run.scenario.training.optimizer, optimizer);
        QCOMPARE(run.scenario.training.projectionRank, rank);
    }

    /// Without modules to project, transformers raises.
    void whatProjectsIsWritten_data()
    {
        QTest::addColumn<QByteArray>("target");
        for (const char *target : {"trainer", "llama-factory", "axolotl"})
            QTest::newRow(target) << QByteArray(target);
    }
    void whatProjectsIsWritten()
    {
        QFETCH(QByteArray, target);
        const Scenario scenario = projected({{"training.projection_rank", "64"}});
        const WrittenRun written
            = writeRun(*findRunTarget(target.toStdString()), scenario, m_catalog, {});
        for (const char *key : {"galore_adamw", "rank=64", "optim_target_modules"})
            QVERIFY2(written.text.find(key) != std::string::npos, written.text.c_str());
        QVERIFY(
            std::ranges::find(written.unsaid, "training.projection_rank") == written.unsaid.end());
        const ImportedRun run = imported({{"run.yaml", written.text}});
        QCOMPARE(run.scenario.training.projectionRank, 64);
    }
};

QTEST_APPLESS_MAIN(TestOptimizers)
#include "tst_optimizers.moc"
