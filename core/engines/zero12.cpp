// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed 0.19.6 ZeRO stages 1 and 2 (runtime/zero/stage_1_and_2.py), rank 0.
#include "core/engines/convention.h"
#include "core/engines/zeroexperts.h"
#include "core/engines/zeropartitionholdings.h"
#include "core/engines/zeroreductions.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace shardscope {

namespace {

constexpr std::string_view zero12GradientSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: gradients until they are in a bucket, and their copies";
constexpr std::string_view zero12BucketSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: setup_buckets, from the first gradient on";
constexpr std::string_view zero12PartitionSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: copy_grads_in_partition, whole gradients of every "
      "parameter that touches the own partition";
constexpr std::string_view zero12CastSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py step(): flat gradients in fp32";
constexpr std::string_view checkSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: _has_inf_or_nan, and the norm in fp64";

constexpr std::string_view zero12ReduceSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: buckets are all-reduced "
      "(use_multi_rank_bucket_allreduce), each rank keeps its part";

class PartitionedPolicy final : public ZeroPolicy
{
public:
    PartitionedPolicy(const Workload &work, const ModelTapes &model, const Sinks &sinks)
        : ZeroPolicy(work, model, sinks, zero12GradientSource)
        , m_holdings(work, m_model)
        , m_partition(m_holdings.partition())
        , m_partitionsGradients(work.scenario.parallel.strategy == Strategy::Zero2)
        , m_buffers(m_ledger.open(PartId::Buffers, zero12BucketSource, "B of reduce buckets"))
        , m_reduced(m_ledger.open(PartId::Gradients, zero12PartitionSource, "B of own gradients"))
        , m_fresh(m_ledger.open(PartId::Gradients, zero12PartitionSource, "B of new own gradients"))
        , m_casts(m_ledger.open(PartId::Temporaries, zero12CastSource, "B of fp32 gradients"))
        , m_checks(m_ledger.open(PartId::Temporaries, checkSource, "B of checks"))
        , m_reduction(m_wire.open(
              {Payload::Gradients, CollectiveOp::AllReduce, zero12ReduceSource, overlaps()}))
        , m_experts(work, m_wire, zero12ReduceSource, overlaps())
        , m_gather(m_wire.open(updatedWeights))
        , m_toHost(m_wire.open(
              {Payload::Gradients, CollectiveOp::CopyToHost, zeroToHostSource, overlaps()}))
        , m_sumsToHost(
              m_wire.open({Payload::Shards, CollectiveOp::CopyToHost, zeroSumsSource, overlaps()}))
        , m_sumsToGpu(
              m_wire.open({Payload::Shards, CollectiveOp::CopyToGpu, zeroSumsSource, overlaps()}))
        , m_weightsToGpu(
              m_wire.open({Payload::Weights, CollectiveOp::CopyToGpu, zeroToGpuSource, false}))
    {
        constexpr std::size_t usualExtracts = 32;
        m_reductions.reserve(usualExtracts);
    }

    void resident() override { hold(m_holdings.betweenSteps()); }

    void endBackward() override
    {
        if (!m_partitionsGradients && !m_step.isLast)
            return;
        if (!m_partitionsGradients && !overlaps())
            reduceKept();
        reduceBucket();
        // Of several micro-steps, the first one's gradients stay and the others' are added.
        if (m_ledger.held(m_reduced) > 0)
            m_ledger.releaseAll(m_fresh);
        else
            keepFresh();
        m_ledger.releaseAll(m_buffers);
        disownAll();
    }

    void step() override
    {
        const double weight = m_work.recipe.weight;
        m_wire.send(m_gather, {weight, m_partition.dense().aligned});
        if (offloads())
            return m_wire.send(m_weightsToGpu, {weight, m_partition.elements()});
        m_ledger.blink(m_checks, m_holdings.checks());
        const std::size_t groups = m_partition.groups().size();
        for (std::size_t group = 0; group < groups; ++group)
            update(group, group + 1 == groups);
    }

    bool repeatsMicroSteps() const override { return m_partitionsGradients && !offloads(); }

private:
    using Extracts = ZeroReductions::Extracts;

    /// Gradients of all groups are views of one buffer, which the last of them lets go of.
    void update(std::size_t group, bool isLast)
    {
        m_experts.gather(m_partition.groups()[group], m_work.recipe.weight);
        m_ledger.change(m_flat, m_holdings.flat(group));
        if (m_holdings.hasMaster())
            m_ledger.change(m_casts, m_holdings.casts(group));
        else
            moveFlat();
        m_ledger.releaseAll(m_flat);
        if (isLast)
            m_ledger.releaseAll(m_reduced);
        m_ledger.blink(m_scratch, m_holdings.scratch(group));
        m_ledger.releaseAll(m_casts);
    }

