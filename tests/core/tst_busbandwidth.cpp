// SPDX-License-Identifier: GPL-3.0-or-later
// Bus bandwidth of NCCL's collectives against curves that others measured.
#include "core/collectives/fabric.h"
#include "tests/support/testcatalog.h"

using namespace shardscope;

class TestBusBandwidth : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Fabric fabricOf(std::string_view gpu) const
    {
        const GpuSpec *spec = m_catalog.findGpu(gpu);
        return makeFabric(*spec, m_catalog.findLink(spec->peerLink), nullptr);
    }

    static double busBandwidth(double mib, const Layout &layout, const Fabric &fabric,
        Algorithm algorithm = Algorithm::Auto)
    {
        const Bytes message = mib * MiB;
        const CollectiveTime time
            = collectiveTime(CollectiveOp::AllReduce, message, layout, fabric, algorithm);
        return 2.0 * (layout.ranks - 1) / layout.ranks * (message / GB) / time.seconds.value();
    }

private slots:
    void allReduceFollowsTheMeasuredCurve_data()
    {
        QTest::addColumn<std::string>("gpu");
        QTest::addColumn<double>("mib");
        QTest::addColumn<double>("measured");
        QTest::addColumn<double>("within");
        // stas00/ml-engineering, network/README.md: nccl-tests all_reduce_perf on 8 GPUs.
        QTest::newRow("8 H200, 1 MiB") << std::string("h200") << 1.0 << 40.0 << 0.15;
        QTest::newRow("8 H200, 2 MiB") << std::string("h200") << 2.0 << 64.53 << 0.15;
        QTest::newRow("8 H200, 4 MiB") << std::string("h200") << 4.0 << 107.16 << 0.15;
        QTest::newRow("8 H200, 8 MiB") << std::string("h200") << 8.0 << 155.53 << 0.15;
        QTest::newRow("8 H200, 16 MiB") << std::string("h200") << 16.0 << 220.0 << 0.15;
        QTest::newRow("8 H200, 32 MiB") << std::string("h200") << 32.0 << 275.84 << 0.15;
        QTest::newRow("8 H200, 64 MiB") << std::string("h200") << 64.0 << 347.0 << 0.15;
        QTest::newRow("8 H200, 128 MiB") << std::string("h200") << 128.0 << 401.93 << 0.15;
        QTest::newRow("8 H200, 256 MiB") << std::string("h200") << 256.0 << 436.0 << 0.08;
        QTest::newRow("8 H200, 512 MiB") << std::string("h200") << 512.0 << 450.29 << 0.08;
        QTest::newRow("8 H200, 1 GiB") << std::string("h200") << 1024.0 << 464.0 << 0.08;
        QTest::newRow("8 H200, 2 GiB") << std::string("h200") << 2048.0 << 469.17 << 0.08;
        QTest::newRow("8 H200, 4 GiB") << std::string("h200") << 4096.0 << 473.1 << 0.08;
        QTest::newRow("8 H200, 8 GiB") << std::string("h200") << 8192.0 << 477.45 << 0.08;
        QTest::newRow("8 H200, 16 GiB") << std::string("h200") << 16384.0 << 482.0 << 0.08;
        QTest::newRow("8 B200, 1 MiB") << std::string("b200") << 1.0 << 36.0 << 0.15;
        QTest::newRow("8 B200, 2 MiB") << std::string("b200") << 2.0 << 63.09 << 0.15;
        QTest::newRow("8 B200, 4 MiB") << std::string("b200") << 4.0 << 76.48 << 0.15;
        QTest::newRow("8 B200, 8 MiB") << std::string("b200") << 8.0 << 126.49 << 0.15;
        QTest::newRow("8 B200, 16 MiB") << std::string("b200") << 16.0 << 255.0 << 0.15;
        QTest::newRow("8 B200, 32 MiB") << std::string("b200") << 32.0 << 325.97 << 0.15;
        QTest::newRow("8 B200, 64 MiB") << std::string("b200") << 64.0 << 401.0 << 0.15;
        QTest::newRow("8 B200, 128 MiB") << std::string("b200") << 128.0 << 568.38 << 0.15;
        QTest::newRow("8 B200, 256 MiB") << std::string("b200") << 256.0 << 646.0 << 0.08;
        QTest::newRow("8 B200, 512 MiB") << std::string("b200") << 512.0 << 688.99 << 0.08;
        QTest::newRow("8 B200, 1 GiB") << std::string("b200") << 1024.0 << 723.0 << 0.08;
        QTest::newRow("8 B200, 2 GiB") << std::string("b200") << 2048.0 << 734.97 << 0.08;
        QTest::newRow("8 B200, 4 GiB") << std::string("b200") << 4096.0 << 740.64 << 0.08;
        QTest::newRow("8 B200, 8 GiB") << std::string("b200") << 8192.0 << 839.07 << 0.08;
        QTest::newRow("8 B200, 16 GiB") << std::string("b200") << 16384.0 << 846.0 << 0.08;
    }
    void allReduceFollowsTheMeasuredCurve()
    {
        QFETCH(std::string, gpu);
        QFETCH(double, mib);
        QFETCH(double, measured);
        QFETCH(double, within);
        const double found = busBandwidth(mib, {8, 8}, fabricOf(gpu));
        QVERIFY2(std::abs(found - measured) <= within * measured,
            qPrintable(QString::number(found) + " GB/s"));
    }

    void othersFollowTheMeasuredLines_data()
    {
        QTest::addColumn<CollectiveOp>("op");
        QTest::addColumn<double>("mib");
        QTest::addColumn<double>("microseconds");
        // MooreThreads/SimuMax, configs/system/b200_bf16_ceperm.json: lines through nccl-tests on 8
        // B200: 64 us and 651 GB/s of bus bandwidth, 56 us and 651 GB/s, 51 us and 577 GB/s.
        QTest::newRow("all-gather, 64 MiB") << CollectiveOp::AllGather << 64.0 << 154.5;
        QTest::newRow("all-gather, 256 MiB") << CollectiveOp::AllGather << 256.0 << 425.2;
        QTest::newRow("reduce-scatter, 64 MiB") << CollectiveOp::ReduceScatter << 64.0 << 146.5;
        QTest::newRow("reduce-scatter, 256 MiB") << CollectiveOp::ReduceScatter << 256.0 << 417.3;
        QTest::newRow("all-to-all, 64 MiB") << CollectiveOp::AllToAll << 64.0 << 152.9;
        QTest::newRow("all-to-all, 256 MiB") << CollectiveOp::AllToAll << 256.0 << 458.2;
    }
    void othersFollowTheMeasuredLines()
    {
        QFETCH(CollectiveOp, op);
        QFETCH(double, mib);
        QFETCH(double, microseconds);
        const double found
            = 1e6 * collectiveTime(op, mib * MiB, {8, 8}, fabricOf("b200")).seconds.value();
        QVERIFY2(std::abs(found - microseconds) <= 0.08 * microseconds,
            qPrintable(QString::number(found) + " us"));
    }

    void fiveGpusUseTheSwitchAndFourTheRing()
    {
        const Fabric fabric = fabricOf("h200");
        // The same source: 414 and 363 GB/s.
        QVERIFY(std::abs(busBandwidth(16384, {5, 5}, fabric) - 414) < 0.08 * 414);
        QVERIFY(std::abs(busBandwidth(16384, {4, 4}, fabric) - 363) < 0.08 * 363);
        QCOMPARE(collectiveTime(CollectiveOp::AllReduce, GiB, {4, 4}, fabric).algorithm,
            Algorithm::Ring);
        QCOMPARE(collectiveTime(CollectiveOp::AllReduce, GiB, {5, 5}, fabric).algorithm,
            Algorithm::Nvls);
    }

    void twoNodesReachWhatTheirAdaptersCarry()
    {
        // AWS awsome-distributed-training: 2 p5 nodes, 443 GB/s at 2 GiB.
        const GpuSpec *gpu = m_catalog.findGpu("h100-sxm");
        const Fabric fabric
            = makeFabric(*gpu, m_catalog.findLink(gpu->peerLink), m_catalog.findLink("efa-p5"));
        QVERIFY(std::abs(busBandwidth(2048, {16, 8}, fabric) - 443) < 0.15 * 443);
    }

    void manyNodesAreAsSlowAsMeasured_data()
    {
        QTest::addColumn<CollectiveOp>("op");
        QTest::addColumn<int>("nodes");
        QTest::addColumn<double>("measured");
        // Ultrascale playbook, communication bandwidth by number of nodes, 256 MiB.
        QTest::newRow("all-reduce, 4") << CollectiveOp::AllReduce << 4 << 160.1;
        QTest::newRow("all-reduce, 32") << CollectiveOp::AllReduce << 32 << 64.9;
        QTest::newRow("all-gather, 32") << CollectiveOp::AllGather << 32 << 28.0;
        QTest::newRow("reduce-scatter, 8") << CollectiveOp::ReduceScatter << 8 << 69.0;
        QTest::newRow("between two that were measured") << CollectiveOp::AllReduce << 11 << 92.8;
        QTest::newRow("beyond all that were") << CollectiveOp::AllReduce << 128 << 32.9;
    }
    void manyNodesAreAsSlowAsMeasured()
    {
        QFETCH(CollectiveOp, op);
        QFETCH(int, nodes);
        QFETCH(double, measured);
        const GpuSpec *gpu = m_catalog.findGpu("h100-sxm");
        const Fabric fabric
            = makeFabric(*gpu, m_catalog.findLink(gpu->peerLink), m_catalog.findLink("efa-p5"));
        const Layout layout{8 * nodes, 8};
        const auto seconds = [&](double mib) {
            return collectiveTime(op, mib * MiB, layout, fabric).seconds.value();
        };
        const double share = (layout.ranks - 1.0) / layout.ranks;
        const double bus = (op == CollectiveOp::AllReduce ? 2 : 1) * share * (256 * MiB / GB);
        const double found = bus / seconds(256);
        QVERIFY2(std::abs(found - measured) < 0.01 * measured, qPrintable(QString::number(found)));
        // Smaller messages reach the same rate, larger ones wait no longer.
        QVERIFY(seconds(128) > 0.5 * seconds(256) && seconds(128) < 0.75 * seconds(256));
        const double more = seconds(16384) - seconds(8192);
        QVERIFY(more < 8192.0 / 256 * seconds(256));
        // Who has no such measurements gets the model alone.
        const Fabric plain = makeFabric(
            *gpu, m_catalog.findLink(gpu->peerLink), m_catalog.findLink("infiniband-400"));
        QVERIFY(collectiveTime(op, 256 * MiB, layout, plain).seconds.value() < seconds(256));
    }

    void protocolFollowsTheSize()
    {
        const Fabric fabric = fabricOf("a100-sxm-80");
        const auto protocol = [&fabric](Bytes bytes) {
            return collectiveTime(CollectiveOp::AllGather, bytes, {8, 8}, fabric).protocol;
        };
        QCOMPARE(protocol(8 * KiB), Protocol::LL);
        QCOMPARE(protocol(4 * MiB), Protocol::LL128);
        QCOMPARE(protocol(4 * GiB), Protocol::Simple);
        Fabric pcie = fabric;
        pcie.nvlink = false;
        for (double mib = 1.0 / 64; mib < 1024; mib *= 2)
            QVERIFY(collectiveTime(CollectiveOp::AllGather, mib * MiB, {8, 8}, pcie).protocol
                != Protocol::LL128);
    }

    void aPinnedAlgorithmIsTakenWhereItCan()
    {
        const Fabric fabric = fabricOf("h200");
        const auto taken = [&fabric](CollectiveOp op, Algorithm pinned) {
            return collectiveTime(op, GiB, {8, 8}, fabric, pinned).algorithm;
        };
        QCOMPARE(taken(CollectiveOp::AllReduce, Algorithm::Ring), Algorithm::Ring);
        QCOMPARE(taken(CollectiveOp::AllReduce, Algorithm::Tree), Algorithm::Tree);
        QCOMPARE(taken(CollectiveOp::AllGather, Algorithm::Tree), Algorithm::Ring);
        QCOMPARE(taken(CollectiveOp::AllReduce, Algorithm::Hierarchical), Algorithm::Nvls);
        // A pinned ring reaches what a ring was measured to reach.
        QVERIFY(std::abs(busBandwidth(16384, {8, 8}, fabric, Algorithm::Ring) - 367.61) < 5);
    }

    void timeGrowsWithTheMessage()
    {
        for (const char *gpu : {"h200", "b200", "a100-sxm-80"}) {
            const Fabric fabric = fabricOf(gpu);
            for (const Algorithm algorithm :
                {Algorithm::Ring, Algorithm::Nvls, Algorithm::Hierarchical}) {
                Seconds before{};
                for (double mib = 1; mib <= 16384; mib *= 4) {
                    const Seconds time = collectiveTime(
                        CollectiveOp::AllReduce, mib * MiB, {8, 8}, fabric, algorithm)
                                             .seconds;
                    QVERIFY(time > before);
                    before = time;
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestBusBandwidth)
#include "tst_busbandwidth.moc"
