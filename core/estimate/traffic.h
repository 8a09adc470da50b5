// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/step/stepmodules.h"
#include "core/step/workload.h"

namespace shardscope {

/// What each GPU sends in one optimizer step, collective by collective, under the framework's own
/// conventions; ring algorithm.
Traffic detailedTraffic(const Workload &work);

/// How long a step takes on these GPUs; also says of each collective how long the GPU waits for it.
StepTime stepTime(const Workload &work, const StepModules &modules, Traffic &traffic);

} // namespace shardscope
