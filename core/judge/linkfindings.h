// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/step/resolve.h"

#include <optional>

namespace shardscope {

/// Share of a step spent waiting that is worth a word.
inline constexpr double muchWaiting = 0.2;

/// Which link makes the step slow, with what it carries then and what would be gained without the
/// wait; nothing where the GPU hardly waits.
std::optional<Finding> linkBound(const Plan &plan);

/// Where another algorithm than the pinned one had to be taken: for an all-reduce, or for all that
/// is sent.
bool replacesAlgorithm(const Plan &plan);

} // namespace shardscope
