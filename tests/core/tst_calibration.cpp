// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/explore/conventions.h"
#include "core/judge/calibration.h"
#include "core/report/planjson.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

namespace {

constexpr auto Allocated = MemoryQuestion::Allocated;
constexpr auto Reserved = MemoryQuestion::Reserved;
constexpr auto Device = MemoryQuestion::Device;

std::optional<double> gibOf(const Evidence &evidence, MemoryQuestion question)
{
    for (const Reading &measured : evidence.measurements) {
        if (measured.question == question)
            return measured.bytes / GiB;
    }
    return std::nullopt;
}

bool isNear(std::optional<double> value, double expected)
{
    return value && std::abs(*value - expected) < 0.005;
}

const char *const today
    = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total "
      "capacity of 79.15 GiB of which 1.03 GiB is free. Including non-PyTorch memory, this process "
      "has 78.11 GiB memory in use. Of the allocated memory 75.30 GiB is allocated by PyTorch, and "
      "1.93 GiB is reserved by PyTorch but unallocated. If reserved but unallocated memory is "
      "large try setting PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True to avoid fragmentation.";
const char *const withPools
    = "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 512.00 MiB. GPU 3 has a "
      "total capacity of 23.64 GiB of which 310.69 MiB is free. Process 2217 has 23.33 GiB memory "
      "in use. Of the allocated memory 21.00 GiB is allocated by PyTorch, with 64.00 MiB allocated "
      "in private pools (e.g., CUDA Graphs), and 1.00 GiB is reserved by PyTorch but unallocated.";
const char *const misspelt
    = "OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 MiB. GPU 0 has a total "
      "capacty of 14.75 GiB of which 13.06 MiB is free. Of the allocated memory 13.50 GiB is "
      "allocated by PyTorch, and 116.04 MiB is reserved by PyTorch but unallocated.";
const char *const old
    = "RuntimeError: CUDA out of memory. Tried to allocate 1.00 GiB (GPU 0; 15.90 GiB total "
      "capacity; 14.00 GiB already allocated; 7.75 MiB free; 14.50 GiB reserved in total by "
      "PyTorch) If reserved memory is >> allocated memory try setting max_split_size_mb";
const char *const veryOld
    = "RuntimeError: CUDA out of memory. Tried to allocate 1.00 GiB (GPU 0; 10.76 GiB total "
      "capacity; 9.00 GiB already allocated; 30.38 MiB free; 256.00 MiB cached)";

const char *const table
    = "|   0  NVIDIA H100 80GB HBM3          On  |   00000000:18:00.0 Off |                    0 "
      "|\n"
      "| N/A   45C    P0             285W /  700W |   61440MiB /  81559MiB |     98%      Default "
      "|\n"
      "| N/A   44C    P0             281W /  700W |   62464MiB /  81559MiB |     97%      Default "
      "|\n";
const char *const csv = "index, name, memory.used [MiB], memory.total [MiB]\r\n"
                        "0, NVIDIA A100-SXM4-80GB, 40960 MiB, 81920 MiB\r\n"
                        "1, NVIDIA A100-SXM4-80GB, 51200 MiB, 81920 MiB\r\n";
const char *const csvNoUnits = "memory.total [MiB], memory.used [MiB]\n81920, 51200\n";
const char *const csvNoHeader = "51200 MiB, 81920 MiB\n";

} // namespace

