// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/megatron/layers.h"

#include "core/graph/profile.h"
#include "core/modules/megatron/writer.h"

#include <algorithm>

namespace shardscope {

namespace {

/// A kernel that keeps no scores passes over the keys that a causal mask hides.
constexpr double causalShare = 0.5;

/// transformer/transformer_layer.py: from the stream to the stream.
class LayerWriter
{
public:
    explicit LayerWriter(MegatronWriter &write)
        : m_write(write)
        , m_tape(write.tape)
    { }

    TensorId layer(TensorId x, const LayerKind &kind)
    {
        const double heads = (m_write.queryWidth() + 2 * m_write.kvWidth()) / m_write.cut.tensor;
        const TensorId attended = normed("input_layernorm", x, m_write.spec.latent ? 0 : heads,
            [this](TensorId in) { return attention(in); });
        const TensorId middle = m_write.joined(attended, x, attentionBias());
        const bool isSparse = kind.form.isSparse();
        const double units = (m_write.spec.gatedMlp ? 2 : 1) * m_write.width() / m_write.cut.tensor;
        const TensorId fed = normed("pre_mlp_layernorm", middle, isSparse ? 0 : units,
            [&](TensorId in) { return isSparse ? writeMegatronExperts(m_write, in) : mlp(in); });
        return m_write.joined(fed, middle, m_write.spec.mlpBias && !kind.form.isSparse());
    }

private:
    /// What `use` makes of the norm of x, which can be discarded behind that. `columns`: of the
    /// product that is one function with it; 0: there is none.
    template <class Use>
    TensorId normed(std::string_view name, TensorId x, double columns, const Use &use)
    {
        const std::int32_t begin = m_tape.size();
        const TensorId norm = columns > 0 ? m_write.normFor(name, x, m_write.hidden(), columns)
                                          : m_write.norm(name, x);
        const std::int32_t end = m_tape.size();
        const TensorId result = use(norm);
        if (m_write.runsAgain(RecomputedPart::Norms))
            m_tape.recomputeDiscarded(begin, end);
        return result;
    }

    TensorId mlp(TensorId x)
    {
        return m_write.again(RecomputedPart::Mlp, [&] { return m_write.mlp(x, m_write.width()); });
    }

    bool attentionBias() const { return m_write.spec.attentionOutputBias; }

    /// What is before the rotary embedding, where it is no part of the fused product.
    struct Unturned
    {
        TensorId query = NoTensor;
        TensorId key = NoTensor;
    };

    struct Heads
    {
        TensorId query = NoTensor;
        TensorId key = NoTensor;
        TensorId value = NoTensor;
        Unturned unturned{};
    };

    TensorId attention(TensorId x)
    {
        LatentHeads latent;
        if (m_write.spec.latent)
            latent = latentHeads(x);
        Heads heads = m_write.spec.latent ? latent.heads : separateHeads(x);
        const TensorId context = coreAttention(heads);
        if (m_write.spec.latent && m_write.runsAgain(RecomputedPart::LatentProjections))
            m_tape.recomputeDiscarded(latent.begin, latent.end);
        const TensorId result = m_write.row(
            "linear_proj", context, m_write.localResult() * m_write.cut.tensor, attentionBias());
        m_tape.stillHeld(
            {heads.query, heads.key, heads.value, heads.unturned.query, heads.unturned.key, x});
        return result;
    }

    TensorId coreAttention(const Heads &heads)
    {
        if (m_write.settings.attention != Attention::Eager) {
            return m_write.again(RecomputedPart::CoreAttention,
                [&] { return flash(together(m_tape, heads, heads)); });
        }
        if (m_write.settings.isPipelineModule())
            return keptScores(m_tape, heads);
        return m_write.runsAgain(RecomputedPart::CoreAttention)
            ? unfusedAgain(heads)
            : unfused(m_tape, together(m_tape, heads, heads));
    }

