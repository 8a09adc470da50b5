// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document/document.h"

#include "core/base/fields.h"
#include "core/document/documentviews.h"
#include "core/document/originjson.h"
#include "core/scenario/scenariojson.h"

#include <array>

namespace shardscope {

namespace {

constexpr std::string_view versionKey = "shardscope";
constexpr std::string_view originsKey = "origins";
constexpr std::string_view pinsKey = "pins";
constexpr std::string_view sweepKey = "sweep";

/// What a document says of itself.
struct Word
{
    std::string_view key;
    std::string ScenarioDocument::*text;
};
constexpr std::array words{Word{"title", &ScenarioDocument::title},
    Word{"about", &ScenarioDocument::about}, Word{"chart", &ScenarioDocument::chart}};

Status readWords(const Json &root, ScenarioDocument &document)
{
    std::optional<Error> error;
    Fields fields(root, {}, error);
    for (const Word &word : words)
        document.*word.text = fields.text(word.key);
    return error ? Status(*std::move(error)) : success();
}

Status checkVersion(const Json &root)
{
    std::optional<Error> error;
    Fields fields(root, {}, error);
    if (fields.requiredInteger({versionKey}, {1, 1e9}) > ScenarioSchema)
        fields.fail(ErrorCode::UnsupportedVersion, versionKey,
            {english("errors", "version %1 or older"), {std::to_string(ScenarioSchema)}});
    return error ? Status(*std::move(error)) : success();
}

void addPointers(const Json &extras, const std::string &pointer, std::vector<std::string> &found)
{
    for (const auto &[name, value] : *extras.object()) {
        const std::string place = pointer + pointerTo(name);
        if (value.isObject())
            addPointers(value, place, found);
        else
            found.push_back(place);
    }
}

} // namespace

std::vector<std::string> unknownKeys(const ScenarioDocument &document)
{
    std::vector<std::string> found;
    if (document.extras.isObject())
        addPointers(document.extras, {}, found);
    return found;
}

std::string writeScenario(const ScenarioDocument &document, JsonStyle style)
{
    Json root;
    root[versionKey] = ScenarioSchema;
    for (const Word &word : words) {
        if (!(document.*word.text).empty())
            root[word.key] = document.*word.text;
    }
    addKeys(root, document.scenario);
    if (!document.origins.empty())
        root[originsKey] = originsToJson(document.origins);
    if (!document.pins.empty())
        root[pinsKey] = Json::list(document.pins, pinToJson);
    if (document.sweep)
        root[sweepKey] = sweepToJson(*document.sweep);
    addExtras(root, document.extras);
    return writeJson(root, style) + (style == JsonStyle::Indented ? "\n" : "");
}

Json scenarioToJson(const Scenario &scenario)
{
    Json root{Json::Object{}};
    addKeys(root, scenario);
    return root;
}

Result<ScenarioDocument> readScenario(std::string_view text)
{
    const Result<Json> json = parseJson(text);
    if (!json)
        return json.error();
    return readScenario(*json);
}

Result<ScenarioDocument> readScenario(const Json &json)
{
    if (!json.isObject())
        return Error{.code = ErrorCode::WrongType,
            .found = summary(json),
            .expected = english("errors", "an object"),
            .line = json.line()};
    if (Status version = checkVersion(json); !version)
        return version.error();
    Result<KnownKeys> known = readKeys(json, {},
        {versionKey, words[0].key, words[1].key, words[2].key, originsKey, pinsKey, sweepKey});
    if (!known)
        return known.error();
    Result<Origins> origins = readOrigins(json);
    if (!origins)
        return origins.error();
    Result<std::vector<Pin>> pins = readPins(json);
    if (!pins)
        return pins.error();
    Result<std::optional<SweepChoice>> sweep = readSweep(json);
    if (!sweep)
        return sweep.error();
    ScenarioDocument document{.scenario = std::move(known->scenario),
        .origins = *std::move(origins),
        .pins = *std::move(pins),
        .sweep = *std::move(sweep),
        .extras = std::move(known->extras)};
    if (Status read = readWords(json, document); !read)
        return read.error();
    return document;
}

} // namespace shardscope
