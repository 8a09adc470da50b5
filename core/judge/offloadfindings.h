// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <vector>

namespace shardscope {

/// What offloading costs, and what of it cannot be: a host too small, a link too slow, a framework
/// that does otherwise.
std::vector<Finding> offloadFindings(const Plan &plan);

} // namespace shardscope
