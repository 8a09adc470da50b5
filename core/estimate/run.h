// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/step/workload.h"

namespace shardscope {

/// The batch: micro-batch x accumulation x data-parallel replicas.
double sequencesPerStep(const Scenario &scenario);
/// The same over so many data-parallel replicas of the model.
double sequencesPerStep(const Training &training, int replicas);

/// What the whole run takes when each step takes as long as `time` says.
RunPlan runPlan(const Workload &work, const StepTime &time);

} // namespace shardscope
