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
    const PipelineOrder first = followedOrder(stage, order);
    const int warmUp = first.warmUp(stage.stages, stage.index);
    std::vector<StageOp> passes;
    const auto add = [&](int number, bool isBackward) {
        const PipelinePlace place = first.at(stage.stages, isBackward, number);
        passes.push_back({place.chunk, place.microBatch, isBackward});
    };
    for (int i = 0; i < first.passes() + warmUp; ++i) {
        if (i < first.passes())
            add(i, false);
        if (i >= warmUp)
            add(i - warmUp, true);
    }
    return passes;
}

double receiveBuffers(const LayerSettings &settings, int microBatches)
{
    const Stage &stage = settings.cut.stage;
    const int inputs = settings.cut.chunks - (stage.hasEmbedding ? 1 : 0);
    const int gradients = settings.cut.chunks - (stage.hasHead ? 1 : 0);
    return microBatches * (inputs + gradients) * storageBytes(settings.streamBytes());
}

} // namespace shardscope
