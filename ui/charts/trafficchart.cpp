// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/trafficchart.h"

#include "core/explore/strategies.h"
#include "core/planner/makeplan.h"
#include "ui/charts/chartlayout.h"
#include "ui/charts/collectiveseries.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>
#include <utility>

namespace shardscope {

namespace {

class TrafficChart
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::TrafficChart)
};

std::vector<ChartSeries> collectiveSeries(const std::vector<const Plan *> &plans)
{
    std::vector<ChartSeries> all;
    for (std::size_t bar = 0; bar < plans.size(); ++bar) {
        for (const Collective &collective : plans[bar]->traffic.collectives) {
            ChartSeries &series = seriesFor(all, collective, plans.size());
            series.values[bar] += collective.bytesPerStep().value();
            series.details[bar] = toText(collective.formula.text());
        }
    }
    std::stable_sort(all.begin(), all.end(),
        [](const ChartSeries &a, const ChartSeries &b) { return a.style < b.style; });
    return all;
}

/// Links are alike where every byte of every bar goes over one of the same.
bool haveOneLink(const std::vector<const Plan *> &plans)
{
    std::set<std::string> links;
    for (const Plan *plan : plans) {
        for (const Collective &collective : plan->traffic.collectives) {
            links.insert(collective.link);
            if (collective.networkBytes > Bytes(0)
                && collective.networkBytes < collective.bytesPerGpu)
                return false;
        }
    }
    return links.size() < 2;
}

bool areTimesKnown(const std::vector<const Plan *> &plans)
{
    return std::all_of(plans.begin(), plans.end(), [](const Plan *plan) {
        const std::vector<Collective> &all = plan->traffic.collectives;
        return plan->time.compute > Seconds(0)
            && std::all_of(all.begin(), all.end(),
                [](const Collective &collective) { return collective.seconds > Seconds(0); });
    });
}

/// Amounts stay what is said; how high they stand is how long they take.
void standForTime(ChartSeries &series, const std::vector<const Plan *> &plans)
{
    series.amounts = std::exchange(series.values, std::vector<double>(plans.size(), 0));
    for (std::size_t bar = 0; bar < plans.size(); ++bar) {
        for (const Collective &collective : plans[bar]->traffic.collectives) {
            if (toText(collective.id()) != series.id)
                continue;
            series.values[bar] += collective.seconds / plans[bar]->time.compute;
            series.details[bar] = TrafficChart::tr("%1 · %2 on the wire", "formula, duration")
                                      .arg(formatFormula(toText(collective.formula.text())),
                                          formatSeconds(collective.seconds));
        }
    }
}

ChartLine computeLine(const Plan &plan)
{
    return {.id = QStringLiteral("compute"),
        .label = TrafficChart::tr("As long as computing"),
        .value = 1,
        .detail = TrafficChart::tr(
            "The GPU computes for %1 in each step. Above that, not even perfect overlap would hide "
            "what is sent.",
            "duration")
                      .arg(formatSeconds(plan.time.compute)),
        .isChosen = true};
}

/// The slowest link decides; a plan that sends nothing has none but what the user chose.
std::string usedLink(const Plan &plan)
{
    const std::vector<Collective> &collectives = plan.traffic.collectives;
    const auto slowest = std::max_element(collectives.begin(), collectives.end(),
        [](const Collective &a, const Collective &b) { return a.seconds < b.seconds; });
    return slowest == collectives.end() ? plan.scenario.hardware.link : slowest->link;
}

ChartLine lineFor(const LinkSpec &link, bool isChosen)
{
    const Bytes carried = link.bandwidth() * Seconds(1);
    return {.id = toText(link.id),
        .label = TrafficChart::tr("%1: %2 in 1 s", "link, amount")
                     .arg(toText(link.label), formatTraffic(carried)),
        .value = carried.value(),
        .detail = TrafficChart::tr("%1: %2 in large ring collectives", "link, bandwidth")
                      .arg(toText(link.name), formatBandwidth(link.bandwidth())),
        .isChosen = isChosen};
}

