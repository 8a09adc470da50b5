// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparecommand.h"

#include "app/inputs.h"
#include "core/differencetext.h"

#include <array>

namespace shardscope {

namespace {

Result<Plan> planOf(
    std::span<const std::string> files, std::span<const Setting> settings, const Catalog &catalog)
{
    const Result<ScenarioDocument> document = documentFrom(files, settings);
    return document ? makePlan(document->scenario, catalog, Reserving::Played)
                    : Result<Plan>(document.error());
}

} // namespace

Outcome runCompare(const Arguments &arguments, const Catalog &catalog)
{
    const std::span<const std::string> files(arguments.operands);
    if (files.empty())
        return wrongUsage("compare needs a file to compare with");
    if (files.size() == 1 && arguments.sets.empty())
        return wrongUsage("compare needs a second file, or --set KEY=VALUE");
    const std::string format = arguments.value("--format", "table");
    const bool isJson = format == "json";
    if (!isJson && format != "table" && format != "csv" && format != "md")
        return wrongUsage("unknown format: " + format + "; compare writes table, json, csv or md");

    // Without a second file: the first one, changed by --set.
    const Result<Plan> before = planOf(files.first(1), {}, catalog);
    if (!before)
        return badInput(before.error());
    const Result<Plan> after
        = planOf(files.size() == 1 ? files : files.subspan(1), arguments.sets, catalog);
    if (!after)
        return badInput(after.error());
    if (isJson)
        return {.output = writeJson(differenceToJson(*before, *after)) + "\n"};
    const TableFormat table = format == "csv" ? TableFormat::Csv
        : format == "md"                      ? TableFormat::Markdown
                                              : TableFormat::Text;
    return {.output = differenceToText(*before, *after, table)};
}

} // namespace shardscope
