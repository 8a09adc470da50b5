// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/scale.h"

#include <QTest>

using namespace shardscope;

namespace {

Scale sizes()
{
    return Scale::logarithmic(1e8, 2e12, 0, {5e8, 1e9, 7e9, 8e9, 70e9, 1e12});
}

} // namespace

class TestScale : public QObject
{
    Q_OBJECT

private slots:
    void endsAreReached_data()
    {
        QTest::addColumn<Scale>("scale");
        QTest::newRow("linear") << Scale::linear(0, 100, 0.5);
        QTest::newRow("model size") << sizes();
        QTest::newRow("sequence length") << Scale::binary(128, 1 << 20, 64);
        QTest::newRow("named steps") << Scale::steps(7);
        QTest::newRow("GPUs") << Scale::gpuCounts(8);
    }

    void endsAreReached()
    {
        QFETCH(Scale, scale);
        QCOMPARE(scale.valueAt(0), scale.minimum());
        QCOMPARE(scale.valueAt(scale.positions()), scale.maximum());
        QCOMPARE(scale.positionOf(scale.minimum()), 0);
        QCOMPARE(scale.positionOf(scale.maximum()), scale.positions());
        QCOMPARE(scale.positionOf(scale.maximum() * 10), scale.positions());
        QCOMPARE(scale.next(scale.maximum()), scale.maximum());
        QCOMPARE(scale.previous(scale.minimum()), scale.minimum());
        for (const double snap : scale.snaps())
            QCOMPARE(scale.snapped(scale.valueAt(scale.positionOf(snap))), snap);
    }

    void everyStepMoves_data() { endsAreReached_data(); }

    void everyStepMoves()
    {
        QFETCH(Scale, scale);
        int steps = 0;
        for (double value = scale.minimum(); value < scale.maximum(); ++steps) {
            const double next = scale.next(value);
            QVERIFY2(next > value, QByteArray::number(value));
            value = next;
        }
        QVERIFY(steps <= 4096);
        for (double value = scale.maximum(); value > scale.minimum();) {
            const double previous = scale.previous(value);
            QVERIFY2(previous < value, QByteArray::number(value));
            value = previous;
        }
    }

    void valuesAreRound()
    {
        const Scale scale = sizes();
        for (int position = 0; position <= scale.positions(); ++position) {
            const double value = scale.valueAt(position);
            const double granule = std::pow(10, std::floor(std::log10(value) + 1e-12) - 2);
            QVERIFY(std::abs(value / granule - std::round(value / granule)) < 1e-6);
        }
        QCOMPARE(std::fmod(Scale::binary(128, 1 << 20, 64).valueAt(4321), 64), 0.0);
    }

    void gpusAreWholeNodes()
    {
        const Scale scale = Scale::gpuCounts(8);
        QCOMPARE(scale.next(1), 2.0);
        QCOMPARE(scale.next(4), 8.0);
        QCOMPARE(scale.next(8), 16.0);
        QCOMPARE(scale.next(16), 24.0);
        QCOMPARE(scale.next(17), 24.0); // typed by hand
        QCOMPARE(scale.previous(24), 16.0);
        QCOMPARE(scale.nextSnap(24), 32.0);
        QCOMPARE(scale.maximum(), 16384.0);
        QCOMPARE(Scale::gpuCounts(6).next(4), 6.0);
        QCOMPARE(Scale::gpuCounts(1).next(1), 2.0);
    }

    void marksPull()
    {
        const Scale scale = sizes();
        QCOMPARE(scale.snapped(7.1e9), 7e9);
        QCOMPARE(scale.snapped(7e9), 7e9);
        QCOMPARE(scale.snapped(2e10), 2e10);
        QCOMPARE(scale.snapped(7.1e9, 0), 7.1e9);
        QCOMPARE(scale.nextSnap(7e9), 8e9);
        QCOMPARE(scale.previousSnap(7e9), 1e9);
        QCOMPARE(scale.nextSnap(1e12), 2e12);
    }

    void nearestNamedStep()
    {
        const Scale scale = Scale::steps(7);
        QCOMPARE(scale.positions(), 6);
        QCOMPARE(scale.valueAt(2.4), 2.0);
        QCOMPARE(scale.next(2), 3.0);
        QCOMPARE(scale.previous(2), 1.0);
    }
};

QTEST_APPLESS_MAIN(TestScale)
#include "tst_scale.moc"
