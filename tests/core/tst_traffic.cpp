// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testcatalog.h"

using namespace shardscope;

class TestTraffic : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = embeddedCatalog();

    Plan plan(std::string_view strategy, std::string_view accumulation = "1",
        std::string_view precision = "bf16-master", std::string_view framework = "auto",
        std::string_view gpus = "8") const
    {
        return planOf(scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
                          {"parallel.strategy", strategy}, {"training.accumulation", accumulation},
                          {"training.precision", precision}, {"parallel.framework", framework},
                          {"parallel.gpus", gpus}}),
            m_catalog);
    }

private slots:
    void perStep_data()
    {
        QTest::addColumn<Plan>("made");
        QTest::addColumn<double>("bytes");
        // f = 7/8, P = 8,030,261,248.
        const double fp = 7.0 / 8 * 8'030'261'248.0;
        QTest::newRow("DDP: one all-reduce of 2P") << plan("ddp") << 4 * fp;
        QTest::newRow("DDP with fp32 gradients") << plan("ddp", "1", "bf16-amp") << 8 * fp;
        QTest::newRow("DDP does not care for accumulation") << plan("ddp", "8") << 4 * fp;
        QTest::newRow("ZeRO-1 all-reduces, then gathers weights") << plan("zero1") << 6 * fp;
        QTest::newRow("ZeRO-1 reduces once") << plan("zero1", "4") << 6 * fp;
        QTest::newRow("ZeRO-2 as ZeRO-1 without accumulation") << plan("zero2") << 6 * fp;
        QTest::newRow("ZeRO-2 reduces in each of 4 micro-steps") << plan("zero2", "4") << 18 * fp;
        QTest::newRow("ZeRO-3: two gathers and a scatter") << plan("zero3") << 6 * fp;
        QTest::newRow("ZeRO-3 repeats all in 4 micro-steps") << plan("zero3", "4") << 24 * fp;
        QTest::newRow("FSDP, gradients in bf16") << plan("fsdp") << 6 * fp;
        QTest::newRow("FSDP reduces once in 4 micro-steps") << plan("fsdp", "4") << 18 * fp;
        QTest::newRow("FSDP without resharding gathers once") << plan("fsdp-grad-op") << 4 * fp;
        QTest::newRow("Megatron distributed optimizer, fp32 gradients")
            << plan("zero1", "1", "bf16-master", "megatron") << 6 * fp;
        QTest::newRow("one GPU sends nothing")
            << plan("zero3", "1", "bf16-master", "auto", "1") << 0.0;
    }

    void perStep()
    {
        QFETCH(Plan, made);
        QFETCH(double, bytes);
        QCOMPARE(made.traffic.bytesPerGpuPerStep().value(), bytes);
    }

    void loraSendsAdaptersOnly()
    {
        Scenario scenario = plan("ddp").scenario;
        QVERIFY(setKeyText(scenario, "training.method", "lora"));
        const Plan made = planOf(scenario, m_catalog);
        // 41,943,040 adapter parameters at rank 16, fp32 gradients.
        QCOMPARE(made.traffic.bytesPerGpuPerStep().value(), 2 * 7.0 / 8 * 4 * 41'943'040.0);
    }

    void hybridShardingCrossesNodesWithShardsOnly()
    {
        const Plan made = plan("hsdp", "1", "bf16-master", "auto", "16");
        QCOMPARE(made.traffic.collectives.size(), std::size_t(3));
        for (const Collective &collective : made.traffic.collectives) {
            const bool between = collective.payload == Payload::Shards;
            QCOMPARE(collective.group, between ? 2 : 8);
            QCOMPARE(collective.link, std::string(between ? "infiniband-400" : "nvlink4"));
        }
        // Two nodes: 2 (2 - 1) / 2 of an eighth of the 16-bit gradients.
        QCOMPARE(made.traffic.collectives.back().bytesPerGpu.value(), 2 * 8'030'261'248.0 / 8);
    }

    void linkIsTheSlowestThatTheRingCrosses()
    {
        QCOMPARE(plan("ddp").traffic.collectives.front().link, std::string("nvlink4"));
        QCOMPARE(plan("ddp", "1", "bf16-master", "auto", "16").traffic.collectives.front().link,
            std::string("infiniband-400"));
        Scenario scenario = plan("ddp").scenario;
        scenario.hardware.link = "pcie4";
        QCOMPARE(
            planOf(scenario, m_catalog).traffic.collectives.front().link, std::string("pcie4"));
    }

    void timeIsBytesOverMeasuredBandwidth()
    {
        const Plan made = plan("ddp");
        const Collective &collective = made.traffic.collectives.front();
        const BytesPerSecond bandwidth = m_catalog.findLink("nvlink4")->bandwidth();
        QCOMPARE(collective.seconds.value(), (collective.bytesPerStep() / bandwidth).value());
        QVERIFY(made.time.step >= made.time.compute);
        QVERIFY(made.time.mfu > 0 && made.time.mfu < 1);
    }
};

QTEST_APPLESS_MAIN(TestTraffic)
#include "tst_traffic.moc"
