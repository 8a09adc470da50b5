// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/policy.h"
#include "core/step/stepmodules.h"
#include "core/step/workload.h"

#include <limits>

namespace shardscope {

/// A workload with the parameters that its GPU holds, where a mesh cuts the model.
Workload onRank(Workload work, const ModelTapes &model);

/// What the scenario's framework does on one rank.
std::unique_ptr<Policy> policyFor(
    const Workload &work, const ModelTapes &model, const Sinks &sinks);

/// One training step of the scenario's framework, as its sinks have heard it.
struct StepRecord
{
    Ledger ledger{};
    Wire wire{};
};
/// `limit`: bytes; a step that holds more may not be followed to its end.
StepRecord recordStep(const Workload &work, const StepModules &modules, Ledger::Detail detail,
    double limit = std::numeric_limits<double>::infinity());

} // namespace shardscope
