// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/frameworkchart.h"

#include "core/explore/conventions.h"
#include "core/explore/search/recommendtexts.h"
#include "ui/charts/chartlayout.h"
#include "ui/charts/charttheme.h"
#include "ui/charts/memorychart.h"
#include "ui/text/amounts.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

class FrameworkChart
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::FrameworkChart)
};

/// "DeepSpeed 0.19.6" -> "0.19.6", "FSDP1 (torch 2.14)" -> "torch 2.14"
QString versionIn(std::string_view name)
{
    const QString text = toText(name);
    const qsizetype bracket = text.indexOf(QLatin1Char('('));
    if (bracket >= 0)
        return text.mid(bracket + 1).chopped(1);
    return text.section(QLatin1Char(' '), -1);
}

QString signedMemory(const Plan &plan, double bytes)
{
    return withSign(bytes, planMemory(plan, Bytes(std::abs(bytes))));
}

/// The parts in which `other` differs from `plan` the most.
QString differences(const Plan &plan, const Plan &other)
{
    constexpr std::size_t Most = 4;
    const Bytes least = 0.005 * plan.memory.peak;
    std::vector<std::pair<double, PartId>> parts;
    for (std::size_t i = 0; i < namesOf<PartId>.size(); ++i) {
        const auto id = static_cast<PartId>(i);
        const double difference = (other.memory.atPeak(id) - plan.memory.atPeak(id)).value();
        if (std::abs(difference) > least.value())
            parts.emplace_back(difference, id);
    }
    std::stable_sort(parts.begin(), parts.end(),
        [](const auto &a, const auto &b) { return std::abs(a.first) > std::abs(b.first); });
    QStringList words;
    for (std::size_t i = 0; i < std::min(Most, parts.size()); ++i)
        words += QStringLiteral("%1 %2").arg(
            displayName(parts[i].second), signedMemory(plan, parts[i].first));
    if (words.isEmpty())
        return FrameworkChart::tr("Nearly the same as the chosen one.");
    return FrameworkChart::tr("Beside the chosen one: %1.", "list of parts and differences")
        .arg(words.join(QStringLiteral(", ")));
}

ChartCategory barOf(const Plan &plan, const FrameworkPlan &other)
{
    const QString strategy = displayName(other.plan.scenario.parallel.strategy);
    ChartCategory bar = memoryBar(other.plan);
    bar.id = toText(nameOf(other.framework));
    bar.label = other.framework == Framework::Trainer
        ? FrameworkChart::tr("HF Trainer", "short for Hugging Face Trainer")
        : displayName(other.framework);
    bar.shortLabel = translated(shortText(other.framework));
    bar.isChosen = other.isChosen;
    const QString chosen = displayName(plan.scenario.parallel.strategy);
    bar.notes = {other.shardsAlike
            ? strategy
            : FrameworkChart::tr("%1, not %2", "DDP, not ZeRO-3").arg(strategy, chosen),
        versionIn(other.name)};
    QStringList details{toText(other.name)};
    if (!other.shardsAlike)
        details += FrameworkChart::tr("It cannot shard the same; %1 is nearest.").arg(strategy);
    if (!other.isChosen)
        details += differences(plan, other.plan);
    if (!bar.detail.isEmpty())
        details += bar.detail;
    bar.detail = details.join(QLatin1Char('\n'));
    return bar;
}

} // namespace

ChartData memoryByFramework(const Plan &plan, const Catalog &catalog, const PlanMaker &make)
{
    const std::vector<FrameworkPlan> plans
        = plansByFramework(plan, make ? make : makerBeside(plan, catalog));
    std::vector<const Plan *> bars;
    for (const FrameworkPlan &other : plans)
        bars.push_back(&other.plan);
    ChartData data = memoryChart(plan, catalog, bars);
    data.title = FrameworkChart::tr("Peak memory of each GPU, by framework");
    data.tallest = NearBars;
    for (const FrameworkPlan &other : plans)
        data.categories.push_back(barOf(plan, other));
    keepNearLines(data);
    return data;
}

ChartData hostMemory(const Plan &plan)
{
    const HostMemory &host = plan.memory.host;
    const ChartUnit unit = memoryUnit(plan.scenario.estimator);
    ChartData data{.title = FrameworkChart::tr("Host memory per node"),
        .axisLabel = FrameworkChart::tr("Host memory per node (%1)", "unit").arg(unit.symbol),
        .summary
        = FrameworkChart::tr("Each node's host holds %1.").arg(planMemory(plan, host.perNode)),
        .unit = unit,
        .leastSlots = 1};
    if (host.parts.empty()) {
        data.summary = FrameworkChart::tr("Nothing is offloaded.");
        return data;
    }
    data.categories = {{.id = QStringLiteral("host"),
        .label = FrameworkChart::tr("each node", "name of a bar"),
        .isChosen = true}};
    for (const Part &part : host.parts)
        data.series.push_back({.id = toText(nameOf(part.id)),
            .label = displayName(part.id),
            .style = partStyle(part.id),
            .values = {part.bytes.value()},
            .details = {toText(part.formula.text())}});
    if (host.capacity > Bytes(0)) {
        data.categories.front().fit = judge(host.perNode, host.capacity).fit;
        data.lines = {{.id = QStringLiteral("host"),
            .label = planMemory(plan, host.capacity),
            .value = host.capacity.value(),
            .fit = data.categories.front().fit,
            .detail = FrameworkChart::tr("What each host has: hardware.host_gib"),
            .isChosen = true}};
    }
    return data;
}

} // namespace shardscope
