// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/workload.h"

namespace shardscope {

/// GPUs that share one copy of the optimizer's state where ZeRO-1 alone shards it.
int optimizerShards(const Workload &work);

/// 16-bit weights, one fp32 gradient buffer for the whole run, and the fp32 master copy with the
/// optimizer's state, whole or sharded.
Shares fp32AccumulationShares(const Workload &work, std::string_view source);

} // namespace shardscope
