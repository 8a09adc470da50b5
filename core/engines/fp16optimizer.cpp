// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed 0.19.6 without ZeRO: FP16_Optimizer (runtime/fp16/fused_optimizer.py) around its fused
// Adam, FP16_UnfusedOptimizer (unfused_optimizer.py) around any other; bf16 takes the same road.
#include "core/engines/optimizerstate.h"
#include "core/engines/zeroexperts.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr std::string_view fp16WeightsSource = "DeepSpeed 0.19.6, stage 0: model in 16 bit";
constexpr std::string_view fp16MasterSource
    = "DeepSpeed 0.19.6 fused_optimizer.py: fp32_groups_flat";
constexpr std::string_view fp16StateSource = "DeepSpeed 0.19.6, stage 0: optimizer state, whole";
constexpr std::string_view fp16GradientSource
    = "DeepSpeed 0.19.6, stage 0: gradients, and the flat copy of what is all-reduced at once";
constexpr std::string_view fp16CastSource
    = "DeepSpeed 0.19.6 fused_optimizer.py step(): gradients in fp32, and their flat copy";

class ReplicatedPolicy final : public ZeroPolicy
{
public:
    ReplicatedPolicy(const Workload &work, const ModelTapes &model, const Sinks &sinks)
        : ZeroPolicy(work, model, sinks, fp16GradientSource)
        , m_casts(m_ledger.open(PartId::Temporaries, fp16CastSource, "B of fp32 gradients"))
        , m_reduction(m_wire.open(engineReduction))
        , m_experts(work, m_wire, engineReduction.source, engineReduction.overlaps)
    { }

    void resident() override
    {
        holdFrozen(fp16WeightsSource);
        const Term trained = Term::count(m_work.trainedHere());
        hold(PartId::Weights, fp16WeightsSource, Term::each(m_work.recipe.weight) * trained);
        hold(PartId::Master, fp16MasterSource, Term::each(m_work.recipe.master) * trained);
        hold(PartId::OptimizerState, fp16StateSource,
            optimizerStateHere(m_work, m_work.recipe.moment));
    }

    void endBackward() override
    {
        if (m_step.isLast && m_work.ranks() > 1)
            reduce();
    }

    void step() override
    {
        if (m_work.recipe.master > 0)
            m_ledger.change(m_casts, m_work.recipe.master * m_work.trainedHere());
        if (m_work.recipe.master > 0 && m_work.training().optimizer == Optimizer::AdamW) {
            m_ledger.blink(m_casts, m_work.recipe.master * m_work.trainedHere());
            disownAll();
        }
        m_ledger.blink(m_scratch, scratch());
        m_ledger.releaseAll(m_casts);
        disownAll();
    }

private:
    bool ready(int parameter) override { return !owns(parameter); }

    double scratch() const
    {
        const double moment = m_work.recipe.moment;
        if (m_work.training().optimizer != Optimizer::AdamWForLoop)
            return optimizerScratch(m_work, m_work.trainedHere(), moment).value();
        LoopScratch loop;
        for (const bool ofExperts : {false, true}) { // which are groups behind the rest
            loop.begin();
            double group = 0;
            for (const ZeroParameter *parameter : m_model.parameters()) {
                const double elements = parameter->elements;
                if (!parameter->trainable || areDealtOut(*parameter) != ofExperts)
                    continue;
                if (ofExperts && group + elements > mostExpertsInGroup) {
                    loop.begin();
                    group = 0;
                }
                group += elements;
                loop.next(elements);
            }
        }
        return moment * loop.most();
    }
    bool areDealtOut(const ZeroParameter &parameter) const
    {
        return m_work.mesh.expert > 1 && parameter.isExpert;
    }

    /// allreduce_no_retain: parameters are collected until they are more than a buffer's worth.
    void reduce()
    {
        reduce(false);
        if (m_work.mesh.expert > 1)
            reduce(true);
    }
    void reduce(bool areExperts)
    {
        double most = 0;
        double elements = 0;
        const auto send = [&] {
            most = std::max(most, elements);
            const Load load{m_work.recipe.gradient, elements};
            if (areExperts)
                m_experts.reduce(load, elements > 0 ? 1 : 0);
            else
                m_wire.send(m_reduction, load);
            elements = 0;
        };
        for (const ZeroParameter *parameter : m_model.parameters()) {
            if (!parameter->trainable || areDealtOut(*parameter) != areExperts)
                continue;
            elements += parameter->elements;
            if (elements > reducedAtOnce)
                send();
        }
        send();
        m_ledger.blink(m_flat, m_work.recipe.weight * most);
    }

    Ledger::Account m_casts;
    Wire::Line m_reduction;
    ExpertLines m_experts;
};

} // namespace

std::unique_ptr<Policy> zeroOff(const Workload &work, const ModelTapes &model, const Sinks &sinks)
{
    return std::make_unique<ReplicatedPolicy>(work, model, sinks);
}

} // namespace shardscope
