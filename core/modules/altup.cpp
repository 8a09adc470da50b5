// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 modeling_gemma3n.py: Gemma3nTextDecoderLayer, Gemma3nTextAltUp,
// Gemma3nTextLaurelBlock, Gemma3nTextMLP, Gemma3nTextModel.forward.
#include "core/modules/altup.h"

#include "core/model/parameters.h"
#include "core/modules/mixedattention.h"
#include "core/modules/norms.h"

namespace shardscope {

namespace {

/// One decoder layer, whose form the settings' sizes are of.
class AltUpLayer
{
public:
    AltUpLayer(ModuleWriter &write, const LayerKind &kind)
        : m_write(write)
        , m_tape(write.tape)
        , m_kind(kind)
        , m_altUp(*write.spec.altUp)
        , m_streams(static_cast<double>(write.spec.altUp->streams))
        , m_each(write.tokens() * write.hidden())
    { }

    TensorId layer(TensorId x)
    {
        // The model takes the layer's part before it calls the layer: its gradient comes last.
        const TensorId own = m_tape.part(
            writeTaken(m_write, m_kind, Common::LayerInputs), m_write.tokens() * ownWidth());
        const TensorId predictions = predicted(x);
        const TensorId active = m_tape.part(predictions, m_each);
        const TensorId normed = norm("input_layernorm", active);
        const TensorId residual = lowRankResidual(normed);
        const TensorId attended
            = norm("post_attention_layernorm", writeMixedAttention(m_write, m_kind, normed));
        const TensorId gated = m_tape.add(active, attended);
        const TensorId middle = m_tape.scale(m_tape.add(gated, residual));
        const TensorId fedNorm = norm("pre_feedforward_layernorm", middle);
        const TensorId fed = mlp(fedNorm);
        const TensorId fedBack = norm("post_feedforward_layernorm", fed);
        const TensorId activated = m_tape.add(middle, fedBack);
        const TensorId streams = corrected(predictions, activated);
        const TensorId added = ownInput(scaledOutput(streams), own);
        const TensorId result = addedToOthers(streams, added);
        m_tape.stillHeld({predictions, normed, residual, attended, gated, middle, fedNorm, fed,
            fedBack, activated, added, m_write.attentionWeights});
        for (const TensorId id : m_write.heldToEnd)
            m_tape.stillHeld(id);
        return result;
    }

private:
    double ownWidth() const { return static_cast<double>(m_write.spec.layerEmbeddings->width); }
    TensorId norm(std::string_view name, TensorId x)
    {
        return m_write.norm(name, x, m_write.hidden(), m_write.tokens());
    }

    /// compute_router_modalities: the same modules each time.
    TensorId modalities(TensorId x)
    {
        const TensorId inputs = m_tape.scale(norm("router_norm", x));
        const TensorId routed
            = m_write.linear("modality_router", inputs, m_write.hidden(), m_streams, false);
        const TensorId bent = m_tape.fromResult("tanh", m_tape.cast(routed, Dtype::Single));
        const TensorId result = m_tape.cast(bent, m_tape.at(x).dtype);
        m_tape.stillHeld({inputs, routed});
        return result;
    }

    /// predict: all streams times a small matrix of each token, and themselves, which are added to
    /// a permuted view (torch csrc/autograd/functions/tensor.cpp, CopySlices: a copy of the whole
    /// gradient, and one of the view's).
    TensorId predicted(TensorId x)
    {
        m_tape.beginShared();
        const TensorId chosen = modalities(m_tape.part(x, m_each));
        m_tape.endShared();
        const TensorId factors
            = m_write.linear("prediction_coefs", chosen, m_streams, m_streams * m_streams, false);
        const TensorId product = m_tape.matmul(x, factors, m_streams * m_each, m_write.tokens());
        const TensorId sum = m_tape.addInPlace(product, x);
        const double all = m_tape.at(product).bytes();
        m_tape.last().gradients = {all, all};
        const bool isWanted = m_tape.at(x).requiresGrad;
        if (!isWanted)
            m_tape.borrowsBackward({all});
        const TensorId copied = m_tape.copy("contiguous", sum, m_tape.at(sum).elements);
        m_tape.last().gradients[0] = 0;
        const TensorId result = m_tape.cast(copied, m_tape.at(x).dtype);
        m_tape.stillHeld({chosen, factors, sum});
        return result;
    }

    TensorId lowRankResidual(TensorId x)
    {
        const auto rank = static_cast<double>(m_altUp.residualRank);
        const double h = m_write.hidden();
        const TensorId left = m_write.linear("linear_left", x, h, rank, false);
        const TensorId right = m_write.linear("linear_right", left, rank, h, false);
        m_tape.stillHeld(left);
        const TensorId normed = norm("post_laurel_norm", right);
        const TensorId sum = m_tape.add(x, normed);
        m_tape.stillHeld({right, normed});
        return sum;
    }

