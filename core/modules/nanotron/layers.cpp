// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/nanotron/layers.h"

#include "core/graph/tapebuilder.h"
#include "core/modules/cut.h"

#include <array>
#include <cmath>

namespace shardscope {

namespace {

/// Writes what nanotron's modules are made of onto a tape, as one rank runs it.
class Writer
{
public:
    Writer(TapeBuilder &builder, const LayerSettings &settings)
        : m_tape(builder)
        , m_settings(settings)
        , m_cut(settings.cut)
        , m_spec(settings.spec)
    { }

    TensorId layer(TensorId x)
    {
        const TensorId attended = attention(norm("input_layernorm", x));
        const TensorId middle = m_tape.add(attended, x);
        const TensorId fed = mlp(norm("post_attention_layernorm", middle));
        const TensorId result = m_tape.add(fed, middle);
        m_tape.stillHeld(attended); // the attention's outputs are in a dict
        return result;
    }

    /// nn/layer_norm.py, TritonRMSNorm: FlashAttention's kernel keeps its input and a number a row.
    TensorId norm(std::string_view name, TensorId x)
    {
        m_tape.beginModule();
        const TensorId gain = weight(name, hidden(), 1);
        const Tensor in = m_tape.at(x);
        const TensorId result = m_tape.op("norm", {x, gain}, in.elements, in.dtype, {x});
        m_tape.alsoMakes(in.elements / hidden(), Dtype::Single, true);
        m_tape.endModule();
        return result;
    }

    /// parallel/tensor_parallel/functional.py, column_linear. In the reduce-scatter mode the rank's
    /// share of the sequence is gathered, and kept. By default (tp_recompute_allgather) it is
    /// gathered once more instead: runs of the Ultra-Scale Playbook that wait for the CPU or the
    /// network hold what that comes to, those that the GPU holds up at least as much as this. The
    /// input's gradient is made whole, and reduced to the rank's share.
    TensorId column(std::string_view name, TensorId x, double out)
    {
        m_tape.beginModule();
        const TensorId matrix = weight(name, out / m_cut.tensor, hidden());
        const TensorId whole = m_cut.sequence
            ? m_tape.op("all_gather", {x}, tokens() * hidden(), Dtype::Half, {})
            : x;
        const TensorId result = m_tape.op(
            "linear", {whole, matrix}, tokens() * out / m_cut.tensor, Dtype::Half, {whole, matrix});
        m_tape.multiplies({.rows = tokens(), .inner = hidden(), .columns = out / m_cut.tensor});
        m_tape.endModule();
        return result;
    }

    double hidden() const { return static_cast<double>(m_spec.hidden); }
    double tokens() const { return m_settings.tokens(); }
    double streamElements() const { return tokens() * hidden() * m_cut.stream(); }

private:
    TensorId weight(std::string_view name, double rows, double columns)
    {
        return m_tape.parameter({.name = name, .elements = rows * columns, .rows = rows});
    }

    /// row_linear: from a share of `in` to the stream.
    TensorId row(std::string_view name, TensorId x, double in)
    {
        m_tape.beginModule();
        const TensorId matrix = weight(name, hidden(), in / m_cut.tensor);
        TensorId result
            = m_tape.op("linear", {x, matrix}, tokens() * hidden(), Dtype::Half, {x, matrix});
        m_tape.multiplies({.rows = tokens(), .inner = in / m_cut.tensor, .columns = hidden()});
        if (m_cut.sequence)
            result = m_tape.op("reduce_scatter", {result}, streamElements(), Dtype::Half, {});
        m_tape.endModule();
        return result;
    }

    double headDim() const { return static_cast<double>(m_spec.headDim); }
    double localHeads() const { return static_cast<double>(m_spec.heads) / m_cut.tensor; }
    double localQuery() const { return static_cast<double>(m_spec.queryWidth()) / m_cut.tensor; }
    double localKv() const { return static_cast<double>(m_spec.kvWidth()) / m_cut.tensor; }

