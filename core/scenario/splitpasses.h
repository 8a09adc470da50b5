// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/pipelineorder.h"

namespace shardscope {

/// The passes of one stage where backward passes come in two parts, in the order of torch 2.14
/// (distributed/pipelining/schedules.py): ScheduleInterleavedZeroBubble, ScheduleZBVZeroBubble or
/// ScheduleDualPipeV, as `order.kind` says. DualPipeV needs as many micro-batches as there are
/// chunks in the model: with fewer, the order of ZBV stands in for it.
std::vector<StageOp> splitPassesOf(const PipelineOrder &order, int stages, int stage);

} // namespace shardscope
