// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartdata.h"

namespace shardscope {

/// The same scenario as each framework would allocate it; what differs stands in the bars' details.
ChartData memoryByFramework(const Plan &plan, const Catalog &catalog);

/// What offloading holds in the memory of one node's host. No categories where nothing does.
ChartData hostMemory(const Plan &plan);

} // namespace shardscope
