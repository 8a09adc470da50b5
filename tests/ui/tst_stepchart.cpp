// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/schedule.h"
#include "core/estimate/tierload.h"
#include "core/report/runrows.h"
#include "core/report/summary.h"
#include "tests/support/shownchart.h"
#include "tests/support/testcatalog.h"
#include "ui/charts/chartlayout.h"
#include "ui/charts/chartview.h"
#include "ui/charts/collectiveseries.h"
#include "ui/charts/stepchart.h"
#include "ui/charts/tierchart.h"
#include "ui/fields/quantityedit.h"
#include "ui/files/tabletext.h"
#include "ui/results/runtable.h"
#include "ui/text/format.h"
#include "ui/text/translated.h"

#include <QAccessible>
#include <QSignalSpy>
#include <QTest>

#include <set>

using namespace shardscope;

namespace {

Plan planWith(std::initializer_list<std::pair<std::string_view, std::string_view>> settings = {})
{
    Scenario scenario = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
        {"hardware.gpu", "a100-sxm-80"}, {"parallel.strategy", "zero3"}});
    for (const auto &[key, value] : settings) {
        if (!setKeyText(scenario, key, value))
            qFatal("a wrong setting");
    }
    return planOf(scenario, builtInCatalog());
}

/// Over a link that keeps the GPU waiting.
Plan slowPlan()
{
    return planWith({{"hardware.link", "pcie4"}});
}

std::size_t seriesOf(const ChartData &data, const char *id)
{
    const int index = seriesIndex(data, QString::fromLatin1(id));
    if (index < 0)
        qFatal("no series %s", id);
    return static_cast<std::size_t>(index);
}

double waitedIn(const ChartSeries &lane)
{
    double sum = 0;
    for (const ChartSpan &span : lane.spans)
        sum += span.isWaited ? span.to - span.from : 0;
    return sum;
}

const RunRow &rowOf(const std::vector<RunRow> &rows, const char *id)
{
    const auto found
        = std::find_if(rows.begin(), rows.end(), [id](const RunRow &row) { return row.id == id; });
    if (found == rows.end())
        qFatal("no row %s", id);
    return *found;
}

} // namespace

class TestStepChart : public QObject
{
    Q_OBJECT

private slots:
    void memoryAndLanesShareTheirAxis()
    {
        const Plan plan = slowPlan();
        const ChartData data = stepInSeconds(plan, builtInCatalog());
        QVERIFY(isTimeline(data));
        QCOMPARE(instantEdges(data), data.edges);
        QCOMPARE(data.edges.size(), data.categories.size() + 1);
        QVERIFY(std::is_sorted(data.edges.begin(), data.edges.end()));
        QCOMPARE(data.edges.front(), 0.0);
        QCOMPARE(data.edges.back(), 1.0);
        QCOMPARE(largestTotal(data), plan.memory.peak.value());
        const double waited = plan.time.exposedCommunication / plan.time.step;
        QVERIFY(waited > 0.1);
        QVERIFY(qAbs(waitedIn(data.series[seriesOf(data, "compute")]) - waited) < 1e-9);
        const Schedule schedule = stepSchedule(plan);
        for (const ChartBand &band : data.bands) {
            QVERIFY2(band.id != "save", "saving is no part of a step's seconds");
            QVERIFY(band.label.endsWith('s')); // its duration
        }
    }

    void whereThereIsLittleRoomTheAxisComesFirst()
    {
        const ChartData data = stepInSeconds(slowPlan(), builtInCatalog());
        const auto view = shownChart(data, {900, 600});
        QVERIFY(view);
        const std::size_t lane = seriesOf(data, "compute");
        const auto isShown = [&](std::size_t series) {
            return !view->segmentRect({10, series}).isEmpty();
        };
        QVERIFY(isShown(lane) && isShown(0));
        view->resize(900, 9 * view->fontMetrics().height());
        QCoreApplication::processEvents();
        QVERIFY(!isShown(lane) && isShown(0));
    }