    /// Nothing of a gate that is not far above the mean of its token (_gaussian_topk). torch's
    /// derivative of a deviation makes the differences from the mean first.
    TensorId thinned(TensorId x)
    {
        const double rows = m_write.tokens();
        const Tensor in = m_tape.at(x);
        const TensorId mean = m_tape.meanOfRows(x, rows);
        const TensorId deviation = m_tape.op("std", {x}, rows, in.dtype, {x}, true);
        m_tape.borrowsBackward({in.bytes()});
        const TensorId least = m_tape.add(mean, m_tape.scale(deviation));
        const TensorId above = m_tape.add(x, least);
        m_tape.last().gradients[1] = in.bytes(); // negated, then summed
        const TensorId result = m_tape.fromResult("relu", above);
        m_tape.stillHeld({mean, deviation, least, x});
        return result;
    }

    TensorId mlp(TensorId x)
    {
        const double h = m_write.hidden();
        const double width = m_write.width();
        TensorId gate = m_write.linear(m_write.names.gate, x, h, width, false);
        if (m_kind.form.isThinned)
            gate = thinned(gate);
        const TensorId active = m_write.activation(gate);
        const TensorId up = m_write.linear(m_write.names.up, x, h, width, false);
        const TensorId down
            = m_write.linear(m_write.names.down, m_tape.mul(active, up), width, h, false);
        m_tape.stillHeld({x, gate, active, up});
        return down;
    }

    /// A module that the layer does not call: adapters beside it do nothing.
    TensorId clampedFactors(TensorId chosen)
    {
        constexpr std::string_view name = "correction_coefs";
        m_tape.beginModule();
        const TensorId matrix = m_write.weight(name, m_streams, m_streams);
        m_tape.endModule();
        const TensorId clamped = m_tape.activation("clamp", matrix);
        const TensorId factors
            = m_tape.linear(chosen, clamped, NoTensor, m_write.tokens() * m_streams);
        m_tape.stillHeld({chosen, clamped});
        m_write.unheardAdapter(name, m_streams, m_streams);
        return m_tape.scale(factors);
    }

    /// correct: what the layer has changed of its stream, for each of them, times a number.
    TensorId corrected(TensorId predictions, TensorId activated)
    {
        m_tape.repeatShared();
        const TensorId chosen = modalities(activated);
        m_tape.endShared();
        const TensorId change = m_tape.add(activated, m_tape.part(predictions, m_each));
        m_tape.last().gradients[1] = m_tape.at(change).bytes(); // negated
        const TensorId repeated = m_tape.copy("repeat", change, m_streams * m_each);
        const TensorId factors = clampedFactors(chosen);
        const TensorId product = m_tape.mul(repeated, factors);
        const TensorId sum = m_tape.addInPlace(product, predictions);
        m_tape.stillHeld({chosen, repeated, factors});
        return sum;
    }

    /// A copy of the stream that ran, times a vector.
    TensorId scaledOutput(TensorId streams)
    {
        const TensorId copied = m_tape.copy("clone", m_tape.part(streams, m_each), m_each);
        m_tape.last().gradients[0] = 0;
        m_tape.beginModule();
        const TensorId vector = m_write.weight("correct_output_scale", m_write.hidden(), 1);
        m_tape.endModule();
        if (!m_altUp.scalesOutput) {
            m_tape.leaveUnreached(1);
            return copied;
        }
        const TensorId wide = m_tape.cast(copied, m_tape.at(vector).dtype);
        const TensorId scaled = m_tape.cast(m_tape.mul(wide, vector), m_tape.at(copied).dtype);
        m_tape.stillHeld(copied);
        return scaled;
    }

    /// What the layer's own embedding lets through.
    TensorId ownInput(TensorId x, TensorId own)
    {
        const double width = ownWidth();
        const TensorId gate
            = m_write.linear("per_layer_input_gate", x, m_write.hidden(), width, false);
        m_tape.stillHeld(x);
        const TensorId active = m_write.activation(gate);
        m_tape.stillHeld(gate);
        const TensorId let = m_tape.mul(active, own);
        m_tape.stillHeld(active);
        const TensorId wide
            = m_write.linear("per_layer_projection", let, width, m_write.hidden(), false);
        m_tape.stillHeld(let);
        return norm("post_per_layer_input_norm", wide);
    }