    /// TransformerEngine's attention (dot_product_attention/utils.py, get_qkv_layout) takes parts
    /// of one product as they are where query, key and value lie alike in it. Else, and around a
    /// ring, it copies each part together; PyTorch's kernel takes parts as they are. A checkpoint
    /// around a ring's attention has been followed without copies. `seen`: the heads on the layer's
    /// tape, `given`: on that of the attention.
    Heads together(TapeBuilder &tape, Heads given, const Heads &seen) const
    {
        const bool isOneProduct = m_tape.at(seen.query).isView() && m_tape.at(seen.key).isView()
            && m_write.localHeads() == m_write.localKv() / m_write.headDim();
        const bool areTaken = m_write.cut.context > 1
            ? m_write.runsAgain(RecomputedPart::CoreAttention)
            : !hasEnginesAttention() || (isOneProduct && !turnsBatches());
        if (areTaken)
            return given;
        for (const auto head : {&Heads::query, &Heads::key, &Heads::value}) {
            if (turnsBatches() || m_tape.at(seen.*head).isView())
                given.*head = compact(tape, given.*head);
        }
        return given;
    }

    /// TransformerEngine's: Megatron-Core's own is never flash.
    bool isFlash() const { return m_write.settings.attention == Attention::Flash; }
    bool hasEnginesAttention() const
    {
        const bool isEager = m_write.settings.attention == Attention::Eager;
        return isFlash() || (isEager && m_write.cut.softmax == SoftmaxKernel::TransformerEngine);
    }

    bool turnsBatches() const
    {
        return m_write.cut.turnsBatches && m_write.settings.batch > 1 && isFlash();
    }

    /// TransformerEngine's all-to-all (context_parallel.py, AttnFuncWithCPAndQKVOA2A): the backward
    /// pass gets the result as it is before it is exchanged.
    bool keepsResultApart() const
    {
        return m_write.cut.context > 1 && m_write.cut.contextKind == ContextKind::Ulysses
            && isFlash();
    }

    /// A copy without gaps. Its gradient is that of what was copied.
    static TensorId compact(TapeBuilder &tape, TensorId x)
    {
        const TensorId result = tape.copy("contiguous", x, tape.at(x).elements);
        tape.last().gradients[0] = 0;
        return result;
    }

    /// transformer/attention.py, SelfAttention. Query heads of several groups lie apart in the
    /// fused product: they are copied together, and a name (qkv_output) refers to them to the end.
    Heads separateHeads(TensorId x)
    {
        const double whole = m_write.queryWidth() + 2 * m_write.kvWidth();
        TensorId fused = m_write.column(
            "linear_qkv", x, m_write.hidden(), whole, m_write.spec.queryKeyValueBias);
        // Fewer key heads than ranks: the whole product is gathered, and each rank takes its heads.
        const bool isGathered = m_write.cut.tensor > m_write.kvHeads();
        if (isGathered)
            fused = m_write.joinedColumns(fused, whole);
        const double q = m_write.tokens() * m_write.localQuery();
        const double c = m_write.tokens() * m_write.localKv();
        const auto parts = m_tape.split(fused, {q, c, c});
        Heads heads{parts[0], parts[1], parts[2]};
        const double groups = m_write.localKv() / m_write.headDim();
        if (!isGathered && groups > 1 && m_write.localHeads() > groups) {
            heads.query = compact(m_tape, heads.query);
            heads.unturned.query = heads.query;
        }
        if (m_write.spec.queryKeyNorm == QueryKeyNorm::PerHead) {
            heads.query = headNorm("q_layernorm", heads.query);
            heads.key = headNorm("k_layernorm", heads.key);
            heads.unturned = {heads.query, heads.key};
        }
        rotate(heads);
        return heads;
    }

    /// Of each head for itself. TransformerEngine's (ops/basic/rmsnorm.py) copies a part of the
    /// fused product together, and keeps the copy.
    TensorId headNorm(std::string_view name, TensorId x)
    {
        const bool isCopied = hasEnginesAttention() && m_tape.at(x).isView();
        return m_write.norm(name, isCopied ? compact(m_tape, x) : x, m_write.headDim());
    }

    /// The heads, and which operations project them up.
    struct LatentHeads
    {
        Heads heads{};
        std::int32_t begin = 0;
        std::int32_t end = 0;
    };

