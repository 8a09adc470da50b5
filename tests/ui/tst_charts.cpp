// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/makeplan.h"
#include "core/report/summary.h"
#include "tests/support/samples.h"
#include "tests/support/shownchart.h"
#include "tests/support/testcatalog.h"
#include "tests/ui/inwords.h"
#include "ui/charts/chartbars.h"
#include "ui/charts/chartlayout.h"
#include "ui/charts/chartpicture.h"
#include "ui/charts/frameworkchart.h"
#include "ui/charts/memorychart.h"
#include "ui/charts/trafficchart.h"
#include "ui/files/exporter.h"
#include "ui/results/pages.h"
#include "ui/session.h"

#include <QAccessible>
#include <QSignalSpy>
#include <QTest>
#include <qcustomplot.h>

using namespace shardscope;

namespace {

QStringList labelsOf(const std::vector<ChartLine> &lines)
{
    QStringList labels;
    for (const ChartLine &line : lines)
        labels += line.label;
    return labels.replaceInStrings(QString(QChar::Nbsp), " ");
}

QStringList idsOf(const ChartData &data)
{
    QStringList ids;
    for (const ChartCategory &category : data.categories)
        ids += category.id;
    return ids;
}

/// Two bars of two parts, 0 to 40 GiB.
ChartData twoBars()
{
    const double g = GiB.value();
    return {.summary = "Fits",
        .unit = {"GiB", g},
        .categories
        = {{"zero1", "ZeRO-1", false, Fit::AtRisk}, {"zero2", "ZeRO-2", true, Fit::Fits}},
        .series = {{"weights", "Weights", 0, {20 * g, 20 * g}, {"a", "b"}},
            {"optimizer", "Optimizer states", 3, {20 * g, 12 * g}, {"c", "d"}}},
        .lines = {{"h100", "H100", 79 * g, Fit::Fits, "detail", true}}};
}

} // namespace

class TestCharts : public QObject
{
    Q_OBJECT

private slots:
    void partsStackInTheirOrder()
    {
        const Plan plan = samples::plan();
        const ChartData data = memoryByGpu(plan, samples::catalog());
        QCOMPARE(data.series.front().id, "weights");
        QCOMPARE(data.series.back().id, "overhead");
        QCOMPARE(data.series.size(), plan.memory.atPeak().parts.size());
        QCOMPARE(totalOf(data, 0), plan.memory.peak.value());
        QCOMPARE(data.series.front().details.front(), "2 B x 8,030,261,248 / 8");
        QCOMPARE(data.summary, inWords(verdictSentence(plan), samples::catalog()));
    }

    void gpusShareABarBeyondSixteen_data()
    {
        QTest::addColumn<int>("gpus");
        QTest::addColumn<int>("bars");
        QTest::addColumn<QString>("last");
        QTest::newRow("one") << 1 << 1 << "GPU 0";
        QTest::newRow("a node") << 8 << 8 << "GPU 7";
        QTest::newRow("sixteen") << 16 << 16 << "GPU 15";
        QTest::newRow("seventeen") << 17 << 1 << QString::fromUtf8("GPU 0–16");
        QTest::newRow("a cluster") << 1024 << 1 << QString::fromUtf8("GPU 0–1023");
    }
    void gpusShareABarBeyondSixteen()
    {
        QFETCH(int, gpus);
        Plan plan = samples::plan();
        plan.scenario.parallel.gpus = gpus;
        const ChartData data = memoryByGpu(plan, samples::catalog());
        QTEST(static_cast<int>(data.categories.size()), "bars");
        QTEST(data.categories.back().label, "last");
        QCOMPARE(data.series.front().values.size(), data.categories.size());
    }

