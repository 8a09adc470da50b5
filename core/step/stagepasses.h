// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/settings.h"
#include "core/scenario/pipelineorder.h"

#include <vector>

namespace shardscope {

/// The order, with no more micro-batches than up to where nothing new comes on a stage.
PipelineOrder followedOrder(const Stage &stage, const PipelineOrder &order);

/// The passes of one stage of a pipeline, in order. Of many micro-batches the first ones, up to
/// where nothing new comes.
std::vector<StageOp> passesOfStage(const Stage &stage, const PipelineOrder &order);

/// Micro-batches beside those of `followed` whose input's gradient stays to the next step, chunk by
/// chunk: those with a pass for gradients of inputs whose input comes from another stage.
int keptGradients(const LayerSettings &settings, const PipelineOrder &order,
    const std::vector<StageOp> &followed);

/// Bytes of a stage's receive buffers, one of each kind for each micro-batch: of inputs and of
/// gradients (stage.py, _prepare_forward_infra and _prepare_backward_infra). They stay from step to
/// step.
double receiveBuffers(const LayerSettings &settings, int microBatches);

} // namespace shardscope
