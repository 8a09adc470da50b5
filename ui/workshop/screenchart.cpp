// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/screenchart.h"

#include "ui/charts/chartlayout.h"
#include "ui/charts/frameworkchart.h"
#include "ui/charts/memorychart.h"
#include "ui/files/exporter.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

class ScreenChart
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::ScreenChart)
};

} // namespace

ChartData screenChart(
    const std::string &name, const Plan &plan, const Catalog &catalog, const PlanMaker &make)
{
    const ChartKind kind = fromName<ChartKind>(name).value_or(ChartKind::Memory);
    if (kind == ChartKind::Memory)
        return memoryByStrategy(plan, catalog, make);
    if (kind == ChartKind::MemoryByFramework)
        return memoryByFramework(plan, catalog, make);
    return planPicture(plan, catalog, {.chart = kind}).content.data;
}

std::shared_ptr<const Drawing> screenDrawing(
    const std::string &name, const Plan &plan, const Catalog &catalog)
{
    const ChartKind kind = fromName<ChartKind>(name).value_or(ChartKind::Memory);
    if (kind != ChartKind::Pipeline && kind != ChartKind::Cluster)
        return nullptr;
    return planPicture(plan, catalog, {.chart = kind}).drawing;
}

ChartData forRoom(ChartData chart)
{
    constexpr std::size_t MostLines = 3;
    std::vector<ChartLine> kept;
    for (const std::size_t line : nearestLines(chart, MostLines))
        kept.push_back(chart.lines[line]);
    chart.lines = std::move(kept);
    return chart;
}

namespace {

/// Its name alone, and a question mark.
void hideBar(ChartData &chart, std::size_t place)
{
    for (ChartSeries &series : chart.series) {
        series.values[place] = 0;
        series.details[place].clear();
        if (!series.amounts.empty())
            series.amounts[place] = 0;
    }
    const ChartCategory bar = chart.categories[place];
    chart.categories[place] = {.id = bar.id,
        .label = bar.label,
        .isChosen = bar.isChosen,
        .word = QStringLiteral("?"),
        .shortLabel = bar.shortLabel};
    chart.summary = ScreenChart::tr("The bar of %1 is to be guessed.").arg(bar.label);
}

} // namespace

ChartData withoutTruth(ChartData chart, std::optional<double> guess)
{
    const int chosen = chosenCategory(chart);
    if (chosen < 0)
        return chart;
    hideBar(chart, static_cast<std::size_t>(chosen));
    chart.categories[static_cast<std::size_t>(chosen)].outline = guess.value_or(0);
    for (ChartLine &line : chart.lines)
        line.fit.reset();
    if (guess)
        chart.outlineLabel = ScreenChart::tr("Your guess");
    return chart;
}

ChartData withoutAmount(ChartData chart, double amount)
{
    constexpr double Exact = 1e-9; // of it: rounding
    const auto is = [amount](double value) { return std::abs(value - amount) <= Exact * amount; };
    if (isTimeline(chart))
        return chart;
    for (std::size_t i = 0; i < chart.categories.size(); ++i) {
        if (is(totalAmount(chart, i)))
            hideBar(chart, i);
    }
    std::erase_if(chart.lines, [&is](const ChartLine &line) { return is(line.value); });
    return chart;
}

ChartData withGhost(ChartData chart, double guess)
{
    const int chosen = chosenCategory(chart);
    if (chosen < 0)
        return chart;
    chart.categories[static_cast<std::size_t>(chosen)].outline = guess;
    chart.outlineLabel = ScreenChart::tr("Your guess");
    return chart;
}

} // namespace shardscope
