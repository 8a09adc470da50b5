// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/scenario/scenario.h"

#include <initializer_list>
#include <string>
#include <string_view>

namespace shardscope {

/// What a JSON object says of the inputs, and the keys that this program does not know, nested as
/// they stood; or null.
struct KnownKeys
{
    Scenario scenario{};
    Json extras{};
};

/// `path` is the JSON pointer of `object`; members named in `others` are somebody else's.
/// Errors: as setKey and readModelConfig, with JSON pointer and line.
Result<KnownKeys> readKeys(
    const Json &object, const std::string &path, std::initializer_list<std::string_view> others);

/// Every key of the scenario, nested.
void addKeys(Json &object, const Scenario &scenario);
/// Members that are not there yet.
void addExtras(Json &object, const Json &extras);

} // namespace shardscope
