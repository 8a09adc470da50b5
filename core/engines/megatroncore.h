// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/policy.h"

namespace shardscope {

/// Megatron-Core's own layers under its optimizer, on one rank of the mesh.
std::unique_ptr<Policy> megatronCorePolicy(
    const Workload &work, const ModelTapes &model, const Sinks &sinks);

} // namespace shardscope
