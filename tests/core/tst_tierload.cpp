// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/tierload.h"
#include "tests/support/llamaplan.h"

#include <cmath>

using namespace shardscope;

class TestTierLoad : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Plan planWith(std::initializer_list<std::pair<std::string_view, std::string_view>> settings)
    {
        return llamaPlan(settings, m_catalog);
    }

private slots:
    void everyByteIsOnOneTier_data()
    {
        QTest::addColumn<QString>("estimator");
        QTest::addColumn<QString>("gpus");
        QTest::addColumn<int>("tiers");
        QTest::newRow("one GPU") << "detailed"
                                 << "1" << 0;
        QTest::newRow("one node") << "detailed"
                                  << "8" << 1;
        QTest::newRow("four nodes") << "detailed"
                                    << "32" << 2;
        QTest::newRow("four nodes by the worksheet") << "worksheet"
                                                     << "32" << 2;
    }
    void everyByteIsOnOneTier()
    {
        QFETCH(QString, estimator);
        QFETCH(QString, gpus);
        QFETCH(int, tiers);
        const std::string estimatorText = estimator.toStdString();
        const std::string gpusText = gpus.toStdString();
        const Plan plan = planWith({{"estimator", estimatorText}, {"parallel.gpus", gpusText}});
        const std::vector<TierLoad> loads = *tierLoads(plan, m_catalog);
        QCOMPARE(static_cast<int>(loads.size()), tiers);
        Bytes sum{};
        for (const TierLoad &load : loads)
            sum += load.bytes();
        QCOMPARE(sum, plan.traffic.bytesPerGpuPerStep());
    }

    void linkCarriesItsBandwidthWhileTheGpuComputes()
    {
        const Plan plan = planWith({{"parallel.gpus", "16"}});
        const std::vector<TierLoad> loads = *tierLoads(plan, m_catalog);
        QCOMPARE(loads[0].link, "nvlink3");
        QCOMPARE(loads[0].carried, m_catalog.findLink("nvlink3")->bandwidth() * plan.time.compute);
        QCOMPARE(loads[1].tier, Tier::Network);
        QVERIFY(loads[1].carried < loads[0].carried);
    }

    void copiesGoOverTheHostLink()
    {
        const Plan plan = planWith({{"parallel.offload", "optimizer"}});
        const std::vector<TierLoad> loads = *tierLoads(plan, m_catalog);
        QCOMPARE(loads.size(), std::size_t{2});
        QCOMPARE(loads.back().tier, Tier::Host);
        QVERIFY(loads.back().bytes() > Bytes(0));
        QCOMPARE(loads[0].bytes() + loads[1].bytes(), plan.traffic.bytesPerGpuPerStep());
    }

    void waitedForBytesAreTheShareOfTheWaiting()
    {
        const Plan plan = planWith({{"hardware.link", "pcie4"}});
        const TierLoad load = tierLoads(plan, m_catalog)->front();
        QVERIFY(!load.shares.empty());
        QVERIFY(load.exposed() > Bytes(0));
        for (const TierShare &share : load.shares) {
            const Collective &collective = plan.traffic.collectives[share.collective];
            const double expected = collective.exposed / collective.seconds;
            QVERIFY(std::abs(share.exposed / share.bytes() - expected) < 1e-12);
        }
    }

    void bytesPerGpuAreBounded()
    {
        const Plan plan = planWith({{"parallel.strategy", "ddp"}, {"parallel.gpus", "24"}});
        const std::vector<ScalePoint> points = trafficOverGpus(plan, m_catalog);
        QCOMPARE(points.front().gpus, 2);
        QCOMPARE(points.back().gpus, 1024);
        QVERIFY(std::any_of(points.begin(), points.end(),
            [](const ScalePoint &point) { return point.gpus == 24; }));
        const Bytes limit = limitOf(points);
        QVERIFY(limit > Bytes(0));
        Bytes last{};
        for (const ScalePoint &point : points) {
            const Bytes bytes = point.traffic.bytesPerGpuPerStep();
            QVERIFY(bytes > last && bytes < limit);
            QVERIFY(std::abs(bytes / limit - (point.gpus - 1.0) / point.gpus) < 1e-9);
            last = bytes;
        }
    }

    void noLimitWhereTheBytesFollowAnotherRule()
    {
        const Plan plan = planWith({});
        std::vector<ScalePoint> points = trafficOverGpus(plan, m_catalog, 8);
        points.back().traffic.collectives.front().bytesPerGpu += MiB;
        QCOMPARE(limitOf(points), Bytes(0));
        QCOMPARE(limitOf({}), Bytes(0));
    }
};

QTEST_APPLESS_MAIN(TestTierLoad)
#include "tst_tierload.moc"
