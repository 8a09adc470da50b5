// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/modelspec.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <string_view>

namespace shardscope {

/// Of a run that learns embeddings from contrasts, the first input with which it was not followed.
std::optional<std::string_view> contrastObstacle(const Scenario &scenario, const ModelSpec &spec);

} // namespace shardscope
