// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planner/reserving.h"
#include "ui/charts/chartdata.h"

namespace shardscope {

/// The same scenario as each framework would allocate it; what differs stands in the bars' details.
/// Without `make`, the others are as exact as the plan.
ChartData memoryByFramework(const Plan &plan, const Catalog &catalog, const PlanMaker &make = {});

/// What offloading holds in the memory of one node's host. No categories where nothing does.
ChartData hostMemory(const Plan &plan);

} // namespace shardscope
