// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/stepmodules.h"

namespace shardscope {

/// Replays one training step into the ledger: what the modules, which have been run, keep and need,
/// and what the framework adds to it.
void replayStep(const StepModules &modules, int accumulation, Policy &policy, const Sinks &sinks);

} // namespace shardscope
