// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/policy.h"

namespace shardscope {

/// What torch's DTensor, context parallelism and pipelining send on one rank, or DeepSpeed's
/// Ulysses, around what `inner` does with the rank's share of the model.
std::unique_ptr<Policy> torchMeshPolicy(
    std::unique_ptr<Policy> inner, const Workload &work, const Sinks &sinks);

} // namespace shardscope
