// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/traffic/traffic.h"

namespace shardscope {

namespace {

constexpr std::string_view source
    = "torch 2.14 DistributedDataParallel: buckets are all-reduced in the last micro-step";
constexpr double bucketBytes = 25.0 * 1024 * 1024; // bucket_cap_mb

} // namespace

Messages trainerTraffic(const Workload &work)
{
    const double bytes = reducedBytes(work, work.recipe.gradient);
    return {{.payload = Payload::Gradients,
        .op = CollectiveOp::AllReduce,
        .bytes = gradientBytes(work, bytes),
        .times = {.backward = 1},
        .source = source,
        .pieces = bucketCount(work, work.trainable, bucketBytes / bytes),
        .overlaps = overlaps(work, true),
        .tail = embeddingShare(work)}};
}

} // namespace shardscope
