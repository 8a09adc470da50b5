// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-Core 0.20 (commit d98e8a64d): weights and fp32 gradients in contiguous buffers, the
// optimizer's states whole or sharded over data and context parallelism, and what its modules keep
// from step to step.
#include "core/engines/megatroncore.h"

#include "core/engines/convention.h"
#include "core/engines/megatron.h"
#include "core/engines/megatronwire.h"
#include "core/engines/optimizerstate.h"
#include "core/modules/megatron/layers.h"
#include "core/modules/megatron/writer.h"

#include <algorithm>
#include <set>
#include <vector>

namespace shardscope {

namespace {

constexpr std::string_view megatronCoreBufferSource
    = "Megatron-Core 0.20 distributed/param_and_grad_buffer.py: one buffer for all gradients";
constexpr std::string_view megatronCoreStateSource
    = "Megatron-Core 0.20 optimizer/distrib_optimizer.py: fp32 weights and moments";
constexpr std::string_view globalSource
    = "Megatron-Core 0.20 GlobalMemoryBuffer: what linear layers or dispatchers gather, or "
      "unfused scores";
constexpr std::string_view dummySource
    = "TransformerEngine get_dummy_wgrad: a tensor for each shape of weights whose gradients are "
      "added to the buffer";
constexpr std::string_view narrowSource
    = "TransformerEngine 2.20 module/base.py, quantize_weight: weights in 8 bits, as long as the "
      "modules are there";
constexpr std::string_view megatronCoreInputSource
    = "Megatron-Core 0.20 TransformerBlock.input_tensor: the last input of each chunk, and its "
      "gradient";
constexpr std::string_view sharedSource
    = "torch 2.14 csrc/autograd/input_buffer.cpp: the head's gradient of a table that it shares "
      "with the embedding, which Megatron-Core 0.20 makes beside the buffer, waits for the "
      "embedding's";
constexpr std::string_view graphSource
    = "Megatron-Core 0.20 moe/token_dispatcher.py: probs of a layer that was computed again, whose "
      "graph refers to the layer's input and its gradient until the layer runs again";

class MegatronCorePolicy final : public Policy
{
public:
    MegatronCorePolicy(const Workload &work, const ModelTapes &model, const Sinks &sinks)
        : Policy(work, sinks)
        , m_settings(work.layerSettings())
        , m_isSharded(work.scenario.parallel.strategy != Strategy::Ddp)
        , m_dummies(dummyBytes(model))
        , m_narrow(narrowWeights(model))
        , m_isNarrowAlone(work.training().fp8Weights == Fp8Weights::Alone)
        , m_inputs(m_ledger.open(PartId::Buffers, megatronCoreInputSource, "B of inputs of chunks"))
        , m_graphs(m_ledger.open(PartId::Activations, graphSource, "B of inputs and gradients"))
        , m_shared(
              m_ledger.open(PartId::Gradients, sharedSource, "B of the shared table's gradient"))
        , m_hasGraph(static_cast<std::size_t>(m_settings.cut.stage.layers), false)
        , m_host(hybridUpdate(work, m_wire))
        , m_lines(work, m_settings, m_isNarrowAlone ? m_narrow : NarrowWeights{}, m_wire)
    { }

    bool repeatsLayers() const override { return !m_settings.spec.experts || !isComputedAgain(); }

    void resident() override
    {
        const Term own = Term::count(m_work.trainedHere());
        const Term all = m_work.isFull() ? own : own + Term::count(m_work.parameters);
        const double narrow = m_isNarrowAlone ? m_narrow.sum() : 0;
        const Term weights = narrow > 0 ? Term::count(all.value() - narrow) : all;
        Shares shares{{PartId::Weights, Term::each(2) * weights, megatronCoreBufferSource},
            {PartId::Gradients, Term::each(reducedBytes(m_work, 4)) * own,
                megatronCoreBufferSource},
            {PartId::Master, m_host ? Term{} : sharded(4), megatronCoreStateSource},
            {PartId::OptimizerState,
                m_host ? Term{} : sharded(optimizerState(m_work, 4).value() / m_work.trainable),
                megatronCoreStateSource},
            {PartId::Buffers, Term::count(globalBuffer(), "B of gathered inputs"), globalSource},
            {PartId::Buffers, Term::count(m_dummies, "B of dummy gradients"), dummySource},
            {PartId::Weights,
                Term::each(m_settings.cut.layouts() * narrowWeight(m_settings.fp8))
                    * Term::count(m_narrow.sum()),
                narrowSource}};
        std::erase_if(shares, [](const Share &share) { return share.term.isZero(); });
        hold(shares);
        m_ledger.change(m_inputs, keptInputs());
        for (int i = 0; i < m_settings.cut.stage.layers; ++i)
            keepGraph(i);
    }

