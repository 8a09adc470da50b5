// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/makeplan.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace shardscope;

namespace {

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
};

QTEST_APPLESS_MAIN(TestOptimizers)
#include "tst_optimizers.moc"
