// SPDX-License-Identifier: GPL-3.0-or-later
// Steps on one rank of a mesh, whose storages were all followed, against what is planned for them.
#include "resources/catalogs.h"
#include "resources/readfile.h"
#include "tools/validate/casereader.h"
#include "tools/validate/targets.h"
#include "tools/validate/validation.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace shardscope;

class TestMeshAccuracy : public QObject
{
    Q_OBJECT

    static Validation validated(const char *file)
    {
        const Result<std::string> text
            = readFile(std::string(SHARDSCOPE_TEST_DATA "/measured/") + file);
        if (!text)
            qFatal("%s", describe(text.error()).c_str());
        const Result<std::vector<Case>> cases = readCases(*text);
        if (!cases)
            qFatal("%s", describe(cases.error()).c_str());
        return validate(*cases, builtInCatalog());
    }

private slots:
    void aimsAreReached()
    {
        const Validation found = validated("parallel.json");
        int reached = 0;
        for (const Attainment &item : attainments(found)) {
            if (!item.reached)
                continue;
            QVERIFY2(item.isReached(), item.target->metric.data());
            ++reached;
        }
        QCOMPARE(reached, 4);
    }

    // Layers that share a checkpoint, and what selective recomputation takes beside attention; of
    // torch's ranks the last of a context group.
    void ofMegatronsRanksFewAreLeftOut()
    {
        const Validation found = validated("parallel.json");
        QVERIFY(found.leftOut.size() <= 16);
        QCOMPARE(std::count_if(found.leftOut.begin(), found.leftOut.end(),
                     [](const LeftOut &one) { return one.id.starts_with("torchpar"); }),
            2);
    }

