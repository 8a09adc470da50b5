// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/flatslices.h"

#include <QTest>

#include <cmath>
#include <random>
#include <utility>
#include <vector>

using namespace shardscope;

namespace {

using Gradients = std::vector<std::pair<double, double>>; ///< from, to

struct Walked
{
    double most = 0;
    double calls = 0;
    bool operator==(const Walked &) const = default;
};

/// Slice by slice, as DeepSpeed walks through its bucket.
Walked walkedOver(const Gradients &gradients, double bucket, double partition)
{
    std::vector<double> slices;
    double last = -1;
    for (auto [from, to] : gradients) {
        while (from < to) {
            const double rank = std::floor(from / partition);
            const double end = std::min(to, (rank + 1) * partition);
            if (rank != last)
                slices.push_back(0);
            slices.back() += end - from;
            last = rank;
            from = end;
        }
    }
    Walked walked;
    double elements = 0;
    int count = 0;
    for (const double slice : slices) {
        elements += slice;
        if (++count > 1)
            walked.most = std::max(walked.most, elements);
        if (elements <= bucket)
            continue;
        ++walked.calls;
        elements = count = 0;
    }
    walked.calls += count > 0 ? 1 : 0;
    return walked;
}

Walked leapt(const Gradients &gradients, double bucket, double partition)
{
    FlatSlices slices(bucket);
    for (const auto &[from, to] : gradients)
        slices.add(from, to, partition);
    return {slices.most(), slices.calls()};
}

} // namespace

class TestFlatSlices : public QObject
{
    Q_OBJECT

private slots:
    void slicesAreFlattenedUntilTheyFillABucket_data()
    {
        QTest::addColumn<Gradients>("gradients");
        QTest::addColumn<double>("partition");
        QTest::addColumn<double>("most");
        QTest::addColumn<double>("calls");
        // A bucket holds 100.
        QTest::newRow("nothing") << Gradients{} << 10.0 << 0.0 << 0.0;
        QTest::newRow("one rank's") << Gradients{{120, 180}} << 100.0 << 0.0 << 1.0;
        QTest::newRow("one rank's, in two gradients")
            << Gradients{{150, 180}, {120, 150}} << 100.0 << 0.0 << 1.0;
        QTest::newRow("two ranks'") << Gradients{{150, 240}} << 100.0 << 90.0 << 1.0;
        QTest::newRow("a slice that fills the bucket alone")
            << Gradients{{0, 250}} << 200.0 << 0.0 << 2.0;
        QTest::newRow("many whole partitions") << Gradients{{0, 1000}} << 30.0 << 120.0 << 9.0;
        QTest::newRow("partitions beyond a bucket")
            << Gradients{{50, 1000}} << 150.0 << 250.0 << 6.0;
    }

    void slicesAreFlattenedUntilTheyFillABucket()
    {
        QFETCH(Gradients, gradients);
        QFETCH(double, partition);
        const Walked found = leapt(gradients, 100, partition);
        QTEST(found.most, "most");
        QTEST(found.calls, "calls");
    }

    void leapsAreWalks()
    {
        std::mt19937 random(3);
        const auto upTo = [&random](unsigned limit) { return double(1 + random() % limit); };
        for (int i = 0; i < 20000; ++i) {
            const double bucket = upTo(200);
            const double partition = upTo(i % 2 ? 20 : 400);
            Gradients gradients;
            for (int count = 1 + int(random() % 6); count > 0; --count) {
                const double from = upTo(1000);
                gradients.emplace_back(from, from + upTo(i % 3 ? 60 : 500));
            }
            QVERIFY(
                leapt(gradients, bucket, partition) == walkedOver(gradients, bucket, partition));
        }
    }
};

QTEST_APPLESS_MAIN(TestFlatSlices)
#include "tst_flatslices.moc"
