// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartdata.h"

namespace shardscope {

/// Memory over one step in seconds, and below it, on the same axis, what computes and what is on
/// the wire meanwhile. Without bands where the plan knows no times.
ChartData stepInSeconds(const Plan &plan, const Catalog &catalog);

} // namespace shardscope
