// SPDX-License-Identifier: GPL-3.0-or-later
// Every number that the articles' worksheet gives, to the last digit printed there.
#include "core/estimate/worksheet.h"
#include "tests/support/testcatalog.h"

using namespace shardscope;

class TestWorksheet : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Plan plan(const char *size, int gpus, const char *strategy, const char *method = "full",
        const char *percent = "0.5") const
    {
        return planOf(scenarioWith({{"estimator", "worksheet"}, {"model.parameters", size},
                          {"parallel.gpus", std::to_string(gpus)}, {"parallel.strategy", strategy},
                          {"training.method", method}, {"training.lora_percent", percent},
                          {"training.sequence_length", "2048"}, {"training.checkpointing", "full"},
                          {"hardware.gpu", "a100-sxm-80"}}),
            m_catalog);
    }

    static double gigabytes(const Plan &plan, PartId id)
    {
        return partBytes(plan.memory.atPeak(), id) / GB;
    }

private slots:
    void modelStates_data()
    {
        QTest::addColumn<QString>("size");
        QTest::addColumn<int>("gpus");
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<double>("states");
        const auto rows = [](const char *size, int gpus, std::initializer_list<double> states) {
            const char *strategies[] = {"ddp", "zero1", "zero2", "zero3"};
            int index = 0;
            for (const double value : states) {
                QTest::addRow("%s on %d, %s", size, gpus, strategies[index])
                    << size << gpus << strategies[index] << value;
                ++index;
            }
        };
        rows("7B", 4, {112, 49, 38.5, 28});
        rows("70B", 4, {1120, 490, 385, 280});
        rows("7B", 8, {112, 38.5, 26.25, 14});
        rows("70B", 8, {1120, 385, 262.5, 140});
    }

    void modelStates()
    {
        QFETCH(QString, size);
        QFETCH(int, gpus);
        QFETCH(QString, strategy);
        QFETCH(double, states);
        const Plan made = plan(size.toLatin1(), gpus, strategy.toLatin1());
        const double sum = gigabytes(made, PartId::Weights) + gigabytes(made, PartId::Gradients)
            + gigabytes(made, PartId::OptimizerState);
        QCOMPARE(sum, states);
    }

    void cases_data()
    {
        QTest::addColumn<Plan>("made");
        QTest::addColumn<QList<double>>("parts");
        QTest::addColumn<double>("total");
        QTest::addColumn<bool>("fits");
        QTest::newRow("7B full, 2 GPUs, ZeRO-2")
            << plan("7B", 2, "zero2") << QList<double>{14, 7, 42, 1.288} << 64.288 << true;
        QTest::newRow("7B full, 8 GPUs, ZeRO-3")
            << plan("7B", 8, "zero3") << QList<double>{1.75, 1.75, 10.5, 1.288} << 15.288 << true;
        QTest::newRow("7B LoRA, 1 GPU") << plan("7B", 1, "ddp", "lora")
                                        << QList<double>{14, 0.07, 0.42, 1.288} << 15.778 << true;
        QTest::newRow("7B QLoRA, 1 GPU") << plan("7B", 1, "ddp", "qlora")
                                         << QList<double>{3.5, 0.07, 0.42, 1.288} << 5.278 << true;
        QTest::newRow("70B QLoRA, 1 GPU") << plan("70B", 1, "ddp", "qlora", "0.1")
                                          << QList<double>{35, 0.14, 0.84, 6.442} << 42.422 << true;
        QTest::newRow("70B full, 8 GPUs, ZeRO-3")
            << plan("70B", 8, "zero3") << QList<double>{17.5, 17.5, 105, 6.442} << 146.442 << false;
    }

    void cases()
    {
        QFETCH(Plan, made);
        QFETCH(QList<double>, parts);
        QFETCH(double, total);
        QFETCH(bool, fits);
        const auto printed = [](double gb) { return QString::number(gb, 'f', 3); };
        QCOMPARE(printed(gigabytes(made, PartId::Weights)), printed(parts[0]));
        QCOMPARE(printed(gigabytes(made, PartId::Gradients)), printed(parts[1]));
        QCOMPARE(printed(gigabytes(made, PartId::OptimizerState)), printed(parts[2]));
        QCOMPARE(printed(gigabytes(made, PartId::Activations)), printed(parts[3]));
        QCOMPARE(printed(made.memory.peak / GB), printed(total));
        QCOMPARE(made.memory.verdict.fit != Fit::DoesNotFit, fits);
    }

    void sevenBillionQloraFitsOn24()
    {
        Scenario scenario = plan("7B", 1, "ddp", "qlora").scenario;
        scenario.hardware.gpu = "rtx4090";
        QCOMPARE(planOf(scenario, m_catalog).memory.verdict.fit, Fit::Fits);
    }

    void trafficIsAboutOneAndAHalfForZero3()
    {
        const double ddp = plan("7B", 8, "ddp").traffic.bytesPerGpuPerStep() / GB;
        QCOMPARE(ddp, 1.75 * 14);
        QCOMPARE(plan("7B", 8, "zero2").traffic.bytesPerGpuPerStep() / GB, ddp);
        QCOMPARE(plan("7B", 8, "zero3").traffic.bytesPerGpuPerStep() / GB, 1.5 * ddp);
        QVERIFY(plan("7B", 1, "ddp").traffic.collectives.empty());
        // An all-reduce has two halves; here they are three: weights twice, gradients once.
        const std::vector<Collective> halves = plan("7B", 8, "zero3").traffic.collectives;
        QCOMPARE(halves.size(), std::size_t{2});
        QCOMPARE(halves[0].id(), std::string("weight-all-gather"));
        QCOMPARE(halves[0].bytesPerStep() / GB, ddp);
        QCOMPARE(halves[1].id(), std::string("gradient-reduce-scatter"));
        QCOMPARE(halves[1].bytesPerStep() / GB, ddp / 2);
    }

    void headroom()
    {
        // Of 80 GB, 72 is fine, 76 is gambling.
        const auto fitOf
            = [](Bytes peak) { return judge(peak, worksheetRange(peak), 80.0 * GB).fit; };
        QCOMPARE(fitOf(72.0 * GB), Fit::Fits);
        QCOMPARE(fitOf(76.0 * GB), Fit::AtRisk);
        QCOMPARE(fitOf(80.1 * GB), Fit::DoesNotFit);
    }

    void shapeThatASizeImplies()
    {
        const ModelSpec seven = plan("7B", 1, "ddp").model.spec;
        QCOMPARE(seven.hidden, 4096);
        QCOMPARE(seven.layers, 32);
        const ModelSpec seventy = plan("70B", 1, "ddp").model.spec;
        QCOMPARE(seventy.hidden, 8192);
        QCOMPARE(seventy.layers, 80);
    }
};

QTEST_APPLESS_MAIN(TestWorksheet)
#include "tst_worksheet.moc"