    /// corrected_predictions[1:] += first_prediction: Python takes a view, adds to that, and copies
    /// it into its place, where it is.
    TensorId addedToOthers(TensorId streams, TensorId added)
    {
        const double others = (m_streams - 1) * m_each;
        const double bytes = bytesOf(others, m_tape.at(streams).dtype);
        const TensorId sum = m_tape.addInPlace(streams, added);
        m_tape.last().gradients = {m_tape.at(streams).bytes(), bytes};
        if (!m_tape.at(added).requiresGrad)
            m_tape.borrowsBackward({bytes});
        return m_tape.copyInto(sum, m_tape.part(sum, others));
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    const LayerKind &m_kind;
    const AltUp &m_altUp;
    double m_streams;
    double m_each; ///< elements of one stream
};

/// The mean square of each token.
TensorId magnitude(ModuleWriter &write, TensorId x)
{
    return write.tape.meanOfRows(write.tape.square(write.asPowers(x)), write.tokens());
}

/// A projected stream, brought to the first one's magnitude.
TensorId asLarge(ModuleWriter &write, TensorId x, TensorId target)
{
    TapeBuilder &tape = write.tape;
    const TensorId mean = magnitude(write, x);
    const TensorId least = tape.op("maximum", {mean}, write.tokens(), tape.at(mean).dtype, {mean});
    const TensorId own = tape.fromResult("sqrt", least);
    const TensorId product = tape.mul(x, target);
    const Tensor made = tape.at(product);
    // div_tensor_other_backward: -grad * ((self / other) / other)
    const TensorId result
        = tape.op("div", {product, own}, made.elements, made.dtype, {product, own});
    if (tape.at(own).requiresGrad) {
        tape.last().gradients[1] = made.bytes();
        tape.borrowsBackward({made.bytes(), made.bytes(), made.bytes()});
    }
    return result;
}

} // namespace

Tape altUpLayerTape(const LayerSettings &settings, const LayerKind &kind)
{
    LayerSettings own = settings;
    own.spec = settings.spec.shapedAs(kind.form);
    TapeBuilder tape(own.autocast, own.tracks);
    ModuleWriter write(tape, own);
    const TensorId x = tape.input(own.streamElements(), own.stream(), kind.inputRequiresGrad);
    return tape.finish(AltUpLayer(write, kind).layer(x));
}

TensorId writeStreams(ModuleWriter &write, TensorId embedded)
{
    TapeBuilder &tape = write.tape;
    const double each = tape.at(embedded).elements;
    const double h = write.hidden();
    const std::int64_t count = write.spec.streams();
    const TensorId target = tape.power(magnitude(write, embedded));
    std::vector<TensorId> streams{tape.cast(embedded, write.settings.stream())};
    TensorId projected = NoTensor;
    for (std::int64_t stream = 1; stream < count; ++stream) {
        const TensorId made = write.linear(streamProjection(stream), embedded, h, h, false);
        tape.stillHeld(projected);
        projected = made;
        const TensorId current = tape.cast(projected, tape.at(embedded).dtype);
        streams.push_back(asLarge(write, current, target));
        tape.stillHeld(current);
    }
    const TensorId all = tape.stack(streams, static_cast<double>(count) * each);
    for (std::size_t stream = 1; stream < streams.size(); ++stream)
        tape.give(streams[stream], Common::FirstStreams, false);
    tape.give(embedded, Common::Embedded, false);
    tape.give(projected, Common::Embedded, false);
    return all;
}

OneStream writeOneStream(ModuleWriter &write, TensorId streams, double started)
{
    TapeBuilder &tape = write.tape;
    const double each = write.tokens() * write.hidden();
    const double h = write.hidden();
    OneStream one{.held = {streams}};
    const TensorId before = tape.plain(started, Dtype::Byte);
    const TensorId target = tape.power(magnitude(write, tape.part(streams, each)));
    tape.stillHeld(before);
    std::vector<TensorId> all{tape.part(streams, each)};
    TensorId returned = NoTensor;
    for (std::int64_t stream = 1; stream < write.spec.streams(); ++stream) {
        const TensorId made
            = write.linear(streamReturn(stream), tape.part(streams, each), h, h, false);
        tape.stillHeld(returned);
        returned = made;
        const TensorId current = tape.cast(returned, write.settings.tables); // the embedding's
        all.push_back(asLarge(write, current, target));
        tape.stillHeld(current);
    }
    const TensorId stacked = tape.stack(all, static_cast<double>(write.spec.streams()) * each);
    one.made = tape.meanOfRows(stacked, each);
    one.held.insert(one.held.end(), all.begin() + 1, all.end());
    one.held.push_back(returned);
    return one;
}

} // namespace shardscope
