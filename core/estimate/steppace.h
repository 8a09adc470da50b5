// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/step/stepmodules.h"
#include "core/step/workload.h"

namespace shardscope {

/// How long the GPU computes, and how long the host is busy issuing that: it launches kernels, and
/// it does not issue a layer whose weights are far from being gathered.
struct Pace
{
    Seconds device{};
    Seconds host{};
};

/// How fast the parts of one micro-step run; all 0 where the GPU's speed is not known.
struct StepPace
{
    Pace layerForward{};
    Pace layerBackward{}; ///< with what is computed again
    Pace headForward{}; ///< output layer and loss
    Pace headBackward{};
};
StepPace paceOf(const Workload &work, const StepModules &modules);

} // namespace shardscope
