// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number.h"
#include "tools/validate/report.h"
#include "tools/validate/tables.h"
#include "tools/validate/targets.h"

namespace shardscope {

namespace {

Json comparisonToJson(const Comparison &comparison)
{
    return Json::Object{{"id", comparison.id}, {"metric", comparison.metric},
        {"predicted", comparison.predicted.value()}, {"measured", comparison.measured.value()},
        {"confidence", comparison.confidence}};
}

Json groupToJson(const Group &group)
{
    Json json = Json::Object{{"by", group.tag.first}, {"value", group.tag.second},
        {"metric", group.metric}, {"count", static_cast<double>(group.count)}};
    if (group.rankCorrelation)
        json["rank_correlation"] = *group.rankCorrelation;
    if (group.errors) {
        json["median_error"] = group.errors->median;
        json["p95_error"] = group.errors->percentile95;
        json["worst_error"] = group.errors->worst;
        json["bias"] = group.errors->bias;
    }
    json["false_fits"] = static_cast<double>(group.falseFits);
    json["false_misses"] = static_cast<double>(group.falseMisses);
    return json;
}

Json leftOutToJson(const LeftOut &item)
{
    return Json::Object{{"id", item.id}, {"reason", item.reason}};
}

std::string gibText(Bytes bytes)
{
    return fixedText(bytes / GiB, 3);
}

std::string amountText(const Comparison &item, Bytes amount)
{
    return item.metric == throughputMetric ? formatCount(amount.value()) + " tokens/s"
                                           : gibText(amount);
}

std::string caseTable(const Validation &validation)
{
    TextTable table{.columns
        = {{"Case"}, {"Metric"}, {"Predicted GiB", true}, {"Measured GiB", true}, {"Error", true}}};
    for (const Comparison &item : validation.comparisons) {
        const bool ranOut = item.metric == outOfMemoryMetric;
        table.rows.push_back({item.id, item.metric, amountText(item, item.predicted),
            (ranOut ? "over " : "") + amountText(item, item.measured),
            ranOut ? (item.falseFit ? "predicted to fit" : "right")
                   : percentText(item.error(), 2)});
    }
    return renderTable(table, TableFormat::Text);
}

std::string leftOutTable(const Validation &validation)
{
    TextTable table{.columns = {{"Not compared"}, {"Reason"}}};
    for (const LeftOut &item : validation.leftOut)
        table.rows.push_back({item.id, item.reason});
    return renderTable(table, TableFormat::Text);
}

std::string groupTable(const Validation &validation)
{
    TextTable table{.columns = {{"Group"}, {"Metric"}, {"Count", true}, {"Median", true},
                        {"95 %", true}, {"Worst", true}, {"Bias", true}, {"Ranks", true},
                        {"False fits", true}, {"False misses", true}}};
    for (const Group &group : validation.groups) {
        std::vector<std::string> row{
            group.tag.first + " " + group.tag.second, group.metric, std::to_string(group.count)};
        if (group.errors)
            row = withErrors(std::move(row), *group.errors);
        row.resize(7, "-");
        row.push_back(group.rankCorrelation ? fixedText(*group.rankCorrelation, 3) : "-");
        row.push_back(std::to_string(group.falseFits));
        row.push_back(std::to_string(group.falseMisses));
        table.rows.push_back(std::move(row));
    }
    return renderTable(table, TableFormat::Text);
}

std::string aimTables(const Validation &validation, const Explanations &explanations)
{
    std::string text = disagreementsToText(validation, explanations, TableFormat::Text);
    if (!text.empty())
        text = "Beyond the aim\n" + text + "\n";
    return text + attainmentsToText(validation, TableFormat::Text) + "\n";
}

} // namespace

Json validationToJson(const Validation &validation)
{
    return Json::Object{{"cases", Json::list(validation.comparisons, comparisonToJson)},
        {"groups", Json::list(validation.groups, groupToJson)},
        {"unmapped", Json::list(validation.leftOut, leftOutToJson)}};
}

std::string validationToText(const Validation &validation, const Explanations &explanations)
{
    std::string text;
    if (!validation.comparisons.empty())
        text += caseTable(validation) + "\n";
    if (!validation.leftOut.empty())
        text += leftOutTable(validation) + "\n";
    if (!validation.assumptions.empty())
        text += assumptionTable(validation, TableFormat::Text) + "\n";
    if (!validation.groups.empty())
        text += groupTable(validation)
            + "\nErrors are shares of what was measured. Median and 95 % (nearest rank) are of "
              "their sizes, the bias is\ntheir mean with signs: positive is predicted too "
              "much. Ranks: Spearman's correlation of\npredicted and measured speeds.\n\n"
            + aimTables(validation, explanations);
    return text + std::to_string(validation.comparisons.size()) + " figures compared, "
        + std::to_string(validation.leftOut.size()) + " cases not compared\n"
        + plannedSentence(validation);
}

} // namespace shardscope
