// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-LM: 16-bit weights, one fp32 gradient buffer for the whole run, and the optimizer whole
// or (distributed optimizer, here under ZeRO-1) sharded. docs/dist_optimizer.md: 18 or 6 + 12 / N
// bytes.
#include "core/engines/megatron.h"

#include "core/engines/convention.h"
#include "core/engines/megatroncore.h"
#include "core/engines/optimizerstate.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr std::string_view megatronBufferSource = "Megatron-LM (2026-08) docs/dist_optimizer.md";
constexpr std::string_view offloadedSource
    = "Megatron-Core 0.20 optimizer/cpu_offloading/hybrid_optimizer.py";

std::unique_ptr<Policy> megatronFamilyPolicy(
    const Workload &work, const ModelTapes &model, const Sinks &sinks)
{
    if (work.cutter == Cutter::MegatronCore)
        return megatronCorePolicy(work, model, sinks);
    const bool overlapped = overlaps(work, false); // overlap_grad_reduce
    const Channel reduction{.payload = Payload::Gradients,
        .op = optimizerShards(work) > 1 ? CollectiveOp::ReduceScatter : CollectiveOp::AllReduce,
        .source = megatronBufferSource,
        .overlaps = overlapped,
        .bucket = overlapped ? megatronBucket(work) : work.trainable};
    return std::make_unique<MegatronPolicy>(
        work, sinks, reduction, megatronBufferSource, megatronBufferSource);
}

} // namespace

// distributed_data_parallel.py: max(40 million, one million for each rank).
double megatronBucket(const Workload &work)
{
    return std::max(40e6, 1e6 * work.ranks());
}

int optimizerShards(const Workload &work)
{
    return work.scenario.parallel.strategy == Strategy::Ddp ? 1 : work.ranks();
}

HybridUpdate::HybridUpdate(Wire &wire)
    : m_wire(wire)
    , m_toHost(wire.open({Payload::Gradients, CollectiveOp::CopyToHost, offloadedSource, false}))
    , m_toGpu(wire.open({Payload::Weights, CollectiveOp::CopyToGpu, offloadedSource, false}))
{ }

void HybridUpdate::update(double elements)
{
    m_wire.send(m_toHost, {bytesOf(Dtype::Single), elements});
    m_wire.send(m_toGpu, {bytesOf(Dtype::Half), elements});
}

std::optional<HybridUpdate> hybridUpdate(const Workload &work, Wire &wire)
{
    if (offloadFor(work.scenario.parallel) == Offload::None)
        return std::nullopt;
    return HybridUpdate(wire);
}

MegatronPolicy::MegatronPolicy(const Workload &work, const Sinks &sinks, const Channel &reduction,
    std::string_view source, std::string_view gatherSource)
    : Policy(work, sinks)
    , m_shards(optimizerShards(work))
    , m_bucket(reduction.bucket)
    , m_source(source)
    , m_scratch(m_ledger.open(PartId::Temporaries, source, "B of optimizer scratch"))
    , m_reduction(m_wire.open(reduction))
    , m_gather(m_wire.open({.payload = Payload::Weights,
          .op = CollectiveOp::AllGather,
          .source = gatherSource,
          .group = reduction.group,
          .apart = reduction.apart}))
    , m_host(hybridUpdate(work, m_wire))
{ }

void MegatronPolicy::resident()
{
    Shares shares;
    addWholeWeights(shares, m_work, m_source);
    const Term trained = Term::count(m_work.trainedHere());
    shares.push_back({PartId::Gradients, Term::each(4) * trained, m_source});
    if (!m_host && m_work.recipe.weight == 2)
        shares.push_back({PartId::Master, shard(Term::each(4) * trained, m_shards), m_source});
    if (!m_host)
        shares.push_back(
            {PartId::OptimizerState, shard(optimizerStateHere(m_work, 4), m_shards), m_source});
    hold(shares);
}

/// Added to the buffer as it comes.
void MegatronPolicy::gradient(const Unit &unit, const Parameter &parameter)
{
    if (m_isLast && !isTied(unit, parameter))
        m_wire.send(m_reduction, {reducedBytes(m_work, 4), parameter.elements});
}

void MegatronPolicy::step()
{
    if (m_host)
        m_host->update(updated());
    else
        m_ledger.blink(m_scratch, optimizerScratch(m_work, updated(), 4).value());
    if (isSharded())
        m_wire.send(
            m_gather, {2, m_work.trainedHere()}, std::ceil(m_work.trainedHere() / m_bucket));
}

const Convention megatronConvention{
    .name = "Megatron-LM (2026-08)", .policy = megatronFamilyPolicy, .host = megatronHost};

} // namespace shardscope
