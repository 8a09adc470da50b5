// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document/input.h"

#include "core/document/picture.h"
#include "core/document/sharecode.h"
#include "core/model/hfconfig.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr Text welcome = english("errors",
    "a scenario or its code, a Hugging Face config.json, the files of a run (recipe, DeepSpeed "
    "or accelerate config, launch script) or a picture that Shardscope exported");

template <class T>
Result<AnyInput> asInput(Result<T> result)
{
    if (!result)
        return result.error();
    return AnyInput(*std::move(result));
}

Result<AnyInput> readPicture(std::string_view content)
{
    const Result<std::string> scenario = scenarioIn(content);
    if (!scenario)
        return scenario.error();
    return asInput(readScenario(std::string_view(*scenario)));
}

/// The first members of an object, so that the user knows the file again.
Phrase memberNames(const Json &value)
{
    if (!value.isObject())
        return summary(value);
    if (value.object()->empty())
        return english("errors", "an empty object");
    constexpr std::ptrdiff_t most = 3;
    std::vector<Phrase> names;
    for (std::ptrdiff_t i = 0; i < std::min(most, std::ssize(*value.object())); ++i)
        names.push_back(summary(Json((*value.object())[static_cast<std::size_t>(i)].first)));
    return {english("errors", "an object with %1"), {names}};
}

bool startsAnObject(std::string_view content)
{
    const std::size_t first = content.find_first_not_of("\xEF\xBB\xBF \t\r\n");
    return first != std::string_view::npos && (content[first] == '{' || content[first] == '/');
}

} // namespace

Result<AnyInput> readInput(
    std::string_view content, const std::string &name, const std::string &file)
{
    if (pictureFormat(content))
        return readPicture(content);
    if (isShareCode(content))
        return asInput(readShareCode(content));
    const Result<Json> json = parseJson(content);
    if (json && json->find("shardscope"))
        return asInput(readScenario(*json));
    if (json && looksLikeModelConfig(*json))
        return asInput(importModel(content, name));
    RunFile run{file, std::string(content)};
    if ((json && recognizedFormat(*json)) || looksLikeRunFile(run))
        return AnyInput(std::move(run));
    if (!json) {
        Error error = json.error();
        // What a parser says of something that never was JSON helps nobody.
        if (error.code == ErrorCode::InvalidSyntax && !startsAnObject(content)) {
            error.found = {};
            error.expected = welcome;
        }
        return error;
    }
    return Error{.code = ErrorCode::WrongType,
        .found = memberNames(*json),
        .expected = welcome,
        .line = json->line()};
}

ScenarioDocument withInput(ScenarioDocument document, AnyInput input)
{
    if (auto *opened = std::get_if<ScenarioDocument>(&input))
        return std::move(*opened);
    if (auto *model = std::get_if<ImportedModel>(&input)) {
        document.scenario.model.imported = std::move(*model);
        document.scenario.model.id.clear();
    }
    return document;
}

} // namespace shardscope
