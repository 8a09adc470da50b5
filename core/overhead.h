// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload.h"

namespace shardscope {

/// What is not a tensor of the step, whatever the step does: CUDA context, library workspaces, NCCL
/// buffers.
Term fixedOverhead(const Workload &work);

/// The same with what the caching allocator reserves beyond `allocated`.
Share overhead(const Term &fixed, Bytes allocated);

} // namespace shardscope
