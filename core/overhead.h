// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload.h"

namespace shardscope {

/// What is not a tensor of the step: CUDA context, library workspaces, NCCL buffers, and what the
/// caching allocator reserves beyond `allocated`.
Share overhead(const Workload &work, Bytes allocated);

} // namespace shardscope
