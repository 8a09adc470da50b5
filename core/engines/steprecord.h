// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/stepmodules.h"
#include "core/step/workload.h"

namespace shardscope {

/// One training step of the scenario's framework, as its sinks have heard it.
struct StepRecord
{
    Ledger ledger{};
    Wire wire{};
};
StepRecord recordStep(const Workload &work, const StepModules &modules, Ledger::Detail detail);

} // namespace shardscope