    void theChosenStrategyStandsOut_data()
    {
        QTest::addColumn<Strategy>("strategy");
        QTest::addColumn<QStringList>("bars");
        const QStringList four{"ddp", "zero1", "zero2", "zero3"};
        QTest::newRow("ZeRO-2 is among the four") << Strategy::Zero2 << four;
        QTest::newRow("FSDP comes as a fifth") << Strategy::Fsdp << four + QStringList{"fsdp"};
    }
    void theChosenStrategyStandsOut()
    {
        QFETCH(Strategy, strategy);
        Plan plan = samples::plan();
        plan.scenario.parallel.strategy = strategy;
        for (const ChartData &data : {memoryByStrategy(plan, samples::catalog()),
                 trafficByStrategy(plan, samples::catalog())}) {
            QTEST(idsOf(data), "bars");
            const int chosen = chosenCategory(data);
            QVERIFY(chosen >= 0);
            QCOMPARE(data.categories[static_cast<std::size_t>(chosen)].id.toStdString(),
                std::string(nameOf(strategy)));
        }
    }

    void theChosenBarShowsThePlanItself()
    {
        const Plan plan = samples::plan(); // not what makePlan would give
        const ChartData data = memoryByStrategy(plan, samples::catalog());
        QCOMPARE(totalOf(data, 3), plan.memory.peak.value());
    }

    void barsBesideThePlanAreAsExactAsIt_data()
    {
        QTest::addColumn<Reserving>("reserving");
        QTest::newRow("estimated") << Reserving::Estimated;
        QTest::newRow("played") << Reserving::Played;
    }

    void barsBesideThePlanAreAsExactAsIt()
    {
        QFETCH(Reserving, reserving);
        const Catalog catalog = samples::catalog();
        const Plan plan = *makePlan({}, catalog, reserving);
        Scenario other = plan.scenario;
        other.parallel.strategy = Strategy::Zero2;
        const ChartData data = memoryByStrategy(plan, catalog);
        QVERIFY(
            std::abs(totalOf(data, 2) - makePlan(other, catalog, reserving)->memory.peak.value())
            < 1);
        const ChartData frameworks = memoryByFramework(plan, catalog);
        QVERIFY(std::abs(totalOf(frameworks, 1) - plan.memory.peak.value()) < 1);
    }

    void aBarShowsItsRangeAndItsDoubt()
    {
        Plan plan = samples::plan();
        plan.memory.confidence = {.low = 24 * GiB, .high = 90 * GiB, .isValidated = false};
        const ChartData data = memoryByGpu(plan, samples::catalog());
        const ChartCategory &bar = data.categories.front();
        QCOMPARE(bar.low, 24 * GiB.value());
        QCOMPARE(bar.high, 90 * GiB.value());
        QVERIFY(bar.isDoubtful);
        QCOMPARE(bar.detail, "Outside the validated range.");
        QVERIFY(axisMaximum(data) > bar.high);
        const ChartCategory sure = memoryByGpu(samples::plan(), samples::catalog()).categories[0];
        QVERIFY(!sure.isDoubtful);
        QCOMPARE(sure.high, 0.0);
    }

    void whiskersAreExplained_data()
    {
        QTest::addColumn<QString>("estimator");
        QTest::addColumn<QString>("label");
        QTest::addColumn<QString>("detail");
        QTest::newRow("an estimate") << "detailed"
                                     << "Range: by the errors of measured runs"
                                     << "measured runs";
        QTest::newRow("the rule of thumb") << "worksheet"
                                           << "Range: a tenth kept free, by rule of thumb"
                                           << "a tenth would stay";
    }
    void whiskersAreExplained()
    {
        QFETCH(QString, estimator);
        QFETCH(QString, detail);
        const Plan plan
            = planOf(scenarioWith({{"estimator", estimator.toStdString()}, {"parallel.gpus", "2"}}),
                builtInCatalog());
        const ChartData data = memoryByGpu(plan, builtInCatalog());
        QTEST(data.rangeLabel, "label");
        QVERIFY(!data.rangeMeaning.isEmpty());
        QVERIFY2(data.categories[0].detail.contains(detail), qPrintable(data.categories[0].detail));
        const ChartPicture picture = planPicture(plan, builtInCatalog(), {});
        QVERIFY(picture.caption.contains(picture.content.data.rangeMeaning));
        const auto image = [&data](bool isSaid) {
            ChartData shown = data;
            shown.rangeLabel = isSaid ? data.rangeLabel : QString();
            const ChartTheme theme = chartTheme(ChartThemeKind::Light, QFont());
            return pictureImage({.content = {shown, theme}, .size = {640, 480}, .caption = {}}, 1);
        };
        QVERIFY(image(true) != image(false)); // the legend has it
        const auto view = shownChart(data);
        QVERIFY(view);
        QVERIFY(view->toolTipFor({0, 0}).contains(detail));
    }

