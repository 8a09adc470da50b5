// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/validatecommand.h"

#include "core/validation/casereader.h"
#include "core/validation/validatedruns.h"
#include "core/validation/validation.h"
#include "resources/readfile.h"

#include <iostream>
#include <iterator>

namespace shardscope {

namespace {

Result<std::vector<Case>> casesFrom(const std::string &name)
{
    const bool isStream = name == "-";
    const std::string shown = isStream ? "standard input" : name;
    const Result<std::string> text
        = isStream ? readStream(std::cin, shown) : readFile(std::filesystem::path(name));
    if (!text)
        return text.error();
    Result<std::vector<Case>> cases = readCases(*text);
    if (!cases)
        cases.error().file = shown;
    return cases;
}

Result<std::vector<Case>> casesFrom(std::span<const std::string> names)
{
    std::vector<Case> all;
    for (const std::string &name : names) {
        Result<std::vector<Case>> cases = casesFrom(name);
        if (!cases)
            return cases.error();
        std::move(cases->begin(), cases->end(), std::back_inserter(all));
    }
    return all;
}

} // namespace

Outcome runValidate(const Arguments &arguments, const Catalog &catalog)
{
    if (arguments.operands.empty())
        return wrongUsage("validate needs a file of measured runs");
    const std::string format = arguments.value("--format", "table");
    if (format != "table" && format != "json" && format != "runs")
        return wrongUsage("unknown format: " + format + "; validate writes table, json or runs");
    const Result<std::vector<Case>> cases = casesFrom(arguments.operands);
    if (!cases)
        return badInput(cases.error());
    if (format == "runs")
        return {.output = runsToCatalog(validatedRuns(*cases, catalog))};
    const Validation validation = validate(*cases, catalog);
    return {.output = format == "json" ? writeJson(validationToJson(validation)) + "\n"
                                       : validationToText(validation)};
}

} // namespace shardscope
