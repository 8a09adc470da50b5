// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/stepwork.h"

#include "core/compute/memorypasses.h"
#include "core/engines/convention.h"
#include "core/model/parameters.h"

#include <algorithm>

namespace shardscope {

namespace {

double number(std::int64_t value)
{
    return static_cast<double>(value);
}

/// The products of one pass over all layers.
struct Products
{
    Seconds forward{};
    Seconds inputGradient{};
    Seconds weightGradient{};
    double kernels = 0;

    Products &operator+=(const Products &other)
    {
        forward += other.forward;
        inputGradient += other.inputGradient;
        weightGradient += other.weightGradient;
        kernels += other.kernels;
        return *this;
    }
};

class StepModel
{
public:
    StepModel(const Workload &work, const Machine &machine)
        : m_work(work)
        , m_machine(machine)
        , m_bytes(work.recipe.compute > 0 ? work.recipe.compute : 2)
        , m_layers(layers())
    { }

    StepWork made() const
    {
        const MemoryPasses passes = memoryPasses(m_work);
        StepWork step;
        step.headForward = headForward(passes);
        step.headBackward = headBackward(passes);
        step.forward = layersForward(passes) + step.headForward;
        step.backward = layersBackward(passes) + step.headBackward + recomputed(passes);
        step.update.memory = passes.update / m_machine.memory;
        step.update.kernels = passes.updateKernels;
        return step;
    }

private:
    Products product(double rows, const Linear &linear) const
    {
        const double in = number(linear.in);
        const double out = number(linear.out);
        const double count = number(linear.count);
        Products made{.forward = count * matmulTime(m_machine, rows, out, in, m_bytes),
            .inputGradient = count * matmulTime(m_machine, rows, in, out, m_bytes),
            .kernels = count};
        if (m_work.isFull())
            made.weightGradient = count * matmulTime(m_machine, out, in, rows, m_bytes);
        return made;
    }

    /// x -> A -> B for each target: two thin products, both of which get gradients.
    Products adapter(const Linear &linear) const
    {
        const double rank = m_work.training().loraRank;
        const double rows = m_work.tokens;
        const double in = number(linear.in);
        const double out = number(linear.out);
        const Seconds forward = matmulTime(m_machine, rows, rank, in, m_bytes)
            + matmulTime(m_machine, rows, out, rank, m_bytes);
        return {
            .forward = forward, .inputGradient = forward, .weightGradient = forward, .kernels = 2};
    }

    Products layer(std::int64_t index) const
    {
        const ModelSpec &spec = m_work.spec();
        Products sum;
        for (const Linear &linear : linearsOfLayer(spec, index)) {
            sum += product(m_work.tokens, linear);
            if (!m_work.isFull() && m_work.adapters.targets.takesIn(linear.name))
                sum += adapter(linear);
        }
        if (spec.isSparse(index))
            sum += experts(*spec.experts);
        return sum;
    }

    /// Every expert gets its share of the tokens.
    Products experts(const Experts &experts) const
    {
        const double rows = m_work.tokens * expertsAtWork(m_work.spec()) / experts.count;
        const std::int64_t hidden = m_work.spec().hidden;
        const Linear gateUp{"gate_up", hidden, 2 * experts.width, experts.count};
        const Linear down{"down", experts.width, hidden, experts.count};
        Products sum = product(rows, gateUp);
        sum += product(rows, down);
        sum += product(m_work.tokens, {"router", hidden, experts.count});
        if (m_work.isFull())
            return sum;
        const LoraTargets &targets = m_work.adapters.targets;
        if (targets.gateUp())
            sum += merged(rows, gateUp, 2 * m_work.training().loraRank);
        if (targets.down())
            sum += merged(rows, down, m_work.training().loraRank);
        return sum;
    }

    /// An adapter that is multiplied out and added to its tensor: the sum gets a gradient.
    Products merged(double rows, const Linear &linear, double rank) const
    {
        const double in = number(linear.in);
        const double out = number(linear.out);
        const double count = number(linear.count);
        const Seconds product = count * matmulTime(m_machine, out, in, rank, m_bytes);
        return {.forward = product,
            .weightGradient = count * matmulTime(m_machine, out, in, rows, m_bytes) + 2.0 * product,
            .kernels = 1};
    }

    /// Layers differ by their experts alone.
    Products layers() const
    {
        const ModelSpec &spec = m_work.spec();
        std::int64_t sparse = 0;
        for (std::int64_t i = 0; spec.experts && i < spec.layers; ++i)
            sparse += spec.isSparse(i) ? 1 : 0;
        Products sum;
        const auto add = [&](std::int64_t count, bool isSparse) {
            if (count == 0)
                return;
            std::int64_t index = 0;
            while (spec.isSparse(index) != isSparse)
                ++index;
            const Products one = layer(index);
            const double times = number(count);
            sum += {times * one.forward, times * one.inputGradient, times * one.weightGradient,
                times * one.kernels};
        };
        add(sparse, true);
        add(spec.layers - sparse, false);
        return sum;
    }