    void doubtIsSeenInEveryTheme_data()
    {
        QTest::addColumn<ChartThemeKind>("theme");
        QTest::newRow("light") << ChartThemeKind::Light;
        QTest::newRow("dark") << ChartThemeKind::Dark;
        QTest::newRow("print") << ChartThemeKind::Print;
    }
    void doubtIsSeenInEveryTheme()
    {
        QFETCH(ChartThemeKind, theme);
        const auto painted = [theme](bool isDoubtful, bool hasRange) {
            ChartData data = twoBars();
            data.categories[1].isDoubtful = isDoubtful;
            data.categories[1].high = hasRange ? 40 * GiB.value() : 0;
            data.categories[1].low = hasRange ? 25 * GiB.value() : 0;
            return pictureImage({.content = {data, chartTheme(theme, QFont())}}, 1);
        };
        QVERIFY(painted(true, false) != painted(false, false));
        QVERIFY(painted(false, true) != painted(false, false));
    }

    void frameworksStandSideBySide()
    {
        const ChartData data = memoryByFramework(samples::plan(), samples::catalog());
        QStringList shortLabels;
        for (const ChartCategory &category : data.categories)
            shortLabels += category.shortLabel;
        QVERIFY(!shortLabels.contains(QString()));
        QCOMPARE(shortLabels.removeDuplicates(), 0); // "PyTorch ..." twice tells nobody which
        const int chosen = chosenCategory(data);
        QVERIFY(chosen >= 0);
        QCOMPARE(data.categories[static_cast<std::size_t>(chosen)].id, "deepspeed");
        QCOMPARE(
            totalOf(data, static_cast<std::size_t>(chosen)), samples::plan().memory.peak.value());
        for (const ChartCategory &bar : data.categories) {
            QCOMPARE(bar.notes.size(), 2);
            QVERIFY(!bar.notes.last().isEmpty()); // the version
            QVERIFY(bar.isChosen || bar.detail.contains("chosen one"));
        }
        QVERIFY(data.categories.front().detail.contains("DDP is nearest"));
    }

    void hostMemoryHasABarWhereSomethingIsOffloaded()
    {
        Plan plan = samples::plan();
        QVERIFY(hostMemory(plan).categories.empty());
        plan.memory.host = {.perNode = 90 * GiB,
            .parts = {{PartId::Master, 30 * GiB}, {PartId::OptimizerState, 60 * GiB}}};
        QVERIFY(hostMemory(plan).lines.empty());
        plan.memory.host.capacity = 80 * GiB;
        const ChartData data = hostMemory(plan);
        QCOMPARE(totalOf(data, 0), 90 * GiB.value());
        QCOMPARE(data.lines.front().value, 80 * GiB.value());
        QCOMPARE(data.lines.front().fit, Fit::DoesNotFit);
        QCOMPARE(data.categories.front().fit, Fit::DoesNotFit);
    }

    void theHostsBarsStandBesideThoseOfTheGpus()
    {
        Session session(builtInCatalog());
        MemoryPage page(session);
        page.show();
        QVERIFY(page.chart()->isVisible());
        // Until something is offloaded there is nothing beside them.
        QCOMPARE(page.hostChart()->isVisible(), !session.plan()->memory.host.parts.empty());
    }

