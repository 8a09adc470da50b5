// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartdata.h"

#include "ui/text/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace shardscope {

bool isTimeline(const ChartData &data)
{
    return !data.bands.empty();
}

bool isShown(const ChartData &data, std::size_t category, std::size_t series)
{
    const ChartSeries &one = data.series[series];
    return one.isLane() ? !one.details[category].isEmpty() : one.values[category] > 0;
}

double totalOf(const ChartData &data, std::size_t category)
{
    double total = 0;
    for (const ChartSeries &series : data.series)
        total += series.values[category];
    return total;
}

double amountOf(const ChartData &data, std::size_t category, std::size_t series)
{
    const ChartSeries &one = data.series[series];
    return (one.amounts.empty() ? one.values : one.amounts)[category];
}

double totalAmount(const ChartData &data, std::size_t category)
{
    double total = 0;
    for (std::size_t series = 0; series < data.series.size(); ++series)
        total += amountOf(data, category, series);
    return total;
}

const ChartUnit &axisUnit(const ChartData &data)
{
    return data.axis ? *data.axis : data.unit;
}

double largestTotal(const ChartData &data)
{
    double largest = 0;
    for (std::size_t category = 0; category < data.categories.size(); ++category)
        largest = std::max(largest, totalOf(data, category));
    return largest;
}

int chosenCategory(const ChartData &data)
{
    const auto found = std::find_if(data.categories.begin(), data.categories.end(),
        [](const ChartCategory &category) { return category.isChosen; });
    return found == data.categories.end() ? -1 : static_cast<int>(found - data.categories.begin());
}

int seriesIndex(const ChartData &data, const QString &id)
{
    const auto found = std::find_if(data.series.begin(), data.series.end(),
        [&id](const ChartSeries &series) { return series.id == id; });
    return found == data.series.end() ? -1 : static_cast<int>(found - data.series.begin());
}

QString chartNumber(const ChartUnit &unit, double value)
{
    return formatSignificant(value / unit.size);
}

QString chartAmount(const ChartUnit &unit, double value)
{
    return leftToRight(chartNumber(unit, value) + QChar::Nbsp + unit.symbol);
}

QString oversubscribedText(double share)
{
    return QCoreApplication::translate("shardscope::ChartData", "%1× oversubscribed", "number")
        .arg(formatSignificant(share));
}

QString shortReading(const ChartData &data, std::size_t category)
{
    const double total = totalOf(data, category);
    if (data.axis)
        return QCoreApplication::translate("shardscope::ChartData", "%1×", "number")
            .arg(formatSignificant(total));
    return chartAmount(data.unit, total);
}

QString wholeReading(const ChartData &data, std::size_t category)
{
    const ChartCategory &bar = data.categories[category];
    if (data.axis)
        return oversubscribedText(totalOf(data, category));
    const QString total = shortReading(data, category);
    if (bar.high <= bar.low)
        return total;
    return QCoreApplication::translate(
        "shardscope::ChartData", "%1 (%2–%3)", "amount, from, to: numbers")
        .arg(total, chartNumber(data.unit, bar.low), chartNumber(data.unit, bar.high));
}

QString fittingReading(
    const ChartData &data, std::size_t category, const QFontMetricsF &metrics, double room)
{
    const QString number = data.axis ? QString() : chartNumber(data.unit, totalOf(data, category));
    for (const QString &text :
        {wholeReading(data, category), shortReading(data, category), number}) {
        if (metrics.horizontalAdvance(text) <= room)
            return text;
    }
    return {};
}

QString instantReading(const ChartData &data, std::size_t category)
{
    QStringList lines{
        QCoreApplication::translate("shardscope::ChartData", "%1: %2", "name, amount")
            .arg(data.categories[category].label, chartAmount(data.unit, totalOf(data, category)))};
    for (auto series = data.series.rbegin(); series != data.series.rend(); ++series) {
        if (series->values[category] > 0)
            lines += QCoreApplication::translate("shardscope::ChartData", "%1: %2", "name, amount")
                         .arg(series->label, chartAmount(data.unit, series->values[category]));
    }
    for (const ChartSeries &lane : data.series) {
        if (lane.isLane() && !lane.details[category].isEmpty())
            lines += lane.details[category];
    }
    return lines.join(QLatin1Char('\n'));
}

QString segmentName(const ChartData &data, std::size_t category, std::size_t series)
{
    if (data.series[series].isLane())
        return QCoreApplication::translate("shardscope::ChartData", "%1, %2", "instant, lane")
            .arg(data.categories[category].label, data.series[series].details[category]);
    return QCoreApplication::translate("shardscope::ChartData", "%1, %2: %3", "bar, part: amount")
        .arg(data.categories[category].label, data.series[series].label,
            chartAmount(data.unit, amountOf(data, category, series)));
}

} // namespace shardscope
