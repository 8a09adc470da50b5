// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planner/reserving.h"

#include <vector>

namespace shardscope {

/// The scenario under a strategy; with the framework that a user of it would run where the chosen
/// one does not know it. Errors: as makePlan.
Result<Plan> planUnder(Strategy strategy, Scenario scenario, const PlanMaker &make);

/// The plan's scenario under DDP and ZeRO-1 to -3, and under its own strategy where that is none of
/// them. Strategies that cannot be planned are left out.
std::vector<Plan> plansByStrategy(const Plan &plan, const PlanMaker &make);

} // namespace shardscope
