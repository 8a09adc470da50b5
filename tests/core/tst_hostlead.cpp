// SPDX-License-Identifier: GPL-3.0-or-later
// How far the host gets ahead of the GPU, worked by hand.
#include "core/allocator/hostlead.h"

#include <QtTest>

using namespace shardscope;

namespace {

constexpr Seconds second{1};
const Unit layer{.kind = Unit::Kind::Layer};
const Unit head{.kind = Unit::Kind::Head};

/// One second of the host's for each layer, and so many of the GPU's.
StepPace pace(double device)
{
    const Pace each{.device = device * second, .host = second};
    return {.layerForward = each, .layerBackward = each, .headForward = each, .headBackward = each};
}

double lead(const HostLead &clocks)
{
    return (clocks.device() - clocks.host()).value();
}

} // namespace

class TestHostLead : public QObject
{
    Q_OBJECT

private slots:
    void growsWhereComputationTakesLonger()
    {
        HostLead clocks(pace(4));
        for (int i = 0; i < 10; ++i)
            clocks.issue(layer, false, 1);
        QCOMPARE(clocks.host().value(), 10.0);
        QCOMPARE(clocks.device().value(), 41.0); // after the first launch
        clocks.join();
        QCOMPARE(lead(clocks), 0.0);
    }

    void isNoMoreThanOneLayerWhereTheHostTakesLonger()
    {
        HostLead clocks(pace(0.25));
        for (int i = 0; i < 10; ++i)
            clocks.issue(layer, false, 1);
        QCOMPARE(lead(clocks), 0.25);
    }

    // The third reduction is issued while two are under way, the fourth waits for the first.
    void isHeldBackByReductions()
    {
        HostLead clocks(pace(10));
        for (int i = 0; i < 3; ++i) {
            clocks.issue(layer, true, 1);
            clocks.reduce();
        }
        QCOMPARE(clocks.host().value(), 3.0);
        clocks.issue(head, true, 1);
        clocks.reduce();
        QCOMPARE(clocks.host().value(), 11.0);
    }

    void sharesOfALayerAddUp()
    {
        HostLead whole(pace(3));
        HostLead halves(pace(3));
        whole.issue(layer, false, 1);
        halves.issue(layer, false, 0.5);
        halves.issue(layer, false, 0.5);
        QCOMPARE(halves.host().value(), whole.host().value());
        QVERIFY(halves.device() <= whole.device());
    }
};

QTEST_APPLESS_MAIN(TestHostLead)
#include "tst_hostlead.moc"
