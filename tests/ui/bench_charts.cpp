// SPDX-License-Identifier: GPL-3.0-or-later
// How much our own work adds to what QCustomPlot needs to paint the same chart. Not a test: run it
// by hand on a quiet machine, in a release build; an argument is the size (3840x2160).
#include "core/planner/makeplan.h"
#include "resources/catalogs.h"
#include "tests/support/benchscenarios.h"
#include "tests/support/samples.h"
#include "ui/charts/chartview.h"
#include "ui/charts/clusterchart.h"
#include "ui/charts/memorychart.h"
#include "ui/results/pages.h"
#include "ui/session.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QPainter>
#include <QSlider>
#include <qcustomplot.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>

using namespace shardscope;

namespace {

constexpr int Rounds = 300;

double median(std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

template <class Work>
double medianMilliseconds(Work work)
{
    std::vector<double> times;
    for (int i = 0; i < Rounds; ++i) {
        QElapsedTimer timer;
        timer.start();
        work(i);
        times.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
    }
    return median(times);
}

/// The same bars, lines and legend with nothing but what QCustomPlot brings.
class PlainChart : public QCustomPlot
{
public:
    explicit PlainChart(const ChartData &shown)
    {
        QCPBars *below = nullptr;
        for (const ChartSeries &series : shown.series) {
            auto *bars = new QCPBars(xAxis, yAxis);
            bars->setName(series.label);
            bars->setBrush(chartFill(series.style).colour);
            bars->setStackingGap(1.5);
            if (below)
                bars->moveAbove(below);
            below = bars;
            m_bars.push_back(bars);
        }
        for (const ChartLine &line : shown.lines)
            addLine(line, shown.unit);
        plotLayout()->addElement(1, 0, new QCPLegend);
        auto *rows = static_cast<QCPLegend *>(plotLayout()->element(1, 0));
        rows->setLayer(QStringLiteral("legend"));
        rows->setFillOrder(QCPLegend::foColumnsFirst);
        for (QCPBars *bars : m_bars)
            bars->addToLegend(rows);
        plotLayout()->setRowStretchFactor(1, 0.001);
        yAxis->setRange(0, 1.06 * largestTotal(shown) / shown.unit.size);
        xAxis->setRange(-0.5, static_cast<double>(shown.categories.size()) - 0.5);
        addNumbers(shown);
        setValues(shown);
    }

    void setValues(const ChartData &shown)
    {
        QVector<double> keys(static_cast<qsizetype>(shown.categories.size()));
        std::iota(keys.begin(), keys.end(), 0.0);
        for (std::size_t i = 0; i < m_bars.size(); ++i) {
            QVector<double> values;
            for (const double value : shown.series[i].values)
                values.push_back(value / shown.unit.size);
            m_bars[i]->setData(keys, values, true);
        }
    }

private:
    std::vector<QCPBars *> m_bars;

    void addLine(const ChartLine &line, const ChartUnit &unit)
    {
        auto *item = new QCPItemLine(this);
        item->start->setCoords(-0.5, line.value / unit.size);
        item->end->setCoords(10, line.value / unit.size);
        addText(line.label, 3, line.value / unit.size);
    }

    void addNumbers(const ChartData &shown)
    {
        for (std::size_t category = 0; category < shown.categories.size(); ++category) {
            double base = 0;
            for (const ChartSeries &series : shown.series) {
                const double value = series.values[category] / shown.unit.size;
                addText(chartNumber(shown.unit, series.values[category]),
                    static_cast<double>(category), base + value / 2);
                base += value;
            }
        }
    }

    void addText(const QString &text, double x, double y)
    {
        auto *item = new QCPItemText(this);
        item->setText(text);
        item->position->setCoords(x, y);
    }
};

double plainReplot(const ChartData &data, QSize size)
{
    PlainChart plain(data);
    plain.resize(size);
    plain.show();
    QApplication::processEvents();
    return medianMilliseconds([&](int) {
        plain.setValues(data);
        plain.replot(QCustomPlot::rpImmediateRefresh);
    });
}

void settle(const ChartView &chart, int replots)
{
    while (chart.replotCount() <= replots)
        QApplication::processEvents();
    QApplication::processEvents(); // what is painted comes to the window
}

double sliderToFrame(Session &session, const ChartView &chart)
{
    QSlider slider;
    slider.setRange(1, 1000);
    QObject::connect(&slider, &QSlider::valueChanged, &session, [&session](int value) {
        Scenario next = session.scenario();
        next.model.parameters = 1e8 * value;
        session.edit(QStringLiteral("Parameters"), QStringLiteral("model.parameters"), next);
    });
    return medianMilliseconds([&](int i) {
        const int before = chart.replotCount();
        slider.setValue(71 + i % 50);
        settle(chart, before);
    });
}

void countWork(Session &session, const ChartView &chart)
{
    const int evaluations = session.evaluationCount();
    const int replots = chart.replotCount();
    for (int i = 0; i < 100; ++i) {
        Scenario next = session.scenario();
        next.model.parameters = 1e9 * (i + 1);
        session.edit(QStringLiteral("Parameters"), QStringLiteral("model.parameters"), next);
    }
    settle(chart, replots);
    std::printf("100 slider events in one turn: %d evaluation(s), %d replot(s)\n",
        session.evaluationCount() - evaluations, chart.replotCount() - replots);
}

/// The grid of 16,384 GPUs, made and painted.
double clusterOnPaper(QSize size)
{
    const Catalog catalog = builtInCatalog();
    Scenario scenario = benchScenarios().back().scenario;
    scenario.parallel.gpus = 16384;
    const Result<Plan> plan = makePlan(scenario, catalog);
    if (!plan)
        std::exit(EXIT_FAILURE);
    QImage image(size, QImage::Format_RGB32);
    return medianMilliseconds([&](int) {
        QPainter painter(&image);
        clusterChart(*plan, catalog)
            ->paint(painter, {chartTheme(ChartThemeKind::Light, QFont()), QRectF(image.rect())});
    });
}

/// WIDTHxHEIGHT, in points: with QT_SCALE_FACTOR=2 twice as many pixels each way.
QSize sizeFrom(const QString &text)
{
    const QStringList sides = text.split(u'x');
    return sides.size() == 2 ? QSize(sides[0].toInt(), sides[1].toInt()) : QSize(1280, 720);
}

} // namespace

int main(int argc, char **argv)
{
    const QApplication app(argc, argv);
    Session session{samples::catalog()};
    MemoryPage page(session);
    const QSize size = sizeFrom(QString::fromLocal8Bit(argc > 1 ? argv[1] : ""));
    page.resize(size);
    page.show();
    QApplication::processEvents();
    const ChartView &chart = *page.chart();

    const double plain = plainReplot(chart.data(), size);
    const double ours = medianMilliseconds([plot = chart.findChild<QCustomPlot *>()](int) {
        plot->replot(QCustomPlot::rpImmediateRefresh);
    });
    const double frame = sliderToFrame(session, chart);
    std::printf("%dx%d points, %g pixels each way in one\n", size.width(), size.height(),
        page.devicePixelRatioF());
    std::printf("plain QCustomPlot, same chart, replot:  %.2f ms\n", plain);
    std::printf("our chart, replot alone:                %.2f ms (%.2fx)\n", ours, ours / plain);
    std::printf("slider event to painted frame:          %.2f ms (%.2fx)\n", frame, frame / plain);
    std::printf("cluster of 16,384 GPUs, made and painted: %.2f ms\n", clusterOnPaper(size));
    countWork(session, chart);
    return 0;
}
