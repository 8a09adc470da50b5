// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/mesh.h"

#include "core/scenario/framework.h"

#include <algorithm>

namespace shardscope {

bool runsTorchtitan(const Scenario &scenario)
{
    const Framework framework = frameworkFor(scenario.parallel);
    const bool isSharded
        = framework == Framework::Fsdp2 && scenario.parallel.strategy != Strategy::Hsdp;
    return scenario.training.modules == ModuleLibrary::Torchtitan
        && (isSharded || framework == Framework::Trainer);
}

int Mesh::expertReplicas() const
{
    return std::max(1, tensor * context * data / (expert * expertTensor));
}

Mesh meshOf(const Scenario &scenario)
{
    const Parallel &parallel = scenario.parallel;
    const bool isMegatron = frameworkFor(parallel) == Framework::Megatron;
    if (!isMegatron && !runsTorchtitan(scenario))
        return {.data = parallel.gpus};
    Mesh mesh{.tensor = parallel.tensor,
        .context = parallel.context,
        .pipeline = parallel.pipeline,
        .chunks = parallel.pipeline > 1 ? parallel.virtualStages : 1,
        .firstLayers = parallel.pipeline > 1 ? parallel.firstStageLayers : 0,
        .lastLayers = parallel.pipeline > 1 ? parallel.lastStageLayers : 0,
        .expert = isMegatron ? parallel.expert : 1,
        .sequence = parallel.tensor > 1 && parallel.sequence == SequenceParallel::On};
    if (isMegatron)
        mesh.expertTensor = parallel.expertTensor > 0 ? parallel.expertTensor : parallel.tensor;
    mesh.data = std::max(1, parallel.gpus / mesh.modelRanks());
    return mesh;
}

bool cutsModel(const Parallel &parallel)
{
    return parallel.tensor > 1 || parallel.pipeline > 1 || parallel.context > 1
        || parallel.expert > 1;
}

namespace {

/// Stages and layers beside the first and the last stage, where those have numbers of their own.
struct Others
{
    int stages = 0;
    int layers = 0;
};
Others othersOf(const Mesh &mesh, int layers)
{
    const int own = (mesh.firstLayers > 0 ? 1 : 0) + (mesh.lastLayers > 0 ? 1 : 0);
    return {mesh.pipeline - own, std::max(0, layers - mesh.firstLayers - mesh.lastLayers)};
}

} // namespace

StageLayers layersOfStage(const Mesh &mesh, int layers, int stage)
{
    const bool hasFirst = mesh.firstLayers > 0;
    if (hasFirst && stage == 0)
        return {0, std::min(mesh.firstLayers, layers)};
    if (mesh.lastLayers > 0 && stage == mesh.pipeline - 1) {
        const int count = std::min(mesh.lastLayers, layers);
        return {layers - count, count};
    }
    const Others others = othersOf(mesh, layers);
    const int place = stage - (hasFirst ? 1 : 0);
    const int each = others.layers / std::max(1, others.stages);
    const int more = others.layers % std::max(1, others.stages);
    return {std::min(mesh.firstLayers, layers) + place * each + std::min(place, more),
        each + (place < more ? 1 : 0)};
}

bool dividesLayers(const Mesh &mesh, int layers)
{
    const Others others = othersOf(mesh, layers);
    if (mesh.firstLayers + mesh.lastLayers > layers)
        return false;
    return others.stages > 0 ? others.layers % others.stages == 0 && others.layers > 0
                             : others.layers == 0;
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
