// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/step/resolve.h"

namespace shardscope {

/// The settings that end a finding, or go a step towards its end; empty where only the user knows.
Move repairOf(FindingId id, const Plan &plan, const Resolved &resolved);

} // namespace shardscope