    /// transformer/multi_latent_attention.py: narrow products of the rank's share of the stream,
    /// then each rank's heads of all tokens. The query is turned in place, the rotated key is
    /// joined to that of each head, and the value is copied out of their common product.
    LatentHeads latentHeads(TensorId x)
    {
        const LatentAttention &latent = *m_write.spec.latent;
        const auto queryRank = static_cast<double>(latent.queryRank);
        const auto rank = static_cast<double>(latent.kvRank);
        const auto rope = static_cast<double>(latent.ropeDim);
        const auto nope = static_cast<double>(latent.nopeDim);
        const auto valueDim = static_cast<double>(latent.valueDim);
        const double tokens = m_write.tokens();
        const double heads = m_write.localHeads();
        const TensorId query = queryRank > 0
            ? m_write.duplicated("linear_q_down_proj", x, m_write.hidden(), queryRank)
            : x;
        const TensorId narrow
            = m_write.duplicated("linear_kv_down_proj", x, m_write.hidden(), rank + rope);
        const double rows = m_write.streamRows();
        const auto parts = m_tape.split(narrow, {rows * rank, rows * rope, 0});
        const TensorId turning = m_write.isSplit() && m_write.cut.sequence
            ? m_tape.op("all_gather", {parts[1]}, tokens * rope, Dtype::Half, {})
            : parts[1];
        const TensorId normedQuery = queryRank > 0
            ? m_write.normFor("q_layernorm", query, queryRank, heads * (nope + rope))
            : x;
        const TensorId normed
            = m_write.normFor("kv_layernorm", parts[0], rank, heads * (nope + valueDim));
        const std::int32_t begin = m_tape.size();
        const double width = heads * m_write.cut.tensor * (nope + rope);
        const TensorId wideQuery = queryRank > 0
            ? m_write.column("linear_q_up_proj", normedQuery, queryRank, width, false)
            : m_write.column("linear_q_proj", x, m_write.hidden(), width, false);
        const TensorId wide = m_write.column("linear_kv_up_proj", normed, rank,
            heads * m_write.cut.tensor * (nope + valueDim), false);
        const auto keyValue
            = m_tape.split(wide, {tokens * heads * nope, tokens * heads * valueDim, 0});
        const TensorId shared = m_tape.expanded(turning, tokens * heads * rope);
        const TensorId key = m_tape.concat({keyValue[0], shared}, tokens * heads * (nope + rope));
        const TensorId value = m_tape.copy("contiguous", keyValue[1], tokens * heads * valueDim);
        m_tape.stillHeld({query, narrow, normedQuery, normed, wide});
        return {{wideQuery, key, value}, begin, m_tape.size()};
    }

    /// Elements of a head's query and of its result, on average.
    double headWidth() const
    {
        if (!m_write.spec.latent)
            return m_write.headDim();
        const LatentAttention &latent = *m_write.spec.latent;
        return static_cast<double>(latent.nopeDim + latent.ropeDim + latent.valueDim) / 2;
    }

    void rotate(Heads &heads)
    {
        if (m_write.spec.modules.rotary == Rotary::None)
            return;
        for (TensorId *each : {&heads.query, &heads.key}) {
            const Tensor in = m_tape.at(*each);
            *each = m_write.cut.fusesRotary ? m_tape.op("rope", {*each}, in.elements, in.dtype, {})
                                            : turned(*each);
        }
    }

    /// rope_utils.py, _apply_rotary_pos_emb_bshd: x * cos + rotate_half(x) * sin, with tables that
    /// are made anew from the angles each time.
    TensorId turned(TensorId x)
    {
        const double elements = m_tape.at(x).elements;
        const double table = m_write.sequence() * m_write.headDim();
        const auto tableOf = [&] {
            const TensorId made = m_tape.plain(table, Dtype::Half);
            m_tape.borrows({bytesOf(table, Dtype::Single)});
            return made;
        };
        const TensorId cos = tableOf();
        const TensorId sin = tableOf();
        const TensorId straight = m_tape.mul(x, cos);
        const TensorId halves = m_tape.copy("rotate_half", x, elements);
        const TensorId result = m_tape.add(straight, m_tape.mul(halves, sin));
        m_tape.stillHeld({x, cos, sin});
        return result;
    }

    double pairs() const { return m_write.tokens() * m_write.sequence() * m_write.cut.context; }

    /// `seen`: the share of the keys that a query meets.
    void attends(TapeBuilder &tape, double products, double seen, bool isAgain = false) const
    {
        tape.multiplies({.rows = m_write.tokens(),
                            .inner = headWidth(),
                            .columns = seen * m_write.sequence() * m_write.cut.context,
                            .batch = products * m_write.localHeads(),
                            .isRepeated = isAgain},
            OpKind::FusedAttention);
    }

