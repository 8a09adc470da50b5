// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/fsdpwire.h"

#include "core/engines/offload/offload.h"
#include "core/scenario/spacing.h"

namespace shardscope {

namespace {

constexpr std::string_view fsdpWireGatherSource
    = "torch 2.14 FSDP: a unit's weights are gathered for its forward pass, and again for its "
      "backward pass where they were resharded";
constexpr std::string_view fsdpWireReduceSource
    = "transformers 5.12 Trainer: no_sync reduces in the last micro-step only";
constexpr std::string_view fsdpWireEachReduceSource
    = "torch 2.14 FSDP: a micro-step that is not asked to wait reduces its gradients";
constexpr std::string_view hybridSource
    = "torch 2.14 FSDP HYBRID_SHARD: gradient shards are all-reduced between shard groups";
constexpr std::string_view fsdpWireFetchSource
    = "torch 2.14 FSDP: shards are copied to the GPU in their own dtype before each all-gather";
constexpr std::string_view downSource
    = "torch 2.14 FSDP: reduced gradients go to the host in the shard's dtype";

} // namespace

FsdpWire::FsdpWire(const Workload &work, Wire &wire)
    : m_work(work)
    , m_wire(wire)
    , m_ranks(fsdpShards(work))
    , m_offloads(offloadFor(work.scenario.parallel) != Offload::None)
    , m_reduceBytes(fsdpReduceBytes(work))
    , m_shardBytes(fsdpShardBytes(work))
    , m_expertRanks(fsdpExpertShards(work))
{
    const bool overlapped = overlaps(work, true);
    const std::string_view reduced = reducesEachMicroStep(work.scenario) && work.accumulates()
        ? fsdpWireEachReduceSource
        : fsdpWireReduceSource;
    m_gather = wire.open({Payload::Weights, CollectiveOp::AllGather, fsdpWireGatherSource,
        overlapped, m_ranks, work.mesh.tensor});
    m_reduction = wire.open({Payload::Gradients, CollectiveOp::ReduceScatter, reduced, overlapped,
        m_ranks, work.mesh.tensor});
    m_between = wire.open({Payload::Shards, CollectiveOp::AllReduce, hybridSource, overlapped,
        work.ranks() / m_ranks, m_ranks * work.mesh.tensor});
    m_toGpu
        = wire.open({Payload::Weights, CollectiveOp::CopyToGpu, fsdpWireFetchSource, overlapped});
    m_toHost = wire.open({Payload::Gradients, CollectiveOp::CopyToHost, downSource, overlapped});
    if (work.mesh.expert <= 1 || m_expertRanks <= 1)
        return;
    const RankSpacing apart = spacingOf(work.mesh, MeshAxis::ExpertData);
    const auto open = [&](Payload payload, CollectiveOp op, std::string_view source) {
        return wire.open({payload, op, source, overlapped, apart.ranks, apart.apart});
    };
    m_expertGather = open(Payload::ExpertWeights, CollectiveOp::AllGather, fsdpWireGatherSource);
    m_expertReduction = open(Payload::ExpertGradients, CollectiveOp::ReduceScatter, reduced);
}

void FsdpWire::gatherExperts(const FsdpShards &shards)
{
    if (m_expertRanks > 1)
        m_wire.send(m_expertGather, gatheredLoads(m_work, m_expertRanks * shards));
}

void FsdpWire::reduceExperts(const FsdpShards &shards)
{
    if (m_expertRanks > 1)
        m_wire.send(m_expertReduction, {m_reduceBytes, m_expertRanks * shards.reached});
}

void FsdpWire::gather(const FsdpShards &shards)
{
    m_wire.send(m_gather, gatheredLoads(m_work, m_ranks * shards));
    if (!m_offloads)
        return;
    // As they lie on the host: what is trained in the optimizer's dtype, the rest as it was loaded.
    const double loaded = recipe(m_work.training().precision).weight;
    const FsdpLoads own{Load{m_shardBytes, shards.trained}, Load{0.5, shards.quantized},
        Load{loaded, shards.all - shards.quantized - shards.trained}};
    m_wire.send(m_toGpu, own);
}

void FsdpWire::reduce(const FsdpShards &shards)
{
    // A flat parameter has one gradient for all that is in it.
    const bool isFlat = frameworkFor(m_work.scenario.parallel) == Framework::Fsdp1;
    const double elements = isFlat ? shards.graded : shards.reached;
    m_wire.send(m_reduction, {m_reduceBytes, m_ranks * elements});
    m_wire.send(m_between, {m_reduceBytes, elements});
    if (m_offloads)
        m_wire.send(m_toHost, {m_shardBytes, elements});
}

} // namespace shardscope
