// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/playedshare.h"
#include "core/planner/makeplan.h"

#include <functional>

namespace shardscope {

/// Makes the plans that are shown beside another.
using PlanMaker = std::function<Result<Plan>(const Scenario &)>;
/// Makes plans as exact as that one.
PlanMaker makerBeside(const Plan &plan, const Catalog &catalog);

} // namespace shardscope
