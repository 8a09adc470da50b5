// SPDX-License-Identifier: GPL-3.0-or-later
// Which bars there are, and where numbers and whiskers lie beside each other.
#include "tests/support/samples.h"
#include "tests/support/scenarioof.h"
#include "tests/support/shownchart.h"
#include "tests/support/testcatalog.h"
#include "ui/charts/chartbars.h"
#include "ui/charts/chartranges.h"
#include "ui/charts/memorychart.h"

#include <QPainter>
#include <QTest>
#include <qcustomplot.h>

#include <cmath>

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

constexpr QSizeF Field{140, 90};

/// What stripes leave of black, painted in the parts of `Field`.
QImage striped(double ratio, const std::vector<QRectF> &parts)
{
    QImage image((Field * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::black);
    QPainter painter(&image);
    for (const QRectF &part : parts)
        paintDoubt(painter, part, chartTheme(ChartThemeKind::Light, QFont()));
    return image;
}

double lightness(const QImage &image)
{
    double sum = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            sum += image.pixelColor(x, y).lightnessF();
    }
    return sum / (image.width() * image.height());
}

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
        plot.setViewport({0, 0, width, 400});
        scene.show({fourBars(), chartTheme(ChartThemeKind::Light, font)});
        const ChartContent &content = scene.shown();
        plot.replot();
        const QRectF whisker = rangeRect(*plot.axisRect(), content, 2);
        const std::vector<SideNumber> numbers = sideNumbers(*plot.axisRect(), content, 3);
        QVERIFY(!whisker.isEmpty() && !numbers.empty());
        for (const SideNumber &number : numbers)
            QVERIFY2(number.rect.left() >= whisker.right() + 2,
                qPrintable(QString::number(number.rect.left() - whisker.right())));
    }

    void stripesOfDoubtRunOnFromSegmentToSegment_data()
    {
        QTest::addColumn<double>("ratio");
        for (const double ratio : {1.0, 1.25, 1.5, 1.75, 2.0, 3.0})
            QTest::addRow("%g pixels in a point", ratio) << ratio;
    }
    void stripesOfDoubtRunOnFromSegmentToSegment()
    {
        QFETCH(double, ratio);
        const QImage whole = striped(ratio, {{QPointF(), Field}});
        QCOMPARE(striped(ratio, {{0, 0, 140, 40}, {0, 40, 60, 50}, {60, 40, 80, 50}}), whole);
        const double share = 3.5 * std::sqrt(2) / 14; // of a row that lines of 45 degrees cover
        const double opaque = 150.0 / 255;
        QVERIFY2(qAbs(lightness(whole) - share * opaque) < 0.02,
            qPrintable(QString::number(lightness(whole) / opaque)));
    }

    // Nobody may read from a line, a range or an amount that it would fit.
    void whatNobodyCanRunIsMarkedWithNothingElse_data()
    {
        QTest::addColumn<KeyValues>("settings");
        QTest::addColumn<QString>("word");
        QTest::newRow("a vision tower under FSDP1")
            << KeyValues{{"model.id", "Qwen/Qwen2.5-VL-7B-Instruct"}, {"vision.images", "1"},
                   {"vision.image_width", "448"}, {"parallel.strategy", "fsdp"},
                   {"parallel.framework", "fsdp1"}, {"parallel.gpus", "8"}}
            << "Not planned";
        QTest::newRow("BF16 on a V100")
            << KeyValues{{"hardware.gpu", "v100-sxm-32"}} << "Cannot run";
    }

    void whatNobodyCanRunIsMarkedWithNothingElse()
    {
        QFETCH(KeyValues, settings);
        QFETCH(QString, word);
        const Plan plan = planOf(scenarioOf(settings), builtInCatalog());
        for (const ChartLine &line : capacityLines(plan, builtInCatalog()))
            QVERIFY2(!line.fit, qPrintable(line.label));
        const ChartData data = memoryByStrategy(plan, builtInCatalog());
        const ChartCategory &bar = data.categories[static_cast<std::size_t>(chosenCategory(data))];
        QCOMPARE(bar.word, word);
        QCOMPARE(bar.fit, Fit::DoesNotFit);
        if (word == "Not planned")
            QVERIFY(bar.high <= bar.low);
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