    TensorId flash(const Heads &heads)
    {
        const double out = m_write.tokens() * m_write.localResult();
        const double statistics = m_write.tokens() * m_write.localHeads();
        const TensorId context = m_tape.op("flash_attention", {heads.query, heads.key, heads.value},
            out, Dtype::Half, {heads.query, heads.key, heads.value}, true);
        attends(m_tape, 2, causalShare);
        if (m_write.cut.context > 1)
            borrowForContext(heads);
        m_tape.alsoMakes(statistics, Dtype::Single, true);
        return turnsBatches() || keepsResultApart() ? compact(m_tape, context) : context;
    }

    /// TransformerEngine, attention/dot_product_attention/context_parallel.py.
    void borrowForContext(const Heads &heads)
    {
        const double ranks = m_write.cut.context;
        const double query = m_tape.at(heads.query).bytes();
        const double own = m_tape.at(heads.key).bytes() + m_tape.at(heads.value).bytes();
        const double result = bytesOf(m_write.tokens() * m_write.localResult(), Dtype::Half);
        switch (m_write.cut.contextKind) {
        case ContextKind::Auto:
        case ContextKind::Ring:
            // What comes from each rank and what is made of it, until all is summed up; of the last
            // rank, which attends to all of them whole. Then a query's gradient for each step, and
            // what is sent and received, keys and values beside their gradients.
            m_tape.borrows({ranks * own, ranks * result});
            m_tape.borrowsBackward({2 * 2 * own, query + own});
            break;
        case ContextKind::AllGather:
            // Of the whole sequence, in the backward pass once more, with their gradients.
            m_tape.borrows({ranks * own});
            m_tape.borrowsBackward({ranks * own, ranks * own});
            break;
        case ContextKind::Ulysses:
            // What is laid out to be sent, and what has come before it is laid out.
            m_tape.borrows({query + own, query + own});
            m_tape.borrowsBackward({result, result});
            break;
        }
    }

    /// Keys and values are repeated for each query head.
    TensorId repeated(TapeBuilder &tape, TensorId id) const
    {
        const bool isShared
            = !m_write.spec.latent && m_write.localHeads() > m_write.localKv() / m_write.headDim();
        return isShared ? tape.copy("repeat_interleave", id, resultElements()) : id;
    }

    TensorId unfused(TapeBuilder &tape, const Heads &heads) const
    {
        const Heads all{heads.query, repeated(tape, heads.key), repeated(tape, heads.value)};
        return m_write.cut.softmax == SoftmaxKernel::TransformerEngine ? keptScores(tape, all)
                                                                       : coreScores(tape, all);
    }

    /// transformer/dot_product_attention.py: scores in 16 bit, softmax in one kernel or in fp32.
    TensorId coreScores(TapeBuilder &tape, const Heads &heads) const
    {
        // The product is written into the global memory buffer.
        const TensorId scored = tape.op("baddbmm", {heads.query, heads.key}, scoreElements(),
            Dtype::Half, {heads.query, heads.key});
        attends(tape, 1, 1);
        tape.countAs(scored, Holding::Outside);
        const TensorId kept = dropped(tape,
            fusesSoftmax(m_write.settings) ? fusedSoftmax(tape, scored)
                                           : maskedSoftmax(tape, scored));
        const TensorId context = tape.op(
            "bmm", {kept, heads.value}, resultElements(), Dtype::Half, {kept, heads.value});
        attends(tape, 1, 1);
        return context;
    }

    /// Megatron-DeepSpeed, model/transformer.py, ParallelAttention, and TransformerEngine 2.x,
    /// backends.py, UnfusedDotProductAttention: scores are made beside an empty tensor of their
    /// size, unless ALiBi's slopes take its place, and names refer to them to the end. Softmax and
    /// mask are one kernel in 16 bit, or torch's operators in fp32.
    TensorId keptScores(TapeBuilder &tape, const Heads &heads) const
    {
        const bool hasSlopes = m_write.settings.isPipelineModule() && m_write.spec.positions == 0;
        const TensorId empty = hasSlopes ? NoTensor : tape.plain(scoreElements(), Dtype::Half);
        const TensorId scored = tape.op("baddbmm", {heads.query, heads.key}, scoreElements(),
            Dtype::Half, {heads.query, heads.key});
        attendsWhole(tape);
        tape.stillHeld(empty);
        const TensorId kept = dropped(tape,
            fusesSoftmax(m_write.settings) ? fusedSoftmax(tape, scored)
                                           : softmaxInSingle(tape, scored));
        const TensorId summed = tape.op(
            "bmm", {kept, heads.value}, resultElements(), Dtype::Half, {kept, heads.value});
        attendsWhole(tape);
        const TensorId context = tape.copy("contiguous", summed, resultElements());
        tape.stillHeld({scored, kept, context});
        return context;
    }

