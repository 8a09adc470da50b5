// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/step/workload.h"

namespace shardscope {

/// What the ranks of one node keep in the memory of their host, under the framework's convention.
HostMemory hostMemory(const Workload &work);

} // namespace shardscope