    /// CausalSelfAttention: heads are copied out of the product, keys and values once more side by
    /// side; FlashAttention's rotary embedding turns both in place.
    TensorId attention(TensorId x)
    {
        const double q = tokens() * localQuery();
        const double kv = tokens() * localKv();
        const TensorId fused = column("qkv_proj", x,
            static_cast<double>(m_spec.queryWidth()) + 2 * static_cast<double>(m_spec.kvWidth()));
        const std::array<TensorId, 3> heads = separated(fused, {q, kv, kv});
        const TensorId joined = m_tape.concat({heads[1], heads[2]}, 2 * kv);
        const TensorId packed = m_tape.copy("contiguous", joined, 2 * kv);
        const TensorId query = turnedInPlace(heads[0]);
        const TensorId turned = turnedInPlace(packed);
        const auto pair = m_tape.split(turned, {kv, kv, 0});
        const TensorId context = flash(query, pair[0], pair[1]);
        const TensorId result = row("o_proj", context, localQuery() * m_cut.tensor);
        m_tape.stillHeld({fused, heads[1], turned, context, x});
        return result;
    }

    /// FlashAttention's rotary embedding turns queries and keys where they lie, and their gradients
    /// too.
    TensorId turnedInPlace(TensorId x)
    {
        const TensorId turned = m_tape.scaleInPlace(x);
        m_tape.last().gradients[0] = 0;
        return turned;
    }

    std::array<TensorId, 3> separated(TensorId fused, const std::array<double, 3> &parts)
    {
        const double all = parts[0] + parts[1] + parts[2];
        if (m_spec.heads == m_spec.kvHeads)
            return m_tape.split(m_tape.copy("contiguous", fused, all), parts);
        std::array<TensorId, 3> heads = m_tape.split(fused, parts);
        for (std::size_t i = 0; i < heads.size(); ++i)
            heads[i] = m_tape.copy("contiguous", heads[i], parts[i]);
        return heads;
    }

    /// FlashAttention 2, varlen: its backward pass has the query's gradient and the sums of softmax
    /// in fp32 (flash_api.cpp, mha_varlen_bwd), and spreads shared keys over the query's heads.
    TensorId flash(TensorId query, TensorId key, TensorId value)
    {
        const double out = tokens() * localQuery();
        const TensorId context = m_tape.op(
            "flash_attention", {query, key, value}, out, Dtype::Half, {query, key, value}, true);
        m_tape.alsoMakes(tokens() * localHeads(), Dtype::Single, true);
        m_tape.multiplies({.rows = tokens(),
                              .inner = headDim(),
                              .columns = causalShare * m_settings.sequence,
                              .batch = 2 * localHeads()},
            OpKind::FusedAttention);
        const double rows = localHeads() * (tokens() + roundedUp * m_settings.batch);
        const double width = std::ceil(headDim() / 32) * 32;
        const double spread = m_spec.heads == m_spec.kvHeads ? 0 : bytesOf(out, Dtype::Half);
        m_tape.borrowsBackward(
            {bytesOf(rows, Dtype::Single), bytesOf(rows * width, Dtype::Single), spread, spread});
        return context;
    }

    TensorId mlp(TensorId x)
    {
        const auto units = static_cast<double>(m_spec.intermediate);
        const double local = tokens() * units / m_cut.tensor;
        const TensorId merged = column("gate_up_proj", x, 2 * units);
        const auto parts = m_tape.split(merged, {local, local, 0});
        const TensorId active = m_tape.activation("silu", parts[0]);
        const TensorId product = m_tape.mul(active, parts[1]);
        m_tape.stillHeld(active);
        const TensorId result = row("down_proj", product, units);
        m_tape.stillHeld({merged, x});
        return result;
    }

    /// A kernel that keeps no scores passes over the keys that a causal mask hides.
    static constexpr double causalShare = 0.5;
    static constexpr double roundedUp = 128; ///< rows that the kernel has more for each sequence

