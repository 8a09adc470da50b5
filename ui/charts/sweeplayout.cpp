// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/sweeplayout.h"

#include "ui/text/format.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr double gap = 8;
constexpr double widestLabel = 150;

double widest(const QFontMetricsF &metrics, const QStringList &texts)
{
    double width = 0;
    for (const QString &text : texts)
        width = std::max(width, metrics.horizontalAdvance(text));
    return std::min(width, widestLabel);
}

bool hasColourScale(const SweepMap &map)
{
    return !map.isCurve() && map.metric != Metric::Fit;
}

/// Of a curve: zero, and above everything that there is.
ValueRange curveRange(const SweepMap &map)
{
    double top = 0;
    for (const SweepCell &cell : map.cells) {
        if (!cell.isKnown())
            continue;
        top = std::max(top, static_cast<double>(cell.value));
    }
    double high = 0;
    for (const SweepCell &cell : map.cells)
        high = std::max(high, cell.isKnown() ? static_cast<double>(cell.high) : 0.0);
    const bool isMemory = map.metric == Metric::Fit || map.metric == Metric::Peak;
    if (isMemory) // a range that goes far beyond is cut off
        top = std::min(std::max(top, high), 1.5 * top);
    for (const SweepCell &cell : map.cells) {
        // A limit far above all bars would make nothing of them.
        if (isMemory && cell.isKnown() && cell.capacity < 4 * top)
            top = std::max(top, static_cast<double>(cell.capacity));
    }
    double bottom = 0;
    for (const SweepCell &cell : map.cells) {
        if (cell.isKnown())
            bottom = std::min(bottom, static_cast<double>(cell.value));
    }
    return {bottom * 1.08 / map.unit.size, top * 1.08 / map.unit.size};
}

} // namespace

QRectF SweepLayout::cellRect(int column, int row) const
{
    const QPointF corner = point(QPointF(column, row + 1));
    return {corner, QSizeF(cellWidth(), cellHeight())};
}

std::optional<std::size_t> SweepLayout::cellAt(const QPointF &position) const
{
    if (!plot.contains(position) || columns < 1 || rows < 1)
        return std::nullopt;
    const int column
        = std::min(static_cast<int>((position.x() - plot.left()) / cellWidth()), columns - 1);
    const int row
        = std::min(static_cast<int>((plot.bottom() - position.y()) / cellHeight()), rows - 1);
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns)
        + static_cast<std::size_t>(column);
}

QPointF SweepLayout::point(const QPointF &cells) const
{
    return {plot.left() + cells.x() * cellWidth(), plot.bottom() - cells.y() * cellHeight()};
}

SweepLayout sweepLayout(const SweepMap &map, const ChartTheme &theme, const QRectF &area)
{
    const QFontMetricsF metrics(theme.font);
    const double line = metrics.height();
    QStringList left = map.y.labels;
    if (map.isCurve()) {
        const ValueRange range = valueRange(map);
        left = {formatAxis(range.to, range.to), formatAxis(range.from, range.to)};
    }
    SweepLayout layout{.columns = map.columns(), .rows = map.rows()};
    const double head = line + gap; // the upright axis is named above it
    const double foot = 2 * line + gap + (line + gap); // labels, name, legend
    const double gutter = widest(metrics, left) + gap;
    const double colours = hasColourScale(map)
        ? 2 * gap + 14 + metrics.horizontalAdvance(QStringLiteral("0,000,000"))
        : gap;
    layout.plot = area.adjusted(gutter, head, -colours, -foot);
    layout.legend = QRectF(area.left() + gutter, area.bottom() - line, area.width() - gutter, line);
    if (hasColourScale(map))
        layout.scale
            = QRectF(layout.plot.right() + 2 * gap, layout.plot.top(), 14, layout.plot.height());
    return layout;
}

std::vector<double> roundTicks(double from, double to, int most)
{
    if (!(to > from) || most < 1)
        return {};
    const double rough = (to - from) / most;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    double step = 10 * power;
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough) {
            step = factor * power;
            break;
        }
    }
    std::vector<double> ticks;
    for (double i = std::ceil(from / step); i * step <= to; ++i)
        ticks.push_back(i * step);
    return ticks;
}

double ValueRange::shareOf(double value) const
{
    if (!(to > from))
        return 0.5;
    const double share = isLogarithmic ? std::log(value / from) / std::log(to / from)
                                       : (value - from) / (to - from);
    return std::clamp(share, 0.0, 1.0);
}

ValueRange valueRange(const SweepMap &map)
{
    if (map.isCurve())
        return curveRange(map);
    ValueRange range;
    bool isFirst = true;
    for (const SweepCell &cell : map.cells) {
        if (!cell.isKnown())
            continue;
        const double value = cell.value / map.unit.size;
        range.from = isFirst ? value : std::min(range.from, value);
        range.to = isFirst ? value : std::max(range.to, value);
        isFirst = false;
    }
    constexpr double wide = 30;
    range.isLogarithmic = range.from > 0 && range.to > wide * range.from;
    return range;
}

} // namespace shardscope
