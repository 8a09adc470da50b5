// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/memorypasses.h"

#include "core/engines/convention.h"
#include "core/engines/fsdp.h"
#include "core/engines/optimizerstate.h"
#include "core/model/parameters.h"

#include <algorithm>

namespace shardscope {

namespace {

double number(std::int64_t value)
{
    return static_cast<double>(value);
}

/// Bytes for each element of a tensor in 16 bit, and kernels, of one small operation.
struct Pass
{
    double forward = 0;
    double backward = 0;
    double kernels = 0;
};

// RMSNorm in plain operators: to fp32 (2 + 4), square (4 + 4), mean (4), scale (4 + 4), to 16 bit
// (4 + 2), weight (2 + 2); backward as autograd undoes them one by one.
constexpr Pass plainNorm{36, 86, 7};
// In one kernel: read, write; backward reads input and gradient and writes one.
constexpr Pass fusedNorm{4, 10, 1};
// q cos + rotate(q) sin: two products, negation, concatenation, sum.
constexpr Pass plainRotary{20, 20, 5};
constexpr Pass fusedRotary{4, 4, 0.5};
// silu(gate) x up; two gradients from three tensors, then silu's own.
constexpr Pass plainGate{10, 18, 2};
constexpr Pass fusedGate{6, 10, 1};
// nanotron's halves of one product; backward, their gradients become one tensor again.
constexpr Pass splitGate{10, 26, 3};
constexpr Pass plainActivation{4, 6, 1};
// Residual sum; backward the gradients of branches that share their input are added up.
constexpr Pass residual{6, 6, 1};
// Heads before or after the positions: one copy each way.
constexpr Pass reorder{4, 4, 1};
// Scores that are kept: scale, mask, softmax in fp32, cast, and the copies that autograd makes.
constexpr Pass keptScores{30, 40, 6};

// Logits in 16 bit, fp32 copy, log-softmax in two reads, and its way back.
constexpr double lossForwardBytes = 2 + 6 + 12;
constexpr double lossBackwardBytes = 4 + 12 + 6;
// One pass over 16-bit logits each way, as Liger's kernel.
constexpr double fusedLossBytes = 4;

// nanotron, tensor_parallel/functional.py: to fp32 (2 + 4), maximum (4), difference, exponential
// and quotient (8 each), sum (4); backward scaled in place (8), to 16 bit (4 + 2).
constexpr double shardedLossForwardBytes = 38;
constexpr double shardedLossBackwardBytes = 14;

// bitsandbytes: each 4-bit weight is read and written in 16 bit before its product.
constexpr double dequantized = 0.516 + 2;

class Counter
{
public:
    explicit Counter(const Workload &work)
        : m_work(work)
        , m_spec(work.spec())
        , m_scale(work.recipe.compute == 4 ? 2 : 1)
        , m_stream(work.recipe.autocast && work.recipe.weight == 4 ? 2 : m_scale)
        , m_framework(frameworkFor(work.scenario.parallel))
        , m_fused(work.training().fusion == Fusion::Fused)
    { }

    MemoryPasses made() const
    {
        MemoryPasses passes;
        addLayers(passes);
        addWeights(passes);
        addAdapters(passes);
        addLoss(passes);
        addUpdate(passes);
        return passes;
    }

private:
    void add(
        MemoryPasses &passes, const Pass &pass, double width, double scale, double times = 1) const
    {
        const double elements = times * scale * width * m_work.tokens * number(m_spec.layers);
        passes.forward += Bytes(pass.forward * elements);
        passes.backward += Bytes(pass.backward * elements);
        passes.kernels += times * pass.kernels * number(m_spec.layers);
    }

    bool isNanotron() const { return m_framework == Framework::Nanotron; }
    /// nanotron takes FlashAttention's norm and positions.
    bool bringsKernels() const { return m_fused || isNanotron(); }

