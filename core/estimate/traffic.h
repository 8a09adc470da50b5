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

/// The time of a stage in its pipeline, which goes at the pace of the slowest: micro-batches enter
/// one after the other, and idle are the stages that have to wait for the first and the last of
/// them, (stages - 1) / chunks micro-steps long (Narayanan et al. 2021, section 2.2).
StepTime inPipeline(StepTime own, const StepTime &slowest, const Workload &work);

} // namespace shardscope
