// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/traffic/traffic.h"

namespace shardscope {

namespace {

constexpr std::string_view replicaSource
    = "nanotron (2025-02) get_fp32_accum_hook: fp32 sums are all-reduced bucket by bucket beside "
      "the last backward pass";
constexpr std::string_view reduceSource
    = "nanotron (2025-02) trainer.py: under ZeRO-1 the whole fp32 buffer is all-reduced after the "
      "last backward pass";
constexpr std::string_view gatherSource
    = "nanotron (2025-02) optim/zero.py: updated weights are all-gathered";
constexpr double bucketBytes = 25.0 * 1024 * 1024; // ddp_bucket_cap_mb, of 16-bit gradients

} // namespace

Messages nanotronTraffic(const Workload &work)
{
    Message reduction{.payload = Payload::Gradients,
        .op = CollectiveOp::AllReduce,
        .bytes = gradientBytes(work, reducedBytes(work, 4)),
        .times = {.backward = 1}};
    if (work.scenario.parallel.strategy == Strategy::Ddp) {
        reduction.source = replicaSource;
        reduction.pieces = bucketCount(work, work.trainable, bucketBytes / 2);
        reduction.overlaps = overlaps(work, true);
        reduction.tail = embeddingShare(work);
        return {reduction};
    }
    reduction.source = reduceSource;
    reduction.overlaps = overlaps(work, false);
    return {reduction,
        {.payload = Payload::Weights,
            .op = CollectiveOp::AllGather,
            .bytes = Term::each(2) * Term::count(work.trainable),
            .times = {.update = 1},
            .source = gatherSource}};
}

} // namespace shardscope
