// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/traffic/traffic.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr std::string_view source = "Megatron-LM (2026-08) docs/dist_optimizer.md";

/// distributed_data_parallel.py: max(40 million, one million for each rank) parameters when
/// communication is overlapped, everything at once when it is not.
double pieces(const Workload &work, bool overlapped)
{
    const double bucket = std::max(40e6, 1e6 * work.ranks());
    return overlapped ? bucketCount(work, work.trainable, bucket) : 1;
}

} // namespace

Messages megatronTraffic(const Workload &work)
{
    const bool overlapped = overlaps(work, false); // overlap_grad_reduce
    const Term gradients = gradientBytes(work, reducedBytes(work, 4));
    Message reduction{.payload = Payload::Gradients,
        .op = CollectiveOp::AllReduce,
        .bytes = gradients,
        .times = {.backward = 1},
        .source = source,
        .pieces = pieces(work, overlapped),
        .overlaps = overlapped};
    if (work.scenario.parallel.strategy == Strategy::Ddp)
        return {reduction};
    reduction.op = CollectiveOp::ReduceScatter;
    return {reduction,
        {.payload = Payload::Weights,
            .op = CollectiveOp::AllGather,
            .bytes = Term::each(2) * Term::count(work.trainable),
            .times = {.update = 1},
            .source = source,
            .pieces = pieces(work, overlapped)}};
}

} // namespace shardscope
