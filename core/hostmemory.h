// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan.h"
#include "core/workload.h"

namespace shardscope {

/// What the ranks of one node keep in the memory of their host, under the framework's convention.
HostMemory hostMemory(const Workload &work);

} // namespace shardscope
