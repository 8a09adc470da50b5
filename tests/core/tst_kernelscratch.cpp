// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/residentthreads.h"
#include "core/graph/kernelscratch.h"
#include "core/graph/profile.h"
#include "core/graph/tapebuilder.h"
#include "core/planner/makeplan.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

constexpr double h200 = 132 * 2048;

} // namespace

class TestKernelScratch : public QObject
{
    Q_OBJECT

private:
    const Catalog m_catalog = builtInCatalog();

    Bytes peakOf(std::initializer_list<std::pair<std::string_view, std::string_view>> settings,
        PhaseId phase, std::string_view kernels) const
    {
        const Scenario scenario = scenarioWith(settings,
            scenarioWith({{"parallel.gpus", "1"}, {"parallel.strategy", "ddp"},
                {"hardware.gpu", "h200"}, {"training.kernels", kernels}}));
        const Result<Plan> plan = makePlan(scenario, m_catalog);
        const auto &phases = plan->memory.phases;
        return std::find_if(phases.begin(), phases.end(), [phase](const Phase &one) {
            return one.id == phase;
        })->tensorPeak;
    }

private slots:
    // What torch's allocator was asked for on an H200 beside the results.
    void aSumOverRowsLeavesPartsForOtherBlocks_data()
    {
        QTest::addColumn<double>("rows");
        QTest::addColumn<double>("columns");
        QTest::addColumn<double>("threads");
        QTest::addColumn<double>("bytes");
        QTest::newRow("a bias of 8192, measured") << 4096.0 << 8192.0 << h200 << 138412032.0;
        QTest::newRow("few rows stay in one block") << 512.0 << 8192.0 << h200 << 0.0;
        QTest::newRow("another GPU has other blocks")
            << 4096.0 << 8192.0 << 108 * 2048.0 << 4.0 * 8192 * 27 * 128;
        QTest::newRow("no GPU") << 4096.0 << 8192.0 << 0.0 << 0.0;
        QTest::newRow("columns that do not divide by two are summed one by one")
            << 4096.0 << 8191.0 << h200 << 4.0 * 8191 * 3 * 32;
    }
    void aSumOverRowsLeavesPartsForOtherBlocks()
    {
        QFETCH(double, rows);
        QFETCH(double, columns);
        QFETCH(double, threads);
        QFETCH(double, bytes);
        QCOMPARE(sumScratch(rows, columns, threads), bytes);
    }

    // autograd/engine.cpp, call_function, sums a bias' gradient up when the node has returned; the
    // input that a non-reentrant checkpoint has made again, as large here as what blocks leave for
    // each other, is gone by then.
    void aSumStandsBesideWhatItsNodeKeeps_data()
    {
        QTest::addColumn<bool>("isCheckpointed");
        QTest::addColumn<bool>("isReentrant");
        QTest::addColumn<bool>("isBeside");
        QTest::newRow("a layer that keeps its tensors") << false << false << true;
        QTest::newRow("a reentrant checkpoint") << true << true << true;
        QTest::newRow("a non-reentrant checkpoint") << true << false << false;
    }
    void aSumStandsBesideWhatItsNodeKeeps()
    {
        QFETCH(bool, isCheckpointed);
        QFETCH(bool, isReentrant);
        QFETCH(bool, isBeside);
        constexpr double rows = 8192;
        constexpr double narrow = 2048;
        constexpr double wide = 8192;
        TapeBuilder tape(false);
        const auto weight = [&tape](double elements) {
            return tape.parameter({.name = "weight", .elements = elements});
        };
        const TensorId x = tape.input(rows * narrow, Dtype::Half, true);
        const TensorId up = tape.linear(x, weight(narrow * wide), NoTensor, rows * wide);
        const TensorId bias = weight(narrow);
        const Tape made = tape.finish(tape.linear(up, weight(narrow * wide), bias, rows * narrow));
        const auto most = [&](double threads) {
            const Profile profile = profileOf(made,
                {.isCheckpointed = isCheckpointed,
                    .isReentrant = isReentrant,
                    .residentThreads = threads});
            double found = 0;
            for (const Segment &segment : profile.backward)
                found = std::max(found, segment.mostTotal);
            return found;
        };
        const double blocks = sumScratch(rows, narrow, h200);
        QCOMPARE(blocks, bytesOf(rows * wide, Dtype::Half));
        QCOMPARE(most(h200) - most(0), isBeside ? blocks : 0.0);
    }

    // 18.65 and 148.04 MB were measured, 0.2 and 0.4 of them for indices.
    void aTablesGradientIsSorted()
    {
        QCOMPARE(lookupScratch(4096, 32000, 1024), 4.0 * 1024 * (409 + 4096));
        QCOMPARE(lookupScratch(8192, 128256, 4096), 4.0 * 4096 * (819 + 8192));
        QCOMPARE(lookupScratch(8192, 2, 768), 4.0 * 768 * (819 + 2));
        QCOMPARE(lookupScratch(3072, 32000, 1024), 0.0);
    }

    void threadsAtWorkFollowTheGpu_data()
    {
        QTest::addColumn<QString>("gpu");
        QTest::addColumn<double>("threads");
        QTest::newRow("Hopper") << "h200" << h200;
        QTest::newRow("Ampere of data centers") << "a100-sxm-80" << 108 * 2048.0;
        QTest::newRow("Ada") << "rtx4090" << 128 * 1536.0;
        QTest::newRow("not NVIDIA's") << "mi300x" << 0.0;
    }
    void threadsAtWorkFollowTheGpu()
    {
        QFETCH(QString, gpu);
        const GpuSpec *spec = m_catalog.findGpu(gpu.toStdString());
        QVERIFY(spec);
        QTEST(residentThreads(*spec), "threads");
    }

