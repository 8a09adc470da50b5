// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/zerowire.h"

#include "core/engines/convention.h"
#include "core/engines/zero.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr std::string_view zeroWireGatherSource
    = "DeepSpeed 0.19.6 partitioned_param_coordinator.py: weights that are not there are gathered";
constexpr std::string_view zeroWireReduceSource
    = "DeepSpeed 0.19.6 stage3.py: gradients are reduce-scattered bucket by bucket";
constexpr std::string_view hpzSource
    = "DeepSpeed 0.19.6 ZeRO++: a second copy in each node serves the backward pass";
constexpr std::string_view qgzSource
    = "DeepSpeed 0.19.6 ZeRO++: 4-bit gradients by two all-to-alls, in the node and between nodes";
constexpr std::string_view zeroWireFetchSource
    = "DeepSpeed 0.19.6 partition_parameters.py: own shards are copied before each all-gather";

/// Blocks of 8 bits with one fp32 scale for each 2048 (csrc/quantization).
constexpr double quantizedWeight = 1 + 4.0 / 2048;
constexpr double quantizedGradient = 0.5 + 4.0 / 2048;

bool uses(const Workload &work, ZeroPlusPlus feature)
{
    const ZeroPlusPlus chosen = work.scenario.parallel.zeroPlusPlus;
    return chosen == feature || chosen == ZeroPlusPlus::All;
}

} // namespace

ZeroWire::ZeroWire(const Workload &work, Wire &wire)
    : m_work(work)
    , m_wire(wire)
    , m_hasSecondCopy(uses(work, ZeroPlusPlus::SecondCopy))
    , m_quantizesWeights(uses(work, ZeroPlusPlus::QuantizedWeights))
    , m_quantizesGradients(uses(work, ZeroPlusPlus::QuantizedGradients))
    , m_offloadsParameters(offloadFor(work.scenario.parallel) >= Offload::Parameters)
    , m_nodeGroup(std::min(work.scenario.parallel.gpus, work.scenario.parallel.gpusPerNode))
{
    const bool overlapped = overlaps(work, true);
    m_secondGather
        = wire.open({Payload::Shards, CollectiveOp::AllGather, hpzSource, overlapped, m_nodeGroup});
    m_gather
        = wire.open({Payload::Weights, CollectiveOp::AllGather, zeroWireGatherSource, overlapped});
    m_reduction = wire.open(
        {Payload::Gradients, CollectiveOp::ReduceScatter, zeroWireReduceSource, overlapped});
    m_hop = wire.open(
        {Payload::Gradients, CollectiveOp::AllToAll, qgzSource, overlapped, m_nodeGroup});
    m_across = wire.open({Payload::Shards, CollectiveOp::AllToAll, qgzSource, overlapped,
        work.ranks() / m_nodeGroup, m_nodeGroup});
    m_toHost
        = wire.open({Payload::Gradients, CollectiveOp::CopyToHost, zeroToHostSource, overlapped});
    m_sumsToHost
        = wire.open({Payload::Shards, CollectiveOp::CopyToHost, zeroSumsSource, overlapped});
    m_sumsToGpu = wire.open({Payload::Shards, CollectiveOp::CopyToGpu, zeroSumsSource, overlapped});
    m_weightsToGpu = wire.open({Payload::Weights, CollectiveOp::CopyToGpu,
        m_offloadsParameters ? zeroWireFetchSource : zeroToGpuSource,
        m_offloadsParameters && overlapped});
}

void ZeroWire::gather(double whole, double own)
{
    if (m_hasSecondCopy && m_wire.pass() == Pass::Backward)
        m_wire.send(m_secondGather, {2, whole});
    else
        m_wire.send(m_gather, {m_quantizesWeights ? quantizedWeight : 2, whole});
    if (m_offloadsParameters)
        m_wire.send(m_weightsToGpu, {2, own});
}

void ZeroWire::gatherPersistent(double whole, int count)
{
    m_wire.send(m_gather, {2, whole}, count);
}

void ZeroWire::reduce(double whole)
{
    if (!m_quantizesGradients)
        return m_wire.send(m_reduction, {m_work.recipe.gradient, whole});
    m_wire.send(m_hop, {quantizedGradient, whole});
    m_wire.send(m_across, {quantizedGradient, whole / m_nodeGroup});
}

void ZeroWire::handOver(double shard, bool isLast)
{
    const double bytes = accumulatedBytes(m_work);
    m_wire.send(m_sumsToHost, {bytes, shard});
    m_wire.send(m_sumsToGpu, {bytes, shard});
    if (isLast)
        m_wire.send(m_toHost, {masterBytes(m_work), shard});
}

void ZeroWire::bringBack(double elements)
{
    if (!m_offloadsParameters)
        m_wire.send(m_weightsToGpu, {m_work.recipe.weight, elements});
}

} // namespace shardscope
