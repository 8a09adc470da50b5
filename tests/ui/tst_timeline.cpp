// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shownchart.h"
#include "tests/support/testcatalog.h"
#include "ui/charts/chartlayout.h"
#include "ui/charts/memorychart.h"
#include "ui/charts/timelinechart.h"
#include "ui/files/tabletext.h"

#include <QAccessible>
#include <QSignalSpy>
#include <QTest>

using namespace shardscope;

namespace {

Plan planWith(std::initializer_list<std::pair<std::string_view, std::string_view>> settings)
{
    Scenario scenario = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
        {"parallel.strategy", "ddp"}, {"training.method", "lora"}});
    for (const auto &[key, value] : settings) {
        if (!setKeyText(scenario, key, value))
            qFatal("a wrong setting");
    }
    return planOf(scenario, builtInCatalog());
}

QStringList bandsOf(const ChartData &data)
{
    QStringList bands;
    for (const ChartBand &band : data.bands)
        bands += band.group.isEmpty() ? band.id : band.id + ", " + band.group;
    return bands;
}

/// A forward pass of `instants` instants that end in the peak, and an optimizer step of one.
ChartData climb(std::size_t instants)
{
    const double g = GiB.value();
    ChartData data{.summary = "Fits",
        .unit = {"GiB", g},
        .series = {{.id = "weights", .label = "Weights"},
            {.id = "activations", .label = "Activations", .style = 5}},
        .bands = {{"forward", "forward pass", "forward", {}, 0, instants},
            {"optimizer-step", "optimizer step", "update", {}, instants, instants + 1}},
        .mark = "Peak"};
    for (std::size_t i = 0; i <= instants; ++i) {
        const bool isPeak = i + 1 == instants;
        data.categories.push_back({.id = QString::number(i),
            .label = QStringLiteral("instant %1").arg(i),
            .isChosen = isPeak});
        data.series[0].values.push_back(10 * g);
        data.series[1].values.push_back((isPeak ? 50 : 20) * g);
    }
    return data;
}

} // namespace

class TestTimeline : public QObject
{
    Q_OBJECT

private slots:
    void theHighestInstantIsTheBar_data()
    {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("estimator");
        QTest::newRow("DDP, LoRA") << "ddp"
                                   << "lora"
                                   << "detailed";
        QTest::newRow("DDP, full") << "ddp"
                                   << "full"
                                   << "detailed";
        QTest::newRow("ZeRO-3") << "zero3"
                                << "full"
                                << "detailed";
        QTest::newRow("FSDP") << "fsdp"
                              << "full"
                              << "detailed";
        QTest::newRow("the worksheet follows no step") << "zero2"
                                                       << "full"
                                                       << "worksheet";
    }
    void theHighestInstantIsTheBar()
    {
        QFETCH(QString, strategy);
        QFETCH(QString, method);
        QFETCH(QString, estimator);
        const std::string strategyText = strategy.toStdString();
        const std::string methodText = method.toStdString();
        const std::string estimatorText = estimator.toStdString();
        const Plan plan = planWith({{"parallel.strategy", strategyText},
            {"training.method", methodText}, {"estimator", estimatorText}});
        const ChartData data = memoryOverStep(plan, builtInCatalog());
        QVERIFY(isTimeline(data));
        QCOMPARE(largestTotal(data), plan.memory.peak.value());
        const int peak = chosenCategory(data);
        QVERIFY(peak >= 0);
        QCOMPARE(totalOf(data, static_cast<std::size_t>(peak)), plan.memory.peak.value());
        QCOMPARE(peak, peakOfPhase(data, QString::fromUtf8(nameOf(plan.memory.peakPhase).data())));
        QCOMPARE(data.lines, memoryByGpu(plan, builtInCatalog()).lines);
    }

    void everyPhaseReachesItsPeak()
    {
        const Plan plan = planWith({});
        const ChartData data = memoryOverStep(plan, builtInCatalog());
        for (const Phase &phase : plan.memory.phases) {
            const int peak = peakOfPhase(data, QString::fromUtf8(nameOf(phase.id).data()));
            QVERIFY(peak >= 0);
            QCOMPARE(totalOf(data, static_cast<std::size_t>(peak)), phase.peak.value());
        }
        QCOMPARE(peakOfPhase(data, "lunch"), -1);
    }

