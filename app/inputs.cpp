// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inputs.h"

#include "app/outcome.h"
#include "core/document/input.h"
#include "core/document/sharecode.h"
#include "core/scenario/keys.h"
#include "core/scenario/unknownkey.h"
#include "resources/inputfile.h"
#include "resources/readfile.h"

#include <iostream>

namespace shardscope {

namespace {

Result<Input> openInput(const std::string &name)
{
    if (isShareCode(name))
        return readInput(name, {});
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
            .found = english("errors", "a scenario"),
            .expected = english("errors", "a Hugging Face config.json"),
            .file = name};
    scenario = withInput({.scenario = std::move(scenario)}, *std::move(input)).scenario;
    return success();
}

} // namespace

std::vector<std::string> notesOn(const ScenarioDocument &document)
{
    std::vector<std::string> notes = unknownKeys(document);
    for (std::string &note : notes)
        note = problemWith(note + ": unknown key, ignored", nearestKeys(note));
    return notes;
}

Status applySetting(Scenario &scenario, const Setting &setting)
{
    const auto &[key, value] = setting;
    return key == "model.config" ? importConfig(scenario, value) : setKeyText(scenario, key, value);
}

Result<ScenarioDocument> documentFrom(std::span<const std::string> files,
    std::span<const Setting> settings, ScenarioDocument document)
{
    for (const std::string &file : files) {
        if (const Status opened = openFile(document, file); !opened)
            return opened.error();
    }
    for (const Setting &setting : settings) {
        if (const Status applied = applySetting(document.scenario, setting); !applied)
            return applied.error();
    }
    return document;
}

} // namespace shardscope
