// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/explore/sweep/choice.h"
#include "core/scenario/origin.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// Version of the scenario format that this program writes, and the newest that it reads.
inline constexpr int ScenarioSchema = 1;

/// A scenario that is kept to compare with.
struct Pin
{
    std::string name{};
    Scenario scenario{};
    Json extras{}; ///< as those of a document
    bool isBaseline = false; ///< of one pin: differences are against it; of none: against the first

    bool operator==(const Pin &) const = default;
};

inline constexpr std::size_t mostPins = 4;

/// A scenario file: the scenario, how it is looked at, and everything else that stood in it, which
/// is kept on saving.
struct ScenarioDocument
{
    Scenario scenario{};
    Origins origins{}; ///< of its inputs
    std::vector<Pin> pins{}; ///< no more than `mostPins`
    std::optional<SweepChoice> sweep{}; ///< nothing: nobody has chosen one
    std::string title{}; ///< what it is there to show, in a few words
    std::string about{}; ///< what to do with it and what to see; {keys} stand for their controls
    std::string chart{}; ///< the desktop program opens with, as it calls them; empty: none
    Json extras{}; ///< the keys that this program does not know, nested as they stood; or null

    bool operator==(const ScenarioDocument &) const = default;
};

/// Where the keys stand that this program does not know: "/parallel/gpuss".
std::vector<std::string> unknownKeys(const ScenarioDocument &document);

/// {"shardscope": 1, "title": ..., "about": ..., "chart": ..., "estimator": ..., "model": {...},
/// ..., "origins": {...}, "pins": [...], "sweep": {...}}: one key a line, known order.
std::string writeScenario(const ScenarioDocument &document, JsonStyle style = JsonStyle::Indented);

/// The scenario as nested JSON, without the version: what `plan --format json` shows.
Json scenarioToJson(const Scenario &scenario);

/// Errors: as parseJson and readModelConfig, plus UnsupportedVersion, MissingField (no version),
/// WrongType, OutOfRange, UnknownChoice, and as readPins and readSweep; with JSON pointer and line.
Result<ScenarioDocument> readScenario(std::string_view text);
Result<ScenarioDocument> readScenario(const Json &json);

} // namespace shardscope
