// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed 0.19.6 BF16_Optimizer (runtime/bf16_optimizer.py): what stage 1 becomes when bf16
// gradients are accumulated in fp32 (engine.py, _do_optimizer_sanity_check).
#include "core/engines/zeroexperts.h"

#include <cmath>

namespace shardscope {

namespace {

constexpr std::string_view bf16WeightsSource
    = "DeepSpeed 0.19.6 bf16_optimizer.py: bf16_groups_flat";
constexpr std::string_view bf16MasterSource
    = "DeepSpeed 0.19.6 bf16_optimizer.py: fp32_groups_flat_partition";
constexpr std::string_view bf16StateSource
    = "DeepSpeed 0.19.6 bf16_optimizer.py: optimizer state of the own partition";
constexpr std::string_view singleSource
    = "DeepSpeed 0.19.6 bf16_optimizer.py: fp32_groups_gradients_flat, on every rank whole";
constexpr std::string_view bf16GradientSource
    = "DeepSpeed 0.19.6 bf16_optimizer.py: bf16 gradients, zeroed but kept between micro-steps";

class Bf16Policy final : public ZeroPolicy
{
public:
    Bf16Policy(const Workload &work, const ModelTapes &model, const Sinks &sinks)
        : ZeroPolicy(work, model, sinks, bf16GradientSource)
        , m_reduction(m_wire.open(engineReduction))
        , m_experts(work, m_wire, engineReduction.source, engineReduction.overlaps)
        , m_gather(m_wire.open(updatedWeights))
        , m_partition(m_model, work)
    { }

    void resident() override
    {
        const double own = m_partition.dense().elements;
        const Term whole = counted(m_partition.dense().aligned, m_partition.aligned(true));
        const Term mine = counted(own, m_partition.elements(true));
        holdFrozen(zeroFrozenSource);
        hold(PartId::Weights, bf16WeightsSource, Term::each(m_work.recipe.weight) * whole);
        hold(PartId::Gradients, singleSource, Term::each(4) * whole);
        hold(PartId::Master, bf16MasterSource, Term::each(masterBytes(m_work)) * mine);
        hold(PartId::OptimizerState, bf16StateSource,
            m_partition.hasExperts() ? Term::each(stateBytes(m_work)) * mine
                                     : zeroState(m_work, own));
    }

    /// A pipeline clears 16-bit gradients before each backward pass alone (0.16.5
    /// pipe/engine.py, _exec_backward_pass): they stay from step to step.
    void beginBackward() override
    {
        if (m_work.cutter == Cutter::PipelineEngine)
            disownAll();
    }
    void endBackward() override
    {
        // update_hp_grads: one parameter after the other, in fp32.
        m_ledger.blink(m_flat, 4 * m_partition.largest());
        // allreduce_bucket: sent in the communication dtype, the model's.
        if (!m_step.isLast)
            return;
        const double aligned = m_partition.dense().aligned;
        m_ledger.blink(m_flat, m_work.recipe.weight * aligned);
        m_wire.send(
            m_reduction, {m_work.recipe.weight, aligned}, std::ceil(aligned / reducedAtOnce));
        reduceExperts();
    }

    void step() override
    {
        m_ledger.blink(m_scratch, scratch());
        m_wire.send(m_gather, {m_work.recipe.weight, m_partition.dense().aligned});
        for (const ZeroPartition::Group &group : m_partition.groups())
            m_experts.gather(group, m_work.recipe.weight);
        if (m_work.cutter != Cutter::PipelineEngine)
            disownAll();
    }

private:
    bool ready(int parameter) override { return !owns(parameter); }

    double scratch() const
    {
        if (m_work.training().optimizer != Optimizer::AdamWForLoop)
            return partitionScratch(m_work, m_partition.elements());
        double largest = 0; // each group has a loop of its own
        for (const ZeroPartition::Group &group : m_partition.groups())
            largest = std::max(largest, group.elements);
        return partitionScratch(m_work, largest);
    }

    /// engine.py, allreduce_no_retain: gradients of groups are flattened until there are enough of
    /// them, and sent in the model's dtype.
    void reduceExperts()
    {
        const double weight = m_work.recipe.weight;
        double elements = 0;
        int groups = 0;
        const auto send = [&] {
            m_ledger.blink(m_flat, (weight + (groups > 1 ? 4 : 0)) * elements);
            m_experts.reduce({weight, elements}, elements > 0 ? 1 : 0);
            elements = groups = 0;
        };
        for (const ZeroPartition::Group &group : m_partition.groups()) {
            if (!group.hasExperts)
                continue;
            elements += group.aligned;
            ++groups;
            if (elements > reducedAtOnce)
                send();
        }
        send();
    }

    Wire::Line m_reduction;
    ExpertLines m_experts;
    Wire::Line m_gather;
    const ZeroPartition m_partition;
};

} // namespace

std::unique_ptr<Policy> zeroBf16(const Workload &work, const ModelTapes &model, const Sinks &sinks)
{
    return std::make_unique<Bf16Policy>(work, model, sinks);
}

} // namespace shardscope
