// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed 0.19.6 BF16_Optimizer (runtime/bf16_optimizer.py): what stage 1 becomes when bf16
// gradients are accumulated in fp32 (engine.py, _do_optimizer_sanity_check).
#include "core/engines/zero.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr std::string_view weightsSource = "DeepSpeed 0.19.6 bf16_optimizer.py: bf16_groups_flat";
constexpr std::string_view frozenSource = "DeepSpeed 0.19.6: what is not trained stays as it is";
constexpr std::string_view masterSource
    = "DeepSpeed 0.19.6 bf16_optimizer.py: fp32_groups_flat_partition";
constexpr std::string_view stateSource
    = "DeepSpeed 0.19.6 bf16_optimizer.py: optimizer state of the own partition";
constexpr std::string_view singleSource
    = "DeepSpeed 0.19.6 bf16_optimizer.py: fp32_groups_gradients_flat, on every rank whole";
constexpr std::string_view gradientSource
    = "DeepSpeed 0.19.6 bf16_optimizer.py: bf16 gradients, zeroed but kept between micro-steps";

constexpr std::string_view reduceSource
    = "DeepSpeed 0.19.6 engine.py: gradients are all-reduced after the last micro-step";
constexpr std::string_view updateSource
    = "DeepSpeed 0.19.6 all_gather_into_tensor_dp_groups: updated weights are all-gathered at "
      "once, whatever allgather_bucket_size";

constexpr double reducedAtOnce = 5e8; // engine.py, MEMORY_OPT_ALLREDUCE_SIZE

class Bf16Policy final : public ZeroPolicy
{
public:
    Bf16Policy(const Workload &work, const ModelTapes &model, const Sinks &sinks)
        : ZeroPolicy(work, model, sinks, gradientSource)
        , m_reduction(
              m_wire.open({Payload::Gradients, CollectiveOp::AllReduce, reduceSource, false}))
        , m_gather(m_wire.open({Payload::Weights, CollectiveOp::AllGather, updateSource}))
    {
        double trained = 0;
        for (const ZeroParameter *parameter : m_model.parameters()) {
            if (!parameter->trainable)
                continue;
            trained += parameter->elements;
            m_largest = std::max(m_largest, parameter->elements);
        }
        const double alignment = 2.0 * work.ranks();
        m_aligned = std::ceil(trained / alignment) * alignment;
    }

    void resident() override
    {
        const Term whole = Term::count(m_aligned);
        const Term own = Term::count(partition());
        holdFrozen(frozenSource);
        hold(PartId::Weights, weightsSource, Term::each(m_work.recipe.weight) * whole);
        hold(PartId::Gradients, singleSource, Term::each(4) * whole);
        hold(PartId::Master, masterSource, Term::each(masterBytes(m_work)) * own);
        hold(PartId::OptimizerState, stateSource, zeroState(m_work, partition()));
    }

    void endBackward() override
    {
        // update_hp_grads: one parameter after the other, in fp32.
        m_ledger.blink(m_flat, 4 * m_largest);
        // allreduce_bucket: sent in the communication dtype, the model's.
        if (!m_step.isLast)
            return;
        m_ledger.blink(m_flat, m_work.recipe.weight * m_aligned);
        m_wire.send(
            m_reduction, {m_work.recipe.weight, m_aligned}, std::ceil(m_aligned / reducedAtOnce));
    }

    void step() override
    {
        m_ledger.blink(m_scratch, partitionScratch(m_work, partition()));
        m_wire.send(m_gather, {m_work.recipe.weight, m_aligned});
        disownAll();
    }

private:
    bool ready(int parameter) override { return !owns(parameter); }
    double partition() const { return m_aligned / m_work.ranks(); }

    Wire::Line m_reduction;
    Wire::Line m_gather;
    double m_aligned = 0;
    double m_largest = 0;
};

} // namespace

std::unique_ptr<Policy> zeroBf16(const Workload &work, const ModelTapes &model, const Sinks &sinks)
{
    return std::make_unique<Bf16Policy>(work, model, sinks);
}

} // namespace shardscope
