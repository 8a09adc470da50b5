// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/tierchart.h"

#include "core/estimate/tierload.h"
#include "ui/charts/collectiveseries.h"
#include "ui/charts/trafficchart.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <utility>

namespace shardscope {

namespace {

class TierChart
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::TierChart)
};

ChartUnit trafficUnit()
{
    return {QStringLiteral("GB"), GB.value()};
}

QString tierName(Tier tier)
{
    constexpr std::array names{english("shardscope::TierChart", "Inside the node"),
        english("shardscope::TierChart", "Between nodes"),
        english("shardscope::TierChart", "To the host")};
    return translated(textIn(names, tier));
}

QString linkName(const TierLoad &load, const Catalog &catalog)
{
    return translated(Named{Named::What::Link, load.link}, &catalog);
}

double shareOf(Bytes part, Bytes whole)
{
    return whole > Bytes(0) ? part / whole : 0;
}

double loadShare(const TierLoad &load)
{
    return shareOf(load.bytes(), load.carried);
}

/// "31.0 % of its capacity"; above all of it, how many times that.
QString loadText(const TierLoad &load)
{
    const double share = loadShare(load);
    return share > 1 ? oversubscribedText(share)
                     : TierChart::tr("%1 of its capacity", "percent").arg(formatPercent(share));
}

ChartCategory barOf(const TierLoad &load, const Plan &plan, const Catalog &catalog)
{
    ChartCategory bar{.id = toText(nameOf(load.tier)),
        .label
        = TierChart::tr("%1: %2", "tier, link").arg(tierName(load.tier), linkName(load, catalog)),
        .shortLabel = linkName(load, catalog)};
    if (load.carried <= Bytes(0))
        return bar;
    bar.notes = {loadText(load),
        TierChart::tr("%1 exposed", "percent")
            .arg(formatPercent(shareOf(load.exposed(), load.bytes())))};
    bar.detail
        = TierChart::tr("%1: at a bus bandwidth of %2 each GPU can send %3 in the %4 in which it "
                        "computes",
            "share, bandwidth, amount, duration")
              .arg(loadText(load), formatBandwidth(load.bandwidth), formatTraffic(load.carried),
                  formatSeconds(plan.time.compute));
    return bar;
}

/// One for all links: each bar is held against its own.
ChartLine capacityLine(const std::vector<TierLoad> &loads, const Plan &plan)
{
    const bool isKept = std::all_of(
        loads.begin(), loads.end(), [](const TierLoad &load) { return loadShare(load) <= 1; });
    return {.id = QStringLiteral("capacity"),
        .label = TierChart::tr("Capacity of each link"),
        .value = 1,
        .fit = isKept ? Fit::Fits : Fit::DoesNotFit,
        .detail = TierChart::tr("What each link can carry in the %1 in which the GPU computes. "
                                "Above that, not even perfect overlap would hide it.",
            "duration")
                      .arg(formatSeconds(plan.time.compute)),
        .isChosen = true};
}

/// Amounts stay what is said; how high they stand is their share of what the link can carry.
void holdAgainstLinks(ChartData &data, const std::vector<TierLoad> &loads, const Plan &plan)
{
    data.axisLabel = TierChart::tr("Share of what each link can carry (%)");
    data.axis = shareUnit();
    data.lines = {capacityLine(loads, plan)};
    for (ChartSeries &series : data.series) {
        series.amounts = series.values;
        for (std::size_t bar = 0; bar < loads.size(); ++bar)
            series.values[bar] /= loads[bar].carried.value();
    }
}

/// The hidden part of one collective, or what the GPU waits for.
ChartSeries waitOf(ChartSeries series)
{
    series.label = TierChart::tr("%1, exposed", "collective").arg(series.label);
    series.isWaited = true;
    return series;
}

QString detailOf(const Collective &collective)
{
    return TierChart::tr(
        "%1 · %2 on the wire in each step, %3 of them exposed", "formula, duration, duration")
        .arg(formatFormula(toText(collective.formula.text())), formatSeconds(collective.seconds),
            formatSeconds(collective.exposed));
}

std::vector<ChartSeries> sharesOf(const Plan &plan, const std::vector<TierLoad> &loads)
{
    std::vector<ChartSeries> all;
    for (std::size_t i = 0; i < plan.traffic.collectives.size(); ++i) {
        const Collective &collective = plan.traffic.collectives[i];
        for (const bool isWaited : {false, true}) {
            ChartSeries series = seriesOf(collective, loads.size());
            if (isWaited)
                series = waitOf(std::move(series));
            for (std::size_t bar = 0; bar < loads.size(); ++bar) {
                for (const TierShare &share : loads[bar].shares) {
                    if (share.collective == i)
                        series.values[bar] += (isWaited ? share.exposed : share.hidden).value();
                }
                series.details[bar] = detailOf(collective);
            }
            if (std::any_of(series.values.begin(), series.values.end(),
                    [](double value) { return value > 0; }))
                all.push_back(std::move(series));
        }
    }
    return all;
}

