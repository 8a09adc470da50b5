// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/policy.h"

namespace shardscope {

/// What a second model that is not trained takes beside the trained one: its weights, and what a
/// forward pass of it gathers. `model`: its tapes, which outlive it.
std::unique_ptr<Policy> referencePolicy(
    const Workload &work, const ModelTapes &model, const Sinks &sinks);

} // namespace shardscope
