// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/devicemap.h"
#include "core/report/runshares.h"
#include "tests/support/testcatalog.h"

#include <QStringList>

#include <cmath>

using namespace shardscope;

class TestRun : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Plan plan(std::initializer_list<std::pair<std::string_view, std::string_view>> settings) const
    {
        Scenario scenario = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
            {"training.micro_batch", "2"}, {"training.accumulation", "4"}});
        for (const auto &[key, value] : settings) {
            if (!setKeyText(scenario, key, value))
                qFatal("no such key");
        }
        return planOf(scenario, m_catalog);
    }

    ModelSpec model(std::string_view id) const { return m_catalog.findModel(id)->spec; }

private slots:
    void stepsComeFromTheData()
    {
        const RunPlan run = plan({{"run.tokens", "1e9"}, {"run.epochs", "3"}}).run;
        QCOMPARE(run.sequencesPerStep, 2.0 * 4 * 8);
        QCOMPARE(run.tokensPerStep, 64.0 * 4096);
        QCOMPARE(run.tokens, 3e9);
        QCOMPARE(run.steps, std::ceil(3e9 / (64 * 4096)));
        // Examples are full sequences.
        QCOMPARE(plan({{"run.examples", "6400"}}).run.steps, 100.0);
    }

    void timeAndMoneyFollowTheSteps()
    {
        const Plan made = plan({{"run.tokens", "1e9"}, {"run.price_per_gpu_hour", "2.5"}});
        const RunPlan &run = made.run;
        QCOMPARE(run.duration.value(), (run.steps * made.time.step).value());
        QCOMPARE(run.gpuHours, 8 * run.duration.value() / 3600);
        QCOMPARE(run.cost, 2.5 * run.gpuHours);
        QCOMPARE(run.energyKwh, 0.7 * run.gpuHours); // H100: 700 W
    }

    void sharesAddUpToTheRun_data()
    {
        QTest::addColumn<Scenario>("scenario");
        QTest::addColumn<QStringList>("parts");
        const Scenario base = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
            {"run.tokens", "1e9"}, {"run.price_per_gpu_hour", "2.5"}});
        const QStringList passes{"matmul", "attention", "memory-bound", "update"};
        QTest::newRow("one node") << base << passes;
        QTest::newRow("a slow link between nodes")
            << scenarioWith({{"parallel.gpus", "16"}, {"hardware.link", "ethernet-100"}}, base)
            << passes + QStringList{"contention", "exposed-ethernet-100"};
        QTest::newRow("the optimizer on the host") << scenarioWith(
            {{"parallel.strategy", "zero3"}, {"parallel.offload", "optimizer"}},
            base) << QStringList{"matmul", "attention", "memory-bound", "host-update"};
        QTest::newRow("launches of a small model") << scenarioWith(
            {{"model.id", "openai-community/gpt2"}, {"training.sequence_length", "256"},
                {"training.micro_batch", "1"}},
            base) << QStringList{"matmul", "attention", "launches"};
        QTest::newRow("Muon, whose update has matmuls")
            << scenarioWith({{"training.optimizer", "muon"}, {"parallel.strategy", "ddp"}}, base)
            << passes;
        QTest::newRow("the worksheet")
            << scenarioWith({{"estimator", "worksheet"}}, base) << passes;
    }
    void sharesAddUpToTheRun()
    {
        QFETCH(Scenario, scenario);
        QFETCH(QStringList, parts);
        const Plan made = planOf(scenario, m_catalog);
        Seconds step{};
        double share = 0;
        double cost = 0;
        double energy = 0;
        for (const RunShare &one : runShares(made)) {
            step += one.perStep;
            share += one.share;
            cost += one.cost;
            energy += one.energyKwh;
            parts.removeAll(QString::fromStdString(one.id));
        }
        QVERIFY2(parts.isEmpty(), qPrintable(parts.join(' ')));
        QCOMPARE(step.value(), made.time.step.value());
        QCOMPARE(share, 1.0);
        QCOMPARE(cost, made.run.cost);
        QCOMPARE(energy, made.run.energyKwh);
    }

    void whatIsOpenHasNoShare()
    {
        for (const RunShare &one : runShares(plan({}))) {
            QVERIFY(one.perStep > Seconds(0));
            QCOMPARE(one.duration.value(), 0.0);
            QCOMPARE(one.cost, 0.0);
        }
    }

    void nothingIsInvented()
    {
        const RunPlan run = plan({}).run;
        QCOMPARE(run.steps, 0.0);
        QCOMPARE(run.cost, 0.0);
        QCOMPARE(run.checkpointWrite.value(), 0.0);
        QCOMPARE(run.learningRate, 0.0);
        QVERIFY(!findKey("run.price_per_gpu_hour")->get(Scenario{}));
    }

    void checkpointHoldsWhatTrainingNeedsToGoOn()
    {
        const RunPlan run = plan({{"run.disk_gb_s", "2"}}).run;
        // 16-bit weights, fp32 copy, two fp32 moments.
        QCOMPARE(run.checkpoint.value(), 14 * 8'030'261'248.0);
        QCOMPARE(run.checkpointWrite.value(), 14 * 8.030261248 / 2);
        const RunPlan lora = plan({{"training.method", "lora"}}).run;
        QVERIFY(lora.checkpoint < 0.01 * run.checkpoint);
    }

    void learningRateFollowsTheBatch()
    {
        const RunPlan run
            = plan({{"run.learning_rate", "1e-5"}, {"run.reference_batch", "16"}}).run;
        QCOMPARE(run.learningRate, 4e-5);
    }

    void layersAreLaidOverGpus()
    {
        const DeviceMap map = balancedDeviceMap(model("meta-llama/Llama-2-70b-hf"), 2, 4, 79 * GiB);
        QCOMPARE(map.gpus.size(), std::size_t(4));
        QCOMPARE(map.offloaded.value(), 0.0);
        QVERIFY(map.gpus.front().embedding);
        QVERIFY(map.gpus.back().head && map.gpus.back().norm);
        std::int64_t layers = 0;
        Bytes sum{};
        for (const DeviceShare &share : map.gpus) {
            QCOMPARE(share.firstLayer, layers);
            QVERIFY(share.layers > 15);
            QVERIFY(share.bytes <= share.limit);
            layers += share.layers;
            sum += share.bytes;
        }
        QCOMPARE(layers, std::int64_t(80));
        QCOMPARE(sum.value(), 2 * 68'976'648'192.0);
        QCOMPARE(map.busyShare(), 0.25);
    }

    void whatFitsNowhereIsOffloaded()
    {
        const DeviceMap map = balancedDeviceMap(model("meta-llama/Llama-2-70b-hf"), 2, 2, 40 * GiB);
        QVERIFY(map.offloaded > 50 * GiB);
        Bytes sum = map.offloaded;
        for (const DeviceShare &share : map.gpus)
            sum += share.bytes;
        QCOMPARE(sum.value(), 2 * 68'976'648'192.0);
    }

    void oneGpuKeepsATenthFree()
    {
        const DeviceMap map
            = balancedDeviceMap(model("meta-llama/Meta-Llama-3-8B"), 2, 1, 79 * GiB);
        QCOMPARE(map.gpus.front().limit.value(), (0.9 * 79 * GiB).value());
        QCOMPARE(map.gpus.front().bytes.value(), 2 * 8'030'261'248.0);
        QVERIFY(map.gpus.front().head);
    }
};

QTEST_APPLESS_MAIN(TestRun)
#include "tst_run.moc"
