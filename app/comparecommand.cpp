// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/comparecommand.h"

#include "app/inputs.h"
#include "app/reportframe.h"
#include "core/planner/makeplan.h"
#include "core/report/differencetext.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

/// What there is to note about the files of either side.
std::vector<std::string> notesOnBoth(const Inputs &before, const Inputs &after)
{
    std::vector<std::string> notes = before.notes;
    for (const std::string &note : after.notes) {
        if (std::find(notes.begin(), notes.end(), note) == notes.end())
            notes.push_back(note);
    }
    return notes;
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

    Inputs first;
    if (std::optional<Outcome> bad = openInputs(first, files.first(1), {}, catalog))
        return *std::move(bad);
    // Without a second file: the first one, changed by --set; standard input is read once.
    Inputs second;
    if (files.size() == 1)
        second = first;
    if (std::optional<Outcome> bad = openInputs(second, files.subspan(1), arguments.sets, catalog))
        return *std::move(bad);
    const Result<Plan> before = makePlan(first.document.scenario, catalog, Reserving::Played);
    if (!before)
        return badInput(before.error());
    const Result<Plan> after = makePlan(second.document.scenario, catalog, Reserving::Played);
    if (!after)
        return badInput(after.error());
    const std::vector<std::string> notes = notesOnBoth(first, second);
    if (isJson)
        return {.output = writeJson(differenceToJson(*before, *after)) + "\n", .errors = notes};
    const TableFormat table = format == "csv" ? TableFormat::Csv
        : format == "md"                      ? TableFormat::Markdown
                                              : TableFormat::Text;
    std::string text = differenceToText(*before, *after, table);
    if (table == TableFormat::Markdown)
        text += "\n" + closingText(*after, frameFor(catalog));
    return {.output = std::move(text), .errors = notes};
}

} // namespace shardscope
