// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/mesh.h"

#include "core/scenario/framework.h"

#include <algorithm>

namespace shardscope {

int Mesh::expertReplicas() const
{
    return std::max(1, tensor * context * data / (expert * expertTensor));
}

Mesh meshOf(const Parallel &parallel)
{
    if (frameworkFor(parallel) != Framework::Megatron)
        return {.data = parallel.gpus};
    Mesh mesh{.tensor = parallel.tensor,
        .context = parallel.context,
        .pipeline = parallel.pipeline,
        .chunks = parallel.pipeline > 1 ? parallel.virtualStages : 1,
        .expert = parallel.expert,
        .sequence = parallel.tensor > 1 && parallel.sequence == SequenceParallel::On};
    mesh.expertTensor = parallel.expertTensor > 0 ? parallel.expertTensor : parallel.tensor;
    mesh.data = std::max(1, parallel.gpus / mesh.modelRanks());
    return mesh;
}

bool cutsModel(const Parallel &parallel)
{
    return parallel.tensor > 1 || parallel.pipeline > 1 || parallel.context > 1
        || parallel.expert > 1;
}

StageLayers layersOfStage(const Mesh &mesh, int layers, int stage)
{
    const int each = layers / mesh.pipeline;
    const int more = layers % mesh.pipeline;
    return {stage * each + std::min(stage, more), each + (stage < more ? 1 : 0)};
}

std::vector<int> decidingStages(const Mesh &mesh)
{
    std::vector<int> stages{0};
    for (const int stage : {1, mesh.pipeline - 1}) {
        if (stage > stages.back() && stage < mesh.pipeline)
            stages.push_back(stage);
    }
    return stages;
}

int chunksInFlight(int stages, int chunks, int stage, int microBatches)
{
    const int later = stages - stage;
    if (chunks <= 1)
        return std::min(later, microBatches);
    return std::min(microBatches * chunks, 2 * (later - 1) + (chunks - 1) * stages + 1);
}

} // namespace shardscope
