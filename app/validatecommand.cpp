// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/validatecommand.h"

#include "resources/readfile.h"
#include "tools/validate/casereader.h"
#include "tools/validate/normalised.h"
#include "tools/validate/report.h"
#include "tools/validate/validatedruns.h"

#include <iostream>
#include <iterator>

namespace shardscope {

enum class ReportFormat { Table, Json, Page, Coverage, Runs, Normalised };
template <>
inline constexpr std::array<std::string_view, 6> namesOf<ReportFormat>{
    "table", "json", "md", "coverage", "runs", "normalised"};

namespace {

Result<std::vector<Case>> casesFrom(const std::string &name)
{
    const bool isStream = name == "-";
    const std::string shown = isStream ? "standard input" : name;
    const Result<std::string> text = isStream
        ? readStream(std::cin, shown)
        : readFile(pathNamed(name), LargestFile, Readable::Streams);
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

/// None where no file is named.
Result<Explanations> explanationsFrom(const std::string &name)
{
    if (name.empty())
        return Explanations{};
    const Result<std::string> text = readFile(pathNamed(name), LargestFile, Readable::Streams);
    if (!text)
        return text.error();
    Result<Explanations> explanations = readExplanations(*text);
    if (!explanations)
        explanations.error().file = name;
    return explanations;
}

std::string written(ReportFormat format, const std::vector<Case> &cases,
    const Explanations &explanations, const Catalog &catalog)
{
    if (format == ReportFormat::Runs)
        return MeasuredTable(validatedRuns(cases, catalog)).text();
    if (format == ReportFormat::Normalised)
        return casesToNormalised(cases);
    const Validation validation = validate(cases, catalog);
    if (format == ReportFormat::Json)
        return writeJson(validationToJson(validation)) + "\n";
    if (format == ReportFormat::Coverage)
        return coveragePage(cases, validation, catalog);
    return format == ReportFormat::Page
        ? validationPage(validation, explanations, catalog.runs.all())
        : validationToText(validation, explanations);
}

} // namespace

Outcome runValidate(const Arguments &arguments, const Catalog &catalog)
{
    if (arguments.operands.empty())
        return wrongUsage("validate needs a file of measured runs");
    const std::string name = arguments.value("--format", "table");
    const auto format = fromName<ReportFormat>(name);
    if (!format)
        return wrongUsage("unknown format: " + name
            + "; validate writes table, json, md, coverage, runs or normalised");
    const Result<std::vector<Case>> cases = casesFrom(arguments.operands);
    if (!cases)
        return badInput(cases.error());
    const Result<Explanations> explanations
        = explanationsFrom(arguments.value("--explanations", ""));
    if (!explanations)
        return badInput(explanations.error());
    return {.output = written(*format, *cases, *explanations, catalog)};
}

} // namespace shardscope
