// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"
#include "core/result.h"
#include "core/scenario.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// Version of the scenario format that this program writes, and the newest that it reads.
inline constexpr int ScenarioSchema = 1;

/// A scenario file: the scenario, and everything else that stood in it, which is kept on saving.
struct ScenarioDocument
{
    Scenario scenario{};
    Json extras{}; ///< the keys that this program does not know, nested as they stood; or null

    bool operator==(const ScenarioDocument &) const = default;
};

/// Where the keys stand that this program does not know: "/parallel/gpuss".
std::vector<std::string> unknownKeys(const ScenarioDocument &document);

/// {"shardscope": 1, "estimator": ..., "model": {...}, ...}: one key a line, known order.
std::string writeScenario(const ScenarioDocument &document, JsonStyle style = JsonStyle::Indented);

/// The scenario as nested JSON, without the version: what `plan --format json` shows.
Json scenarioToJson(const Scenario &scenario);

/// Errors: as parseJson and readModelConfig, plus UnsupportedVersion, MissingField (no version),
/// WrongType, OutOfRange, UnknownChoice; with JSON pointer and line.
Result<ScenarioDocument> readScenario(std::string_view text);
Result<ScenarioDocument> readScenario(const Json &json);

} // namespace shardscope
