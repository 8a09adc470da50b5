// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan.h"
#include "core/resolve.h"

namespace shardscope {

/// What the frameworks really allocate: the parts at the largest moment of each phase. The
/// framework's convention says what it holds, the model says what it saves; the peak is found, not
/// assumed.
Memory detailedMemory(const Scenario &scenario, const Resolved &resolved);

} // namespace shardscope
