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

    // InterleavedZeroBubble, ZBVZeroBubble and DualPipeV. Without checkpoints, and with them.
    void ranksThatSplitBackwardPassesAgree()
    {
        const Validation found = validated("split-parallel.json");
        QVERIFY(found.leftOut.empty());
        std::vector<double> errors;
        for (const Comparison &one : found.comparisons) {
            if (one.metric != "peak_bytes")
                continue;
            errors.push_back(std::abs(one.error()));
            QVERIFY2(errors.back() < 0.0125, one.id.c_str());
        }
        QCOMPARE(errors.size(), std::size_t{59});
        std::sort(errors.begin(), errors.end());
        QVERIFY(errors[errors.size() / 2] < 0.001);
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