    void capacityLinesDoNotLieOnEachOther()
    {
        const std::vector<ChartLine> lines = capacityLines(samples::plan(), samples::catalog());
        // The A10 would lie on the RTX 4090, and the A100 80GB is no landmark.
        const QStringList expected{"RTX 4090: 23.5 GiB", "A100 40GB: 39.4 GiB", "L40S: 44.4 GiB",
            "H100 80GB: 79.1 GiB", "H200: 139.8 GiB", "B200: 178.4 GiB"};
        QCOMPARE(labelsOf(lines), expected);
        QVERIFY(lines[3].isChosen);
        QCOMPARE(lines[0].fit, Fit::DoesNotFit);
        QCOMPARE(lines[3].fit, Fit::Fits);
    }

    void ofLinesAboveTheAxisTheNearestIsKept()
    {
        ChartData data{.categories = {{.id = "ddp", .isChosen = true}},
            .series = {{.id = "weights", .values = {10}}},
            .lines = {{.id = "a", .value = 8, .isChosen = true}, {.id = "b", .value = 400},
                {.id = "c", .value = 500}}};
        keepNearLines(data);
        QCOMPARE(data.lines.size(), std::size_t(2));
        QCOMPARE(data.lines.back().id, "b");
    }

    void whereThereIsNoRoomTheLinesNearTheChosenOneStay()
    {
        const ChartData data{
            .lines = {{.id = "far", .value = 10}, {.id = "near", .value = 70},
                {.id = "chosen", .value = 80, .isChosen = true}, {.id = "above", .value = 140}}};
        QCOMPARE(nearestLines(data, 0), std::vector<std::size_t>());
        QCOMPARE(nearestLines(data, 1), (std::vector<std::size_t>{2}));
        QCOMPARE(nearestLines(data, 3), (std::vector<std::size_t>{1, 2, 3}));
        QCOMPARE(nearestLines(data, 9).size(), data.lines.size());
    }

    void theWorksheetSpeaksDecimalGigabytes()
    {
        Plan plan = samples::plan();
        plan.scenario.estimator = EstimatorKind::Worksheet;
        plan.memory.verdict = judge(plan.memory.peak, 80 * GB);
        const ChartData data = memoryByGpu(plan, samples::catalog());
        QCOMPARE(data.unit.symbol, "GB");
        QVERIFY(labelsOf(data.lines).contains("H100 80GB: 80.0 GB"));
    }

    void trafficIsStackedByCollective()
    {
        const Plan plan = samples::plan();
        const ChartData data = trafficByStrategy(plan, samples::catalog());
        const int scatter = seriesIndex(data, "gradient-reduce-scatter");
        QVERIFY(scatter >= 0);
        QCOMPARE(data.series[static_cast<std::size_t>(scatter)].values[3], 14e9);
        QCOMPARE(totalOf(data, 3), plan.traffic.bytesPerGpuPerStep().value());
    }

    void overUnlikeLinksBarsStandForTime()
    {
        const Plan plan
            = planOf(scenarioWith({{"hardware.gpu", "a100-sxm-80"}, {"parallel.gpus", "16"}}),
                builtInCatalog());
        const ChartData data = trafficByStrategy(plan, builtInCatalog());
        const auto chosen = static_cast<std::size_t>(chosenCategory(data));
        QVERIFY(data.axis);
        QVERIFY(qAbs(totalOf(data, chosen) - plan.traffic.seconds() / plan.time.compute) < 1e-9);
        QVERIFY(qAbs(totalAmount(data, chosen) - plan.traffic.bytesPerGpuPerStep().value()) < 1);
        QCOMPARE(data.lines.size(), std::size_t{1});
        QCOMPARE(data.lines.front().value, 1.0);
        QVERIFY(segmentName(data, chosen, 0).endsWith("GB"));
        const auto sent = std::find_if(data.series.begin(), data.series.end(),
            [chosen](const ChartSeries &one) { return one.values[chosen] > 0; });
        QVERIFY(sent->details[chosen].contains("on the wire"));
    }

