// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/step/resolve.h"

#include <vector>

namespace shardscope {

/// What the run has and the plan does not count, and what the plan counts in place of something
/// smaller: each with its bytes on a GPU where they are known.
std::vector<Finding> omissionFindings(const Plan &plan, const Resolved &resolved);

/// Whether another loss than the chosen one is computed: Megatron's, nanotron's or torch's own
/// where ranks share the head, or the Trainer's where labels are smoothed.
bool replacesChosenLoss(const Scenario &scenario, const ModelSpec &spec);

} // namespace shardscope
