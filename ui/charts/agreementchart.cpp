// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/agreementchart.h"

#include "ui/charts/axisdress.h"

#include <QBuffer>
#include <QSvgGenerator>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr int DotsPerInch = 96;

/// Whole powers of ten around everything.
QCPRange rangeOf(const AgreementChart &chart)
{
    double low = 1;
    double high = 10;
    bool any = false;
    for (const AgreementChart::Group &group : chart.groups) {
        for (const QPointF &point : group.points) {
            const double least = std::min(point.x(), point.y());
            const double most = std::max(point.x(), point.y());
            low = any ? std::min(low, least) : least;
            high = any ? std::max(high, most) : most;
            any = true;
        }
    }
    return {std::pow(10, std::floor(std::log10(low))), std::pow(10, std::ceil(std::log10(high)))};
}

void dressLogarithmic(
    QCPAxis &axis, const ChartTheme &theme, const QString &label, const QCPRange &range)
{
    axis.setScaleType(QCPAxis::stLogarithmic);
    axis.setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    axis.setNumberFormat(QStringLiteral("gb"));
    dressAxis(axis, theme, label, range);
    axis.grid()->setSubGridVisible(false);
}

void addLine(QCustomPlot &plot, const ChartTheme &theme, const QCPRange &range)
{
    QCPGraph *line = plot.addGraph();
    line->setPen(QPen(theme.faintText, 1));
    line->setData({range.lower, range.upper}, {range.lower, range.upper}, true);
    line->removeFromLegend();
}

void addPoints(QCustomPlot &plot, const AgreementChart::Group &group, int style)
{
    // A shape of its own for each group, beside its colour; none of them pale on white.
    constexpr std::array<int, 4> styles{0, 1, 2, 5};
    constexpr std::array<QCPScatterStyle::ScatterShape, 4> shapes{QCPScatterStyle::ssCircle,
        QCPScatterStyle::ssTriangle, QCPScatterStyle::ssSquare, QCPScatterStyle::ssDiamond};
    constexpr double size = 6;
    QCPGraph *graph = plot.addGraph();
    graph->setName(group.label);
    graph->setLineStyle(QCPGraph::lsNone);
    const auto shape = shapes[static_cast<std::size_t>(style) % shapes.size()];
    graph->setScatterStyle(QCPScatterStyle(shape,
        QPen(chartFill(styles[static_cast<std::size_t>(style) % styles.size()]).colour, 1.2),
        Qt::NoBrush, size));
    QVector<double> x;
    QVector<double> y;
    for (const QPointF &point : group.points) {
        x.append(point.x());
        y.append(point.y());
    }
    graph->setData(x, y);
}

void placeLegend(QCustomPlot &plot, const ChartTheme &theme)
{
    dressLegend(plot, theme);
    plot.legend->setBorderPen(Qt::NoPen);
    plot.axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignLeft);
}

void addTitle(QCustomPlot &plot, const ChartTheme &theme, const QString &title)
{
    QFont font = theme.font;
    font.setBold(true);
    font.setPointSizeF(1.2 * font.pointSizeF());
    auto *element = new QCPTextElement(&plot, title, font);
    element->setTextColor(theme.text);
    plot.plotLayout()->insertRow(0);
    plot.plotLayout()->addElement(0, 0, element);
}

} // namespace

QByteArray agreementSvg(const AgreementChart &chart, QSize size, const ChartTheme &theme)
{
    QCustomPlot plot;
    plot.setViewport(QRect(QPoint(), size));
    plot.setBackground(theme.background);
    const QCPRange range = rangeOf(chart);
    dressLogarithmic(*plot.xAxis, theme, chart.xLabel, range);
    dressLogarithmic(*plot.yAxis, theme, chart.yLabel, range);
    addLine(plot, theme, range);
    for (std::size_t i = 0; i < chart.groups.size(); ++i)
        addPoints(plot, chart.groups[i], static_cast<int>(i));
    placeLegend(plot, theme);
    addTitle(plot, theme, chart.title);

    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(DotsPerInch);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    generator.setTitle(chart.title);
    QCPPainter painter;
    painter.begin(&generator);
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
    plot.toPainter(&painter, size.width(), size.height());
    painter.end();
    return buffer.data();
}

} // namespace shardscope
