// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plancommand.h"

#include "core/input.h"
#include "core/keys.h"
#include "core/plan.h"
#include "core/plantext.h"
#include "resources/inputfile.h"
#include "resources/readfile.h"

#include <array>
#include <iostream>

namespace shardscope {

namespace {

Result<Input> openInput(const std::string &name)
{
    if (name != "-") {
        Result<OpenedFile> opened = openInputFile(name);
        return opened ? Result<Input>(std::move(opened->input)) : opened.error();
    }
    const std::string shown = "standard input";
    const Result<std::string> text = readStream(std::cin, shown);
    Result<Input> input = text ? readInput(*text, {}) : text.error();
    if (!input)
        input.error().file = shown;
    return input;
}

Status openFile(ScenarioDocument &document, const std::string &name)
{
    Result<Input> input = openInput(name);
    if (!input)
        return input.error();
    document = withInput(std::move(document), *std::move(input));
    return success();
}

/// On a command line the value of model.config is a path.
Status importConfig(Scenario &scenario, const std::string &name)
{
    Result<Input> input = openInput(name);
    if (!input)
        return input.error();
    if (!std::holds_alternative<ImportedModel>(*input))
        return Error{.code = ErrorCode::WrongType,
            .where = "model.config",
            .found = "a scenario",
            .expected = "a Hugging Face config.json",
            .file = name};
    scenario = withInput({.scenario = std::move(scenario)}, *std::move(input)).scenario;
    return success();
}

struct Format
{
    std::string_view name;
    TableFormat table;
};
constexpr std::array<Format, 3> textFormats{{
    {"table", TableFormat::Text},
    {"csv", TableFormat::Csv},
    {"md", TableFormat::Markdown},
}};

/// Nothing for a format that there is not.
std::optional<std::string> written(const Plan &plan, std::string_view format)
{
    if (format == "json")
        return writeJson(planToJson(plan)) + "\n";
    for (const Format &known : textFormats) {
        if (known.name == format)
            return planToText(plan, known.table);
    }
    return std::nullopt;
}

} // namespace

Result<Scenario> scenarioFrom(
    std::span<const std::string> files, std::span<const std::pair<std::string, std::string>> sets)
{
    ScenarioDocument document;
    for (const std::string &file : files) {
        if (const Status opened = openFile(document, file); !opened)
            return opened.error();
    }
    for (const auto &[key, value] : sets) {
        const Status set = key == "model.config" ? importConfig(document.scenario, value)
                                                 : setKeyText(document.scenario, key, value);
        if (!set)
            return set.error();
    }
    return document.scenario;
}

Outcome runPlan(const Arguments &arguments, const Catalog &catalog)
{
    const Result<Scenario> scenario = scenarioFrom(arguments.operands, arguments.sets);
    if (!scenario)
        return badInput(scenario.error());
    const Result<Plan> plan = makePlan(*scenario, catalog);
    if (!plan)
        return badInput(plan.error());
    const std::string format = arguments.value("--format", "table");
    std::optional<std::string> text = written(*plan, format);
    if (!text)
        return wrongUsage("unknown format: " + format + "; plan writes table, json, csv or md");
    Outcome outcome{.output = *std::move(text)};
    if (arguments.has("--check") && plan->memory.verdict.fit == Fit::DoesNotFit)
        outcome.exit = ExitCode::DoesNotFit;
    return outcome;
}

} // namespace shardscope