class TestCalibration : public QObject
{
    Q_OBJECT

private slots:
    void readsOutOfMemoryMessages_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("allocated");
        QTest::addColumn<double>("reserved");
        QTest::addColumn<double>("capacity");
        QTest::newRow("of today") << QString(today) << 77.30 << 79.23 << 79.15;
        QTest::newRow("with private pools") << QString(withPools) << 21.50 << 22.50 << 23.64;
        QTest::newRow("of 2.0, misspelt") << QString(misspelt) << 13.52 << 13.63 << 14.75;
        QTest::newRow("of 1.x") << QString(old) << 15.0 << 15.5 << 15.90;
        QTest::newRow("in a log with line ends around it")
            << "[rank0]: Traceback\n[rank0]: " + QString(today) + "\n[rank1]: \n"
            << 77.30 << 79.23 << 79.15;
    }
    void readsOutOfMemoryMessages()
    {
        QFETCH(QString, text);
        QFETCH(double, allocated);
        QFETCH(double, reserved);
        QFETCH(double, capacity);
        const std::optional<Evidence> evidence = readEvidence(text.toStdString());
        QVERIFY(evidence);
        QCOMPARE(evidence->kind, EvidenceKind::OutOfMemory);
        QVERIFY(isNear(gibOf(*evidence, Allocated), allocated));
        QVERIFY(isNear(gibOf(*evidence, Reserved), reserved));
        QVERIFY(isNear(*evidence->capacity / GiB, capacity));
        QVERIFY(evidence->measurements.front().isAtLeast);
    }

    void readsWhatTheProcessHadInUse()
    {
        QVERIFY(isNear(gibOf(*readEvidence(today), Device), 80.11));
        QVERIFY(!gibOf(*readEvidence(misspelt), Device));
        QVERIFY(isNear(gibOf(*readEvidence(veryOld), Allocated), 10.0));
    }

    void readsNvidiaSmi_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("used");
        QTest::addColumn<double>("total");
        QTest::newRow("table, the fullest GPU") << QString(table) << 61.0 << 81559.0 / 1024;
        QTest::newRow("CSV, the fullest GPU") << QString(csv) << 50.0 << 80.0;
        QTest::newRow("CSV without units, total first") << QString(csvNoUnits) << 50.0 << 80.0;
        QTest::newRow("CSV without header") << QString(csvNoHeader) << 50.0 << 80.0;
    }
    void readsNvidiaSmi()
    {
        QFETCH(QString, text);
        QFETCH(double, used);
        QFETCH(double, total);
        const std::optional<Evidence> evidence = readEvidence(text.toStdString());
        QVERIFY(evidence);
        QCOMPARE(evidence->kind, EvidenceKind::NvidiaSmi);
        QVERIFY(isNear(gibOf(*evidence, Device), used));
        QVERIFY(isNear(*evidence->capacity / GiB, total));
        QVERIFY(!evidence->measurements.front().isAtLeast);
    }

    void readsPeaks_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<MemoryQuestion>("question");
        QTest::addColumn<double>("gib");
        QTest::addColumn<bool>("isGuess");
        QTest::newRow("an amount") << "61.3 GiB" << Allocated << 61.3 << true;
        QTest::newRow("decimal") << "64.4 GB" << Allocated << 59.98 << true;
        QTest::newRow("mebibytes") << "1,024 MiB" << Allocated << 1.0 << true;
        QTest::newRow("bytes") << "65817411584" << Allocated << 61.297 << true;
        QTest::newRow("torch.cuda")
            << "max_memory_allocated: 65817411584" << Allocated << 61.297 << false;
        QTest::newRow("reserved") << "torch.cuda.max_memory_reserved() = 68719476736" << Reserved
                                  << 64.0 << false;
        QTest::newRow("a decimal comma") << "61,3 GiB" << Allocated << 61.3 << true;
        QTest::newRow("points between thousands, a decimal comma")
            << "1.024,5 MiB" << Allocated << 1.0005 << true;
        QTest::newRow("a used amount and what there is")
            << "Used 12 GiB of 24 GiB" << Device << 12.0 << false;
        QTest::newRow("an amount and what there is, without words")
            << "GPU memory: 12 GiB / 24 GiB" << Allocated << 12.0 << true;
        QTest::newRow("allocated on a device")
            << "device 0: max_memory_allocated 12 GiB" << Allocated << 12.0 << false;
        QTest::newRow("nvidia-smi said") << "nvidia-smi: 70 GiB" << Device << 70.0 << false;
    }
    void readsPeaks()
    {
        QFETCH(QString, text);
        QFETCH(MemoryQuestion, question);
        QFETCH(double, gib);
        QFETCH(bool, isGuess);
        const std::optional<Evidence> evidence = readEvidence(text.toStdString());
        QVERIFY(evidence);
        QCOMPARE(evidence->kind, EvidenceKind::Peak);
        QCOMPARE(evidence->measurements.size(), std::size_t{1});
        QVERIFY(isNear(gibOf(*evidence, question), gib));
        QCOMPARE(evidence->isGuess, isGuess);
    }

    void readsSeveralPeaksOfALine_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("words before") << "Peak memory: allocated: 12.34 GiB, reserved: 13.5 GiB";
        QTest::newRow("words behind") << "12.34 GiB allocated, 13.5 GiB reserved";
        QTest::newRow("words and equals signs")
            << "memory_allocated=12.34GiB memory_reserved=13.5GiB";
    }
    void readsSeveralPeaksOfALine()
    {
        QFETCH(QString, text);
        const std::optional<Evidence> evidence = readEvidence(text.toStdString());
        QVERIFY(evidence);
        QCOMPARE(evidence->measurements.size(), std::size_t{2});
        QVERIFY(isNear(gibOf(*evidence, Allocated), 12.34));
        QVERIFY(isNear(gibOf(*evidence, Reserved), 13.5));
    }

    void readsAProcessOfNvidiaSmi()
    {
        const std::optional<Evidence> evidence = readEvidence(
            "|    0   N/A  N/A     12345      C   python                          23012MiB |");
        QVERIFY(evidence);
        QCOMPARE(evidence->kind, EvidenceKind::NvidiaSmi);
        QVERIFY(isNear(gibOf(*evidence, Device), 23012.0 / 1024));
    }

    void findsNothingWhereNothingIs_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << "";
        QTest::newRow("words") << "it did not work";
        QTest::newRow("a small number") << "step 120";
        QTest::newRow("a rate") << "361 GB/s";
        QTest::newRow("a negative amount") << "-5 GiB";
        QTest::newRow("an endless amount") << "1e400 GiB";
        QTest::newRow("more than there is anywhere") << "9999999999999 GiB";
        QTest::newRow("a step from another log") << "{'loss': 1.23, 'epoch': 0.5}";
        QTest::newRow("a flood of digits") << QString(150000, '7');
        QTest::newRow("a flood of text") << QString(500000, 'x');
    }
    void findsNothingWhereNothingIs()
    {
        QFETCH(QString, text);
        QVERIFY(!readEvidence(text.toStdString()));
    }

    void theDifferenceIsToTheSameQuestion()
    {
        Plan plan;
        plan.memory.footprint = {.allocated = 60 * GiB, .reserved = 63 * GiB, .device = 66 * GiB};
        plan.scenario.hardware.correctionGib = 1;
        const Evidence evidence{
            .measurements = {{Allocated, 61 * GiB}, {Reserved, 66 * GiB}, {Device, 68 * GiB}}};
        const std::vector<Deviation> deviations = deviationsOf(plan, evidence);
        QCOMPARE(deviations.size(), std::size_t{3});
        QCOMPARE(deviations[0].difference(), 1 * GiB);
        QCOMPARE(deviations[1].difference(), 3 * GiB);
        QCOMPARE(deviations[2].difference(), 3 * GiB); // the old correction is no estimate
        QCOMPARE(correctionFor(deviations), 3.0);
    }

    void aRunThatBrokeOffOnlyRaises()
    {
        const Deviation below{{Reserved, 50 * GiB, true}, 60 * GiB};
        QCOMPARE(correctionFor({below}), 0.0);
        const Deviation above{{Reserved, 62 * GiB, true}, 60 * GiB};
        QCOMPARE(correctionFor({above}), 2.0);
        const Deviation measured{{Reserved, 50 * GiB}, 60 * GiB};
        QCOMPARE(correctionFor({measured}), -10.0);
        QCOMPARE(correctionFor({}), 0.0);
    }

    void theCorrectedPlanShowsWhatWasMeasured()
    {
        const Catalog catalog = builtInCatalog();
        Scenario scenario = scenarioWith({{"hardware.correction_gib", "0.5"}});
        const Evidence evidence{.measurements = {{Device, 70 * GiB}}};
        scenario.hardware.correctionGib
            = correctionFor(deviationsOf(planOf(scenario, catalog), evidence));
        QVERIFY(std::abs(planOf(scenario, catalog).memory.peak / GiB - 70) < 1e-6);
    }

    void theRangeDecides_data()
    {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<Fit>("fit");
        QTest::addColumn<bool>("fits");
        QTest::newRow("all below") << 70.0 << 79.0 << Fit::Fits << true;
        QTest::newRow("reaches beyond") << 70.0 << 82.0 << Fit::AtRisk << true;
        QTest::newRow("no range") << 0.0 << 0.0 << Fit::Fits << true;
    }
    void theRangeDecides()
    {
        QFETCH(double, low);
        QFETCH(double, high);
        const Verdict verdict = judge(75 * GiB, {.low = low * GiB, .high = high * GiB}, 80 * GiB);
        QTEST(verdict.fit, "fit");
        QTEST(verdict.fits(), "fits");
    }

    void mayFitAlthoughTheEstimateDoesNot()
    {
        const Verdict risk = judge(82 * GiB, {.low = 79 * GiB, .high = 85 * GiB}, 80 * GiB);
        QCOMPARE(risk.fit, Fit::AtRisk);
        QVERIFY(!risk.fits());
        const Verdict sure = judge(84 * GiB, {.low = 81 * GiB, .high = 87 * GiB}, 80 * GiB);
        QCOMPARE(sure.fit, Fit::DoesNotFit);
    }

    void equivalentStrategies_data()
    {
        QTest::addColumn<Strategy>("strategy");
        QTest::addColumn<QStringList>("equivalents"); // Trainer, DeepSpeed, FSDP1, FSDP2, Megatron
        QTest::newRow("nothing sharded")
            << Strategy::Ddp << QStringList{"ddp", "ddp", "fsdp-grad-op", "fsdp-grad-op", "ddp"};
        QTest::newRow("optimizer states")
            << Strategy::Zero1
            << QStringList{"ddp", "zero1", "fsdp-grad-op", "fsdp-grad-op", "zero1"};
        QTest::newRow("gradients too")
            << Strategy::FsdpGradOp
            << QStringList{"ddp", "zero2", "fsdp-grad-op", "fsdp-grad-op", "zero1"};
        QTest::newRow("weights too")
            << Strategy::Zero3 << QStringList{"ddp", "zero3", "fsdp", "fsdp", "zero1"};
        QTest::newRow("within nodes")
            << Strategy::Hsdp << QStringList{"ddp", "zero3", "hsdp", "hsdp", "zero1"};
    }
    void equivalentStrategies()
    {
        QFETCH(Strategy, strategy);
        QStringList equivalents;
        for (const Framework framework : {Framework::Trainer, Framework::DeepSpeed,
                 Framework::Fsdp1, Framework::Fsdp2, Framework::Megatron})
            equivalents
                += QString::fromUtf8(nameOf(equivalentStrategy(framework, strategy)).data());
        QTEST(equivalents, "equivalents");
    }

    void everyFrameworkHasItsPlan()
    {
        const Catalog catalog = builtInCatalog();
        const Plan plan = planOf(scenarioWith({{"parallel.strategy", "zero3"}}), catalog);
        const std::vector<FrameworkPlan> plans = plansByFramework(plan, makerBeside(plan, catalog));
        QCOMPARE(plans.size(), std::size_t{5});
        for (const FrameworkPlan &other : plans) {
            const bool isDeepSpeed = other.framework == Framework::DeepSpeed;
            QCOMPARE(other.isChosen, isDeepSpeed);
            QCOMPARE(other.plan == plan, isDeepSpeed);
            const bool isSharded = isDeepSpeed || other.framework == Framework::Fsdp1
                || other.framework == Framework::Fsdp2;
            QCOMPARE(other.shardsAlike, isSharded);
            QVERIFY(!other.name.empty());
        }
    }

    void offloadIsInTheReport()
    {
        Plan plan = planOf({}, builtInCatalog());
        const auto text = [&plan] { return writeJson(planToJson(plan)); };
        plan.memory.host = {};
        QVERIFY(text().find("\"host\"") == std::string::npos);
        plan.memory.host = {.perNode = Bytes(3), .parts = {{PartId::Master, Bytes(3)}}};
        QVERIFY(text().find("\"bytes_per_node\"") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestCalibration)
#include "tst_calibration.moc"
