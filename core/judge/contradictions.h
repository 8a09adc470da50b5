// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/finding.h"
#include "core/step/resolve.h"

#include <vector>

namespace shardscope {

/// What cannot be, or not as chosen: the findings that follow from the choices alone, without a
/// plan.
std::vector<FindingId> contradictionsIn(const Scenario &scenario, const Resolved &resolved);

} // namespace shardscope
