// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/finding.h"
#include "core/resolve.h"

#include <optional>

namespace shardscope {

/// FSDP flattens parameters of one dtype alone, and ZeRO-3 gathers what is floating point: 4-bit
/// weights in bytes beside 16-bit ones break both (bitsandbytes, FSDP-QLoRA).
bool mixesStorage(const Scenario &scenario);

/// bf16 chosen on a GPU that has no units for it.
bool lacksBf16(const Scenario &scenario, const GpuSpec &gpu);

/// The GPUs of a shard group, chosen by hand, do not divide all GPUs.
bool hasUnevenGroups(const Parallel &parallel);

/// Whether a finding means that nobody can run that, however much memory there is.
bool isObstacle(FindingId id);

/// The first obstacle of a scenario that can be seen without planning it; what the host holds
/// cannot.
std::optional<FindingId> obstacleOf(const Scenario &scenario, const Resolved &resolved);

/// Whether a kernel runs on that GPU, in that dtype, and computes what the model's attention is.
bool canAttend(Attention attention, const Scenario &scenario, const Resolved &resolved);

} // namespace shardscope
