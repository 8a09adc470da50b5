// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/schedule.h"
#include "tests/support/llamaplan.h"

#include <cmath>

using namespace shardscope;

namespace {

Seconds sumOf(const std::vector<Stretch> &stretches, bool isWaitedFor)
{
    Seconds sum{};
    for (const Stretch &stretch : stretches)
        sum += stretch.isWaitedFor == isWaitedFor ? stretch.length() : Seconds(0);
    return sum;
}

bool isClose(Seconds a, Seconds b)
{
    return std::abs(a.value() - b.value()) < 1e-9 * (1 + b.value());
}

/// Where two of these are at the same time.
bool overlapping(const std::vector<Stretch> &stretches)
{
    for (std::size_t i = 1; i < stretches.size(); ++i) {
        if (stretches[i].begin < stretches[i - 1].end)
            return true;
    }
    return false;
}

} // namespace

class TestSchedule : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Plan planWith(std::initializer_list<std::pair<std::string_view, std::string_view>> settings)
    {
        return llamaPlan(settings, m_catalog);
    }

private slots:
    void layoutTakesAsLongAsTheStep_data()
    {
        QTest::addColumn<Plan>("plan");
        QTest::newRow("one GPU") << planWith(
            {{"parallel.gpus", "1"}, {"parallel.strategy", "ddp"}});
        QTest::newRow("ZeRO-3 over NVLink") << planWith({{"parallel.strategy", "zero3"}});
        QTest::newRow("ZeRO-3 over PCIe")
            << planWith({{"parallel.strategy", "zero3"}, {"hardware.link", "pcie4"}});
        QTest::newRow("FSDP on two nodes, two micro-steps")
            << planWith({{"parallel.strategy", "fsdp"}, {"parallel.gpus", "16"},
                   {"training.accumulation", "2"}});
        QTest::newRow("optimizer on the host") << planWith({{"parallel.offload", "optimizer"}});
        QTest::newRow("ZeRO-2, three micro-steps")
            << planWith({{"parallel.strategy", "zero2"}, {"training.accumulation", "3"}});
    }
    void layoutTakesAsLongAsTheStep()
    {
        QFETCH(Plan, plan);
        const Schedule schedule = stepSchedule(plan);
        QVERIFY(isClose(schedule.end, plan.time.step));
        QVERIFY(isClose(sumOf(schedule.compute, false), plan.time.compute));
        QCOMPARE(schedule.phases.back().end, schedule.end);
        Seconds waited{};
        for (std::size_t i = 0; i < schedule.collectives.size(); ++i) {
            const Collective &collective = plan.traffic.collectives[i];
            QVERIFY(isClose(sumOf(schedule.collectives[i], true), collective.exposed));
            QVERIFY(isClose(
                sumOf(schedule.collectives[i], false), collective.seconds - collective.exposed));
            QVERIFY(!overlapping(schedule.collectives[i]));
        }
        for (const PhaseTime &phase : schedule.phases)
            waited += phase.waited;
        QVERIFY(isClose(waited, plan.time.exposedCommunication));
    }

    void phasesFollowOneAnother()
    {
        const Schedule schedule = stepSchedule(planWith({{"training.accumulation", "2"}}));
        std::vector<PhaseId> ids;
        Seconds now{};
        for (const PhaseTime &phase : schedule.phases) {
            QCOMPARE(phase.begin, now);
            now = phase.end;
            ids.push_back(phase.phase);
        }
        using enum PhaseId;
        QCOMPARE(ids,
            (std::vector<PhaseId>{
                Forward, Loss, Backward, Forward, Loss, Backward, OptimizerStep}));
        QCOMPARE(schedule.phases[0].layers.size(), std::size_t{32});
        QCOMPARE(schedule.phases[0].layers.front().layer, 0);
        QCOMPARE(schedule.phases[2].layers.front().layer, -1); // the output layer
        QCOMPARE(schedule.phases[2].layers.back().layer, 0);
    }

    void gpuComputesNothingWhileItWaits()
    {
        const Plan plan = planWith({{"parallel.strategy", "zero3"}, {"hardware.link", "pcie4"}});
        const Schedule schedule = stepSchedule(plan);
        QVERIFY(plan.time.exposedCommunication > Seconds(0));
        QVERIFY(schedule.compute.size() > 32); // a gap after each layer
        for (const std::vector<Stretch> &stretches : schedule.collectives) {
            for (const Stretch &stretch : stretches) {
                const Seconds middle = 0.5 * (stretch.begin + stretch.end);
                const bool isComputing = std::any_of(schedule.compute.begin(),
                    schedule.compute.end(), [middle](const Stretch &compute) {
                        return compute.begin < middle && middle < compute.end;
                    });
                QCOMPARE(isComputing, !stretch.isWaitedFor);
            }
        }
    }

    void likeMicroStepsAreLaidOutOnce()
    {
        const Plan plan = planWith({{"training.accumulation", "8"}});
        const Schedule schedule = stepSchedule(plan);
        QCOMPARE(schedule.microStepsLeftOut, 5.0);
        QCOMPARE(schedule.phases.size(), std::size_t{10});
        QVERIFY(schedule.end < plan.time.step);
    }

    void samplesLieInTheirLayers_data()
    {
        QTest::addColumn<Plan>("plan");
        QTest::newRow("ZeRO-3") << planWith({});
        QTest::newRow("LoRA, four micro-steps") << planWith({{"training.method", "lora"},
            {"parallel.strategy", "ddp"}, {"training.accumulation", "4"}});
    }
    void samplesLieInTheirLayers()
    {
        QFETCH(Plan, plan);
        const Schedule schedule = stepSchedule(plan);
        const std::vector<Sample> &samples = plan.memory.timeline.samples;
        const std::vector<Seconds> times = sampleTimes(schedule, samples);
        QCOMPARE(times.size(), samples.size() + 1);
        QVERIFY(std::is_sorted(times.begin(), times.end()));
        QCOMPARE(times.front(), Seconds(0));
        QVERIFY(isClose(times.back(), schedule.end));
        int inLayers = 0;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            for (const PhaseTime &phase : schedule.phases) {
                if (phase.phase != samples[i].phase || phase.microStep != samples[i].microStep)
                    continue;
                QVERIFY(times[i] >= phase.begin && times[i + 1] <= phase.end + Seconds(1e-9));
                for (const LayerTime &layer : phase.layers) {
                    if (layer.layer != samples[i].layer || layer.layer < 0)
                        continue;
                    ++inLayers;
                    QVERIFY(times[i] >= layer.begin);
                    QVERIFY(times[i + 1] > layer.begin);
                }
            }
        }
        QVERIFY(inLayers >= 64);
    }

    void nothingIsLaidOutWithoutTimes()
    {
        Plan plan = planWith({});
        plan.time = {};
        QCOMPARE(stepSchedule(plan), Schedule{});
    }
};

QTEST_APPLESS_MAIN(TestSchedule)
#include "tst_schedule.moc"
