// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/step/stepmodules.h"
#include "core/step/wire.h"
#include "core/step/workload.h"

namespace shardscope {

/// What each GPU sends in one optimizer step, collective by collective: bytes by tier and seconds
/// of what a step's wire has heard, under the algorithm that NCCL takes.
Traffic trafficOf(const Workload &work, const Wire &wire);

/// How long a step takes on these GPUs; also says of each collective how long the GPU waits for it.
StepTime stepTime(const Workload &work, const StepModules &modules, Traffic &traffic);

/// The time of a stage in its pipeline, whose step takes `step` (`pipelineStep`): what it does not
/// compute and does not wait for links is the bubble.
StepTime inPipeline(StepTime own, Seconds step, const Workload &work);

} // namespace shardscope
