// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inputs.h"

#include "core/base/number.h"
#include "core/catalog/meantid.h"
#include "core/document/input.h"
#include "core/interchange/importtext.h"
#include "core/scenario/keys.h"
#include "core/scenario/relevance.h"
#include "core/scenario/unknownkey.h"
#include "resources/inputfile.h"
#include "resources/readfile.h"
#include "resources/runfiles.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>

namespace shardscope {

RunSurroundings surroundings()
{
    return surroundingsOnDisk(hubCache([](const char *name) {
        const char *value = std::getenv(name);
        return std::string(value ? value : "");
    }));
}

namespace {

Status addInput(InputCollector &collector, const std::string &name)
{
    if (name != "-")
        return collector.add(pathNamed(name));
    const std::string shown = "standard input";
    const Result<std::string> text = readStream(std::cin, shown);
    if (!text)
        return text.error();
    Status added = collector.addText(*text, {});
    if (!added)
        added.error().file = shown;
    return added;
}

Result<OpenedInputs> opened(
    std::span<const std::string> files, const Catalog &catalog, ScenarioDocument document)
{
    InputCollector collector(std::move(document));
    for (const std::string &file : files) {
        if (const Status added = addInput(collector, file); !added)
            return added.error();
    }
    return std::move(collector).finish(catalog, surroundings());
}

/// On a command line the value of model.config is a path.
Status importConfig(Scenario &scenario, const std::string &name)
{
    const Result<OpenedFile> file = openInputFile(pathNamed(name));
    if (!file)
        return file.error();
    if (!std::holds_alternative<ImportedModel>(file->input))
        return Error{.code = ErrorCode::WrongType,
            .where = "model.config",
            .found = english("errors", "a scenario"),
            .expected = english("errors", "a Hugging Face config.json"),
            .file = name};
    scenario = withInput({.scenario = std::move(scenario)}, file->input).scenario;
    return success();
}

void addUnknownKeys(Inputs &inputs)
{
    constexpr std::size_t most = 5; // lines of a page that people read
    const std::vector<std::string> unknown = unknownKeys(inputs.document);
    for (std::size_t i = 0; i < std::min(most, unknown.size()); ++i)
        inputs.notes.push_back(
            problemWith(unknown[i] + ": unknown key, ignored", nearestKeys(unknown[i])));
    if (unknown.size() > most)
        inputs.notes.push_back(formatCount(static_cast<double>(unknown.size() - most))
            + " more unknown keys, ignored");
}

/// What was asked for in so many words and changes nothing is said.
void addIdleSettings(Inputs &inputs, std::span<const Setting> settings)
{
    const Scenario &scenario = inputs.document.scenario;
    for (const Setting &setting : settings) {
        const Key *key = findKey(setting.first);
        if (!key || key->get(scenario) == key->get(Scenario{}))
            continue;
        if (const auto missing = missingFor(setting.first, scenario, Answer::Anything))
            inputs.notes.push_back(
                setting.first + ": no effect here; it takes " + std::string(missing->pattern));
    }
}

bool choosesModel(const Setting &setting)
{
    return setting.first.starts_with("model.");
}

} // namespace

Status applySetting(Scenario &scenario, const Setting &setting)
{
    const auto &[key, value] = setting;
    return key == "model.config" ? importConfig(scenario, value) : setKeyText(scenario, key, value);
}

std::optional<Outcome> openInputs(Inputs &inputs, std::span<const std::string> files,
    std::span<const Setting> settings, const Catalog &catalog)
{
    Result<OpenedInputs> found = opened(files, catalog, std::move(inputs.document));
    if (!found)
        return badInput(found.error());
    inputs.document = std::move(found->document);
    inputs.run = std::move(found->run);
    addUnknownKeys(inputs);
    if (inputs.run) {
        std::vector<Error> problems = inputs.run->problems;
        if (inputs.run->missingModel
            && std::none_of(settings.begin(), settings.end(), choosesModel))
            problems.push_back(*inputs.run->missingModel);
        if (!problems.empty())
            return badInput(problems);
        for (std::string &note : importNotes(*inputs.run))
            inputs.notes.push_back(std::move(note));
    }
    for (const Setting &setting : settings) {
        if (const Status applied = applySetting(inputs.document.scenario, setting); !applied)
            return badInput(applied.error());
        inputs.document.origins[setting.first] = {.kind = OriginKind::User};
    }
    for (const TakenId &taken : settleIds(inputs.document.scenario, catalog))
        inputs.notes.push_back(std::string(taken.key) + ": " + englishText(phraseOf(taken)));
    addIdleSettings(inputs, settings);
    return std::nullopt;
}

Result<ImportedRun> importFiles(std::span<const std::string> files, const Catalog &catalog)
{
    Result<OpenedInputs> found = opened(files, catalog, {});
    if (!found)
        return found.error();
    return found->run.value_or(ImportedRun{.scenario = found->document.scenario});
}

} // namespace shardscope