    void microStepsAreToldApart_data()
    {
        QTest::addColumn<QString>("accumulation");
        QTest::addColumn<QStringList>("bands");
        const QString dash = QChar(0x2013);
        const auto step = [](const QString &name) {
            return QStringList{"forward, " + name, "loss, " + name, "backward, " + name};
        };
        const QStringList end{"optimizer-step", "save"};
        QTest::newRow("one") << "1" << QStringList{"forward", "loss", "backward"} + end;
        QTest::newRow("two") << "2" << step("micro-step 1") + step("micro-step 2") + end;
        QTest::newRow("three") << "3"
                               << step("micro-step 1") + step("micro-step 2") + step("micro-step 3")
                + end;
        QTest::newRow("eight, six of them alike") << "8"
                                                  << step("micro-step 1")
                + step("micro-steps 2" + dash + "7") + step("micro-step 8") + end;
    }
    void microStepsAreToldApart()
    {
        QFETCH(QString, accumulation);
        const std::string text = accumulation.toStdString();
        const ChartData data
            = memoryOverStep(planWith({{"training.accumulation", text}}), builtInCatalog());
        QTEST(bandsOf(data), "bands");
        std::size_t end = 0;
        for (const ChartBand &band : data.bands) {
            QCOMPARE(band.begin, end);
            end = band.end;
        }
        QCOMPARE(end, data.categories.size());
    }

    void anInstantSaysWhereItIs()
    {
        const ChartData data = memoryOverStep(planWith({}), builtInCatalog());
        const auto layer = std::find_if(data.categories.begin(), data.categories.end(),
            [](const ChartCategory &instant) { return instant.label.contains("layer"); });
        QVERIFY(layer != data.categories.end());
        QCOMPARE(layer->label, "Forward pass, layer 1 of 32");
        const auto index = static_cast<std::size_t>(layer - data.categories.begin());
        const QString reading = instantReading(data, index).replace(QChar::Nbsp, ' ');
        QVERIFY2(reading.startsWith("Forward pass, layer 1 of 32: "), qPrintable(reading));
        QVERIFY2(reading.endsWith("\nWeights: 15.0 GiB"), qPrintable(reading));
        QVERIFY2(!reading.contains("Master"), qPrintable(reading));
    }

    void shortBandsStayReadable()
    {
        const std::vector<double> edges = instantEdges(climb(100));
        QCOMPARE(edges.size(), std::size_t{102});
        QCOMPARE(edges.front(), 0.0);
        QCOMPARE(edges.back(), 1.0);
        QVERIFY(edges[101] - edges[100] > 0.06); // the optimizer step
        QCOMPARE(edges[2] - edges[1], edges[1] - edges[0]);
        QVERIFY(edges[100] - edges[99] > edges[1] - edges[0]); // the peak
    }

    void noPeakIsLostWhereInstantsShareAPixel_data()
    {
        QTest::addColumn<int>("instants");
        QTest::addColumn<int>("most");
        QTest::newRow("one pixel each and more") << 50 << 51;
        QTest::newRow("thousands") << 5000 << 801;
    }
    void noPeakIsLostWhereInstantsShareAPixel()
    {
        QFETCH(int, instants);
        QFETCH(int, most);
        ChartData data = climb(static_cast<std::size_t>(instants));
        data.series[1].values[17] = 49 * GiB.value();
        const std::vector<TimelineColumn> columns = timelineColumns(data, 800);
        QVERIFY(static_cast<int>(columns.size()) <= most);
        QCOMPARE(columns.front().from, 0.0);
        QCOMPARE(columns.back().to, 1.0);
        std::vector<std::size_t> painted;
        for (const TimelineColumn &column : columns)
            painted.push_back(column.category);
        for (const std::size_t wanted : {17, instants - 1})
            QVERIFY(std::find(painted.begin(), painted.end(), wanted) != painted.end());
    }