    void linesSayWhatLinksCarryInASecond()
    {
        const Plan plan = samples::plan();
        const Catalog catalog = samples::catalog();
        const QStringList expected{"PCIe 4.0 x16: 24.0 GB in 1 s", "InfiniBand NDR: 48.0 GB in 1 s",
            "NVLink 4: 361.0 GB in 1 s"};
        QCOMPARE(labelsOf(linkLines(plan, catalog)), expected);
    }

    void labelsMoveApart_data()
    {
        QTest::addColumn<std::vector<double>>("wanted");
        QTest::addColumn<std::vector<double>>("centres");
        using List = std::vector<double>;
        QTest::newRow("none") << List{} << List{};
        QTest::newRow("far apart: stay") << List{20, 50, 90} << List{20, 50, 90};
        QTest::newRow("two too near: share the way") << List{50, 54} << List{47, 57};
        QTest::newRow("any order") << List{54, 50} << List{57, 47};
        QTest::newRow("three at one place") << List{50, 50, 50} << List{40, 50, 60};
        QTest::newRow("beyond the top") << List{-20, 2} << List{5, 15};
        QTest::newRow("beyond the bottom") << List{99, 120} << List{85, 95};
        QTest::newRow("pushed into a third") << List{50, 52, 60} << List{44, 54, 64};
    }
    void labelsMoveApart()
    {
        QFETCH(std::vector<double>, wanted);
        QTEST(spreadLabels(wanted, 10, 0, 100), "centres");
    }

    void theAxisHoldsBarsAndTheChosenLine()
    {
        ChartData data = twoBars();
        QVERIFY(axisMaximum(data) > 79 * GiB.value());
        data.lines[0].value = 1000 * GiB.value(); // the bars would be slivers
        QVERIFY(axisMaximum(data) < 50 * GiB.value());
        QVERIFY(axisMaximum(ChartData{}) > 0);
    }

    void aGiantIsCutOff()
    {
        ChartData data = twoBars();
        data.series[1].values[0] = 2000 * GiB.value();
        QVERIFY(axisMaximum(data) < 200 * GiB.value()); // the chosen bar stays readable
        const auto view = shownChart(data);
        QVERIFY(view->segmentRect({0, 1}).top() >= 0);
        QVERIFY(view->segmentRect({1, 0}).height() > 20);
        data.categories[1].isChosen = false;
        data.lines.clear();
        QVERIFY(axisMaximum(data) > 2000 * GiB.value()); // nothing decides: all is shown
    }

    void onlyWhatIsNearTheChosenBarIsWhole_data()
    {
        QTest::addColumn<double>("total");
        QTest::addColumn<bool>("isCut");
        QTest::newRow("lower than the chosen bar") << 20.0 << false;
        QTest::newRow("a little above the capacity") << 100.0 << false;
        QTest::newRow("twice the capacity") << 160.0 << true;
    }
    void onlyWhatIsNearTheChosenBarIsWhole()
    {
        QFETCH(double, total);
        QFETCH(bool, isCut);
        ChartData data = twoBars();
        data.tallest = 1.5;
        const double g = GiB.value();
        data.series[0].values[0] = 0;
        data.series[1].values[0] = total * g;
        QCOMPARE(isCutOff(data, 0), isCut);
        QVERIFY(!isCutOff(data, 1));
        QVERIFY(axisMaximum(data) < 1.5 * 79 * g);
        data.categories[0].low = 0.9 * total * g;
        data.categories[0].high = 300 * g; // nor does a whisker set the scale
        QVERIFY(reachesAbove(data, 0));
        QVERIFY(axisMaximum(data) < 1.5 * 79 * g);
    }