/// The links that data of this GPU could take: within its node, over its host, to other nodes.
std::vector<const LinkSpec *> linksOf(const Plan &plan, const Catalog &catalog)
{
    std::vector<const LinkSpec *> links{catalog.findLink(usedLink(plan))};
    if (const GpuSpec *gpu = catalog.findGpu(plan.scenario.hardware.gpu)) {
        for (const std::string &id : {gpu->peerLink, gpu->hostLink, gpu->networkLink})
            links.push_back(catalog.findLink(id));
    }
    std::erase_if(
        links, [](const LinkSpec *link) { return !link || !link->busBandwidth.isKnown(); });
    return links;
}

QString summaryOf(const Plan &plan)
{
    if (plan.traffic.collectives.empty())
        return TrafficChart::tr("Nothing is sent.");
    return TrafficChart::tr("Each GPU sends %1 per optimizer step, which takes %2.")
        .arg(formatTraffic(plan.traffic.bytesPerGpuPerStep()),
            formatSeconds(plan.traffic.seconds()));
}

/// Below a bar that stands for time.
QString wireText(const Plan &plan)
{
    const double share = wireShare(plan);
    return share > 1 ? oversubscribedText(share)
                     : TrafficChart::tr("%1 of compute time", "percent").arg(formatPercent(share));
}

} // namespace

std::vector<ChartLine> linkLines(const Plan &plan, const Catalog &catalog)
{
    std::vector<ChartLine> lines;
    for (const LinkSpec *link : linksOf(plan, catalog)) {
        const ChartLine line = lineFor(*link, lines.empty());
        const bool isKnown = std::any_of(lines.begin(), lines.end(),
            [&line](const ChartLine &other) { return other.id == line.id; });
        if (!isKnown)
            lines.push_back(line);
    }
    std::sort(lines.begin(), lines.end(),
        [](const ChartLine &a, const ChartLine &b) { return a.value < b.value; });
    return lines;
}

ChartData trafficChart(
    const Plan &plan, const Catalog &catalog, const std::vector<const Plan *> &bars)
{
    ChartData data{.axisLabel = TrafficChart::tr("Sent per GPU and step (GB)"),
        .summary = summaryOf(plan),
        .unit = {QStringLiteral("GB"), GB.value()},
        .series = collectiveSeries(bars)};
    if (haveOneLink(bars) || !areTimesKnown(bars)) {
        data.lines = linkLines(plan, catalog);
        return data;
    }
    data.axisLabel = TrafficChart::tr("Time on the wire, of compute time (%)");
    data.axis = shareUnit();
    data.lines = {computeLine(plan)};
    for (ChartSeries &series : data.series)
        standForTime(series, bars);
    return data;
}

double wireShare(const Plan &plan)
{
    return plan.time.compute > Seconds(0) ? plan.traffic.seconds() / plan.time.compute : 0;
}

ChartUnit shareUnit()
{
    return {QStringLiteral("%"), 0.01};
}

ChartData trafficByStrategy(const Plan &plan, const Catalog &catalog)
{
    const std::vector<Plan> plans = plansByStrategy(
        plan, [&catalog](const Scenario &scenario) { return makePlan(scenario, catalog); });
    std::vector<const Plan *> bars;
    for (const Plan &other : plans)
        bars.push_back(&other);
    ChartData data = trafficChart(plan, catalog, bars);
    data.title = TrafficChart::tr("Sent by each GPU in one optimizer step, by strategy");
    for (const Plan &other : plans) {
        const Strategy strategy = other.scenario.parallel.strategy;
        const std::string_view name = nameOf(strategy);
        ChartCategory &bar = data.categories.emplace_back();
        bar.id = toText(name);
        bar.label = displayName(strategy);
        bar.isChosen = strategy == plan.scenario.parallel.strategy;
        if (data.axis)
            bar.notes = {wireText(other)};
    }
    keepNearLines(data);
    return data;
}

} // namespace shardscope
