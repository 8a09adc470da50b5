// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartdata.h"

namespace shardscope {

/// What a step sends over each tier of links, with the line of what the tier can carry while the
/// GPU computes; what is hidden behind computation and what the GPU waits for are told apart.
ChartData trafficByTier(const Plan &plan, const Catalog &catalog);

/// What each GPU sends with more and fewer GPUs, and what that tends to.
ChartData trafficByGpuCount(const Plan &plan, const Catalog &catalog, Algorithm algorithm);

} // namespace shardscope
