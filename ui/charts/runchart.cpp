// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/runchart.h"

#include "core/report/runshares.h"
#include "core/report/summary.h"
#include "ui/text/format.h"
#include "ui/text/names.h"
#include "ui/text/translated.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

class RunChart
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::RunChart)
};

/// A run is in hours, however long; what is short in what suits it.
ChartUnit unitFor(Seconds whole)
{
    const std::array<ChartUnit, 4> units{ChartUnit{QStringLiteral("h"), 3600},
        ChartUnit{QStringLiteral("min"), 60}, ChartUnit{QStringLiteral("s"), 1},
        ChartUnit{QStringLiteral("ms"), 1e-3}};
    const auto found = std::find_if(units.begin(), units.end(),
        [whole](const ChartUnit &unit) { return whole.value() >= unit.size; });
    return found == units.end() ? units.back() : *found;
}

QString detailOf(const RunShare &share, const Catalog &catalog)
{
    const QString meaning = translated(share.meaning, &catalog);
    return share.energyKwh > 0
        ? RunChart::tr("%1: %2 of each step, %3 kWh of the run", "meaning, duration, number")
              .arg(meaning, formatSeconds(share.perStep), formatSignificant(share.energyKwh))
        : RunChart::tr("%1: %2 of each step", "meaning, duration")
              .arg(meaning, formatSeconds(share.perStep));
}

ChartCategory barOf(const RunShare &share, const Catalog &catalog)
{
    ChartCategory bar{.id = toText(share.id),
        .label = translated(share.name, &catalog),
        .notes = {formatPercent(share.share)},
        .detail = detailOf(share, catalog),
        .shortLabel = translated(share.shortName, &catalog)};
    if (share.cost > 0)
        bar.notes += RunChart::tr("cost %1", "amount of money")
                         .arg(formatAmount(Amount::price(share.cost)));
    return bar;
}

QString titleOf(const Plan &plan, bool isWholeRun)
{
    if (!isWholeRun)
        return RunChart::tr(
            "What a step of %1 spends its time on (no data set is given)", "duration")
            .arg(formatSeconds(plan.time.step));
    return RunChart::tr("What the %1 hours of the run are spent on", "number")
        .arg(formatSignificant(plan.run.duration.value() / 3600));
}

} // namespace

ChartData runByShare(const Plan &plan, const Catalog &catalog)
{
    const std::vector<RunShare> shares = runShares(plan);
    const bool isWholeRun = plan.run.duration > Seconds(0);
    ChartData data{.title = RunChart::tr("Nothing is known about how fast this GPU computes"),
        .summary = translated(stepSentence(plan), &catalog),
        .unit = unitFor(isWholeRun ? plan.run.duration : plan.time.step)};
    if (shares.empty())
        return data;
    data.title = titleOf(plan, isWholeRun);
    data.axisLabel = isWholeRun ? RunChart::tr("Time of the run (%1)", "unit").arg(data.unit.symbol)
                                : RunChart::tr("Time of a step (%1)", "unit").arg(data.unit.symbol);
    ChartSeries computing{.id = QStringLiteral("time"),
        .label = RunChart::tr("The GPU computes"),
        .style = ComputeStyle};
    ChartSeries waiting = computing;
    waiting.label = RunChart::tr("The GPU waits");
    waiting.isWaited = true;
    for (const RunShare &share : shares) {
        const double value = (isWholeRun ? share.duration : share.perStep).value();
        data.categories.push_back(barOf(share, catalog));
        for (ChartSeries *series : {&computing, &waiting}) {
            const bool isHere = series->isWaited == share.isWaiting;
            series->values.push_back(isHere ? value : 0);
            series->details.push_back(isHere ? data.categories.back().detail : QString());
        }
    }
    data.series = {computing, waiting};
    data.waitLabel = waiting.label;
    return data;
}

} // namespace shardscope
