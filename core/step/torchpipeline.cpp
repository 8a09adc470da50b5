// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/torchpipeline.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Micro-batches that interleaved chunks take one after the other, before the next chunk's turn.
int roundOf(const MeshCut &cut, int microBatches)
{
    return microBatches / std::max(1, microBatches / cut.stage.stages);
}

/// Micro-batches after which the passes of a stage repeat what has been: warm-up, and some that
/// alternate.
int followed(const MeshCut &cut, int microBatches)
{
    constexpr int alternating = 3;
    constexpr int rounds = 3;
    const Stage &stage = cut.stage;
    const int enough = cut.chunks > 1 ? rounds * roundOf(cut, microBatches)
                                      : stage.stages - stage.index - 1 + alternating;
    return std::min(microBatches, enough);
}

} // namespace

std::vector<StageOp> passesOfStage(const MeshCut &cut, int microBatches)
{
    const int count = followed(cut, microBatches);
    const int later = cut.stage.stages - cut.stage.index - 1;
    const int round = cut.chunks > 1 ? roundOf(cut, microBatches) : count;
    const int all = count * cut.chunks;
    const int warmUp
        = std::min(all, cut.chunks > 1 ? (cut.chunks - 1) * round + 2 * later : later);
    const auto pass = [&](int index, bool isBackward) {
        const int chunk = index / round % cut.chunks;
        const int microBatch = index / (round * cut.chunks) * round + index % round;
        return StageOp{isBackward ? cut.chunks - 1 - chunk : chunk, microBatch, isBackward};
    };
    std::vector<StageOp> passes;
    for (int i = 0; i < all + warmUp; ++i) {
        if (i < all)
            passes.push_back(pass(i, false));
        if (i >= warmUp)
            passes.push_back(pass(i - warmUp, true));
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
