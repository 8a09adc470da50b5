// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/pipelineorder.h"
#include "core/step/stepmodules.h"

namespace shardscope {

/// Replays one training step of `order.microBatches` micro-steps into the ledger: what the modules,
/// which have been run, keep and need, and what the framework adds to it. `reference`: what a
/// second model takes that is not trained.
void replayStep(const StepModules &modules, const PipelineOrder &order, Policy &policy,
    const Sinks &sinks, Policy *reference = nullptr);

} // namespace shardscope