    Pass norm() const
    {
        return bringsKernels() || m_spec.norm == NormKind::Layer
                || m_spec.norm == NormKind::LayerNoParameters
            ? fusedNorm
            : plainNorm;
    }

    void addLayers(MemoryPasses &passes) const
    {
        const double hidden = number(m_spec.hidden);
        const double heads = number(m_spec.queryWidth() + m_spec.kvWidth());
        add(passes, norm(), hidden, m_stream, m_spec.normsPerLayer);
        if (m_spec.queryKeyNorm != QueryKeyNorm::None)
            add(passes, norm(), heads, m_scale);
        if (m_spec.positions == 0)
            add(passes, bringsKernels() ? fusedRotary : plainRotary, heads, m_scale);
        addReordering(passes);
        add(passes, residual, hidden, m_stream, 2);
        // q, k and v share an input, and so do gate and up.
        const double shared
            = isNanotron() ? 0 : (m_spec.fusedProjections ? 0 : 2) + (m_spec.gatedMlp ? 1 : 0);
        passes.backward
            += Bytes(shared * 6 * m_scale * hidden * m_work.tokens * number(m_spec.layers));
        addMlp(passes);
        if (m_work.training().attention == Attention::Eager)
            add(passes, keptScores, number(m_spec.heads) * m_work.training().sequenceLength, 1);
    }

    /// nanotron copies query, key and value out of one product, joins key and value, and copies
    /// both once more (models/llama.py).
    void addReordering(MemoryPasses &passes) const
    {
        const double query = number(m_spec.queryWidth());
        const double keyValue = 2 * number(m_spec.kvWidth());
        add(passes, reorder, isNanotron() ? query + 3 * keyValue : query, m_scale);
    }

    Pass gate() const
    {
        if (m_fused)
            return fusedGate;
        return isNanotron() ? splitGate : plainGate;
    }

    void addMlp(MemoryPasses &passes) const
    {
        double width = number(m_spec.intermediate);
        if (m_spec.experts) {
            const int atWork = expertsAtWork(m_spec);
            width = number(atWork * m_spec.experts->width + m_spec.experts->sharedWidth);
            // Tokens are sorted by expert, and their results added up where they came from.
            add(passes, {8, 12, 8}, number(m_spec.hidden * atWork), m_scale);
        }
        if (m_spec.gatedMlp)
            add(passes, gate(), width, m_scale);
        else
            add(passes, plainActivation, width, m_scale);
    }

    bool shardsWeights() const
    {
        const Strategy strategy = m_work.scenario.parallel.strategy;
        return m_work.ranks() > 1 && strategy >= Strategy::Zero3;
    }

    /// What is done to weights before their product: casts, dequantisation, copies out of gathers.
    void addWeights(MemoryPasses &passes) const
    {
        const double linear = m_work.count().layerLinear;
        double each = 0;
        if (m_work.training().method == Method::Qlora)
            each += dequantized;
        if (m_work.recipe.autocast && m_work.recipe.weight == 4 && !shardsWeights())
            each += 6; // autocast reads fp32 and writes 16 bit
        if (shardsWeights())
            each += 4; // one flat buffer becomes tensors
        passes.forward += Bytes(each * linear);
        passes.backward += Bytes(each * linear);
        addAccumulation(passes);
        if (m_work.ranks() > 1 && m_work.isFull()
            && !isNanotron()) // gradients into buckets or flat buffers
            passes.backward += Bytes(2 * m_work.recipe.gradient * m_work.trainable);
    }

    /// A new gradient is read and added to the sum, which is read and written; Megatron's and
    /// nanotron's sum is in fp32 and there from the first micro-step on.
    void addAccumulation(MemoryPasses &passes) const
    {
        const bool persists = m_framework == Framework::Megatron || isNanotron();
        const double gradient = m_work.recipe.gradient;
        const double each = persists ? gradient + 8 : m_work.accumulates() ? 3 * gradient : 0;
        passes.backward += Bytes(each * m_work.trainable);
    }

