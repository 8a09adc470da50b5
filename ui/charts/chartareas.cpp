// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartareas.h"

#include "ui/boldfont.h"
#include "ui/charts/chartlanes.h"
#include "ui/charts/chartlayout.h"

#include <qcustomplot.h>

#include <algorithm>

namespace shardscope {

namespace {

double xOf(const QCPAxisRect &axes, double position)
{
    return axes.left() + position * axes.width();
}

double yOf(const QCPAxisRect &axes, const ChartContent &content, double value)
{
    const double y = axes.axis(QCPAxis::atLeft)->coordToPixel(value / content.data.unit.size);
    return std::clamp(y, static_cast<double>(axes.top()), static_cast<double>(axes.bottom() + 1));
}

/// The sum of the series up to and without `series`.
double valueBelow(const ChartData &data, std::size_t category, std::size_t series)
{
    double sum = 0;
    for (std::size_t i = 0; i < series; ++i)
        sum += data.series[i].values[category];
    return sum;
}

double rowHeight(const ChartTheme &theme)
{
    return 1.3 * QFontMetricsF(theme.font).height();
}

QRectF bandRect(const QCPAxisRect &axes, const ChartContent &content,
    const std::vector<double> &edges, std::size_t begin, std::size_t end)
{
    const double left = xOf(axes, edges[begin]);
    return {left, static_cast<double>(axes.top()), xOf(axes, edges[end]) - left,
        axes.height() + lanesHeight(content)};
}

void drawRowText(QCPPainter &painter, const QRectF &place, const QString &text)
{
    constexpr int LeastLetters = 3; // a dot or two say nothing
    if (place.width() < LeastLetters * painter.fontMetrics().averageCharWidth() + 4)
        return;
    painter.drawText(place, Qt::AlignCenter,
        painter.fontMetrics().elidedText(text, Qt::ElideRight, qFloor(place.width()) - 4));
}

/// Level edges only: upright ones would make fur of instants that take turns.
void drawEdges(
    QCPPainter &painter, const QPolygonF &upper, const QPolygonF &lower, const QColor &colour)
{
    constexpr double LeastWidth = 3;
    painter.setPen(QPen(colour, 1));
    for (qsizetype i = 0; i + 1 < upper.size(); i += 2) {
        const QLineF edge(upper[i], upper[i + 1]);
        if (edge.dx() >= LeastWidth && lower[i].y() - upper[i].y() >= LeastWidth)
            painter.drawLine(edge);
    }
}

/// A tick down from the axis where one band ends and the next one begins.
void drawTick(QCPPainter &painter, double x, double from, double depth)
{
    painter.drawLine(QLineF(x, from, x, from + depth));
}

} // namespace

void drawAreas(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content)
{
    const ChartData &data = content.data;
    if (!isTimeline(data))
        return;
    painter.setAntialiasing(false);
    const std::vector<TimelineColumn> columns = timelineColumns(data, axes.width());
    std::vector<double> sums(columns.size(), 0);
    QPolygonF lower;
    for (const TimelineColumn &column : columns)
        lower << QPointF(xOf(axes, column.from), yOf(axes, content, 0))
              << QPointF(xOf(axes, column.to), yOf(axes, content, 0));
    for (const ChartSeries &series : data.series) {
        if (series.isLane())
            continue;
        QPolygonF upper;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            sums[i] += series.values[columns[i].category];
            const double y = yOf(axes, content, sums[i]);
            upper << QPointF(xOf(axes, columns[i].from), y) << QPointF(xOf(axes, columns[i].to), y);
        }
        QPolygonF area = upper;
        std::copy(lower.rbegin(), lower.rend(), std::back_inserter(area));
        const ChartFill &fill = chartFill(series.style);
        paintArea(painter, area, fill, content.theme);
        if (!content.theme.isDark)
            drawEdges(painter, upper, lower, fill.colour.darker(140));
        lower = upper;
    }
}

void drawBandStripes(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content)
{
    const std::vector<double> edges = instantEdges(content.data);
    for (std::size_t i = 0; i < content.data.bands.size(); i += 2) {
        const ChartBand &band = content.data.bands[i];
        painter.fillRect(
            bandRect(axes, content, edges, band.begin, band.end), content.theme.chosenBand);
    }
}