    // SoftMax.cu: gradient times result is a tensor, here of 32 heads' fp32 scores. Kernels that
    // nobody launches have none.
    void softmaxMultipliesBeforeItSums()
    {
        const auto peak = [&](std::string_view kernels) {
            return peakOf({{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"training.method", "lora"},
                              {"training.precision", "bf16-master"},
                              {"training.attention", "eager"}, {"training.checkpointing", "full"},
                              {"training.sequence_length", "4096"}, {"training.micro_batch", "1"}},
                PhaseId::Backward, kernels);
        };
        const double scores = 4.0 * 32 * 4096 * 4096;
        QVERIFY((peak("cuda") - peak("reference")).value() > 0.9 * scores);
    }

    // autocast_mode.h, fp32_set_opt_dtype: Llama 4 asks softmax for no dtype.
    void softmaxIsWidenedWhereItIsAskedForNoDtype()
    {
        const auto peak = [&](std::string_view kernels) {
            return peakOf({{"model.id", "meta-llama/Llama-4-Scout-17B-16E (text decoder)"},
                              {"training.method", "lora"}, {"training.precision", "bf16-master"},
                              {"training.attention", "eager"}, {"training.checkpointing", "full"},
                              {"training.sequence_length", "8192"}, {"training.micro_batch", "1"}},
                PhaseId::Backward, kernels);
        };
        // The result, its gradient and the product of both, in 4 bytes each.
        const double scores = 40.0 * 8192 * 8192;
        QVERIFY((peak("cuda") - peak("reference")).value() > 0.9 * 4 * scores);
    }

    // transformers' use_gqa_in_sdpa; sdp_utils.cpp.
    void sdpaKeepsScoresOfSharedKeysInSingle_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("precision");
        QTest::addColumn<bool>("keeps");
        QTest::newRow("keys that queries share, in fp32") << "meta-llama/Meta-Llama-3-8B"
                                                          << "fp32" << true;
        QTest::newRow("under autocast") << "meta-llama/Meta-Llama-3-8B"
                                        << "bf16-amp" << false;
        QTest::newRow("keys for each query, in fp32") << "meta-llama/Llama-2-7b-hf"
                                                      << "fp32" << false;
    }
    void sdpaKeepsScoresOfSharedKeysInSingle()
    {
        QFETCH(QString, model);
        QFETCH(QString, precision);
        const auto peak = [&](std::string_view attention) {
            return peakOf(
                {{"model.id", model.toStdString()}, {"training.precision", precision.toStdString()},
                    {"training.attention", attention}, {"training.checkpointing", "none"},
                    {"training.sequence_length", "4096"}, {"training.micro_batch", "1"}},
                PhaseId::Forward, "cuda");
        };
        const double layersScores = 32 * 4.0 * 32 * 4096 * 4096;
        QTEST((peak("eager") - peak("sdpa")).value() < 0.5 * layersScores, "keeps");
    }

    // input_buffer.cpp: the head's gradient is a view, unless autocast casts it back.
    void aTiedTablesGradientsMeet_data()
    {
        QTest::addColumn<QString>("precision");
        QTest::addColumn<bool>("isCastBack");
        QTest::newRow("bf16: in a tensor of their own") << "bf16" << false;
        QTest::newRow("fp32 under autocast: in place") << "bf16-amp" << true;
    }
    void aTiedTablesGradientsMeet()
    {
        QFETCH(QString, precision);
        QFETCH(bool, isCastBack);
        const auto peak = [&](std::string_view model) {
            return peakOf({{"model.id", model}, {"training.precision", precision.toStdString()},
                              {"training.sequence_length", "64"}, {"training.micro_batch", "1"},
                              {"training.optimizer", "sgd"}},
                PhaseId::Backward, "cuda");
        };
        const double each = isCastBack ? 4 : 2;
        const double table = each * 128256 * 2048;
        const double weights = each * 1235814400;
        const double beside = peak("meta-llama/Llama-3.2-1B").value() - 2 * weights;
        // The head's gradient and the table's, and their sum where that is another tensor.
        QVERIFY(beside > (isCastBack ? 0.9 : 1.9) * table);
        QVERIFY(beside < (isCastBack ? 1.4 : 2.4) * table);
    }

    // autocast_mode.h has nll_loss in fp32, and log_softmax as it was asked for.
    void masked16BitLogitsStay16BitUnderAutocast()
    {
        const auto peak = [&](std::string_view kernels) {
            return peakOf(
                {{"model.id", "google-bert/bert-base-uncased"}, {"training.precision", "bf16-amp"},
                    {"training.micro_batch", "16"}, {"training.sequence_length", "512"},
                    {"training.objective", "masked-lm"}, {"training.checkpointing", "full"}},
                PhaseId::Loss, kernels);
        };
        const double logits = 2.0 * 16 * 512 * 30522;
        const double less = (peak("reference") - peak("cuda")).value();
        QVERIFY(less > 0.8 * logits);
        QVERIFY(less < 1.2 * logits);
    }
};

QTEST_APPLESS_MAIN(TestKernelScratch)
#include "tst_kernelscratch.moc"
