// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/mesh.h"

#include "core/model/modelspec.h"
#include "core/scenario/framework.h"
#include "core/scenario/pipelineorder.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace shardscope {

ContextKind contextKindFor(const Scenario &scenario)
{
    if (scenario.parallel.contextKind != ContextKind::Auto)
        return scenario.parallel.contextKind;
    const Framework framework = frameworkFor(scenario.parallel);
    if (framework == Framework::DeepSpeed)
        return ContextKind::Ulysses;
    return framework == Framework::Megatron ? ContextKind::Ring : ContextKind::AllGather;
}

bool runsContextKind(const Scenario &scenario)
{
    const Framework framework = frameworkFor(scenario.parallel);
    const ContextKind kind = contextKindFor(scenario);
    if (framework == Framework::Megatron)
        return true;
    return kind
        == (framework == Framework::DeepSpeed ? ContextKind::Ulysses : ContextKind::AllGather);
}

bool runsTorchtitan(const Scenario &scenario)
{
    const Framework framework = frameworkFor(scenario.parallel);
    return scenario.training.modules == ModuleLibrary::Torchtitan
        && (framework == Framework::Fsdp2 || framework == Framework::Trainer);
}

bool runsAccelerateMesh(const Scenario &scenario)
{
    return frameworkFor(scenario.parallel) == Framework::Fsdp2
        && scenario.training.modules == ModuleLibrary::Transformers5;
}

bool runsAutoTp(const Scenario &scenario)
{
    return frameworkFor(scenario.parallel) == Framework::DeepSpeed
        && scenario.training.modules == ModuleLibrary::Transformers5
        && scenario.parallel.pipeline == 1;
}

bool runsAutoEp(const Scenario &scenario)
{
    return runsAutoTp(scenario) && scenario.parallel.expert > 1;
}

bool runsPipelineModule(const Scenario &scenario)
{
    const Parallel &parallel = scenario.parallel;
    const bool takes = parallel.strategy == Strategy::Ddp || parallel.strategy == Strategy::Zero1;
    return frameworkFor(parallel) == Framework::DeepSpeed && takes
        && (parallel.pipeline > 1 || scenario.training.modules == ModuleLibrary::MegatronDeepSpeed);
}

int Mesh::expertReplicas() const
{
    return std::max(1, tensor * context * data / (expert * expertTensor));
}

namespace {

/// As many copies as the other axes leave GPUs for.
Mesh withData(Mesh mesh, int gpus)
{
    mesh.data = std::max(1, gpus / mesh.modelRanks());
    return mesh;
}

} // namespace

Mesh meshOf(const Scenario &scenario)
{
    const Parallel &parallel = scenario.parallel;
    const Framework framework = frameworkFor(parallel);
    const bool isMegatron = framework == Framework::Megatron;
    const bool hasSequence = parallel.tensor > 1 && parallel.sequence == SequenceParallel::On;
    if (runsAccelerateMesh(scenario))
        return withData({.tensor = parallel.tensor,
                            .context = parallel.context,
                            .contextKind = contextKindFor(scenario)},
            parallel.gpus);
    if (framework == Framework::DeepSpeed) {
        const bool hasEnds = runsPipelineModule(scenario) && parallel.pipeline > 1;
        return withData({.tensor = parallel.tensor,
                            .context = parallel.context,
                            .contextKind = contextKindFor(scenario),
                            .pipeline = parallel.pipeline,
                            .firstLayers = hasEnds ? parallel.firstStageLayers : 0,
                            .lastLayers = hasEnds ? parallel.lastStageLayers : 0,
                            .expert = parallel.expert},
            parallel.gpus);
    }
    if (framework == Framework::Nanotron)
        return withData(
            {.tensor = parallel.tensor, .pipeline = parallel.pipeline, .sequence = hasSequence},
            parallel.gpus);
    if (!isMegatron && !runsTorchtitan(scenario))
        return {.data = parallel.gpus};
    Mesh mesh{.tensor = parallel.tensor,
        .context = parallel.context,
        .contextKind = contextKindFor(scenario),
        .pipeline = parallel.pipeline,
        .chunks = parallel.pipeline > 1 ? parallel.virtualStages : 1,
        .firstLayers = parallel.pipeline > 1 ? parallel.firstStageLayers : 0,
        .lastLayers = parallel.pipeline > 1 ? parallel.lastStageLayers : 0,
        .expert = parallel.expert,
        .sequence = hasSequence,
        .order = isMegatron ? parallel.rankOrder : RankOrder::StagesLast};
    const PipelineKind schedule = parallel.schedule;
    if (!isMegatron && mesh.chunks > 1 && splitsBackward(schedule)) {
        mesh.isV = mesh.chunks == 2 && isV(schedule);
        mesh.splitsBackward = mesh.isV || !isV(schedule);
    }
    if (isMegatron)
        mesh.expertTensor = parallel.expertTensor > 0 ? parallel.expertTensor : parallel.tensor;
    return withData(std::move(mesh), parallel.gpus);
}

int shardGroupOf(const Parallel &parallel, const Mesh &mesh)
{
    const int inNode = parallel.gpusPerNode / mesh.tensor;
    const int wanted = parallel.shardGroup > 0 ? parallel.shardGroup : inNode;
    return std::clamp(wanted, 1, std::max(1, mesh.replicas()));
}

int sharersOfExperts(const Parallel &parallel, const Mesh &mesh)
{
    return parallel.strategy == Strategy::Hsdp ? shardGroupOf(parallel, mesh) : mesh.replicas();
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
    if (!mesh.layers.empty()) {
        const auto at = mesh.layers.begin() + stage;
        return {std::accumulate(mesh.layers.begin(), at, 0), *at};
    }
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
    if (!mesh.layers.empty())
        return true;
    const Others others = othersOf(mesh, layers);
    if (mesh.firstLayers + mesh.lastLayers > layers)
        return false;
    return others.stages > 0 ? others.layers % others.stages == 0 && others.layers > 0
                             : others.layers == 0;
}

bool areLike(const Mesh &mesh, const ModelSpec &spec, int stage, int other)
{
    const auto isBetween = [&mesh](int i) { return i > 0 && i < mesh.pipeline - 1; };
    // Of backward passes in two parts those of weights wait the longer the later a stage is.
    if (!isBetween(stage) || !isBetween(other) || mesh.splitsBackward)
        return false;
    const auto layers = static_cast<int>(spec.layers);
    const StageLayers one = layersOfStage(mesh, layers, stage);
    const StageLayers two = layersOfStage(mesh, layers, other);
    if (one.count != two.count)
        return false;
    for (int i = 0; i < one.count; ++i) {
        if (spec.formOf(one.first + i) != spec.formOf(two.first + i))
            return false;
    }
    return true;
}

std::vector<int> decidingStages(const Mesh &mesh, const ModelSpec &spec)
{
    std::vector<int> stages{0};
    for (int stage = 1; stage < mesh.pipeline; ++stage) {
        if (!areLike(mesh, spec, stage, stage - 1))
            stages.push_back(stage);
    }
    return stages;
}

} // namespace shardscope
