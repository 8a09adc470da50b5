// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <optional>
#include <string_view>

namespace shardscope {

/// What a plan says of a figure that somebody measured on one GPU: of tensors alone ("peak_bytes",
/// "forward_end", ...), of what it sends ("all_gather_bytes"), of torch ("allocated", "reserved"),
/// of the GPU ("nvidia_smi"), or of its speed. Nothing: no plan says anything of that name.
std::optional<Bytes> predicted(const Plan &plan, std::string_view metric);

/// Whether the figure holds more than tensors, so that torch's allocator has to be played for it.
bool isBeyondTensors(std::string_view metric);

} // namespace shardscope
