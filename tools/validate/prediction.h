// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "tools/validate/case.h"

#include <optional>
#include <string_view>

namespace shardscope {

/// Why a plan does not stand for a run on GPUs: its model was cut, or runs in modules, in ways that
/// are not derived; null: it does.
const Finding *planObstacle(const Case &item, const Plan &plan);

/// The plan of the pipeline stage that was measured; of no certain one: of the fullest.
Plan asMeasured(const Plan &plan, const Case &item);

/// What a plan says of a figure that somebody measured on one GPU: of tensors alone ("peak_bytes",
/// "forward_end", ...), of what it sends ("all_gather_bytes"), of torch ("allocated", "reserved"),
/// of the GPU ("nvidia_smi"), or of its speed. Nothing: no plan says anything of that name.
/// `isOnGpu`: moments of a step are what torch counts there, workspaces of products among it.
std::optional<Bytes> predicted(const Plan &plan, std::string_view metric, bool isOnGpu = false);

/// Whether the figure holds more than tensors, so that torch's allocator has to be played for it.
bool isBeyondTensors(std::string_view metric);

} // namespace shardscope
