// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/tapework.h"
#include "core/step/workload.h"

namespace shardscope {

/// What frameworks and optimizers do to weights and gradients beside the modules' own operations,
/// on one GPU: passes over memory, counted kernel by kernel.
struct WeightPasses
{
    Work forward; ///< of one micro-step
    Work backward;
    Work update; ///< of the optimizer, once per step
};

WeightPasses weightPasses(const Workload &work, const Machine &machine);

} // namespace shardscope