    void beginMicroStep(const MicroStep &step) override
    {
        m_isLast = step.isLast;
        m_ledger.releaseAll(m_inputs);
    }
    void leaveModule(const Unit &unit, std::int32_t module, bool isBackward) override
    {
        m_lines.leave(unit, module, isBackward);
    }
    void beforeForward(const Unit &unit) override
    {
        if (unit.kind == Unit::Kind::Layer)
            dropGraph(unit.index);
    }
    void beforeBackward(const Unit &unit) override { beforeForward(unit); } // it runs again
    void afterForward(const Unit &unit) override { m_lines.afterForward(unit); }
    void afterBackward(const Unit &unit) override
    {
        if (unit.kind == Unit::Kind::Layer)
            keepGraph(unit.index);
        else if (unit.kind == Unit::Kind::Head)
            m_ledger.change(m_shared, sharedTable());
        else if (unit.kind == Unit::Kind::Embedding)
            m_ledger.releaseAll(m_shared);
        m_lines.afterBackward(unit);
    }
    void gradient(const Unit &, const Parameter &parameter) override
    {
        if (m_isLast)
            m_lines.gradient(parameter);
    }
    /// Fused Adam works on views of the buffers.
    void step() override
    {
        m_ledger.change(m_inputs, keptInputs());
        if (m_host)
            m_host->update(m_work.updatedHere());
        m_lines.endStep();
    }
    void zeroGradients() override { }

private:
    /// So many bytes for each parameter, over the ranks that share its states.
    Term sharded(double bytes) const
    {
        const Term dense = Term::each(bytes) * Term::count(m_work.denseHere);
        const Term experts = Term::each(bytes) * Term::count(m_work.expertsHere);
        if (!m_isSharded)
            return m_work.expertsHere > 0 ? dense + experts : dense;
        const Term mine = shard(dense, m_work.mesh.replicas());
        return m_work.expertsHere > 0 ? mine + shard(experts, m_work.mesh.expertReplicas()) : mine;
    }

    /// Of all products whose weights' gradients go straight into the buffer.
    double dummyBytes(const ModelTapes &model) const
    {
        if (!m_settings.cut.hasEngine)
            return 0;
        // Experts are multiplied one by one.
        const double local
            = m_work.spec().experts ? m_work.spec().experts->count / m_settings.cut.expert : 1;
        std::set<std::pair<double, double>> shapes;
        model.forEach([&shapes, local](const Tape &tape, int) {
            for (const Parameter &parameter : tape.parameters) {
                const double copies = parameter.isExpert ? local : 1;
                if (parameter.isAdded && parameter.trainable)
                    shapes.emplace(parameter.rows / copies, parameter.elements / copies);
            }
        });
        double bytes = 0;
        for (const auto &shape : shapes)
            bytes += storageBytes(shape.second, Dtype::Half);
        return bytes;
    }

    /// Weights that products take in 8 bits.
    static NarrowWeights narrowWeights(const ModelTapes &model)
    {
        NarrowWeights narrow;
        model.forEach([&narrow](const Tape &tape, int units) {
            for (const Op &op : tape.ops) {
                const Product *product = op.product < 0
                    ? nullptr
                    : &tape.products[static_cast<std::size_t>(op.product)];
                if (!product || !product->isInFp8)
                    continue;
                const std::int32_t index = tape.at(op.inputs[1]).parameter;
                const Parameter &weight = tape.parameters[static_cast<std::size_t>(index)];
                (weight.isExpert ? narrow.experts : narrow.dense) += units * weight.elements;
            }
        });
        return narrow;
    }

