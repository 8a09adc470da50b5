// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/settings.h"

#include <vector>

namespace shardscope {

/// A pass of one chunk for one micro-batch.
struct StageOp
{
    int chunk = 0;
    int microBatch = 0;
    bool isBackward = false;

    bool operator==(const StageOp &) const = default;
};

/// The passes of one stage of torch's pipelines, in order: 1F1B, or interleaved where the stage has
/// several chunks (torch 2.14 distributed/pipelining/schedules.py, Schedule1F1B and
/// ScheduleInterleaved1F1B). Of many micro-batches the first ones, up to where nothing new comes.
std::vector<StageOp> passesOfStage(const MeshCut &cut, int microBatches);

/// Bytes of a stage's receive buffers, one of each kind for each micro-batch: of inputs and of
/// gradients (stage.py, _prepare_forward_infra and _prepare_backward_infra). They stay from step to
/// step.
double receiveBuffers(const LayerSettings &settings, int microBatches);

} // namespace shardscope