    double scoreElements() const { return m_write.localHeads() * pairs(); }
    double resultElements() const { return m_write.tokens() * m_write.localResult(); }

    TensorId dropped(TapeBuilder &tape, TensorId likely) const
    {
        return m_write.spec.modules.attentionDropout > 0 ? tape.dropout(likely, true) : likely;
    }
    /// scaled_upper_triang_masked_softmax.h: the backward pass is in place.
    TensorId fusedSoftmax(TapeBuilder &tape, TensorId scored) const
    {
        const TensorId likely = tape.fromResult("fused_softmax", scored);
        tape.last().gradients[0] = 0;
        tape.last().movedInPlace = 2 * tape.at(scored).bytes(); // beside what it has saved
        return likely;
    }
    void attendsWhole(TapeBuilder &tape) const
    {
        tape.multiplies({.rows = m_write.tokens(),
                            .inner = headWidth(),
                            .columns = m_write.sequence(),
                            .batch = m_write.localHeads()},
            OpKind::Attention);
    }
    /// forward_torch_softmax; the mask is filled in in a copy.
    TensorId maskedSoftmax(TapeBuilder &tape, TensorId scored) const
    {
        const TensorId single = tape.cast(scored, Dtype::Single);
        const TensorId masked
            = tape.op("masked_fill", {single}, scoreElements(), Dtype::Single, {});
        const TensorId likely = tape.fromResult("softmax", masked);
        tape.stillHeld({single, masked});
        return tape.cast(likely, Dtype::Half);
    }
    /// The same; the mask is filled in in place.
    TensorId softmaxInSingle(TapeBuilder &tape, TensorId scored) const
    {
        const TensorId single = tape.cast(scored, Dtype::Single);
        const TensorId scaled = tape.scale(single);
        tape.stillHeld(single);
        const TensorId likely = tape.fromResult("softmax", scaled);
        tape.stillHeld(scaled);
        return tape.cast(likely, Dtype::Half);
    }

    /// Nothing but the heads is kept; the backward pass runs it again, and refers to what it has
    /// made and to its gradient to the end (tensor_parallel/random.py,
    /// CheckpointFunction.backward).
    TensorId unfusedAgain(const Heads &heads) const
    {
        TapeBuilder inner(false);
        const auto taken = [&](TensorId id) {
            return inner.op("head", {}, m_tape.at(id).elements, Dtype::Half, {});
        };
        Heads copies{taken(heads.query), taken(heads.key), taken(heads.value)};
        for (const TensorId id : {copies.query, copies.key, copies.value}) {
            inner.countAs(id, Holding::Outside);
            inner.requireGradient(id);
        }
        const TensorId out = unfused(inner, together(inner, copies, heads));
        const Profile profile = profileOf(inner.finish(out), {});
        const double result = bytesOf(m_write.tokens() * m_write.localResult(), Dtype::Half);
        const TensorId context = m_tape.op("core_attention", {heads.query, heads.key, heads.value},
            m_write.tokens() * m_write.localResult(), Dtype::Half,
            {heads.query, heads.key, heads.value}, true);
        attends(m_tape, 2, 1, true);
        m_tape.borrows({mostOf(profile.forward) - result});
        m_tape.borrowsBackward({totalOf(profile.kept) + mostOf(profile.backward) + 2 * result
            - bytesOf(m_tape.at(heads.query).elements + m_tape.at(heads.key).elements
                    + m_tape.at(heads.value).elements,
                Dtype::Half)});
        return context;
    }

    static double mostOf(const Segments &segments)
    {
        double most = 0;
        for (const Segment &segment : segments)
            most = std::max(most, segment.mostTotal);
        return most;
    }