    /// One buffer for the whole model, which grows to the largest that anybody has asked for.
    double globalBuffer() const
    {
        const MeshCut &cut = m_settings.cut;
        const double tokens = m_settings.tokens();
        const double gathered = cut.tensor > 1 && cut.sequence && m_work.isFull()
            ? storageBytes(tokens * static_cast<double>(m_work.spec().hidden), Dtype::Half)
            : 0;
        const bool hasOwnScores = cut.softmax == SoftmaxKernel::TransformerEngine;
        const double scores = m_settings.attention == Attention::Eager && !hasOwnScores
            ? storageBytes(tokens * m_settings.sequence * static_cast<double>(m_work.spec().heads)
                    / cut.tensor,
                Dtype::Half)
            : 0;
        const double sharers = cut.sharersOfTokens();
        const double routed
            = m_work.spec().experts && cut.dispatcher == TokenDispatcher::AllGather && sharers > 1
            ? storageBytes(
                tokens * cut.stream() * sharers * static_cast<double>(m_work.spec().hidden),
                Dtype::Half)
            : 0;
        return std::max({gathered, scores, routed});
    }

    /// Of the layers without TransformerEngine, whose product makes a dummy each time.
    double sharedTable() const
    {
        const MeshCut &cut = m_settings.cut;
        const bool isShared
            = m_work.spec().tiedEmbeddings && cut.stage.hasEmbedding && cut.stage.hasHead;
        return isShared && !cut.hasEngine && m_work.isFull()
            ? storageBytes(cut.vocabulary / cut.tensor * static_cast<double>(m_work.spec().hidden),
                Dtype::Half)
            : 0;
    }

    double keptInputs() const
    {
        const MeshCut &cut = m_settings.cut;
        return 2 * (cut.chunks - (cut.stage.hasEmbedding ? 1 : 0)) * m_settings.streamBytes();
    }

    bool isWhole() const { return m_settings.checkpointing == Checkpointing::Full; }
    /// Whether experts are, with the layer or by themselves.
    bool isComputedAgain() const
    {
        return isWhole() || m_settings.recomputed.has(RecomputedPart::Experts);
    }
    /// The leaf that CheckpointFunction has detached, and its gradient. A later chunk's first leaf
    /// is that chunk's input, which TransformerBlock refers to.
    double graphBytes(int layer) const
    {
        const bool isInput = isWhole() && layer % m_settings.cut.layersOfChunk() == 0
            && (layer > 0 || !m_settings.cut.stage.hasEmbedding);
        return (isInput ? 1 : 2) * m_settings.streamBytes();
    }
    /// Of the layers that share the checkpoint of this one, the last that has experts; -1: none.
    int lastSparseBeside(int layer) const
    {
        const LayerGroup group = m_settings.cut.groupOf(layer);
        for (int i = group.end - 1; i >= group.first; --i) {
            if (m_settings.spec.isSparse(m_settings.cut.stage.firstLayer + i))
                return i;
        }
        return -1;
    }
    /// The graphs of layers under one checkpoint lead to one leaf: it stays when the first of them
    /// has gone backward, until the last one runs again.
    void keepGraph(int layer)
    {
        const MeshCut &cut = m_settings.cut;
        const bool isAgain = isComputedAgain()
            && (cut.checkpointed == 0 || layer % cut.layersOfChunk() < cut.checkpointed);
        const auto at = static_cast<std::size_t>(layer);
        if (!isAgain || m_hasGraph[at] || cut.groupOf(layer).first != layer
            || lastSparseBeside(layer) < 0)
            return;
        m_hasGraph[at] = true;
        m_ledger.change(m_graphs, graphBytes(layer));
    }
    void dropGraph(int layer)
    {
        const int first = m_settings.cut.groupOf(layer).first;
        const auto at = static_cast<std::size_t>(first);
        if (!m_hasGraph[at] || lastSparseBeside(layer) != layer)
            return;
        m_hasGraph[at] = false;
        m_ledger.change(m_graphs, -graphBytes(first));
    }

    LayerSettings m_settings;
    bool m_isSharded;
    double m_dummies;
    NarrowWeights m_narrow;
    bool m_isNarrowAlone; ///< not beside those in 16 bits
    Ledger::Account m_inputs;
    Ledger::Account m_graphs;
    Ledger::Account m_shared;
    std::vector<bool> m_hasGraph; ///< layer by layer
    std::optional<HybridUpdate> m_host;
    MegatronWire m_lines;
    bool m_isLast = true;
};

} // namespace

std::unique_ptr<Policy> megatronCorePolicy(
    const Workload &work, const ModelTapes &model, const Sinks &sinks)
{
    return std::make_unique<MegatronCorePolicy>(work, model, sinks);
}

} // namespace shardscope
