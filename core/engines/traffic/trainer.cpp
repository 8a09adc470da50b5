// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/convention.h"
#include "core/engines/traffic/traffic.h"

namespace shardscope {

namespace {

constexpr std::string_view source = "torch 2.14 DistributedDataParallel: buckets are all-reduced "
                                    "in the last micro-step (no_sync)";
constexpr std::string_view eachSource
    = "torch 2.14 DistributedDataParallel: without no_sync each micro-step all-reduces the buckets";
constexpr double bucketBytes = 25.0 * 1024 * 1024; // bucket_cap_mb

} // namespace

Messages trainerTraffic(const Workload &work)
{
    const double bytes = reducedBytes(work, work.recipe.gradient);
    const bool isEach = reducesEachMicroStep(work.scenario.parallel);
    return {{.payload = Payload::Gradients,
        .op = CollectiveOp::AllReduce,
        .bytes = gradientBytes(work, bytes),
        .times = {.backward = isEach ? static_cast<double>(work.training().accumulation) : 1},
        .source = isEach ? eachSource : source,
        .pieces = bucketCount(work, work.trainable, bucketBytes / bytes),
        .overlaps = overlaps(work, true),
        .tail = embeddingShare(work)}};
}

} // namespace shardscope