    /// What leaves the bucket is owned, or none of it is; and slices of it that are flattened are
    /// as large as before, which depends on where partitions end.
    int likeAhead(const LayerRow &row) const override
    {
        if (!m_bucket.wasEmptiedSince(m_bucketBefore))
            return row.left;
        // Groups of experts end somewhere within the layers.
        if (m_partition.hasExperts())
            return 0;
        const int unit = ZeroModel::unitOf(row.last);
        const double fresh = m_ledger.held(m_fresh);
        // What was in the bucket came from a layer of the row.
        if (m_oldestBefore >= m_model.firstParameter(unit + row.run) || fresh != m_freshBefore)
            return 0;
        const double group = startOf(unit + row.since()) - startOf(unit);
        double groups = row.left / row.since();
        const bool isOwnedAnyway = m_partitionsGradients && !offloads() && fresh > 0;
        const double own = m_partition.dense().elements;
        if (!isOwnedAnyway && m_endBefore > own)
            groups = std::clamp(std::floor((startOf(unit) - own) / group), 0.0, groups);
        return row.since() * flattenedAlike(group, static_cast<int>(groups));
    }
    /// How many of the next groups of so many elements flatten, reduction by reduction, as much as
    /// the last one, and as often.
    int flattenedAlike(double group, int most) const
    {
        if (const double left = groupsInPartition(group); left >= 0)
            return left < most ? static_cast<int>(left) : most;
        const auto isAlike = [&](int further) {
            for (std::size_t i = 0; i < m_reductions.size(); ++i) {
                const Extracts extracts = m_reductions.at(i);
                FlatSlices these = flattened(extracts, 0).dense;
                FlatSlices those = flattened(extracts, further * group).dense;
                if (these.most() != those.most() || these.calls() != those.calls())
                    return false;
            }
            return true;
        };
        int alike = 0;
        while (alike < most && isAlike(alike + 1))
            ++alike;
        return alike;
    }
    /// Where all that was reduced lies within one partition: how many groups more do; otherwise
    /// negative.
    double groupsInPartition(double group) const
    {
        const double own = m_partition.dense().elements;
        double from = m_partition.dense().aligned;
        double to = 0;
        for (std::size_t i = 0; i < m_reductions.size(); ++i) {
            for (const ZeroReductions::Extract &extract : m_reductions.at(i)) {
                from = std::min(from, extract.from);
                to = std::max(to, extract.to);
            }
        }
        const double start = std::floor(from / own) * own;
        return to <= start + own ? std::floor((from - start) / group) : -1;
    }
    void rememberAhead(const LayerRow &row) override
    {
        m_reductions.clear();
        m_freshBefore = m_ledger.held(m_fresh);
        m_endBefore = startOf(ZeroModel::unitOf(row.last));
        for (const int parameter : m_bucket.parameters())
            m_endBefore = std::max(m_endBefore, endOf(parameter));
        m_oldestBefore = m_bucket.parameters().empty() ? 0 : m_bucket.parameters().front();
    }
    double endOf(int parameter) const
    {
        return m_partition.start(parameter) + m_model.at(parameter).elements;
    }
    double startOf(int unit) const { return m_partition.start(m_model.firstParameter(unit)); }

    /// engine.py: pipelines do without.
    bool overlaps() const
    {
        return shardscope::overlaps(m_work, false) && m_work.cutter != Cutter::PipelineEngine;
    }
    bool offloads() const { return m_holdings.offloads(); }
    Dtype dtype() const { return m_holdings.dtype(); }

    void setUpBuckets()
    {
        if (m_ledger.held(m_buffers) == 0)
            m_ledger.change(
                m_buffers, (overlaps() ? 2 : 1) * storageBytes(m_sizes.reduceBucket, dtype()));
    }
    /// Other stages of a pipeline than the last run the backward pass without the optimizer
    /// (pipe/engine.py, _exec_backward_pass), which then makes buckets when it reduces.
    bool hasBackward() const { return m_work.stage.hasHead; }

    bool ready(int parameter) override
    {
        if (hasBackward())
            setUpBuckets();
        if (m_partitionsGradients)
            return addToBucket(parameter);
        const bool isFirst = isFirstGradient(parameter);
        if (!overlaps() || !m_step.isLast)
            return isFirst;
        if (isFirst)
            return addToBucket(parameter);
        if (!addToBucket(parameter))
            disown(parameter);
        return false;
    }

