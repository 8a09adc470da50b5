// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/tables.h"

#include "tools/validate/targets.h"

#include <cmath>

namespace shardscope {

std::string percentText(double share, int decimals)
{
    return fixedText(100 * share, decimals) + " %";
}

std::vector<std::string> withErrors(std::vector<std::string> row, const ErrorSummary &errors)
{
    for (const double share : {errors.median, errors.percentile95, errors.worst, errors.bias})
        row.push_back(percentText(share, 2));
    return row;
}

std::string plannedSentence(const Validation &validation)
{
    const auto &[stating, planned] = validation.published;
    if (stating == 0)
        return {};
    return std::to_string(planned) + " of " + std::to_string(stating)
        + " published runs that state their settings are planned ("
        + percentText(static_cast<double>(planned) / static_cast<double>(stating), 1) + ").\n";
}

std::string assumptionTable(const Validation &validation, TableFormat format)
{
    TextTable table{.columns = {{"Assumed"}, {"Because"}, {"Runs", true}}};
    for (const Assumption &item : validation.assumptions)
        table.rows.push_back({item.key, item.why, std::to_string(item.cases)});
    return table.rows.empty() ? std::string() : renderTable(table, format);
}

namespace {

/// "0.02 % (0.1 %)": reached, and what was aimed at.
std::string boundText(double reached, double bound)
{
    const std::string text = percentText(reached, 2);
    return std::isfinite(bound) ? text + " (" + percentText(bound, 1) + ")" : text;
}

/// Order matters where something is chosen by it: of throughputs.
std::string rankText(const Attainment &item)
{
    if (item.target->metric != throughputMetric)
        return {};
    const std::string text = fixedText(item.ranks, 3);
    const double bound = item.target->bounds.ranks;
    return bound > 0 ? text + " (" + fixedText(bound, 1) + ")" : text;
}

} // namespace

std::string attainmentsToText(const Validation &validation, TableFormat format)
{
    TextTable table{
        .columns = {{"Data"}, {"Measure"}, {"Figures", true}, {"Median (aim)", true},
            {"95 % (aim)", true}, {"Worst (aim)", true}, {"Ranks (aim)", true}, {"Reached"}}};
    for (const Attainment &item : attainments(validation)) {
        if (!item.reached)
            continue;
        const Bounds &bounds = item.target->bounds;
        table.rows.push_back({std::string(item.target->name), std::string(item.target->metric),
            std::to_string(item.count), boundText(item.reached->median, bounds.median),
            boundText(item.reached->percentile95, bounds.percentile95),
            boundText(item.reached->worst, bounds.worst), rankText(item),
            item.isReached() ? "yes" : "not yet"});
    }
    return renderTable(table, format);
}

} // namespace shardscope
