// SPDX-License-Identifier: GPL-3.0-or-later
// Which bars there are, and where numbers and whiskers lie beside each other.
#include "tests/support/samples.h"
#include "tests/support/shownchart.h"
#include "ui/charts/chartbars.h"
#include "ui/charts/chartranges.h"
#include "ui/charts/memorychart.h"

#include <QTest>
#include <qcustomplot.h>

using namespace shardscope;

namespace {

/// How often a widget is painted.
class PaintCount : public QObject
{
public:
    explicit PaintCount(QWidget &widget) { widget.installEventFilter(this); }
    int count() const { return m_count; }

protected:
    bool eventFilter(QObject *, QEvent *event) override
    {
        m_count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }

private:
    int m_count = 0;
};

/// Four bars of thin parts, each with a whisker; the last is the chosen one.
ChartData fourBars()
{
    ChartData data{.unit = {"GiB", GiB.value()}};
    const double g = GiB.value();
    for (const char *id : {"ddp", "zero1", "zero2", "zero3"})
        data.categories.push_back({.id = id, .label = id, .low = 20 * g, .high = 60 * g});
    data.categories.back().isChosen = true;
    for (const double part : {0.31, 0.29, 11.7, 0.27, 24.9})
        data.series.push_back({.id = QString::number(part),
            .label = "Part",
            .values = std::vector<double>(4, part * g),
            .details = std::vector<QString>(4)});
    return data;
}

} // namespace

class TestChartBars : public QObject
{
    Q_OBJECT

private slots:
    // On a fine screen each picture of the whole plot takes milliseconds: one for all that is
    // drawn, and brought to the window once.
    void aChangeIsPaintedOnce()
    {
        ChartData data = fourBars();
        const auto view = shownChart(data);
        QVERIFY(view);
        auto *const plot = view->findChild<QCustomPlot *>();
        const int before = view->replotCount();
        const PaintCount paints(*plot);
        data.series[0].values[0] *= 2;
        view->setData(data);
        QTRY_COMPARE(view->replotCount(), before + 1);
        QTest::qWait(20);
        QCOMPARE(paints.count(), 1);
        QCOMPARE(plot->layer("overlay")->mode(), QCPLayer::lmLogical);
    }

    void numbersBesideABarLeaveTheWhiskerBeforeItAlone_data()
    {
        QTest::addColumn<int>("points");
        QTest::addColumn<int>("width");
        for (const int points : {9, 11, 14}) {
            for (const int width : {560, 780, 1100})
                QTest::addRow("%d pt, %d pixels", points, width) << points << width;
        }
    }
    void numbersBesideABarLeaveTheWhiskerBeforeItAlone()
    {
        QFETCH(int, points);
        QFETCH(int, width);
        QFont font;
        font.setPointSize(points);
        QCustomPlot plot;
        ChartScene scene(plot);
        const ChartContent content{fourBars(), chartTheme(ChartThemeKind::Light, font)};
        plot.setViewport({0, 0, width, 400});
        scene.show(content);
        plot.replot();
        const QRectF whisker = rangeRect(*plot.axisRect(), content, 2);
        const std::vector<SideNumber> numbers = sideNumbers(*plot.axisRect(), content, 3);
        QVERIFY(!whisker.isEmpty() && !numbers.empty());
        for (const SideNumber &number : numbers)
            QVERIFY2(number.rect.left() >= whisker.right() + 2,
                qPrintable(QString::number(number.rect.left() - whisker.right())));
    }

    void reinforcementLearningTakesTurns()
    {
        Plan plan = samples::plan();
        const auto generation = [](double rollout) {
            return samples::phase(
                PhaseId::Generation, {1.9, 0, 3.7, 7.5, 0.1, 0, 0, 0, 0, 0, 0, 0, rollout, 1.2});
        };
        plan.memory.phases.insert(plan.memory.phases.begin(), generation(2));
        const auto total = [](const ChartData &chart, std::size_t bar) {
            double sum = 0;
            for (const ChartSeries &series : chart.series)
                sum += series.values[bar];
            return sum;
        };
        ChartData data = memoryByGpu(plan, samples::catalog());
        QCOMPARE(data.categories.size(), 2U);
        QCOMPARE(data.categories[0].id, "generation");
        QCOMPARE(total(data, 0), generation(2).peak.value());
        QCOMPARE(total(data, 1), plan.memory.peak.value());
        QVERIFY(!data.categories[0].isChosen && data.categories[1].isChosen);
        QCOMPARE(data.categories[0].fit, Fit::Fits);

        plan.memory.phases.front() = generation(70);
        plan.memory.peakPhase = PhaseId::Generation;
        plan.memory.peak = plan.memory.atPeak().peak;
        data = memoryByGpu(plan, samples::catalog());
        QVERIFY(data.categories[0].isChosen);
        QCOMPARE(data.categories[0].fit, Fit::DoesNotFit);
        QCOMPARE(data.categories[1].fit, Fit::Fits);
    }
};

QTEST_MAIN(TestChartBars)
#include "tst_chartbars.moc"