    /// Stage 1 leaves gradients to autograd until the last micro-step, which adds later ones to the
    /// first.
    bool isFirstGradient(int parameter) const { return !owns(parameter); }

    void reduceKept()
    {
        setUpBuckets();
        for (int i = 0; i < m_model.parameterCount(); ++i) {
            if (owns(i) && !addToBucket(i))
                disown(i);
        }
    }

    /// reduce_ipg_grads
    void reduceBucket() override
    {
        for (const int parameter : m_bucket.parameters())
            m_reductions.add({m_partition.start(parameter), endOf(parameter),
                m_partition.partitionOf(parameter), m_partition.groupOf(parameter) > 0});
        m_reductions.endReduction();
        const Extracts extracts = m_reductions.at(m_reductions.size() - 1);
        ZeroReductions::Flattened slices = flattened(extracts, 0);
        const double gradient = m_work.recipe.gradient;
        m_wire.send(m_reduction, {gradient, ZeroReductions::elementsOf(extracts, false)},
            slices.dense.calls());
        m_experts.reduce(
            {gradient, ZeroReductions::elementsOf(extracts, true)}, slices.experts.calls());
        m_ledger.blink(m_flat, storageBytes(slices.most(), dtype()));
        for (const int parameter : m_bucket.parameters()) {
            if (m_partition.isOwned(parameter))
                copyToPartition(parameter);
            else if (m_partitionsGradients)
                disown(parameter);
        }
        m_bucket.empty();
    }

    void copyToPartition(int parameter)
    {
        if (offloads()) {
            handOver(parameter);
            if (m_step.isLast)
                m_ledger.blink(m_checks, m_holdings.handedOver(parameter));
            disown(parameter);
            return;
        }
        if (m_ledger.held(m_fresh) == 0)
            m_ledger.change(m_fresh, m_holdings.gradients());
        disown(parameter);
    }

    /// With several micro-steps the sum so far comes from the host, and goes back; where the master
    /// is in the gradients' dtype the host adds up itself. The optimizer gets the own part alone.
    void handOver(int parameter)
    {
        const double elements = m_model.at(parameter).elements;
        if (m_work.accumulates() && m_holdings.hasMaster()) {
            m_wire.send(m_sumsToHost, {m_work.recipe.weight, elements});
            if (!m_step.isFirst())
                m_wire.send(m_sumsToGpu, {m_work.recipe.weight, elements});
        }
        if (m_step.isLast)
            m_wire.send(m_toHost, {masterBytes(m_work), m_partition.owned(parameter, elements)});
    }

    void keepFresh()
    {
        const double bytes = m_ledger.held(m_fresh);
        m_ledger.releaseAll(m_fresh);
        m_ledger.change(m_reduced, bytes);
    }

    /// The gradient partition is the optimizer's as it is.
    void moveFlat()
    {
        const double bytes = m_ledger.held(m_flat);
        m_ledger.releaseAll(m_flat);
        m_ledger.change(m_casts, bytes);
    }

    /// `back`: so many elements before these.
    ZeroReductions::Flattened flattened(Extracts extracts, double back) const
    {
        return ZeroReductions::flattened(extracts, m_sizes.reduceBucket, back);
    }

    ZeroPartitionHoldings m_holdings;
    const ZeroPartition &m_partition; ///< of these
    const bool m_partitionsGradients;
    Ledger::Account m_buffers;
    Ledger::Account m_reduced; ///< grads_in_partition of earlier micro-steps
    Ledger::Account m_fresh; ///< grads_in_partition of this one
    Ledger::Account m_casts;
    Ledger::Account m_checks;
    Wire::Line m_reduction;
    ExpertLines m_experts;
    Wire::Line m_gather;
    Wire::Line m_toHost;
    Wire::Line m_sumsToHost;
    Wire::Line m_sumsToGpu;
    Wire::Line m_weightsToGpu;
    double m_endBefore = 0; ///< of what was in the bucket at the remembered instant
    double m_freshBefore = 0;
    int m_oldestBefore = 0; ///< parameter in it
    ZeroReductions m_reductions; ///< since then
};

} // namespace

std::unique_ptr<Policy> zeroPartitioned(
    const Workload &work, const ModelTapes &model, const Sinks &sinks)
{
    return std::make_unique<PartitionedPolicy>(work, model, sinks);
}

} // namespace shardscope
