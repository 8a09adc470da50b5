// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed 0.19.6: stage_1_and_2.py, stage3.py, partitioned_param_coordinator.py, engine.py.
#include "core/engines/traffic/traffic.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr std::string_view reduceSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: buckets are all-reduced "
      "(use_multi_rank_bucket_allreduce), each rank keeps its part";
constexpr std::string_view updateSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: updated weights are all-gathered";
constexpr std::string_view replicaSource
    = "DeepSpeed 0.19.6 engine.py: gradients are all-reduced after the last micro-step";
constexpr std::string_view stage3Source
    = "DeepSpeed 0.19.6 stage3.py: weights gathered for forward and backward, gradients scattered";
constexpr std::string_view hpzSource
    = "DeepSpeed 0.19.6 ZeRO++: a second copy in each node serves the backward pass";
constexpr std::string_view qgzSource
    = "DeepSpeed 0.19.6 ZeRO++: 4-bit gradients by two all-to-alls, in the node and between nodes";

constexpr double defaultBucket = 5e8; // zero/config.py, elements

double bucketOf(std::int64_t chosen, double standard)
{
    return chosen > 0 ? static_cast<double>(chosen) : standard;
}

bool uses(const Workload &work, ZeroPlusPlus feature)
{
    const ZeroPlusPlus chosen = work.scenario.parallel.zeroPlusPlus;
    return chosen == feature || chosen == ZeroPlusPlus::All;
}

/// Each module's weights are gathered for themselves; small ones come along with the prefetch.
double gathers(const Workload &work)
{
    return tensorCount(work);
}

/// Blocks of 8 bits with one fp32 scale for each 2048 (csrc/quantization).
constexpr double quantizedWeight = 1 + 4.0 / 2048;
constexpr double quantizedGradient = 0.5 + 4.0 / 2048;

int nodeGroup(const Workload &work)
{
    const Parallel &parallel = work.scenario.parallel;
    return std::min(parallel.gpus, parallel.gpusPerNode);
}

Term trainedWeights(const Workload &work)
{
    return Term::each(work.recipe.weight) * Term::count(work.trainable);
}

void addGathers(Messages &messages, const Workload &work)
{
    const double microSteps = work.training().accumulation;
    Term weights = baseWeights(work);
    if (!work.isFull())
        weights += trainedWeights(work);
    Message gather{.payload = Payload::Weights,
        .op = CollectiveOp::AllGather,
        .bytes = weights,
        .times = {microSteps, microSteps, 0},
        .source = stage3Source,
        .pieces = gathers(work)};
    Message second = gather;
    if (uses(work, ZeroPlusPlus::QuantizedWeights))
        gather.bytes = Term::each(quantizedWeight) * Term::count(work.parameters);
    if (uses(work, ZeroPlusPlus::SecondCopy)) {
        gather.times.backward = 0;
        second.payload = Payload::Shards;
        second.times = {.backward = microSteps};
        second.source = hpzSource;
        second.group = nodeGroup(work);
        messages.push_back(second);
    }
    messages.push_back(gather);
}

void addQuantizedReduction(Messages &messages, const Workload &work)
{
    const double microSteps = work.training().accumulation;
    const Term gradients = gradientBytes(work, quantizedGradient);
    const int group = nodeGroup(work);
    Message hop{.payload = Payload::Gradients,
        .op = CollectiveOp::AllToAll,
        .bytes = gradients,
        .times = {.backward = microSteps},
        .source = qgzSource,
        .pieces = gathers(work),
        .group = group};
    messages.push_back(hop);
    hop.payload = Payload::Shards;
    hop.bytes = shard(gradients, group);
    hop.group = work.ranks() / group;
    hop.apart = group;
    messages.push_back(hop);
}

Messages stage3(const Workload &work)
{
    Messages messages;
    addGathers(messages, work);
    if (uses(work, ZeroPlusPlus::QuantizedGradients)) {
        addQuantizedReduction(messages, work);
    } else {
        const double hidden = static_cast<double>(work.spec().hidden);
        const double bucket = bucketOf(work.scenario.parallel.reduceBucket, hidden * hidden);
        messages.push_back({.payload = Payload::Gradients,
            .op = CollectiveOp::ReduceScatter,
            .bytes = gradientBytes(work, work.recipe.gradient),
            .times = {.backward = static_cast<double>(work.training().accumulation)},
            .source = stage3Source,
            .pieces = bucketCount(work, work.trainable, bucket)});
    }
    for (Message &message : messages)
        message.overlaps = overlaps(work, true);
    return messages;
}

} // namespace

Messages deepSpeedTraffic(const Workload &work)
{
    const Parallel &parallel = work.scenario.parallel;
    if (parallel.strategy == Strategy::Zero3)
        return stage3(work);
    const bool isReplicated = parallel.strategy == Strategy::Ddp;
    const double bucket = bucketOf(parallel.reduceBucket, defaultBucket);
    const double microSteps
        = parallel.strategy == Strategy::Zero2 ? work.training().accumulation : 1;
    Messages messages{{.payload = Payload::Gradients,
        .op = CollectiveOp::AllReduce,
        .bytes = gradientBytes(work, work.recipe.gradient),
        .times = {.backward = microSteps},
        .source = isReplicated ? replicaSource : reduceSource,
        .pieces = bucketCount(work, work.trainable, bucket),
        .overlaps = !isReplicated && overlaps(work, false)}};
    if (!isReplicated)
        messages.push_back({.payload = Payload::Weights,
            .op = CollectiveOp::AllGather,
            .bytes = trainedWeights(work),
            .times = {.update = 1},
            .source = updateSource,
            .pieces = bucketCount(
                work, work.trainable, bucketOf(parallel.allGatherBucket, defaultBucket))});
    return messages;
}

} // namespace shardscope
