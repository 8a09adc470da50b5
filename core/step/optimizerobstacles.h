// SPDX-License-Identifier: GPL-3.0-or-later
// What of a scenario keeps an optimizer of blocks, or of preconditioners, from running or from
// being planned.
#pragma once

#include "core/model/modelspec.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <string_view>

namespace shardscope {

/// The input with which such an optimizer stops with an error; nothing where it runs, or where
/// nobody asks for one.
std::optional<std::string_view> optimizerStop(const Scenario &scenario);

/// The input with which what it holds is not derived; nothing where it is, or where it stops.
std::optional<std::string_view> optimizerObstacle(const Scenario &scenario, const ModelSpec &spec);

/// Whether SOAP is given flat shards, of which each is a vector to it: it is Adam then.
bool takesShardsForVectors(const Scenario &scenario);

} // namespace shardscope
