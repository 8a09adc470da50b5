// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan.h"

namespace shardscope {

/// Lays the collectives beside the computation of the step and says how long the GPU waits for
/// them. Fills in `exposed` of each. What overlaps runs beside the forward pass, the backward pass
/// of the micro-steps that it belongs to, or the update; the first piece of a gather has nothing to
/// hide behind, nor has the last piece of a reduction. Where more than one waits, each bears its
/// share.
Seconds expose(Traffic &traffic, const StepTime &time, double microSteps);

} // namespace shardscope
