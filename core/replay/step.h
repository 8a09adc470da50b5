// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/observer.h"

namespace shardscope {

/// Replays one training step, micro-step by micro-step, unit by unit, into the ledger: what the
/// modules keep and need, and what the framework adds to it.
void replayStep(const Workload &work, Policy &policy, Ledger &ledger);
/// As many steps as the observer wants to see, none of its layers left out.
void replaySteps(
    const Workload &work, Policy &policy, Ledger &ledger, AllocationObserver &observer);

} // namespace shardscope
