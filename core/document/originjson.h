// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/scenario/origin.h"

namespace shardscope {

/// {"training.micro_batch": {"from": "file", "file": "recipe.yaml", "line": 12, "key":
/// "micro_batch_size", "value": "2"}, ...}
Json originsToJson(const Origins &origins);

/// The member "origins" of a scenario file; empty where there is none. Errors: WrongType,
/// UnknownChoice; with JSON pointer and line. Inputs that this program does not know are left out.
Result<Origins> readOrigins(const Json &root);

} // namespace shardscope
