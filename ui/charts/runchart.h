// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartdata.h"

namespace shardscope {

/// What the hours of the whole run go into, a bar each, with its share, and its cost where a price
/// is set; of one step where the scenario does not say how many there are.
ChartData runByShare(const Plan &plan, const Catalog &catalog);

} // namespace shardscope
