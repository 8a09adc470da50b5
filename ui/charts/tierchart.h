// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartdata.h"

namespace shardscope {

/// What a step sends over each tier of links as a share of what the tier can carry while the GPU
/// computes, so that a link beside one fifty times as fast is seen; where that is not known, in
/// bytes. What is hidden behind computation and what the GPU waits for are told apart.
ChartData trafficByTier(const Plan &plan, const Catalog &catalog);

/// What each GPU sends with more and fewer GPUs, and what that tends to.
ChartData trafficByGpuCount(const Plan &plan, const Catalog &catalog, Algorithm algorithm);

} // namespace shardscope
