// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plancommand.h"

#include "core/hfconfig.h"
#include "core/input.h"
#include "core/keys.h"
#include "core/plan.h"
#include "core/plantext.h"
#include "resources/readfile.h"

#include <array>
#include <iostream>

namespace shardscope {

namespace {

struct NamedText
{
    std::string text;
    std::string file; ///< for errors
    std::string model; ///< what to call a model that it holds
};

Result<NamedText> readInputFile(const std::string &name)
{
    if (name == "-") {
        Result<std::string> text = readStream(std::cin, "standard input");
        if (!text)
            return text.error();
        return NamedText{*std::move(text), "standard input", {}};
    }
    const Result<std::filesystem::path> path = inputFile(name);
    if (!path)
        return path.error();
    Result<std::string> text = readFile(*path);
    if (!text)
        return text.error();
    return NamedText{*std::move(text), displayName(*path), modelName(*path)};
}

Error inFile(Error error, const std::string &file)
{
    error.file = file;
    return error;
}

Status openFile(ScenarioDocument &document, const std::string &name)
{
    const Result<NamedText> read = readInputFile(name);
    if (!read)
        return read.error();
    Result<Input> input = readInput(read->text, read->model);
    if (!input)
        return inFile(input.error(), read->file);
    document = withInput(std::move(document), *std::move(input));
    return success();
}

/// On a command line the value of model.config is a path.
Status importConfig(Scenario &scenario, const std::string &name)
{
    const Result<NamedText> read = readInputFile(name);
    if (!read)
        return read.error();
    Result<ImportedModel> model = importModel(read->text, read->model);
    if (!model)
        return inFile(model.error(), read->file);
    scenario.model.imported = *std::move(model);
    scenario.model.id.clear();
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
