// SPDX-License-Identifier: GPL-3.0-or-later
// FSDP2 (torch 2.14 fully_shard), one unit for each decoder layer and the root, as accelerate
// wraps.
#include "core/frameworks/fsdp.h"

namespace shardscope {

namespace {

constexpr std::string_view forwardSource = "torch 2.14 fully_shard: this unit's gather buffer, the "
                                           "previous one, the unsharded copy, and the root";
constexpr std::string_view keptSource
    = "torch 2.14 fully_shard: reshard_after_forward=False keeps weights gathered";
constexpr std::string_view backwardSource
    = "torch 2.14 fully_shard: unsharded unit and the prefetched one";
constexpr std::string_view reduceSource
    = "torch 2.14 fully_shard: reduce-scatter input of the previous unit and this unit's gradients";
constexpr std::string_view rootSource
    = "torch 2.14 fully_shard: the root's gradients wait for the end";

Shares forward(const Workload &work)
{
    const Term layer = unit(work, layerUnit(work));
    const Term root = unit(work, rootUnit(work));
    if (!reshards(work))
        return {{PartId::Gathered, unit(work, gatheredParameters(work)) + layer, keptSource}};
    return {{PartId::Gathered, Term::count(3) * layer + root, forwardSource}};
}

Shares backward(const Workload &work, BackwardPoint point)
{
    Shares shares = fsdpGradients(work, point);
    const Term layer = unit(work, layerUnit(work));
    const Term root = unit(work, rootUnit(work));
    if (point == BackwardPoint::End) {
        shares.push_back({PartId::Gathered, root, backwardSource});
        if (work.isFull())
            shares.push_back({PartId::Buffers, Term::count(2) * root, rootSource});
        return shares;
    }
    if (reshards(work))
        shares.push_back({PartId::Gathered, Term::count(2) * layer + root, backwardSource});
    else
        shares.push_back({PartId::Gathered, unit(work, gatheredParameters(work)), keptSource});
    if (work.isFull()) {
        const double head = gradientsAt(work, BackwardPoint::AfterLoss);
        shares.push_back({PartId::Buffers, unit(work, head), rootSource});
        if (point == BackwardPoint::FirstLayer)
            shares.push_back({PartId::Buffers, Term::count(2) * layer, reduceSource});
    }
    return shares;
}

} // namespace

const Convention fsdp2Convention{.name = "FSDP2 (torch 2.14 fully_shard, accelerate 1.14)",
    .resident = fsdpResident,
    .waiting = fsdpWaiting,
    .forward = forward,
    .loss = fsdpLoss,
    .backward = backward,
    .step = fsdpStep,
    .save = fsdpSave,
    .traffic = fsdpTraffic};

} // namespace shardscope
