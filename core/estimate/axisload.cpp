// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/axisload.h"

#include "core/step/workload.h"

#include <algorithm>

namespace shardscope {

Ranks ranksOf(const Plan &plan)
{
    return {meshFor(plan.scenario, plan.model.spec), plan.scenario.parallel};
}

std::optional<MeshAxis> axisOf(const Collective &collective, const Ranks &ranks)
{
    if (isCopy(collective.op))
        return std::nullopt;
    switch (collective.payload) {
    case Payload::Activations:
        return collective.op == CollectiveOp::SendReceive ? MeshAxis::Pipeline : MeshAxis::Tensor;
    case Payload::KeysValues:
        return MeshAxis::Context;
    case Payload::Tokens:
        return collective.op == CollectiveOp::AllToAll ? MeshAxis::Expert : MeshAxis::ExpertTensor;
    case Payload::ExpertGradients:
    case Payload::ExpertWeights:
        return ranks.mesh().expert > 1 ? MeshAxis::ExpertData : MeshAxis::Data;
    case Payload::Gradients:
    case Payload::Weights:
    case Payload::Shards:
        break;
    }
    if (ranks.ranksAlong(MeshAxis::Replica) <= 1 || collective.group == ranks.gpus())
        return MeshAxis::Data;
    // HSDP shards within a group, and adds up over the replicas of each shard.
    return collective.op == CollectiveOp::AllReduce ? MeshAxis::Replica : MeshAxis::Shard;
}

std::vector<AxisLoad> axisLoads(const Traffic &traffic, const Ranks &ranks)
{
    std::vector<AxisLoad> loads;
    for (const MeshAxis axis : ranks.axes()) {
        AxisLoad load{.axis = axis};
        Bytes most{};
        for (std::size_t i = 0; i < traffic.collectives.size(); ++i) {
            const Collective &one = traffic.collectives[i];
            if (axisOf(one, ranks) != axis)
                continue;
            load.collectives.push_back(i);
            load.bytes += one.bytesPerStep();
            load.networkBytes += one.timesPerStep * one.networkBytes;
            load.seconds += one.seconds;
            load.exposed += one.exposed;
            if (one.bytesPerStep() > most) {
                most = one.bytesPerStep();
                load.link = one.link;
            }
        }
        loads.push_back(std::move(load));
    }
    return loads;
}

} // namespace shardscope
