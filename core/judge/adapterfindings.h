// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/finding.h"
#include "core/step/resolve.h"

#include <optional>
#include <string_view>

namespace shardscope {

/// The input that keeps a scenario's adapters from being planned, as what they hold beside it is
/// not derived, or as PEFT refuses them.
std::optional<std::string_view> adapterObstacle(const Scenario &scenario, const ModelSpec &spec);

/// That a matrix is decomposed before the first step, where adapters start from one.
std::optional<Finding> decomposedStart(const Scenario &scenario);

/// That adapters stand beside matrices that mamba-ssm's kernel reads itself.
std::optional<Finding> idleAdapters(const Scenario &scenario, const ModelSpec &spec);

} // namespace shardscope