    void aTornEdgeSaysTheWholeNumber()
    {
        ChartData data = twoBars();
        const double g = GiB.value();
        data.categories[0].low = 36 * g;
        data.categories[0].high = 52 * g;
        QCOMPARE(wholeReading(data, 0).replace(QChar::Nbsp, ' '),
            QString::fromUtf8("40.0 GiB (36.0–52.0)"));
        QCOMPARE(shortReading(data, 0).replace(QChar::Nbsp, ' '), "40.0 GiB");
        const QFontMetricsF metrics{QFont()};
        const auto fitting = [&](const QString &widest) {
            return fittingReading(data, 0, metrics, metrics.horizontalAdvance(widest));
        };
        QCOMPARE(fitting(wholeReading(data, 0)), wholeReading(data, 0));
        QCOMPARE(fitting(shortReading(data, 0)), shortReading(data, 0));
        QCOMPARE(fitting("40.0") + fitting("4"), "40.0"); // of the second nothing
        data.axis = ChartUnit{"%", 0.01};
        data.series = {{"sent", "Sent", 0, {11.528, 0.31}, {"a", "b"}}};
        QCOMPARE(wholeReading(data, 0), QString::fromUtf8("11.5× oversubscribed"));
    }

    void theChosenBarCarriesAllItsNumbers()
    {
        ChartData data = twoBars();
        const double g = GiB.value();
        for (const double thin : {0.4, 0.3, 0.2})
            data.series.push_back({"thin", "Thin", 5, {thin * g, thin * g}, {"", ""}});
        QCustomPlot plot;
        ChartScene scene(plot);
        plot.setViewport({0, 0, 700, 400});
        scene.show({data, chartTheme(ChartThemeKind::Light, QFont())});
        const ChartContent &content = scene.shown();
        plot.replot();
        const std::vector<SideNumber> beside = sideNumbers(*plot.axisRect(), content, 1);
        QCOMPARE(beside.size(), std::size_t{3});
        QVERIFY(sideNumbers(*plot.axisRect(), content, 0).empty()); // it is only beside it
        for (std::size_t i = 0; i < beside.size(); ++i) {
            QVERIFY(!beside[i].rect.intersects(
                barSegmentRect(*plot.axisRect(), content, 1, beside[i].series)));
            QVERIFY(i == 0 || beside[i].rect.top() >= beside[i - 1].rect.bottom() - 1);
        }
    }

    void manyChangesAreOneReplot()
    {
        const auto view = shownChart(twoBars());
        const int before = view->replotCount();
        ChartData data = twoBars();
        for (int i = 1; i <= 100; ++i) {
            data.series[0].values[0] = i * 1e9;
            view->setData(data);
        }
        QCOMPARE(view->replotCount(), before);
        QTRY_COMPARE(view->replotCount(), before + 1);
        QTest::qWait(20);
        QCOMPARE(view->replotCount(), before + 1);
    }

    void equalDataAreNotPaintedAgain()
    {
        const auto view = shownChart(twoBars());
        const int before = view->replotCount();
        view->setData(twoBars());
        QTest::qWait(20);
        QCOMPARE(view->replotCount(), before);
    }

    void segmentsAreWhereTheyArePainted()
    {
        const auto view = shownChart(twoBars());
        const QRectF weights = view->segmentRect({1, 0});
        const QRectF optimizer = view->segmentRect({1, 1});
        QVERIFY(weights.height() > 20);
        QVERIFY(optimizer.bottom() <= weights.top());
        const QPoint edge = (weights.topLeft() + QPointF(6, 6)).toPoint();
        QCOMPARE(view->grab().toImage().pixelColor(edge), chartFill(0).colour);
        QCOMPARE(view->segmentAt(weights.center()), (ChartSegment{1, 0}));
        QVERIFY(!view->segmentAt({1, 1}));
    }

    void inALowWindowTheBarsComeFirst()
    {
        ChartData data = twoBars();
        data.axisLabel = "Memory of each of the GPUs at the peak of one step (GiB)";
        for (int i = 0; i < 40; ++i) // a legend of many rows
            data.series.push_back({"more", "One more of the parts", i % 8, {0, 0}, {"", ""}});
        const auto view = shownChart(data);
        view->resize(700, 220);
        QCoreApplication::processEvents();
        QVERIFY(view->segmentRect({0, 0}).height() > 20);
        QVERIFY(view->segmentRect({0, 1}).top() > 0);
    }

