// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/plan/plan.h"

namespace shardscope {

/// The whole plan, as other programs read it: `shardscope-cli plan --format json`.
Json planToJson(const Plan &plan);

} // namespace shardscope
