// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/outlines.h"

#include "ui/charts/tierchart.h"
#include "ui/text/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace shardscope {

namespace {

constexpr std::size_t FewBars = 5; ///< that are wide enough for the percents, too

class Outlines
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::Outlines)
};

QString changeText(const ChartUnit &unit, double change)
{
    return withSign(change, chartAmount(unit, std::abs(change)));
}

void outline(ChartData &data, std::size_t category, const PinnedPlan &baseline, double value)
{
    ChartCategory &bar = data.categories[category];
    const double total = totalOf(data, category);
    const QString difference = differenceText(data.unit, value, total);
    bar.outline = value;
    bar.notes
        += data.categories.size() <= FewBars ? difference : changeText(data.unit, total - value);
    const QString sentence
        = Outlines::tr("Baseline, %1: %2; the difference is %3.", "name, amount, amount")
              .arg(baseline.name, chartAmount(data.unit, value), difference);
    bar.detail += (bar.detail.isEmpty() ? QString() : QStringLiteral("\n")) + sentence;
    data.outlineLabel = Outlines::tr("Baseline: %1", "name").arg(baseline.name);
    if (!data.summary.contains(sentence))
        data.summary += (data.summary.isEmpty() ? QString() : QStringLiteral(" ")) + sentence;
}

/// The chosen bar, or all of them where none is.
void outlinePresent(ChartData &data, const PinnedPlan &baseline, double value)
{
    const int chosen = chosenCategory(data);
    for (std::size_t i = 0; i < data.categories.size(); ++i) {
        if (chosen < 0 || static_cast<std::size_t>(chosen) == i)
            outline(data, i, baseline, value);
    }
}

} // namespace

QString differenceText(const ChartUnit &unit, double before, double after)
{
    const double change = after - before;
    const QString amount = changeText(unit, change);
    if (before <= 0)
        return amount;
    return Outlines::tr("%1 (%2)", "difference, in percent")
        .arg(amount, withSign(change, formatPercent(std::abs(change) / before)));
}

void outlineMemory(ChartData &data, const Compared &compared)
{
    if (const PinnedPlan *baseline = compared.reference())
        outlinePresent(data, *baseline, baseline->plan->memory.peak.value());
}

void outlineTraffic(ChartData &data, const Compared &compared)
{
    if (const PinnedPlan *baseline = compared.reference())
        outlinePresent(data, *baseline, baseline->plan->traffic.bytesPerGpuPerStep().value());
}

void outlineTiers(ChartData &data, const Compared &compared, const Catalog &catalog)
{
    const PinnedPlan *baseline = compared.reference();
    if (!baseline)
        return;
    const ChartData before = trafficByTier(*baseline->plan, catalog);
    for (std::size_t i = 0; i < data.categories.size(); ++i) {
        const auto same = std::find_if(before.categories.begin(), before.categories.end(),
            [&](const ChartCategory &bar) { return bar.id == data.categories[i].id; });
        const double value = same == before.categories.end()
            ? 0
            : totalOf(before, static_cast<std::size_t>(same - before.categories.begin()));
        outline(data, i, *baseline, value);
    }
}

} // namespace shardscope
