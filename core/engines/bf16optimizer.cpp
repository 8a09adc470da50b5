// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed 0.19.6 BF16_Optimizer (runtime/bf16_optimizer.py): what stage 1 becomes when bf16
// gradients are accumulated in fp32 (engine.py, _do_optimizer_sanity_check).
#include "core/engines/zeropartition.h"

#include <cmath>

namespace shardscope {

namespace {

constexpr std::string_view weightsSource = "DeepSpeed 0.19.6 bf16_optimizer.py: bf16_groups_flat";
constexpr std::string_view masterSource
    = "DeepSpeed 0.19.6 bf16_optimizer.py: fp32_groups_flat_partition";
constexpr std::string_view stateSource
    = "DeepSpeed 0.19.6 bf16_optimizer.py: optimizer state of the own partition";
constexpr std::string_view singleSource
    = "DeepSpeed 0.19.6 bf16_optimizer.py: fp32_groups_gradients_flat, on every rank whole";
constexpr std::string_view gradientSource
    = "DeepSpeed 0.19.6 bf16_optimizer.py: bf16 gradients, zeroed but kept between micro-steps";

class Bf16Policy final : public ZeroPolicy
{
public:
    Bf16Policy(const Workload &work, const ModelTapes &model, const Sinks &sinks)
        : ZeroPolicy(work, model, sinks, gradientSource)
        , m_reduction(m_wire.open(engineReduction))
        , m_gather(m_wire.open(updatedWeights))
        , m_partition(m_model, work.ranks())
    { }

    void resident() override
    {
        const double own = m_partition.elements();
        const Term whole = Term::count(m_partition.aligned());
        holdFrozen(zeroFrozenSource);
        hold(PartId::Weights, weightsSource, Term::each(m_work.recipe.weight) * whole);
        hold(PartId::Gradients, singleSource, Term::each(4) * whole);
        hold(PartId::Master, masterSource, Term::each(masterBytes(m_work)) * Term::count(own));
        hold(PartId::OptimizerState, stateSource, zeroState(m_work, own));
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
        const double aligned = m_partition.aligned();
        m_ledger.blink(m_flat, m_work.recipe.weight * aligned);
        m_wire.send(
            m_reduction, {m_work.recipe.weight, aligned}, std::ceil(aligned / reducedAtOnce));
    }

    void step() override
    {
        m_ledger.blink(m_scratch, partitionScratch(m_work, m_partition.elements()));
        m_wire.send(m_gather, {m_work.recipe.weight, m_partition.aligned()});
        if (m_work.cutter != Cutter::PipelineEngine)
            disownAll();
    }

private:
    bool ready(int parameter) override { return !owns(parameter); }

    Wire::Line m_reduction;
    Wire::Line m_gather;
    const ZeroPartition m_partition;
};

} // namespace

std::unique_ptr<Policy> zeroBf16(const Workload &work, const ModelTapes &model, const Sinks &sinks)
{
    return std::make_unique<Bf16Policy>(work, model, sinks);
}

} // namespace shardscope