    // What was missing once, a row each, by what the framework's source then explained.
    void explainedRanksAgree_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("metric");
        QTest::newRow("masks of all micro-batches in flight, and what core attention's checkpoint "
                      "refers to")
            << "mcore-dev-057"
            << "peak_bytes";
        QTest::newRow("the same, four sequences a micro-batch") << "mcore-dev-072"
                                                                << "peak_bytes";
        QTest::newRow("what a checkpoint refers to, one micro-batch") << "mcore-dev-069"
                                                                      << "peak_bytes";
        QTest::newRow("masks of each layer on a middle stage") << "mcore-dev-019"
                                                               << "peak_bytes";
        QTest::newRow("masks of a first stage with two chunks") << "mcore-dev-086"
                                                                << "peak_bytes";
        QTest::newRow("masks of a last stage with two chunks") << "mcore-dev-094"
                                                               << "peak_bytes";
        QTest::newRow("masks that are made anew under full recomputation") << "mcore-dev-090"
                                                                           << "peak_bytes";
        QTest::newRow("a copy of the query beside scores") << "mcore-dev-099"
                                                           << "forward_peak";
        QTest::newRow("the same, of which the pass that runs again has no more") << "mcore-dev-104"
                                                                                 << "forward_peak";
        QTest::newRow("interleaved, a middle stage that goes on") << "mcore-dev-043"
                                                                  << "peak_bytes";
        QTest::newRow("interleaved, a middle stage, twice as many micro-batches") << "mcore-dev-076"
                                                                                  << "peak_bytes";
        QTest::newRow("interleaved, a middle stage with a micro-batch for each stage")
            << "mcore-dev-084"
            << "peak_bytes";
        QTest::newRow("interleaved, recomputing all") << "mcore-dev-068"
                                                      << "peak_bytes";
        QTest::newRow("interleaved, recomputing a block") << "mcore-dev-088"
                                                          << "peak_bytes";
        QTest::newRow("interleaved, the first stage recomputing all") << "mcore-dev-096"
                                                                      << "peak_bytes";
        QTest::newRow("interleaved, the last stage recomputing all") << "mcore-dev-020"
                                                                     << "peak_bytes";
        QTest::newRow("experts one after another, without TransformerEngine") << "mcore-dev-046"
                                                                              << "peak_bytes";
        QTest::newRow("experts' rows that local names refer to, without autograd")
            << "mcore-dev-006"
            << "forward_peak";
        QTest::newRow("the same, one rank for each expert") << "mcore-dev-062"
                                                            << "forward_peak";
        QTest::newRow("permuted rows until they are back") << "mcore-dev-087"
                                                           << "peak_bytes";
        QTest::newRow("the same, in a block that is computed again") << "mcore-dev-102"
                                                                     << "peak_bytes";
        QTest::newRow("inputs of recomputed experts that dispatchers refer to, of two chunks")
            << "mcore-dev-062"
            << "between_steps";
        QTest::newRow("the same, one layer of three in a middle stage") << "mcore-dev-102"
                                                                        << "between_steps";
        QTest::newRow("the same, of experts that run again by themselves") << "mcore-dev-063"
                                                                           << "between_steps";
        QTest::newRow("an MLP that runs again") << "mcore-dev-083"
                                                << "peak_bytes";
        QTest::newRow("norms that are discarded") << "mcore-dev-107"
                                                  << "peak_bytes";
        QTest::newRow("the same, behind the embedding") << "mcore-dev-046"
                                                        << "between_steps";
    }
    void explainedRanksAgree()
    {
        QFETCH(QString, id);
        QFETCH(QString, metric);
        int figures = 0;
        for (const Comparison &one : validated("parallel.json").comparisons) {
            if (one.metric != metric.toStdString() || one.id != id.toStdString())
                continue;
            ++figures;
            QVERIFY2(std::abs(one.error()) < (metric == "between_steps" ? 0.0005 : 0.002),
                qPrintable(QString::number(one.error())));
        }
        QCOMPARE(figures, 1);
    }

    // InterleavedZeroBubble, ZBVZeroBubble and DualPipeV. Without checkpoints, and with them.
    void ranksThatSplitBackwardPassesAgree()
    {
        const Validation found = validated("split-parallel.json");
        QVERIFY(found.leftOut.empty());
        std::vector<double> errors;
        for (const Comparison &one : found.comparisons) {
            // Returned logits that are a view hold what is left of their graph.
            if (one.metric == "between_steps")
                QVERIFY2(std::abs(one.error()) < 0.0005, one.id.c_str());
            if (one.metric != "peak_bytes")
                continue;
            errors.push_back(std::abs(one.error()));
            QVERIFY2(errors.back() < 0.001, one.id.c_str());
        }
        QCOMPARE(errors.size(), std::size_t{59});
        std::sort(errors.begin(), errors.end());
        QVERIFY(errors[errors.size() / 2] < 0.0001);
    }

    // torchtitan's experts, dealt out and not, under FSDP2. Where stages interleave weights are
    // gathered between the passes, which no forward peak has.
    void ranksOfTorchtitansExpertsAgree()
    {
        const Validation found = validated("titan-experts.json");
        QVERIFY(found.leftOut.empty());
        int figures = 0;
        for (const Comparison &one : found.comparisons) {
            if (one.metric == "forward_peak" && one.id.ends_with("titan-experts-205"))
                continue;
            ++figures;
            QVERIFY2(std::abs(one.error()) < 0.001,
                qPrintable(QString::fromStdString(one.id + " " + one.metric)));
        }
        QCOMPARE(figures, 232);
    }

    // Experts that DeepSpeed's AutoEP deals out, in groups of their own beside the rest.
    void ranksOfDeepSpeedsExpertsAgree()
    {
        const Validation found = validated("deepspeed-experts.json");
        QVERIFY(found.leftOut.empty());
        QVERIFY(found.comparisons.size() > 100);
        for (const Comparison &one : found.comparisons)
            QVERIFY2(std::abs(one.error()) < 0.003,
                qPrintable(QString::fromStdString(one.id + " " + one.metric)));
    }

    // Megatron-Core's own modules: experts without gates and with, all-gather and all-to-all;
    // norms of single heads; and Megatron-Bridge's LoRA.
    void ranksOfMegatronsModulesAgree()
    {
        const Validation found = validated("megatron-steps.json");
        QVERIFY(found.leftOut.empty());
        int figures = 0;
        for (const Comparison &one : found.comparisons) {
            ++figures;
            QVERIFY2(std::abs(one.error()) < 0.008,
                qPrintable(QString::fromStdString(one.id + " " + one.metric)));
        }
        QCOMPARE(figures, 4 * 83);
    }

    // PEFT's LoRA beside transformers' tensor parallelism, with every byte that is sent.
    void ranksOfPeftsFactorsAgree()
    {
        const Validation found = validated("lora-mesh.json");
        QVERIFY(found.leftOut.empty());
        QVERIFY(found.comparisons.size() >= 36);
        for (const Comparison &one : found.comparisons)
            QVERIFY2(std::abs(one.error()) < 0.005,
                qPrintable(QString::fromStdString(one.id + " " + one.metric)));
    }

    // Golden values of Megatron-LM's tests with experts, on H100s: which experts get how many
    // tokens is not planned.
    void goldenValuesOfExpertsAgree()
    {
        int figures = 0;
        for (const Comparison &one : validated("device.json").comparisons) {
            const std::vector<std::string> ids{
                "megatron-026", "megatron-029", "megatron-030", "megatron-034"};
            if (std::find(ids.begin(), ids.end(), one.id) == ids.end())
                continue;
            ++figures;
            QVERIFY2(std::abs(one.error()) < (one.metric == "allocated" ? 0.035 : 0.015),
                qPrintable(QString::fromStdString(one.id + " " + one.metric)));
        }
        QCOMPARE(figures, 8);
    }

    // None of these was looked at when the formulas were written.
    void ranksOfRandomShapeAgree()
    {
        const Validation found = validated("more-parallel.json");
        QVERIFY(found.leftOut.empty());
        int peaks = 0;
        for (const Comparison &one : found.comparisons) {
            if (one.metric != "peak_bytes")
                continue;
            ++peaks;
            const double error = std::abs(one.error());
            QVERIFY2(error < 0.0005, one.id.c_str());
        }
        QCOMPARE(peaks, 11);
    }
};

QTEST_APPLESS_MAIN(TestMeshAccuracy)
#include "tst_meshaccuracy.moc"