    MegatronWriter &m_write;
    TapeBuilder &m_tape;
};

/// What transformers' classes do with tokens' places or scores, and nobody else's.
bool hasCodeOfItsOwn(const ModelSpec &spec)
{
    const AttentionCode code = spec.modules.attention;
    return code == AttentionCode::GptJ || code == AttentionCode::GptNeo
        || code == AttentionCode::Xglm;
}

} // namespace

bool hasMegatronLayers(const ModelSpec &spec)
{
    const bool isGated = spec.gatedMlp && spec.modules.activation == Activation::Silu;
    const bool isPlain = !spec.gatedMlp
        && (spec.modules.activation == Activation::Gelu
            || spec.modules.activation == Activation::GeluNew
            || spec.modules.activation == Activation::ReluSquared);
    const bool hasExperts = !spec.experts
        || (spec.experts->isGated == spec.gatedMlp && !spec.experts->biases
            && !spec.experts->isSplit && !(spec.mlpBias && !spec.experts->isGated)
            && spec.experts->latent == 0 && !spec.experts->besideDense
            && spec.modules.router != Router::SparseMixer
            && spec.modules.router != Router::SoftmaxWithBias);
    // qk_layernorm: before the rotary embedding.
    const bool normsHeads = spec.queryKeyNorm == QueryKeyNorm::None
        || (spec.queryKeyNorm == QueryKeyNorm::PerHead && !spec.modules.normsRotated
            && !spec.latent);
    return hasExperts && !spec.attentionSinks && !spec.hasState() && !spec.indexer
        && !spec.imageLayers && spec.residual == Residual::PreNorm && normsHeads
        && spec.modules.nopeInterval == 0 && !hasCodeOfItsOwn(spec) && !spec.unlikeHeads
        && (spec.norm == NormKind::Rms || spec.norm == NormKind::Layer) && (isGated || isPlain);
}

bool hasPipelineModuleLayers(const ModelSpec &spec)
{
    const Activation activation = spec.modules.activation;
    const bool isGelu = activation == Activation::Gelu || activation == Activation::GeluNew
        || activation == Activation::GeluBloom;
    const bool hasBiases
        = spec.queryKeyValueBias && spec.attentionOutputBias && spec.mlpBias && !spec.headBias;
    return spec.residual == Residual::PreNorm && spec.norm == NormKind::Layer
        && spec.queryKeyNorm == QueryKeyNorm::None && !spec.gatedMlp && isGelu && hasBiases
        && spec.modules.rotary == Rotary::None && spec.kvHeads == spec.heads && !spec.experts
        && !spec.latent && !spec.attentionSinks && spec.tiedEmbeddings && !hasCodeOfItsOwn(spec);
}

bool fusesSoftmax(const LayerSettings &settings)
{
    const SoftmaxKernel kernel = settings.cut.softmax;
    const bool isEngine = kernel == SoftmaxKernel::TransformerEngine;
    const bool isAsked = kernel != SoftmaxKernel::Plain && settings.attention == Attention::Eager;
    if (!isAsked && !settings.isPipelineModule())
        return false;
    const std::int64_t longest = settings.isPipelineModule() ? 2048 : isEngine ? 16383 : 4096;
    const auto sequence = static_cast<std::int64_t>(settings.sequence);
    const auto heads
        = static_cast<std::int64_t>(static_cast<double>(settings.spec.heads) / settings.cut.tensor);
    const std::int64_t batches = static_cast<std::int64_t>(settings.batch) * heads;
    const std::int64_t perBlock = sequence <= 128 ? 8 : 4; // four warps of one or two rows
    const bool hasBlocks
        = isEngine ? batches % 4 == 0 && sequence % perBlock == 0 : batches % perBlock == 0;
    return sequence > 16 && sequence <= longest && sequence % (isEngine ? 8 : 4) == 0 && hasBlocks;
}

Tape megatronLayerTape(const LayerSettings &settings, const LayerKind &kind)
{
    TapeBuilder tape(false);
    MegatronWriter write(tape, settings);
    const TensorId x = tape.input(write.streamElements(), Dtype::Half, kind.inputRequiresGrad);
    return tape.finish(LayerWriter(write).layer(x, kind));
}

} // namespace shardscope
