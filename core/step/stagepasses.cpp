// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/stagepasses.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Micro-batches after which the passes of a stage repeat what has been: warm-up, and some that
/// alternate.
int followed(const Stage &stage, const PipelineOrder &order)
{
    constexpr int alternating = 3;
    constexpr int rounds = 3;
    if (order.fillsFirst)
        return order.microBatches;
    if (order.isV()) // all chunks of the model, before and after
        return std::min(order.microBatches, 4 * stage.stages);
    const int enough = order.chunks > 1 ? rounds * order.groupOf(stage.stages)
                                        : stage.stages - stage.index - 1 + alternating;
    return std::min(order.microBatches, enough);
}

} // namespace

PipelineOrder followedOrder(const Stage &stage, const PipelineOrder &order)
{
    PipelineOrder first = order;
    first.microBatches = followed(stage, order);
    return first;
}

std::vector<StageOp> passesOfStage(const Stage &stage, const PipelineOrder &order)
{
    return followedOrder(stage, order).passesOf(stage.stages, stage.index);
}

int keptGradients(
    const LayerSettings &settings, const PipelineOrder &order, const std::vector<StageOp> &followed)
{
    // DualPipeV splits as many backward passes whatever comes between.
    if (!order.splitsBackward() || order.kind == PipelineKind::DualPipeV)
        return 0;
    const Stage &stage = settings.cut.stage;
    const bool turnsHere = order.isV() && stage.index == stage.stages - 1;
    const int chunks = settings.cut.chunks - (stage.hasEmbedding || turnsHere ? 1 : 0);
    return chunks * (order.microBatches - followed.back().microBatch - 1);
}

double receiveBuffers(const LayerSettings &settings, int microBatches)
{
    const Stage &stage = settings.cut.stage;
    const int inputs = settings.cut.chunks - (stage.hasEmbedding ? 1 : 0);
    const int gradients = settings.cut.chunks - (stage.hasHead ? 1 : 0);
    return microBatches * (inputs + gradients) * storageBytes(settings.streamBytes());
}

} // namespace shardscope
