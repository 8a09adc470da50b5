// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartlanes.h"

#include "ui/charts/chartlayout.h"

#include <qcustomplot.h>

#include <algorithm>

namespace shardscope {

namespace {

constexpr double Above = 6; ///< between the axis and the first lane, in pixels
constexpr double Between = 3;
constexpr double NameGap = 14; ///< from the lanes to their names

double laneHeight(const ChartTheme &theme)
{
    return 1.25 * QFontMetricsF(theme.font).height();
}

/// Lanes above this one; of the last, all.
double lanesUpTo(const ChartData &data, std::size_t series)
{
    return static_cast<double>(std::count_if(data.series.begin(),
        data.series.begin() + static_cast<std::ptrdiff_t>(series),
        [](const ChartSeries &one) { return one.isLane(); }));
}

QRectF laneRect(const QCPAxisRect &axes, const ChartContent &content, std::size_t series)
{
    const double row = laneHeight(content.theme);
    const double top = axes.bottom() + 1 + Above + lanesUpTo(content.data, series) * row;
    return {
        static_cast<double>(axes.left()), top, static_cast<double>(axes.width()), row - Between};
}

void drawSpan(QCPPainter &painter, const QRectF &lane, const ChartSpan &span,
    const ChartSeries &series, const ChartTheme &theme)
{
    // What is shorter than a pixel would vanish where it matters most: between two others.
    const double left = lane.left() + span.from * lane.width();
    const double right = std::max(left + 1, lane.left() + span.to * lane.width());
    const QRectF rect(left, lane.top(), right - left, lane.height());
    const bool isGap = series.isWaited && span.isWaited;
    if (!isGap)
        paintSegment(painter, rect, chartFill(series.style), theme);
    if (span.isWaited)
        paintWait(painter, rect, theme);
}

} // namespace

double lanesHeight(const ChartContent &content)
{
    const double lanes = lanesUpTo(content.data, content.data.series.size());
    return lanes > 0 && !content.isLow ? Above + lanes * laneHeight(content.theme) : 0;
}

double laneLabelWidth(const ChartContent &content)
{
    const QFontMetricsF metrics(content.theme.font);
    double widest = 0;
    for (const ChartSeries &series : content.data.series) {
        if (series.isLane() && !content.isLow)
            widest = std::max(widest, metrics.horizontalAdvance(series.label) + 8);
    }
    return widest;
}

void drawLanes(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content)
{
    painter.setAntialiasing(false);
    for (std::size_t i = 0; i < content.data.series.size() && !content.isLow; ++i) {
        const ChartSeries &series = content.data.series[i];
        if (!series.isLane())
            continue;
        const QRectF lane = laneRect(axes, content, i);
        painter.fillRect(lane, content.theme.grid);
        for (const ChartSpan &span : series.spans)
            drawSpan(painter, lane, span, series, content.theme);
        const double left = lane.right() + NameGap;
        const QRectF label(
            left, lane.top(), axes.parentPlot()->viewport().right() - left - 2, lane.height());
        painter.setPen(content.theme.text);
        painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(series.label, Qt::ElideRight, qCeil(label.width())));
    }
}

QRectF laneInstantRect(
    const QCPAxisRect &axes, const ChartContent &content, std::size_t category, std::size_t series)
{
    if (content.isLow)
        return {};
    const QRectF lane = laneRect(axes, content, series);
    const std::vector<double> edges = instantEdges(content.data);
    const double left = lane.left() + edges[category] * lane.width();
    return {
        left, lane.top(), lane.left() + edges[category + 1] * lane.width() - left, lane.height()};
}

} // namespace shardscope
