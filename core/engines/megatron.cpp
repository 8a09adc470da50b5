// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-LM: 16-bit weights, one fp32 gradient buffer for the whole run, and the optimizer whole
// or (distributed optimizer, here under ZeRO-1) sharded. docs/dist_optimizer.md: 18 or 6 + 12 / N
// bytes.
#include "core/engines/megatron.h"

#include "core/engines/convention.h"
#include "core/engines/optimizerstate.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr std::string_view bufferSource = "Megatron-LM (2026-08) docs/dist_optimizer.md";

/// Elements, where communication is overlapped: distributed_data_parallel.py, max(40 million, one
/// million for each rank).
double bucketOf(const Workload &work)
{
    return std::max(40e6, 1e6 * work.ranks());
}

class MegatronPolicy final : public Policy
{
public:
    MegatronPolicy(const Workload &work, const Sinks &sinks)
        : Policy(work, sinks)
        , m_overlaps(overlaps(work, false)) // overlap_grad_reduce
        , m_scratch(m_ledger.open(PartId::Temporaries, bufferSource, "B of optimizer scratch"))
        , m_reduction(m_wire.open({.payload = Payload::Gradients,
              .op
              = optimizerShards(work) > 1 ? CollectiveOp::ReduceScatter : CollectiveOp::AllReduce,
              .source = bufferSource,
              .overlaps = m_overlaps,
              .bucket = m_overlaps ? bucketOf(work) : work.trainable}))
        , m_gather(m_wire.open({Payload::Weights, CollectiveOp::AllGather, bufferSource}))
    { }

    bool repeatsLayers() const override { return true; }

    void resident() override { hold(fp32AccumulationShares(m_work, bufferSource)); }
    void beginMicroStep(const MicroStep &step) override { m_isLast = step.isLast; }
    /// Added to the persistent buffer as it comes.
    void gradient(const Unit &unit, const Parameter &parameter) override
    {
        if (m_isLast && !isTied(unit, parameter))
            m_wire.send(m_reduction, {reducedBytes(m_work, 4), parameter.elements});
    }
    void step() override
    {
        const int shards = optimizerShards(m_work);
        const double updated = m_work.trainable / shards;
        m_ledger.blink(m_scratch, optimizerScratch(m_work, updated, 4).value());
        if (shards > 1)
            m_wire.send(m_gather, {2, m_work.trainable},
                m_overlaps ? std::ceil(m_work.trainable / bucketOf(m_work)) : 1);
    }
    void zeroGradients() override { }

private:
    bool m_overlaps = false;
    Ledger::Account m_scratch;
    Wire::Line m_reduction;
    Wire::Line m_gather;
    bool m_isLast = true;
};

std::unique_ptr<Policy> policy(
    const Workload &work, const ModelTapes & /*model*/, const Sinks &sinks)
{
    return std::make_unique<MegatronPolicy>(work, sinks);
}

} // namespace

int optimizerShards(const Workload &work)
{
    return work.scenario.parallel.strategy == Strategy::Ddp ? 1 : work.ranks();
}

Shares fp32AccumulationShares(const Workload &work, std::string_view source)
{
    Shares shares;
    addWholeWeights(shares, work, source);
    const int shards = optimizerShards(work);
    const Term trained = Term::count(work.trainable);
    shares.push_back({PartId::Gradients, Term::each(4) * trained, source});
    if (work.recipe.weight == 2)
        shares.push_back({PartId::Master, shard(Term::each(4) * trained, shards), source});
    shares.push_back({PartId::OptimizerState, shard(optimizerState(work, 4), shards), source});
    return shares;
}

const Convention megatronConvention{.name = "Megatron-LM (2026-08)", .policy = policy};

} // namespace shardscope