void drawBandNames(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content)
{
    const std::vector<ChartBand> &bands = content.data.bands;
    const std::vector<double> edges = instantEdges(content.data);
    const double row = rowHeight(content.theme);
    // Durations are worth more than that all bands are named alike.
    const bool isAlike = content.data.edges.empty();
    const auto fits = [&](const ChartBand &band, const QRectF &place) {
        return !isAlike && painter.fontMetrics().horizontalAdvance(band.label) + 4 < place.width();
    };
    const bool isRoomy = std::all_of(bands.begin(), bands.end(), [&](const ChartBand &band) {
        const double width = bandRect(axes, content, edges, band.begin, band.end).width();
        return painter.fontMetrics().horizontalAdvance(band.label) + 4 < width;
    });
    std::size_t groupBegin = 0;
    for (std::size_t i = 0; i < bands.size(); ++i) {
        const QRectF band = bandRect(axes, content, edges, bands[i].begin, bands[i].end);
        painter.setPen(content.theme.text);
        drawRowText(painter, {band.left(), band.bottom() + 4, band.width(), row},
            isRoomy || fits(bands[i], band) ? bands[i].label : bands[i].shortLabel);
        const bool endsGroup = i + 1 == bands.size() || bands[i + 1].group != bands[i].group;
        painter.setPen(QPen(content.theme.axis, 1));
        if (i + 1 < bands.size())
            drawTick(painter, band.right(), band.bottom(), endsGroup ? 4 + 2 * row : 4 + row);
        if (!endsGroup)
            continue;
        const double left = xOf(axes, edges[bands[groupBegin].begin]);
        painter.setPen(content.theme.faintText);
        drawRowText(painter, {left, band.bottom() + 4 + row, band.right() - left, row},
            bands[groupBegin].group);
        groupBegin = i + 1;
    }
}

QRectF markRect(const QCPAxisRect &axes, const ChartContent &content)
{
    const int chosen = chosenCategory(content.data);
    if (!isTimeline(content.data) || chosen < 0)
        return {};
    const QRectF instant = areaRect(axes, content, static_cast<std::size_t>(chosen), 0);
    const QFontMetricsF metrics(boldFont(content.theme.font));
    const double width = metrics.horizontalAdvance(content.data.mark) + 8;
    const double widest = axes.width();
    const double left
        = std::clamp(instant.center().x() - width / 2, static_cast<double>(axes.left()),
            std::max<double>(axes.left(), axes.right() - std::min(width, widest)));
    return {left, axes.top() - metrics.height() - 4, std::min(width, widest), metrics.height()};
}

void drawMark(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content)
{
    const QRectF place = markRect(axes, content);
    if (place.isEmpty())
        return;
    const auto chosen = static_cast<std::size_t>(chosenCategory(content.data));
    const double x = areaRect(axes, content, chosen, 0).center().x();
    const double top = yOf(axes, content, totalOf(content.data, chosen));
    const QColor colour = content.theme.fitColour(content.data.categories[chosen].fit);
    painter.setFont(boldFont(content.theme.font));
    painter.setPen(colour);
    drawRowText(painter, place, content.data.mark);
    painter.setPen(QPen(colour, 1.5));
    painter.drawLine(QLineF(x, place.bottom(), x, top - 5));
    painter.setPen(QPen(content.theme.background, 1));
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF{{x, top}, {x - 5, top - 8}, {x + 5, top - 8}});
}

QRectF areaRect(
    const QCPAxisRect &axes, const ChartContent &content, std::size_t category, std::size_t series)
{
    const ChartData &data = content.data;
    const std::vector<double> edges = instantEdges(data);
    const double left = xOf(axes, edges[category]);
    const double below = valueBelow(data, category, series);
    const double top = yOf(axes, content, below + data.series[series].values[category]);
    return {left, top, xOf(axes, edges[category + 1]) - left, yOf(axes, content, below) - top};
}

} // namespace shardscope
