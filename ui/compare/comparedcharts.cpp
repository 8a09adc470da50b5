// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparedcharts.h"

#include "ui/charts/chartlayout.h"
#include "ui/charts/memorychart.h"
#include "ui/charts/trafficchart.h"
#include "ui/compare/outlines.h"
#include "ui/text/amounts.h"
#include "ui/text/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace shardscope {

namespace {

class ComparedCharts
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::ComparedCharts)
};

/// The present plan first.
std::vector<const Plan *> plansOf(const Plan &plan, const Compared &compared)
{
    std::vector<const Plan *> plans{&plan};
    for (const PinnedPlan &pin : compared.pins)
        plans.push_back(pin.plan.get());
    return plans;
}

/// What the bar is called.
void nameBar(ChartCategory &bar, std::size_t place, const Compared &compared)
{
    bar.isChosen = place == 0;
    bar.id = QStringLiteral("pin%1").arg(place);
    bar.label = place == 0 ? ComparedCharts::tr("Now", "the current configuration")
                           : compared.pins[place - 1].name;
}

bool isBaseline(std::size_t place, const Compared &compared)
{
    return place > 0 && place - 1 == compared.baseline;
}

void addDifferences(ChartData &data, const Compared &compared)
{
    if (!compared.reference())
        return;
    const double before = totalAmount(data, compared.baseline + 1);
    for (std::size_t i = 0; i < data.categories.size(); ++i) {
        ChartCategory &bar = data.categories[i];
        const QString difference = differenceText(data.unit, before, totalAmount(data, i));
        bar.notes.prepend(isBaseline(i, compared)
                ? ComparedCharts::tr("Baseline", "the pin that others are compared with")
                : difference);
        if (!isBaseline(i, compared))
            data.summary += QLatin1Char(' ')
                + ComparedCharts::tr("%1 beside the baseline %2: %3.", "bar, name, difference")
                      .arg(bar.label, compared.reference()->name, difference);
    }
}

/// A long name in two lines, broken at a comma; nothing for the second where one is enough.
std::pair<QString, QString> twoLines(const QString &name)
{
    constexpr qsizetype ShortName = 22;
    const QString comma = QStringLiteral(", ");
    const QStringList words = name.split(comma);
    if (name.size() <= ShortName || words.size() < 2)
        return {name, {}};
    const qsizetype first = std::min<qsizetype>(2, words.size() - 1);
    return {words.first(first).join(comma), words.sliced(first).join(comma)};
}

/// All bars have as many lines, so that what stands below stays in a row.
void breakNames(ChartData &data)
{
    const bool hasLong = std::any_of(data.categories.begin(), data.categories.end(),
        [](const ChartCategory &bar) { return !twoLines(bar.label).second.isEmpty(); });
    if (!hasLong)
        return;
    for (ChartCategory &bar : data.categories) {
        const auto [first, second] = twoLines(bar.label);
        if (!second.isEmpty())
            bar.detail.prepend(
                bar.label + (bar.detail.isEmpty() ? QString() : QStringLiteral("\n")));
        bar.label = first;
        bar.notes.prepend(second);
    }
}

/// A line right across would be wrong for some of the bars.
void limitEachBar(ChartData &data, const std::vector<const Plan *> &plans, const Catalog &catalog)
{
    data.lines.clear();
    for (std::size_t i = 0; i < plans.size(); ++i) {
        const Bytes capacity = plans[i]->memory.verdict.capacity;
        data.categories[i].limit = capacity.value();
        data.categories[i].notes
            += ComparedCharts::tr("%1: %2", "GPU, capacity")
                   .arg(gpuName(plans[i]->scenario, catalog), planMemory(*plans[i], capacity));
    }
}

template <class Same>
bool allAre(const std::vector<const Plan *> &plans, Same same)
{
    return std::all_of(plans.begin(), plans.end(),
        [&](const Plan *other) { return same(*plans.front(), *other); });
}

bool haveOneCapacity(const std::vector<const Plan *> &plans)
{
    return allAre(plans, [](const Plan &a, const Plan &b) {
        return a.scenario.hardware.gpu == b.scenario.hardware.gpu
            && a.memory.verdict.capacity == b.memory.verdict.capacity;
    });
}

} // namespace

ChartData memoryCompared(const Plan &plan, const Catalog &catalog, const Compared &compared)
{
    const std::vector<const Plan *> plans = plansOf(plan, compared);
    ChartData data = memoryChart(plan, catalog, plans);
    data.title = ComparedCharts::tr("Peak memory of each GPU, now and as pinned");
    for (std::size_t i = 0; i < plans.size(); ++i)
        nameBar(data.categories.emplace_back(memoryBar(*plans[i])), i, compared);
    addDifferences(data, compared);
    if (!haveOneCapacity(plans))
        limitEachBar(data, plans, catalog);
    breakNames(data);
    keepNearLines(data);
    return data;
}

ChartData trafficCompared(const Plan &plan, const Catalog &catalog, const Compared &compared)
{
    const std::vector<const Plan *> plans = plansOf(plan, compared);
    ChartData data = trafficChart(plan, catalog, plans);
    data.title = ComparedCharts::tr("Sent by each GPU in one optimizer step, now and as pinned");
    for (std::size_t i = 0; i < plans.size(); ++i) {
        ChartCategory &bar = data.categories.emplace_back();
        nameBar(bar, i, compared);
        bar.notes = {ComparedCharts::tr("%1 on the wire", "duration")
                         .arg(formatSeconds(plans[i]->traffic.seconds()))};
    }
    addDifferences(data, compared);
    const bool hasOneLink = allAre(plans, [&catalog](const Plan &a, const Plan &b) {
        return linkLines(a, catalog) == linkLines(b, catalog);
    });
    if (!data.axis && !hasOneLink)
        data.lines.clear();
    breakNames(data);
    keepNearLines(data);
    return data;
}

} // namespace shardscope
