// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/findings/finding.h"
#include "core/resolve.h"

#include <optional>

namespace shardscope {

/// Whether a finding means that nobody can run that, however much memory there is.
bool isObstacle(FindingId id);

/// The first obstacle of a scenario that can be seen without planning it; what the host holds
/// cannot.
std::optional<FindingId> obstacleOf(const Scenario &scenario, const Resolved &resolved);

/// Whether FlashAttention runs on that GPU, in that precision and at that width.
bool canFlash(const Scenario &scenario, const Resolved &resolved);

/// Whether a kernel runs on that GPU, in that dtype, and computes what the model's attention is.
bool canAttend(Attention attention, const Scenario &scenario, const Resolved &resolved);

} // namespace shardscope