    void everyPassOfAGatherHasItsHatchOnPaper()
    {
        const ChartTheme paper = chartTheme(ChartThemeKind::Print, QFont());
        std::set<int> hatches;
        for (const Pass pass : {Pass::Forward, Pass::Backward, Pass::Update}) {
            const Collective gather{
                .payload = Payload::Weights, .op = CollectiveOp::AllGather, .only = pass};
            const ChartFill &fill = chartFill(collectiveStyle(gather));
            QVERIFY(isHatched(fill, paper));
            QCOMPARE(fill.colour, chartFill(2).colour); // of all of them
            QVERIFY(hatches.insert(static_cast<int>(fill.hatch)).second);
        }
    }

    void everyCollectiveHasItsLane()
    {
        const Plan plan = slowPlan();
        const ChartData data = stepInSeconds(plan, builtInCatalog());
        for (const Collective &collective : plan.traffic.collectives) {
            const ChartSeries &lane = data.series[seriesOf(data, collective.id().c_str())];
            QVERIFY(lane.isLane());
            QVERIFY(qAbs(waitedIn(lane) - collective.exposed / plan.time.step) < 1e-9);
        }
    }

    void nothingIsDrawnWithoutTimes()
    {
        Plan plan = planWith();
        plan.time = {};
        const ChartData data = stepInSeconds(plan, builtInCatalog());
        QVERIFY(data.categories.empty());
        QCOMPARE(data.summary, "How long a step takes cannot be said for this GPU.");
        QVERIFY(shownChart(data, {900, 600}));
    }

    void sentenceSaysTimeAndBottleneck()
    {
        Plan plan = planWith();
        plan.time.step = Seconds(1.5);
        plan.time.tokensPerSecond = 20000;
        plan.time.tokensPerSecondPerGpu = 2500;
        plan.time.mfu = 0.41;
        plan.time.hfu = 0.52;
        plan.time.bottleneck = Bottleneck::Link;
        const QString sentence = translated(stepSentence(plan)).replace(QChar::Nbsp, ' ');
        QCOMPARE(sentence,
            "One step takes 1.50 s: 2,500 tokens/s per GPU, 20,000 in all, MFU 41.0 %, HFU 52.0 %. "
            "Bottleneck: exposed communication.");
    }

