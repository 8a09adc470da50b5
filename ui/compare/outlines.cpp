// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/outlines.h"

#include "ui/charts/tierchart.h"
#include "ui/charts/trafficchart.h"
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

/// What a bar was in the baseline.
struct Before
{
    double amount = 0;
    double height = 0; ///< on the axis
};

void outline(
    ChartData &data, std::size_t category, const PinnedPlan &baseline, const Before &before)
{
    ChartCategory &bar = data.categories[category];
    const double total = totalAmount(data, category);
    const double value = before.amount;
    const QString difference = differenceText(data.unit, value, total);
    bar.outline = before.height;
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
void outlinePresent(ChartData &data, const PinnedPlan &baseline, const Before &before)
{
    const int chosen = chosenCategory(data);
    for (std::size_t i = 0; i < data.categories.size(); ++i) {
        if (chosen < 0 || static_cast<std::size_t>(chosen) == i)
            outline(data, i, baseline, before);
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
    const PinnedPlan *baseline = compared.reference();
    if (!baseline)
        return;
    const double peak = baseline->plan->memory.peak.value();
    outlinePresent(data, *baseline, {peak, peak});
}

void outlineTraffic(ChartData &data, const Compared &compared)
{
    const PinnedPlan *baseline = compared.reference();
    if (!baseline)
        return;
    const double sent = baseline->plan->traffic.bytesPerGpuPerStep().value();
    outlinePresent(data, *baseline, {sent, data.axis ? wireShare(*baseline->plan) : sent});
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
        if (same == before.categories.end()) {
            outline(data, i, *baseline, {});
            continue;
        }
        const auto bar = static_cast<std::size_t>(same - before.categories.begin());
        const bool isOnAxis = before.axis == data.axis;
        outline(
            data, i, *baseline, {totalAmount(before, bar), isOnAxis ? totalOf(before, bar) : 0});
    }
}

} // namespace shardscope