    void aBarStandsOnTheAxisWhateverItLacks()
    {
        ChartData data = twoBars();
        data.series.front().values[0] = 0;
        const auto view = shownChart(data);
        QCOMPARE(view->segmentRect({0, 1}).bottom(), view->segmentRect({1, 0}).bottom());
    }

    void aClickActivates()
    {
        const auto view = shownChart(twoBars());
        QSignalSpy activated(view.get(), &ChartView::segmentActivated);
        QTest::mouseClick(
            view.get(), Qt::LeftButton, {}, view->segmentRect({0, 1}).center().toPoint());
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated[0], (QVariantList{"zero1", "optimizer"}));
    }

    void arrowsWalkTheSegments()
    {
        const auto view = shownChart(twoBars());
        QSignalSpy activated(view.get(), &ChartView::segmentActivated);
        QTest::keyClick(view.get(), Qt::Key_Up); // begins at the chosen bar
        QCOMPARE(view->selection(), (ChartSegment{1, 0}));
        QTest::keyClick(view.get(), Qt::Key_Up);
        QTest::keyClick(view.get(), Qt::Key_Up); // the top stays the top
        QCOMPARE(view->selection(), (ChartSegment{1, 1}));
        QTest::keyClick(view.get(), Qt::Key_Left);
        QCOMPARE(view->selection(), (ChartSegment{0, 1}));
        QTest::keyClick(view.get(), Qt::Key_Return);
        QCOMPARE(activated[0], (QVariantList{"zero1", "optimizer"}));
        QTest::keyClick(view.get(), Qt::Key_Escape);
        QVERIFY(!view->selection());
    }

    void theSelectionSurvivesNewNumbers()
    {
        const auto view = shownChart(twoBars());
        view->select("optimizer", "zero1");
        ChartData data = twoBars();
        data.series.insert(
            data.series.begin() + 1, {"gradients", "Gradients", 1, {1e9, 1e9}, {{}, {}}});
        view->setData(data);
        QCOMPARE(view->selection(), (ChartSegment{0, 2}));
        data.series.pop_back();
        view->setData(data);
        QVERIFY(!view->selection());
    }

    void theToolTipSaysEverything()
    {
        const auto view = shownChart(twoBars());
        const QString text = view->toolTipFor({1, 1}).replace(QChar::Nbsp, ' ');
        QCOMPARE(
            text, "ZeRO-2, Optimizer states: 12.0 GiB\n12,884,901,888 bytes, 37.5 % of the bar\nd");
    }

    void assistiveTechnologySeesTheSegments()
    {
        const auto view = shownChart(twoBars());
        QAccessibleInterface *chart = QAccessible::queryAccessibleInterface(view.get());
        QCOMPARE(chart->role(), QAccessible::Chart);
        QCOMPARE(chart->text(QAccessible::Description), "Fits");
        QCOMPARE(chart->childCount(), 4);
        QAccessibleInterface *segment = chart->child(3);
        QCOMPARE(segment->text(QAccessible::Name).replace(QChar::Nbsp, ' '),
            "ZeRO-2, Optimizer states: 12.0 GiB");
        QCOMPARE(segment->parent(), chart);
        QCOMPARE(chart->indexOfChild(segment), 3);
        const QRect rect = view->segmentRect({1, 1}).toRect();
        QCOMPARE(segment->rect(), QRect(view->mapToGlobal(rect.topLeft()), rect.size()));
        const QPoint centre = segment->rect().center();
        QCOMPARE(chart->childAt(centre.x(), centre.y()), segment);
    }

    void aPageWorksOnlyWhileItIsSeen()
    {
        Session session{samples::catalog()};
        MemoryPage page(session);
        session.evaluateNow();
        QVERIFY(page.chart()->data().categories.empty());
        page.show();
        QCOMPARE(page.chart()->data().categories.size(), 4U);
        page.setView(MemoryPage::ByGpu);
        QCOMPARE(page.chart()->data().categories.size(), 8U);
    }
};

QTEST_MAIN(TestCharts)
#include "tst_charts.moc"