    void laneIsReadByMouseAndKeyboard()
    {
        const ChartData data = stepInSeconds(slowPlan(), builtInCatalog());
        const auto view = shownChart(data, {900, 600});
        QVERIFY(view);
        const std::size_t lane = seriesOf(data, "weight-all-gather");
        std::size_t instant = 0;
        while (data.series[lane].details[instant].isEmpty()
            || data.edges[instant + 1] - data.edges[instant] < 0.004)
            ++instant;
        const ChartSegment segment{instant, lane};
        QCOMPARE(view->segmentAt(view->segmentRect(segment).center()), segment);
        const QString tip = view->toolTipFor(segment);
        QVERIFY2(tip.contains("All-gather") && tip.contains("exposed"), qPrintable(tip));
        view->select("compute", data.categories[instant].id);
        QTest::keyClick(view.get(), Qt::Key_Up);
        QCOMPARE(view->selection(), segment);
        const QSignalSpy activated(view.get(), &ChartView::segmentActivated);
        QTest::keyClick(view.get(), Qt::Key_Return);
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated.first().last(), "weight-all-gather");
        QAccessibleInterface *chart = QAccessible::queryAccessibleInterface(view.get());
        QVERIFY(chart && chart->childCount() > 0);
        const QString read
            = chart->child(static_cast<int>(instant))->text(QAccessible::Description);
        QVERIFY2(read.contains("All-gather"), qPrintable(read));
    }

    void tiersAreHeldAgainstTheirLinks()
    {
        const Plan plan = planWith({{"parallel.gpus", "16"}});
        const std::vector<TierLoad> loads = *tierLoads(plan, builtInCatalog());
        const ChartData data = trafficByTier(plan, builtInCatalog());
        QCOMPARE(data.categories.size(), std::size_t{2});
        for (std::size_t i = 0; i < loads.size(); ++i) {
            QVERIFY(qAbs(totalOf(data, i) - loads[i].bytes() / loads[i].carried) < 1e-9);
            QVERIFY(qAbs(totalAmount(data, i) - loads[i].bytes().value()) < 1);
        }
        QCOMPARE(data.lines.size(), std::size_t{1});
        QCOMPARE(data.lines.front().value, 1.0); // all that each of them can carry
        QCOMPARE(axisUnit(data).symbol, "%");
        QVERIFY(axisMaximum(data) >= 1);
        QCOMPARE(data.categories[0].id, "node");
        QCOMPARE(data.categories[1].id, "network");
        QVERIFY(data.summary.contains("Between nodes"));
    }

    void aLinkThatMustCarryTooMuchIsOversubscribed()
    {
        const Plan plan = planWith({{"parallel.gpus", "16"}, {"hardware.link", "ethernet-100"},
            {"training.sequence_length", "4096"}});
        const std::vector<TierLoad> loads = *tierLoads(plan, builtInCatalog());
        const double share = loads[1].bytes() / loads[1].carried;
        QVERIFY(share > 4);
        const ChartData data = trafficByTier(plan, builtInCatalog());
        QCOMPARE(data.categories[1].notes.front(), oversubscribedText(share));
        QVERIFY(data.categories[0].notes.front().endsWith("% of its capacity"));
        QVERIFY(isCutOff(data, 1) && !isCutOff(data, 0));
        QCOMPARE(data.lines.front().fit, Fit::DoesNotFit);
        QVERIFY2(data.summary.contains(" times what the link can carry"), qPrintable(data.summary));
        for (const TierLoad &load : loads)
            QVERIFY(data.summary.contains("bus bandwidth of " + formatBandwidth(load.bandwidth)));
        const auto view = shownChart(data, {900, 600});
        QVERIFY(view);
        const QString tip = view->toolTipFor({1, 0});
        QVERIFY2(tip.contains("GB") && tip.contains("oversubscribed"), qPrintable(tip));
        const QStringList rows = barsCsv(data).split('\n');
        QVERIFY(rows[0].endsWith(",total,share"));
        QVERIFY(qAbs(rows[2].section(',', -1).toDouble() - share) < 1e-9);
        QVERIFY(qAbs(rows[2].section(',', -2, -2).toDouble() - loads[1].bytes().value()) < 1);
        QVERIFY(rows[3].startsWith("limit capacity,") && rows[3].endsWith(",1"));
    }

    void whereNothingIsKnownOfComputingBytesAreShown()
    {
        Plan plan = planWith({{"parallel.gpus", "16"}});
        plan.time = {};
        const ChartData data = trafficByTier(plan, builtInCatalog());
        QVERIFY(!data.axis && data.lines.empty());
        QCOMPARE(data.axisLabel, "Sent per GPU and step (GB)");
        const Bytes sent = tierLoads(plan, builtInCatalog())->front().bytes();
        QVERIFY(qAbs(totalOf(data, 0) - sent.value()) < 1);
        QVERIFY(!data.summary.contains('%'));
    }

    void waitedForBytesStandApart()
    {
        const ChartData data = trafficByTier(slowPlan(), builtInCatalog());
        double waited = 0;
        for (const ChartSeries &series : data.series) {
            QCOMPARE(series.isWaited, series.label.endsWith(", exposed"));
            waited += series.isWaited ? series.amounts[0] : 0;
        }
        const double exposed = tierLoads(slowPlan(), builtInCatalog())->front().exposed().value();
        QVERIFY(waited > 0);
        QVERIFY(qAbs(waited - exposed) < 1);
    }

    void oneGpuSendsNothing()
    {
        const Plan plan = planWith({{"parallel.gpus", "1"}});
        const ChartData data = trafficByTier(plan, builtInCatalog());
        QVERIFY(data.categories.empty());
        QCOMPARE(data.summary, "Nothing is sent.");
        QVERIFY(shownChart(data, {900, 600}));
    }

    void barsNearTheirBound()
    {
        const Plan plan = planWith({{"parallel.strategy", "ddp"}});
        const ChartData data = trafficByGpuCount(plan, builtInCatalog(), Algorithm::Ring);
        QCOMPARE(data.lines.size(), std::size_t{1});
        const double limit = data.lines.front().value;
        QCOMPARE(data.categories[static_cast<std::size_t>(chosenCategory(data))].id, "8");
        for (std::size_t i = 0; i < data.categories.size(); ++i) {
            const double gpus = data.categories[i].id.toDouble();
            QVERIFY(qAbs(totalOf(data, i) / limit - (gpus - 1) / gpus) < 1e-9);
        }
        const ChartData tree = trafficByGpuCount(plan, builtInCatalog(), Algorithm::Tree);
        QVERIFY(tree.categories.back().notes != data.categories.back().notes); // not as fast
    }

    void runAsksForWhatIsOpen()
    {
        const std::vector<RunRow> open = runRows(planWith());
        QCOMPARE(translated(rowOf(open, "steps").amount), QString(QChar(0x2013)));
        QCOMPARE(translated(rowOf(open, "steps").detail), "Set the size of the data set");
        QCOMPARE(
            translated(rowOf(open, "cost").detail), "Set the price of a GPU-hour: none is assumed");
        QCOMPARE(translated(rowOf(open, "checkpoint-write").detail), "Set the disk rate");
        const Plan plan = planWith({{"run.tokens", "1B"}, {"run.price_per_gpu_hour", "2"},
            {"run.disk_gb_s", "2"}, {"run.learning_rate", "1e-5"}, {"run.reference_batch", "4"}});
        const std::vector<RunRow> all = runRows(plan);
        for (const RunRow &row : all)
            QVERIFY2(!row.isOpen && translated(row.amount) != QString(QChar(0x2013)),
                row.name.text.pattern.data());
        QCOMPARE(translated(rowOf(all, "cost").amount),
            QLocale().toString(2 * plan.run.gpuHours, 'f', 2));
        QCOMPARE(translated(rowOf(all, "learning-rate").amount), QLocale().toString(2e-5, 'g', 3));
        QCOMPARE(translated(rowOf(all, "batch").amount), "8 sequences, 32,768 tokens");
    }

    void theRunSaysFirstWhatPeopleAskFirst()
    {
        std::vector<std::string> ids;
        for (const RunRow &row : runRows(planWith()))
            ids.emplace_back(row.id);
        const std::vector<std::string> expected{"duration", "cost", "tokens-per-cost", "steps",
            "batch", "gpu-hours", "energy", "checkpoint", "checkpoint-write", "learning-rate"};
        QCOMPARE(ids, expected);
    }

    void tokensForTheMoneyNeedNoDataSet()
    {
        const Plan plan = planWith({{"run.price_per_gpu_hour", "2.5"}});
        const RunRow row = rowOf(runRows(plan), "tokens-per-cost");
        QVERIFY(!row.isOpen);
        const double tokens = plan.time.tokensPerSecondPerGpu * 3600 / 2.5;
        QCOMPARE(englishText(row.amount), englishText(Amount::parameters(tokens)) + " tokens");
        const Plan whole = planWith({{"run.price_per_gpu_hour", "2.5"}, {"run.tokens", "10B"}});
        // Whole steps: a little more is trained than asked for.
        QVERIFY(qAbs(whole.run.tokens / whole.run.cost / tokens - 1) < 0.001);
        QCOMPARE(englishText(rowOf(runRows(planWith()), "tokens-per-cost").detail),
            "Set the price of a GPU-hour: none is assumed");
    }

    void everyLayerIsOnOneGpu()
    {
        const Plan plan = planWith();
        const DeviceMap map = deviceMapOf(plan);
        std::int64_t layers = 0;
        for (const DeviceShare &share : map.gpus)
            layers += share.layers;
        QCOMPARE(layers, 32);
        const std::vector<DeviceRow> rows = deviceRows(plan);
        QCOMPARE(rows.size(), map.gpus.size());
        QVERIFY(rows.front().modules.startsWith("embedding"));
        QVERIFY(rows.back().modules.endsWith("output layer"));
        QVERIFY(deviceSentence(plan).contains("12.5"));
    }

    void emptyBoxMeansNothingSaid()
    {
        const Key *key = findKey("run.price_per_gpu_hour");
        QVERIFY(key);
        QuantityEdit box(*key);
        box.setOpenAtZero(true);
        box.setValue(0);
        QCOMPARE(box.text(), "");
        box.editValue(2.5);
        QCOMPARE(box.text(), "2.5");
        const QSignalSpy hints(&box, &QuantityEdit::hintChanged);
        box.show();
        box.selectAll();
        QTest::keyClick(&box, Qt::Key_Delete);
        QCOMPARE(box.value(), 0.0);
        QCOMPARE(box.text(), "");
        QVERIFY(!hints.last().last().toBool()); // no error
    }
};

QTEST_MAIN(TestStepChart)
#include "tst_stepchart.moc"
