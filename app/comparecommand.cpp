// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparecommand.h"

#include "app/inputs.h"
#include "core/differencetext.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

/// Of one side, with what there is to note about its files.
Result<Plan> planOf(std::span<const std::string> files, std::span<const Setting> settings,
    const Catalog &catalog, std::vector<std::string> &notes)
{
    const Result<ScenarioDocument> document = documentFrom(files, settings);
    if (!document)
        return document.error();
    for (std::string &note : notesOn(*document)) {
        if (std::find(notes.begin(), notes.end(), note) == notes.end())
            notes.push_back(std::move(note));
    }
    return makePlan(document->scenario, catalog);
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
    std::vector<std::string> notes;
    const Result<Plan> before = planOf(files.first(1), {}, catalog, notes);
    if (!before)
        return badInput(before.error());
    const Result<Plan> after
        = planOf(files.size() == 1 ? files : files.subspan(1), arguments.sets, catalog, notes);
    if (!after)
        return badInput(after.error());
    if (isJson)
        return {.output = writeJson(differenceToJson(*before, *after)) + "\n", .errors = notes};
    const TableFormat table = format == "csv" ? TableFormat::Csv
        : format == "md"                      ? TableFormat::Markdown
                                              : TableFormat::Text;
    return {.output = differenceToText(*before, *after, table), .errors = notes};
}

} // namespace shardscope
