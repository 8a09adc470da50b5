// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/step/stepmodules.h"
#include "core/step/wire.h"
#include "core/step/workload.h"

#include <span>

namespace shardscope {

/// What each GPU sends in one optimizer step, collective by collective: bytes by tier and seconds
/// of what a step's wire has heard, under the algorithm that NCCL takes.
Traffic trafficOf(const Workload &work, const Wire &wire);

/// How long a step takes on these GPUs; also says of each collective how long the GPU waits for it.
StepTime stepTime(const Workload &work, const StepModules &modules, Traffic &traffic);

/// What the stages of a pipeline do to each other's time.
struct PipelinePace
{
    StepTime slowest{};
    Seconds others{}; ///< one micro-batch, forward and backward, through all other stages
};

/// From the times of `decidingStages`, in their order; stages between are like the second.
PipelinePace pipelinePace(std::span<const StepTime> deciding, const Mesh &mesh);

/// The time of a stage in its pipeline, which goes at the pace of the slowest: micro-batches enter
/// one after the other, and idle is who waits until the first has come through all stages and the
/// last has come back, for as long as one chunk of each other stage takes (Narayanan et al. 2021,
/// section 2.2, of stages that are alike: (stages - 1) / chunks micro-steps).
StepTime inPipeline(StepTime own, const PipelinePace &pace, const Workload &work);

} // namespace shardscope
