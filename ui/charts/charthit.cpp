// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/charthit.h"

#include "ui/charts/chartview.h"
#include "ui/text/format.h"

namespace shardscope {

namespace {

/// Above all parts, too: the instant can be read from anywhere.
std::optional<ChartSegment> partAt(
    const ChartData &data, const ChartScene &scene, std::size_t instant, double y)
{
    for (std::size_t series = data.series.size(); series-- > 0;) {
        const bool isPart = isShown(data, instant, series) && !data.series[series].isLane();
        if (series == 0 || (isPart && scene.segmentRect(instant, series).bottom() > y))
            return ChartSegment{instant, series};
    }
    return std::nullopt;
}

std::optional<ChartSegment> timelineSegmentAt(
    const ChartData &data, const ChartScene &scene, const QPointF &position)
{
    const std::optional<std::size_t> instant = scene.instantAt(position);
    if (!instant)
        return std::nullopt;
    for (std::size_t series = 0; series < data.series.size(); ++series) {
        if (data.series[series].isLane() && scene.segmentRect(*instant, series).contains(position))
            return ChartSegment{*instant, series};
    }
    return partAt(data, scene, *instant, position.y());
}

} // namespace

std::optional<ChartSegment> segmentAt(
    const ChartData &data, const ChartScene &scene, const QPointF &position)
{
    if (isTimeline(data))
        return timelineSegmentAt(data, scene, position);
    for (std::size_t series = 0; series < data.series.size(); ++series) {
        for (std::size_t category = 0; category < data.categories.size(); ++category) {
            const QRectF rect = scene.segmentRect(category, series).adjusted(0, -1, 0, 1);
            if (rect.contains(position) && data.series[series].values[category] > 0)
                return ChartSegment{category, series};
        }
    }
    return std::nullopt;
}

QString segmentToolTip(const ChartData &data, const ChartSegment &segment)
{
    if (data.series[segment.series].isLane())
        return segmentName(data, segment.category, segment.series);
    if (isTimeline(data))
        return instantReading(data, segment.category);
    const ChartSeries &series = data.series[segment.series];
    const double value = series.values[segment.category];
    const double total = totalOf(data, segment.category);
    QStringList lines{segmentName(data, segment.category, segment.series),
        ChartView::tr("%1, %2 of the bar", "exact bytes, percent")
            .arg(formatExactBytes(Bytes(amountOf(data, segment.category, segment.series))),
                formatPercent(total > 0 ? value / total : 0))};
    for (const QString &detail :
        {series.details[segment.category], data.categories[segment.category].detail}) {
        if (!detail.isEmpty())
            lines += detail;
    }
    return lines.join(QLatin1Char('\n'));
}

QString annotationToolTipAt(const ChartData &data, const ChartScene &scene, const QPointF &position)
{
    for (std::size_t i = 0; i < data.lines.size(); ++i) {
        if (scene.lineLabelRect(i).contains(position))
            return data.lines[i].detail;
    }
    for (std::size_t i = 0; !isTimeline(data) && i < data.categories.size(); ++i) {
        if (scene.rangeRect(i).contains(position))
            return data.rangeMeaning + QLatin1Char('\n') + data.categories[i].detail;
    }
    return {};
}

} // namespace shardscope
