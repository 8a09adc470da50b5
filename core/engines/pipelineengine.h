// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/policy.h"

#include <memory>

namespace shardscope {

/// What DeepSpeed's pipeline engine and Megatron-DeepSpeed's modules send, around what an optimizer
/// wrapper of DeepSpeed's holds and sends.
std::unique_ptr<Policy> pipelineEnginePolicy(
    std::unique_ptr<Policy> inner, const Workload &work, const Sinks &sinks);

} // namespace shardscope
