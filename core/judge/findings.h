// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/step/stepmodules.h"
#include "core/step/workload.h"

#include <vector>

namespace shardscope {

/// What the user should know about a finished plan, most serious first. What other settings would
/// take instead is asked only where the allocator was to be played: each answer is one step more.
std::vector<Finding> findingsOf(
    const Plan &plan, const Workload &work, const StepModules &modules, Reserving reserving);

} // namespace shardscope
