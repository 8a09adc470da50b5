// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/document.h"

namespace shardscope {

// What a scenario file holds beside its scenario.

/// {"name": "...", "baseline": true, "scenario": {...}}
Json pinToJson(const Pin &pin);

/// {"across": {"key": "...", "from": 1, "to": 8, "values": 25}, "up": {...}, "metric": "fit"}
Json sweepToJson(const SweepChoice &sweep);

/// The member "pins" of a file. Errors: as readScenario, TooLarge, Inconsistent (two baselines).
Result<std::vector<Pin>> readPins(const Json &root);

/// The member "sweep" of a file; nothing where there is none. Errors: as readScenario, UnknownField
/// (an axis of no key).
Result<std::optional<SweepChoice>> readSweep(const Json &root);

} // namespace shardscope
