// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 modeling_gemma4.py: Gemma4TextDecoderLayer, Gemma4TextRouter,
// Gemma4TextModel.get_per_layer_inputs and project_per_layer_inputs.
#include "core/modules/mixedlayers.h"

#include "core/modules/expertparts.h"
#include "core/modules/mixedattention.h"
#include "core/modules/mlp.h"
#include "core/modules/norms.h"

namespace shardscope {

namespace {

/// One decoder layer, whose form the settings' sizes are of.
class MixedLayer
{
public:
    MixedLayer(ModuleWriter &write, const LayerKind &kind)
        : m_write(write)
        , m_tape(write.tape)
        , m_kind(kind)
    { }

    TensorId layer(TensorId x)
    {
        // The model takes the layer's part before it calls the layer: its gradient comes last.
        if (m_write.spec.layerEmbeddings)
            m_own = m_tape.part(
                writeTaken(m_write, m_kind, Common::LayerInputs), m_write.tokens() * ownWidth());
        const TensorId attended = writeMixedAttention(m_write, m_kind, norm("input_layernorm", x));
        const TensorId middle = joined(x, norm("post_attention_layernorm", attended));
        TensorId fed = mlp(norm("pre_feedforward_layernorm", middle));
        if (m_kind.form.isSparse())
            fed = withExperts(middle, fed);
        TensorId result = joined(middle, norm("post_feedforward_layernorm", fed));
        if (m_write.spec.layerEmbeddings)
            result = withLayerInput(result);
        for (const TensorId id : m_held)
            m_tape.stillHeld(id);
        result = scaledByLayer(result);
        if (!m_kind.form.isSparse()) // the router's result takes that name
            m_tape.stillHeld(m_write.attentionWeights);
        for (const TensorId id : m_write.heldToEnd)
            m_tape.stillHeld(id);
        return result;
    }

private:
    TensorId norm(std::string_view name, TensorId x)
    {
        return m_write.norm(name, x, m_write.hidden(), m_write.tokens());
    }
    TensorId joined(TensorId stream, TensorId added)
    {
        const TensorId sum = m_tape.add(stream, added);
        m_tape.stillHeld(added);
        return sum;
    }
    /// layer_scalar: a buffer, whose dtype the gradient has first.
    TensorId scaledByLayer(TensorId x)
    {
        const TensorId result = m_tape.scaleInPlace(x);
        // It is kept, and has a checkpoint run the whole layer again.
        m_tape.last().savesInputs = m_tape.at(x).requiresGrad;
        m_tape.last().gradients[0] = shardscope::bytesOf(
            m_tape.at(x).elements, promoted(m_tape.at(x).dtype, m_write.settings.buffers));
        return result;
    }
    TensorId mlp(TensorId x) { return writeMlp(m_write, x, m_write.width()); }

    /// Softmax over all experts, the best of which add up to one, times a factor of each.
    TensorId routed(TensorId x)
    {
        const double tokens = m_write.tokens();
        const double count = m_write.spec.experts->count;
        m_tape.beginModule(); // the router itself
        const TensorId factors = m_write.weight("scale", m_write.hidden(), 1);
        const TensorId ofExperts = m_write.weight("per_expert_scale", count, 1);
        m_tape.endModule();
        const TensorId normed = writeUnweighedNorm(m_write, x, tokens);
        const TensorId scaled = m_tape.scale(m_tape.mul(normed, factors));
        m_tape.stillHeld(normed);
        const TensorId scores = m_write.linear("proj", scaled, m_write.hidden(), count, false);
        const TensorId shares = m_write.softmax(scores);
        const TensorId best = writeBest(m_write, shares);
        const TensorId sum = m_tape.meanOfRows(best, tokens);
        const TensorId weights = m_tape.divideInPlace(best, sum);
        const TensorId order = m_tape.outside(m_write.chosenRows(), Dtype::Wide);
        const TensorId chosen = writeIndex(m_write, ofExperts, order, m_write.chosenRows());
        const TensorId result = m_tape.mul(weights, chosen);
        m_tape.stillHeld({scaled, scores, weights});
        m_held.insert(m_held.end(), {shares, result});
        return result;
    }

