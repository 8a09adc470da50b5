// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan.h"
#include "core/resolve.h"

#include <optional>

namespace shardscope {

/// Which link makes the step slow, with what it carries then and what would be gained without the
/// wait; nothing where the GPU hardly waits.
std::optional<Finding> linkBound(const Plan &plan);

/// Groups, algorithms and links that cannot be as they were chosen.
std::vector<Finding> groupFindings(const Plan &plan, const Resolved &resolved);

} // namespace shardscope
