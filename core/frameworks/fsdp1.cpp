// SPDX-License-Identifier: GPL-3.0-or-later
// FSDP1 (torch 2.14 FullyShardedDataParallel) as accelerate 1.14 sets it up: limit_all_gathers, no
// prefetch, one flat parameter for each decoder layer and the root.
#include "core/frameworks/fsdp.h"

namespace shardscope {

namespace {

constexpr std::string_view gatherSource = "torch 2.14 FullyShardedDataParallel: at most two units "
                                          "gathered, and the 16-bit shard of one";
constexpr std::string_view keptSource
    = "torch 2.14 FullyShardedDataParallel: SHARD_GRAD_OP keeps weights gathered";
constexpr std::string_view gradientSource
    = "torch 2.14 FullyShardedDataParallel: unsharded flat gradient of the unit";

Term gathered(const Workload &work)
{
    const Term layer = unit(work, layerUnit(work));
    if (!reshards(work))
        return unit(work, gatheredParameters(work));
    return Term::count(2) * layer + unit(work, rootUnit(work)) + shard(layer, fsdpShards(work));
}

std::string_view sourceOf(const Workload &work)
{
    return reshards(work) ? gatherSource : keptSource;
}

Shares forward(const Workload &work)
{
    return {{PartId::Gathered, gathered(work), sourceOf(work)}};
}

Shares backward(const Workload &work, BackwardPoint point)
{
    Shares shares = fsdpGradients(work, point);
    const Term root = unit(work, rootUnit(work));
    if (point == BackwardPoint::End) {
        shares.push_back({PartId::Gathered, root, sourceOf(work)});
        if (work.isFull())
            shares.push_back({PartId::Buffers, root, gradientSource});
        return shares;
    }
    shares.push_back({PartId::Gathered, gathered(work), sourceOf(work)});
    if (work.isFull())
        shares.push_back({PartId::Buffers, unit(work, layerUnit(work)) + root, gradientSource});
    return shares;
}

} // namespace

const Convention fsdp1Convention{.name = "FSDP1 (torch 2.14, accelerate 1.14)",
    .resident = fsdpResident,
    .waiting = fsdpWaiting,
    .forward = forward,
    .loss = fsdpLoss,
    .backward = backward,
    .step = fsdpStep,
    .save = fsdpSave,
    .traffic = fsdpTraffic};

} // namespace shardscope