/// What is sent, how much of the link that takes, and which bus bandwidth is assumed for it.
QString sentenceOf(const TierLoad &load, const Catalog &catalog)
{
    const QString tier = tierName(load.tier);
    const QString link = linkName(load, catalog);
    const QString amount = formatTraffic(load.bytes());
    if (load.carried <= Bytes(0))
        return TierChart::tr("%1, over %2, each GPU sends %3 per step.", "tier, link, amount")
            .arg(tier, link, amount);
    const QString bandwidth = formatBandwidth(load.bandwidth);
    const QString waited = formatPercent(shareOf(load.exposed(), load.bytes()));
    const double share = loadShare(load);
    if (share > 1)
        return TierChart::tr(
            "%1, over %2 at a bus bandwidth of %3, each GPU sends %4 per step, %5 times what the "
            "link can carry while the GPU computes; it waits for %6 of that.",
            "tier, link, bandwidth, amount, number, percent")
            .arg(tier, link, bandwidth, amount, formatSignificant(share), waited);
    return TierChart::tr(
        "%1, over %2 at a bus bandwidth of %3, each GPU sends %4 per step, %5 of what the link can "
        "carry while the GPU computes; it waits for %6 of that.",
        "tier, link, bandwidth, amount, percent, percent")
        .arg(tier, link, bandwidth, amount, formatPercent(share), waited);
}

QString summaryOf(const std::vector<TierLoad> &loads, const Catalog &catalog)
{
    QStringList sentences;
    for (const TierLoad &load : loads)
        sentences += sentenceOf(load, catalog);
    return sentences.isEmpty() ? TierChart::tr("Nothing is sent.") : sentences.join(u' ');
}

QString limitText(Bytes limit)
{
    return TierChart::tr("Never more than %1", "amount").arg(formatTraffic(limit));
}

} // namespace

ChartData trafficByTier(const Plan &plan, const Catalog &catalog)
{
    ChartData data{.title = TierChart::tr("Sent by each GPU in one step, by link"),
        .axisLabel = TierChart::tr("Sent per GPU and step (GB)"),
        .unit = trafficUnit(),
        .leastSlots = 3}; // one bar does not become a wall
    const Result<std::vector<TierLoad>> loads = tierLoads(plan, catalog);
    if (!loads)
        return data;
    data.summary = summaryOf(*loads, catalog);
    data.series = sharesOf(plan, *loads);
    if (std::any_of(data.series.begin(), data.series.end(),
            [](const ChartSeries &series) { return series.isWaited; }))
        data.waitLabel = TierChart::tr("Exposed communication");
    for (const TierLoad &load : *loads)
        data.categories.push_back(barOf(load, plan, catalog));
    if (loads->size() > 1)
        data.leastSlots = 2; // what stands below them has room
    const bool isKnown = std::all_of(
        loads->begin(), loads->end(), [](const TierLoad &load) { return load.carried > Bytes(0); });
    if (isKnown && !loads->empty())
        holdAgainstLinks(data, *loads, plan);
    return data;
}

ChartData trafficByGpuCount(const Plan &plan, const Catalog &catalog, Algorithm algorithm)
{
    Plan asked = plan;
    asked.scenario.parallel.algorithm = algorithm;
    const std::vector<ScalePoint> points = trafficOverGpus(asked, catalog);
    ChartData data{.title = TierChart::tr("Sent by each GPU in one step, by the number of GPUs"),
        .axisLabel = TierChart::tr("Sent per GPU and step (GB)"),
        .unit = trafficUnit()};
    for (std::size_t i = 0; i < points.size(); ++i) {
        const ScalePoint &point = points[i];
        data.categories.push_back({.id = QString::number(point.gpus),
            .label = TierChart::tr("%n GPU(s)", nullptr, point.gpus),
            .isChosen = point.gpus == plan.scenario.parallel.gpus,
            .notes = {formatSeconds(point.traffic.seconds())},
            .detail = TierChart::tr("%1 on the wire in each step", "duration")
                          .arg(formatSeconds(point.traffic.seconds()))});
        for (const Collective &collective : point.traffic.collectives) {
            ChartSeries &series = seriesFor(data.series, collective, points.size());
            series.values[i] += collective.bytesPerStep().value();
            series.details[i] = detailOf(collective);
        }
    }
    if (const Bytes limit = limitOf(points); limit > Bytes(0))
        data.lines = {{.id = QStringLiteral("limit"),
            .label = limitText(limit),
            .value = limit.value(),
            .detail = TierChart::tr("Each GPU sends (N - 1) / N of this, however many there are")}};
    data.summary = data.lines.empty() ? data.title : data.lines.front().label;
    return data;
}

} // namespace shardscope