    Products head() const
    {
        return product(m_work.tokens, {"lm_head", m_work.spec().hidden, m_work.spec().vocabulary});
    }

    /// Queries meet half of the keys under a causal mask; kernels that keep the scores meet all.
    double attentionFlops() const
    {
        const ModelSpec &spec = m_work.spec();
        double widths = 2 * number(spec.queryWidth());
        if (spec.latent)
            widths = number(
                spec.heads * (spec.latent->nopeDim + spec.latent->ropeDim + spec.latent->valueDim));
        const double seen = isFused() ? 0.5 : 1;
        return seen * 2 * widths * m_work.training().sequenceLength * m_work.tokens
            * number(spec.layers);
    }
    bool isFused() const { return m_work.training().attention != Attention::Eager; }

    Seconds attentionForward() const
    {
        return Flops(attentionFlops()) / (isFused() ? m_machine.flash : m_machine.matmul);
    }
    Seconds attentionBackward() const
    {
        // Scores are computed again: five products instead of four.
        return isFused() ? Flops(2.5 * attentionFlops()) / m_machine.flash
                         : Flops(2 * attentionFlops()) / m_machine.matmul;
    }

    Work layersForward(const MemoryPasses &passes) const
    {
        return {m_layers.forward, attentionForward(), passes.forward / m_machine.memory,
            m_layers.kernels + passes.kernels};
    }
    Work layersBackward(const MemoryPasses &passes) const
    {
        return {m_layers.inputGradient + m_layers.weightGradient, attentionBackward(),
            passes.backward / m_machine.memory, 2 * m_layers.kernels + 2 * passes.kernels};
    }
    Work headForward(const MemoryPasses &passes) const
    {
        return {head().forward, {}, passes.lossForward / m_machine.memory, 8};
    }
    Work headBackward(const MemoryPasses &passes) const
    {
        const Products products = head();
        return {products.inputGradient + products.weightGradient, {},
            passes.lossBackward / m_machine.memory, 8};
    }

    /// Part of the layers' forward pass that checkpointing repeats. Selective: torchtitan keeps the
    /// attention and every other product (its default policy).
    Work recomputed(const MemoryPasses &passes) const
    {
        const Work forward = layersForward(passes);
        switch (m_work.training().checkpointing) {
        case Checkpointing::None:
            return {};
        case Checkpointing::Selective:
            return {0.5 * forward.matmul, {}, forward.memory, forward.kernels};
        case Checkpointing::Full:
            return forward;
        }
        return {};
    }

    const Workload &m_work;
    const Machine &m_machine;
    double m_bytes;
    Products m_layers;
};

/// Weights that multiply: the input table is looked up; a tied one is multiplied as the head.
double multiplied(const Workload &work)
{
    const ParameterCount &count = work.count();
    return count.active - count.positions - (work.spec().tiedEmbeddings ? 0 : count.embedding);
}

double attentionPerToken(const Workload &work)
{
    return 2.0 * number(work.spec().layers * work.spec().queryWidth())
        * work.training().sequenceLength;
}

} // namespace

Seconds Work::total() const
{
    return matmul + attention + memory;
}

Work &Work::operator+=(const Work &other)
{
    matmul += other.matmul;
    attention += other.attention;
    memory += other.memory;
    kernels += other.kernels;
    return *this;
}

StepWork stepWork(const Workload &work, const Machine &machine)
{
    return StepModel(work, machine).made();
}

Machine machineOf(const Workload &work)
{
    const Training &training = work.training();
    return machineOf(*work.resolved.gpu, training.precision, training.sequenceLength,
        static_cast<double>(work.spec().headDim));
}

Seconds launchTime(const Work &work, const Training &training)
{
    // One eager operator of PyTorch 2 with its Python; a compiled graph launches for less than
    // half.
    constexpr double eager = 8e-6;
    constexpr double compiled = 3e-6;
    return Seconds((training.fusion == Fusion::Fused ? compiled : eager) * work.kernels);
}

double modelFlopsPerToken(const Workload &work)
{
    return 6 * multiplied(work) + 3 * attentionPerToken(work);
}

double hardwareFlopsPerToken(const Workload &work)
{
    const double products = multiplied(work);
    const double attention = attentionPerToken(work);
    const bool fused = work.training().attention != Attention::Eager;
    double flops = (work.isFull() ? 6 : 4) * products + (fused ? 3.5 : 6.0) * attention;
    if (work.training().checkpointing == Checkpointing::Full)
        flops += 2 * (products - work.count().head) + (fused ? 1.0 : 2.0) * attention;
    if (work.training().checkpointing == Checkpointing::Selective)
        flops += products - work.count().head;
    return flops;
}

} // namespace shardscope
