// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/step/stepmodules.h"
#include "core/step/workload.h"

#include <vector>

namespace shardscope {

/// Settings that are there to save memory of the GPU, and by which it holds more here than without
/// them, by what the framework does with them. What is less than a hundredth is not worth a word.
std::vector<Finding> savingFindings(
    const Plan &plan, const Workload &work, const StepModules &modules);

/// What DeepSpeed holds that few expect, without repairs: weights that ZeRO-3 keeps gathered, where
/// they are more than a quarter of the peak, and gradients that ZeRO-1 with offload keeps whole.
std::vector<Finding> heldFindings(const Plan &plan);

} // namespace shardscope
