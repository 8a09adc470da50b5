// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planner/reserving.h"

#include <vector>

namespace shardscope {

/// The plan's scenario under DDP and ZeRO-1 to -3, and under its own strategy where that is none of
/// them. Strategies that cannot be planned are left out.
std::vector<Plan> plansByStrategy(const Plan &plan, const PlanMaker &make);

} // namespace shardscope
