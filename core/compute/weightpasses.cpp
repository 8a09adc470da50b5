// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/weightpasses.h"

#include "core/engines/convention.h"
#include "core/engines/optimizerstate.h"

namespace shardscope {

namespace {

class PassCounter
{
public:
    PassCounter(const Workload &work, const Machine &machine)
        : m_work(work)
        , m_machine(machine)
        , m_framework(frameworkFor(work.scenario.parallel))
    { }

    WeightPasses made() const
    {
        return {.forward = passOver(gathered(), 0),
            .backward = passOver(gathered() + accumulated() + bucketed(), 0),
            .update = update()};
    }

private:
    Work passOver(double bytes, double kernels) const
    {
        return {.memory = Bytes(bytes) / m_machine.memory, .kernels = kernels};
    }
    bool isNanotron() const { return m_framework == Framework::Nanotron; }

    /// One flat buffer becomes tensors: read and written in 16 bit.
    double gathered() const
    {
        const bool isSharded
            = m_work.ranks() > 1 && m_work.scenario.parallel.strategy >= Strategy::Zero3;
        return isSharded ? 4 * m_work.count().layerLinear : 0;
    }

    /// Gradients go into buckets or flat buffers.
    double bucketed() const
    {
        const bool copies = m_work.ranks() > 1 && m_work.isFull() && !isNanotron()
            && m_work.cutter != Cutter::MegatronCore;
        return copies ? 2 * m_work.recipe.gradient * m_work.trainedHere() : 0;
    }

    /// A new gradient is read and added to the sum, which is read and written; Megatron's and
    /// nanotron's sum is in fp32 and there from the first micro-step on.
    double accumulated() const
    {
        const bool persists = m_framework == Framework::Megatron || isNanotron();
        const double gradient = m_work.recipe.gradient;
        const double each = persists ? gradient + 8 : m_work.accumulates() ? 3 * gradient : 0;
        // Megatron's products add to the buffer themselves.
        return m_work.cutter == Cutter::MegatronCore ? 0 : each * m_work.trainedHere();
    }

    double updatedHere() const
    {
        const Strategy strategy = m_work.scenario.parallel.strategy;
        return strategy == Strategy::Ddp ? m_work.trainedHere() : m_work.updatedHere();
    }

    /// Weights, gradient and moments are read, all but the gradient written; clipping reads
    /// gradients twice and writes them once. Without a fused kernel every operator goes through
    /// memory on its own: fourteen passes instead of seven.
    Work update() const
    {
        const Recipe &recipe = m_work.recipe;
        const double updated = updatedHere();
        if (updated <= 0 || offloadFor(m_work.scenario.parallel) != Offload::None)
            return {};
        const double state = optimizerState(m_work, recipe.moment).value() / m_work.trainable;
        const double weight
            = recipe.master > 0 ? 2 * recipe.master + recipe.weight : 2 * recipe.weight;
        const Optimizer optimizer = m_work.training().optimizer;
        const bool fused = optimizer != Optimizer::AdamWForeach && !isLowRank(optimizer)
            && !preconditions(optimizer);
        const double clipping = 3 * recipe.gradient;
        const double each = weight + recipe.gradient + 2 * state;
        Work update = passOver(updated * ((fused ? 1 : 2) * each + clipping), fused ? 20 : 100);
        return isNanotron() ? update + wholeUpdate() : update;
    }

    /// Each rank of nanotron clips the fp32 gradients of all its weights (clip_grads.py: read,
    /// scaled in place) and zeroes them, tensor by tensor; ZeRO-1 then copies what it gathered into
    /// each tensor, slice of rank by slice of rank (distributed.py, all_gather_coalesced).
    Work wholeUpdate() const
    {
        const double tensors = 6.0 * m_work.stage.layers + (m_work.spec().tiedEmbeddings ? 2 : 3);
        const double held = m_work.trainedHere();
        Work update = passOver((4 + 8 + 4) * held, 3 * tensors);
        if (updatedHere() < held)
            update += passOver(4 * m_work.recipe.weight * held, tensors * m_work.ranks());
        return update;
    }

    const Workload &m_work;
    const Machine &m_machine;
    Framework m_framework;
};

} // namespace

WeightPasses weightPasses(const Workload &work, const Machine &machine)
{
    return PassCounter(work, machine).made();
}

} // namespace shardscope