    /// Each target casts its input, scales its result and adds it to the base's.
    void addAdapters(MemoryPasses &passes) const
    {
        if (m_work.isFull())
            return;
        const double dropout = m_work.training().loraDropout > 0 ? 5 : 0;
        const bool casts = m_work.recipe.weight == 4;
        for (const Linear &linear : linearsOfLayer(m_spec, m_spec.layers - 1)) {
            if (!m_work.adapters.targets.takesIn(linear.name))
                continue;
            const double in = number(linear.in * linear.count);
            const double out = number(linear.out * linear.count);
            add(passes, {(casts ? 6.0 : 0.0) + dropout, 6 + dropout, 2}, in, m_scale);
            add(passes, {10, 8, 3}, out, m_scale);
        }
    }

    void addLoss(MemoryPasses &passes) const
    {
        const double logits = m_work.tokens * number(m_spec.vocabulary);
        const bool fused = m_work.training().loss == Loss::Fused || m_fused;
        const bool sharded = !fused && isNanotron();
        const double forward = sharded ? shardedLossForwardBytes : lossForwardBytes;
        const double backward = sharded ? shardedLossBackwardBytes : lossBackwardBytes;
        passes.lossForward = Bytes((fused ? fusedLossBytes : forward) * logits);
        passes.lossBackward = Bytes((fused ? fusedLossBytes : backward) * logits);
    }

    double updatedHere() const
    {
        const Strategy strategy = m_work.scenario.parallel.strategy;
        const double ranks = strategy == Strategy::Ddp ? 1 : m_work.ranks();
        return m_work.trainable / ranks;
    }

    /// Weights, gradient and moments are read, all but the gradient written; clipping reads
    /// gradients twice and writes them once. Without a fused kernel every operator goes through
    /// memory on its own: fourteen passes instead of seven.
    void addUpdate(MemoryPasses &passes) const
    {
        const Recipe &recipe = m_work.recipe;
        const double updated = updatedHere();
        if (updated <= 0 || offloadFor(m_work.scenario.parallel) != Offload::None)
            return;
        const double state = optimizerState(m_work, recipe.moment).value() / m_work.trainable;
        const double weight
            = recipe.master > 0 ? 2 * recipe.master + recipe.weight : 2 * recipe.weight;
        const bool fused = m_work.training().optimizer != Optimizer::AdamWForeach;
        const double clipping = 3 * recipe.gradient;
        const double each = weight + recipe.gradient + 2 * state;
        passes.update = Bytes(updated * ((fused ? 1 : 2) * each + clipping));
        passes.updateKernels = fused ? 20 : 100;
        if (isNanotron())
            addWholeUpdate(passes);
    }

    /// Each rank of nanotron clips the fp32 gradients of the whole model (clip_grads.py: read,
    /// scaled in place) and zeroes them, tensor by tensor; ZeRO-1 then copies what it gathered into
    /// each tensor, slice of rank by slice of rank (distributed.py, all_gather_coalesced).
    void addWholeUpdate(MemoryPasses &passes) const
    {
        passes.update += Bytes((4 + 8 + 4) * m_work.trainable);
        const double tensors = 6 * number(m_spec.layers) + (m_spec.tiedEmbeddings ? 2 : 3);
        passes.updateKernels += 3 * tensors;
        if (updatedHere() < m_work.trainable) {
            passes.update += Bytes(4 * m_work.recipe.weight * m_work.trainable);
            passes.updateKernels += tensors * m_work.ranks();
        }
    }

    const Workload &m_work;
    const ModelSpec &m_spec;
    double m_scale; ///< 2 where elements are fp32
    double m_stream; ///< the same for the residual stream, which autocast leaves in fp32
    Framework m_framework;
    bool m_fused;
};

} // namespace

MemoryPasses memoryPasses(const Workload &work)
{
    return Counter(work).made();
}

} // namespace shardscope
