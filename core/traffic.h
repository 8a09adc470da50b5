// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan.h"
#include "core/resolve.h"

namespace shardscope {

/// What each GPU sends in one optimizer step, collective by collective, under the framework's own
/// conventions; ring algorithm.
Traffic detailedTraffic(const Scenario &scenario, const Resolved &resolved);

/// First form of the step time; see StepTime.
StepTime stepTime(const Scenario &scenario, const Resolved &resolved, const Traffic &traffic);

} // namespace shardscope