    void thePartsOfAnInstantAreFoundWhereTheyLie()
    {
        const auto view = shownChart(climb(9));
        QVERIFY(view);
        for (const ChartSegment segment : {ChartSegment{0, 0}, {3, 1}, {8, 1}, {9, 0}})
            QCOMPARE(view->segmentAt(view->segmentRect(segment).center()), segment);
        const QRectF top = view->segmentRect({3, 1});
        // In the empty space above the instant can be read, too.
        QCOMPARE(view->segmentAt(QPointF(top.center().x(), top.top() - 20)), (ChartSegment{3, 1}));
        QCOMPARE(view->toolTipFor({3, 1}).replace(QChar::Nbsp, ' '),
            "instant 3: 30.0 GiB\nActivations: 20.0 GiB\nWeights: 10.0 GiB");
    }

    void thePeaksMarkExplainsItsLargestPart()
    {
        const auto view = shownChart(climb(9));
        QVERIFY(view);
        QVERIFY(!view->markRect().isEmpty());
        const QSignalSpy activated(view.get(), &ChartView::segmentActivated);
        QTest::mouseClick(view.get(), Qt::LeftButton, {}, view->markRect().center().toPoint());
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated.first(), (QVariantList{"8", "activations"}));
        QCOMPARE(view->selection(), (ChartSegment{8, 1}));
    }

    void theKeysWalkThroughTheStep_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<bool>("control");
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::newRow("on") << int(Qt::Key_Right) << false << 3 << 4;
        QTest::newRow("back") << int(Qt::Key_Left) << false << 3 << 2;
        QTest::newRow("to the next band") << int(Qt::Key_Right) << true << 3 << 9;
        QTest::newRow("no further") << int(Qt::Key_Right) << true << 9 << 9;
        QTest::newRow("to where the band began") << int(Qt::Key_Left) << true << 3 << 0;
        QTest::newRow("to the previous band") << int(Qt::Key_Left) << true << 9 << 0;
    }
    void theKeysWalkThroughTheStep()
    {
        QFETCH(int, key);
        QFETCH(bool, control);
        QFETCH(int, from);
        QFETCH(int, to);
        const auto view = shownChart(climb(9));
        QVERIFY(view);
        view->select("weights", QString::number(from));
        QTest::keyClick(view.get(), Qt::Key(key), control ? Qt::ControlModifier : Qt::NoModifier);
        QVERIFY(view->selection());
        QCOMPARE(static_cast<int>(view->selection()->category), to);
    }

    void whoLooksAtThePeakGoesWithIt()
    {
        const auto view = shownChart(climb(9));
        QVERIFY(view);
        view->select("weights");
        QCOMPARE(view->selection()->category, std::size_t{8});
        view->setData(climb(20));
        QCOMPARE(view->selection()->category, std::size_t{19});
    }

    void aScreenReaderReadsInstants()
    {
        const auto view = shownChart(climb(9));
        QVERIFY(view);
        const QAccessibleInterface *chart = QAccessible::queryAccessibleInterface(view.get());
        QVERIFY(chart);
        QCOMPARE(chart->childCount(), 10);
        QCOMPARE(chart->child(4)->text(QAccessible::Name), "instant 4");
        QVERIFY(chart->child(4)->text(QAccessible::Description).contains("Weights"));
    }

    void theFileHasALineForEachInstant()
    {
        const Plan plan = planWith({});
        const QStringList lines = timelineCsv(plan).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(static_cast<std::size_t>(lines.size()), stepInstants(plan).size() + 1);
        QCOMPARE(lines.front(),
            "instant,phase,micro_step,layer,weights,gradients,master,optimizer,adapters,tower,"
            "activations,logits,gathered,buffers,temporaries,reference,rollout,overhead,total");
        double largest = 0;
        for (const QString &line : lines.mid(1))
            largest = std::max(largest, line.section(',', -1).toDouble());
        QCOMPARE(largest, plan.memory.peak.value());
    }
};

QTEST_MAIN(TestTimeline)
#include "tst_timeline.moc"
