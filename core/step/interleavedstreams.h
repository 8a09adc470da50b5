// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/cut.h"
#include "core/scenario/pipelineorder.h"

#include <vector>

namespace shardscope {

/// Tensors of the residual stream's size that Megatron-Core's interleaved schedule refers to in
/// each pass of passesOfStage(), beside the inputs of chunks whose activations are held and, in a
/// backward pass, the gradient that it begins with.
std::vector<int> interleavedStreams(const Stage &stage, const PipelineOrder &order);

} // namespace shardscope