    /// Experts take the stream as the dense MLP does, with norms of their own.
    TensorId withExperts(TensorId stream, TensorId dense)
    {
        const TensorId first = norm("post_feedforward_layernorm_1", dense);
        const TensorId weights = routed(stream);
        m_tape.stillHeld(m_write.attentionWeights);
        const TensorId chosen
            = writeRoutedExperts(m_write, norm("pre_feedforward_layernorm_2", stream), weights);
        const TensorId second = norm("post_feedforward_layernorm_2", chosen);
        const TensorId sum = m_tape.add(first, second);
        m_tape.stillHeld(dense);
        m_held.insert(m_held.end(), {first, second, stream});
        return sum;
    }

    double ownWidth() const { return static_cast<double>(m_write.spec.layerEmbeddings->width); }

    /// What the layer's own embedding lets through.
    TensorId withLayerInput(TensorId x)
    {
        const double width = ownWidth();
        const TensorId gate = m_write.activation(
            m_write.linear("per_layer_input_gate", x, m_write.hidden(), width, false));
        const TensorId let = m_tape.mul(gate, m_own);
        m_tape.stillHeld(gate);
        const TensorId wide
            = m_write.linear("per_layer_projection", let, width, m_write.hidden(), false);
        m_tape.stillHeld(let);
        return joined(x, norm("post_per_layer_input_norm", wide));
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    const LayerKind &m_kind;
    TensorId m_own = NoTensor; ///< of what embeddings add
    std::vector<TensorId> m_held; ///< to the layer's end
};

} // namespace

Tape mixedLayerTape(const LayerSettings &settings, const LayerKind &kind)
{
    LayerSettings own = settings;
    own.spec = settings.spec.shapedAs(kind.form);
    TapeBuilder tape(own.autocast, own.tracks);
    ModuleWriter write(tape, own);
    const TensorId x
        = tape.input(write.tokens() * write.hidden(), own.stream(), kind.inputRequiresGrad);
    return tape.finish(MixedLayer(write, kind).layer(x));
}

TensorId writeLayerRows(ModuleWriter &write)
{
    TapeBuilder &tape = write.tape;
    const auto all = static_cast<double>(write.spec.layerInputWidth());
    const auto rows = static_cast<double>(write.spec.layerEmbeddings->vocabulary);
    tape.beginModule();
    const TensorId table = tape.parameter({.name = "embed_tokens_per_layer",
        .elements = rows * all,
        .rows = rows,
        .dtype = write.settings.tables,
        .trainable = write.settings.trainsBase});
    const TensorId ids = tape.outside(write.tokens(), Dtype::Wide);
    const TensorId own = tape.scale(tape.lookup("embedding", table, ids, write.tokens() * all));
    tape.endModule();
    return own;
}

void writeLayerInputs(ModuleWriter &write, TensorId x, TensorId rows)
{
    TapeBuilder &tape = write.tape;
    const auto all = static_cast<double>(write.spec.layerInputWidth());
    const TensorId product
        = write.linear("per_layer_model_projection", x, write.hidden(), all, false);
    const TensorId projected
        = write.spec.altUp ? tape.scaleInPlace(product) : tape.scale(product); // Gemma 3n: *=
    const TensorId normed = write.norm("per_layer_projection_norm", projected,
        static_cast<double>(write.spec.layerEmbeddings->width),
        write.tokens() * static_cast<double>(write.spec.layers));
    const TensorId inputs = tape.scale(tape.add(normed, rows));
    tape.stillHeld({normed, rows});
    tape.give(inputs, Common::LayerInputs, true);
}

Tape layerInputTape(const LayerSettings &settings, const Tensor &rows, bool inputRequiresGrad)
{
    TapeBuilder tape(settings.autocast, settings.tracks);
    ModuleWriter write(tape, settings);
    const TensorId x
        = tape.input(write.tokens() * write.hidden(), settings.stream(), inputRequiresGrad);
    const TensorId own = tape.take(rows.elements, rows.dtype, Common::LayerRows, rows.requiresGrad);
    writeLayerInputs(write, x, own);
    return tape.finish(x);
}

} // namespace shardscope
