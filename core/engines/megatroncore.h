// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/policy.h"

namespace shardscope {

/// A workload with the parameters that its GPU holds, where Megatron-Core cuts the model.
Workload onRank(Workload work, const ModelTapes &model);

/// Megatron-Core's own layers under its optimizer, on one rank of the mesh.
std::unique_ptr<Policy> megatronCorePolicy(
    const Workload &work, const ModelTapes &model, const Sinks &sinks);

} // namespace shardscope