    TapeBuilder &m_tape;
    const LayerSettings &m_settings;
    const MeshCut &m_cut;
    const ModelSpec &m_spec;
};

} // namespace

bool hasNanotronLayers(const ModelSpec &spec)
{
    const bool isPlain = spec.residual == Residual::PreNorm && spec.norm == NormKind::Rms
        && spec.modules.rotary != Rotary::None && spec.modules.nopeInterval == 0;
    const bool hasBias = spec.queryKeyValueBias || spec.attentionOutputBias || spec.mlpBias;
    return isPlain && !hasBias && spec.gatedMlp && spec.modules.activation == Activation::Silu
        && spec.queryKeyNorm == QueryKeyNorm::None && !spec.latent && !spec.hasState()
        && !spec.experts && !spec.attentionSinks && spec.hidden == spec.queryWidth();
}

Tape nanotronLayerTape(const LayerSettings &settings)
{
    TapeBuilder tape(false);
    Writer write(tape, settings);
    const TensorId x = tape.input(write.streamElements(), Dtype::Half, true);
    return tape.finish(write.layer(x));
}

// models/llama.py, Embedding; tensor_parallel/nn.py, TensorParallelEmbedding: rows of other ranks'
// words are masked, and what all ranks have found is summed up.
Tape nanotronEmbeddingTape(const LayerSettings &settings)
{
    TapeBuilder tape(false);
    Writer write(tape, settings);
    const MeshCut &cut = settings.cut;
    const double whole = write.tokens() * write.hidden();
    const double words = static_cast<double>(settings.spec.vocabulary) / cut.tensor;
    tape.beginModule();
    const TensorId table = tape.parameter({.name = "token_embedding",
        .elements = words * write.hidden(),
        .rows = words,
        .isShared = settings.spec.tiedEmbeddings && cut.stage.hasHead});
    TensorId x = tape.lookup("embedding", table, tape.outside(write.tokens(), Dtype::Wide), whole);
    tape.endModule();
    if (cut.tensor > 1) {
        const TensorId found = x;
        x = tape.op("mul", {x}, whole, Dtype::Half, {});
        tape.alsoMakes(write.tokens(), Dtype::Byte, true);
        tape.alsoMakes(write.tokens(), Dtype::Wide, true); // ids within the rank's share
        tape.stillHeld(found);
    }
    if (cut.sequence)
        x = tape.op("reduce_scatter", {x}, write.streamElements(), Dtype::Half, {});
    return tape.finish(x);
}

// models/llama.py, final_layer_norm to Loss; tensor_parallel/functional.py, _ShardedCrossEntropy:
// softmax of the rank's share of fp32 logits, and the gradient in its place.
Tape nanotronHeadTape(const LayerSettings &settings)
{
    TapeBuilder tape(false);
    Writer write(tape, settings);
    const auto counted = [&tape](TensorId id) {
        tape.countAs(id, Holding::Logits);
        return id;
    };
    const TensorId x = tape.input(write.streamElements(), Dtype::Half, true);
    const TensorId hidden = write.norm("final_layer_norm", x);
    const TensorId logits
        = counted(write.column("lm_head", hidden, static_cast<double>(settings.spec.vocabulary)));
    const TensorId single = counted(tape.cast(logits, Dtype::Single));
    const TensorId shifted = counted(tape.scale(single)); // minus the largest
    tape.last().gradients[0] = 0;
    const TensorId losses
        = tape.op("sharded_cross_entropy", {shifted}, write.tokens(), Dtype::Single, {shifted});
    tape.last().overwritesSaved = true;
    tape.alsoMakes(write.tokens(), Dtype::Byte, true);
    tape.alsoMakes(write.tokens(), Dtype::Wide, true);
    const TensorId loss = tape.op("masked_mean", {losses}, 1, Dtype::Single, {});
    tape.stillHeld({single, hidden});
    return tape.finish(loss, false);
}

} // namespace shardscope
