// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 modeling_deepseek_v32.py: DeepseekV32Indexer.forward, which runs under
// torch.no_grad, and DeepseekV32Attention.forward, statement by statement; modeling_glm_moe_dsa.py
// has the same.
#include "core/modules/indexer.h"

#include "core/modules/attention.h"

#include <algorithm>

namespace shardscope {

namespace {

/// One indexer's forward pass.
class IndexerWriter
{
public:
    explicit IndexerWriter(ModuleWriter &write)
        : m_write(write)
        , m_tape(write.tape)
        , m_heads(static_cast<double>(write.spec.indexer->heads))
        , m_dim(static_cast<double>(write.spec.indexer->headDim))
        , m_rows(write.tokens())
        , m_pairs(write.tokens() * write.sequence())
    { }

    TensorId choice(TensorId x, TensorId residual)
    {
        const auto rank = static_cast<double>(m_write.spec.latent->queryRank);
        const TensorId made = m_write.linear("wq_b", residual, rank, m_heads * m_dim, false);
        const auto query = inParts(made, m_heads);
        const TensorId normed = norm(m_write.linear("wk", x, m_write.hidden(), m_dim, false));
        const auto key = inParts(normed, 1);
        const TensorId turnedQuery = writeRotated(m_write, query[0]);
        const TensorId turnedKey = writeRotated(m_write, key[0]);
        const TensorId queries = m_tape.concat({turnedQuery, query[1]}, m_rows * m_heads * m_dim);
        const TensorId keys = m_tape.concat({turnedKey, key[1]}, m_rows * m_dim);
        const TensorId scores = m_tape.fromResult("relu", pairScores(queries, keys));
        const TensorId weights = weighing(x);
        const TensorId sum = masked(m_tape.matmul(weights, scores, m_pairs, m_rows));
        const TensorId picked = best(sum);
        m_tape.stillHeld({made, normed, turnedQuery, turnedKey, queries, keys, scores, weights, sum,
            m_positions, m_later});
        return picked;
    }

private:
    /// What is rotated of each head, and the rest.
    std::array<TensorId, 3> inParts(TensorId x, double heads)
    {
        const auto turned = static_cast<double>(m_write.spec.latent->ropeDim);
        return m_tape.split(x, {m_rows * heads * turned, m_rows * heads * (m_dim - turned), 0});
    }

    /// torch's layer_norm, whatever the family's other norms are.
    TensorId norm(TensorId x)
    {
        m_tape.beginModule();
        const bool isWide = m_tape.isAutocast() && m_write.settings.fusedKernels;
        const auto operand
            = [&](TensorId id) { return isWide ? m_tape.cast(id, Dtype::Single) : id; };
        const TensorId in = operand(x);
        const TensorId gain = operand(m_write.normWeight("k_norm", m_dim));
        const TensorId offset = operand(m_write.normWeight("bias", m_dim));
        const TensorId result
            = m_tape.op("layer_norm", {in, gain, offset}, m_rows * m_dim, m_tape.at(in).dtype, {});
        const Dtype statistics
            = m_write.settings.fusedKernels ? Dtype::Single : m_tape.at(in).dtype;
        m_tape.alsoMakes(m_rows, statistics, false);
        m_tape.alsoMakes(m_rows, statistics, false);
        m_tape.stillHeld(x);
        m_tape.endModule();
        return result;
    }

    /// torch.matmul of each token's heads and all keys of its sequence: those of several sequences
    /// are copied for each token first (aten LinearAlgebra.cpp, expand and reshape).
    TensorId pairScores(TensorId queries, TensorId keys)
    {
        const TensorId left = m_tape.cast(queries, Dtype::Single);
        const TensorId right = m_tape.cast(keys, Dtype::Single);
        const auto operand
            = [&](TensorId id) { return m_tape.isAutocast() ? m_tape.cast(id, Dtype::Half) : id; };
        const TensorId one = operand(left);
        const TensorId other = operand(right);
        const double spread = m_pairs * m_dim;
        const TensorId all = m_write.settings.batch == 1 ? m_tape.expanded(other, spread)
                                                         : m_tape.copy("expand", other, spread);
        const TensorId product = m_tape.matmul(one, all, m_pairs * m_heads, m_rows);
        m_tape.stillHeld({left, right, other});
        return m_tape.scale(product);
    }

    TensorId weighing(TensorId x)
    {
        const TensorId each
            = m_write.wideLinear("weights_proj", x, m_write.hidden(), m_heads, false);
        return m_tape.scale(m_tape.cast(each, Dtype::Single));
    }

    /// Without later tokens: by the mask that the model has made, or by positions.
    TensorId masked(TensorId sums)
    {
        if (m_write.settings.attention == Attention::Eager)
            return m_tape.add(sums, m_tape.outside(m_pairs, m_write.settings.weights));
        m_positions = m_tape.plain(m_write.sequence(), Dtype::Wide);
        m_later = m_tape.plain(m_write.sequence() * m_write.sequence(), Dtype::Byte);
        return m_tape.op("masked_fill", {sums, m_later}, m_pairs, m_tape.at(sums).dtype, {});
    }

    TensorId best(TensorId sums)
    {
        const double chosen = m_rows * m_write.chosenTokens();
        m_tape.op("topk", {sums}, chosen, m_tape.at(sums).dtype, {});
        const TensorId places = m_tape.alsoMakes(chosen, Dtype::Wide, false);
        return m_tape.op("cast", {places}, chosen, Dtype::Single, {}); // 32-bit numbers
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    double m_heads = 0;
    double m_dim = 0; ///< of a head
    double m_rows = 0;
    double m_pairs = 0;
    TensorId m_positions = NoTensor;
    TensorId m_later = NoTensor; ///< pairs of a token with one behind it
};

} // namespace

TensorId writeIndexer(ModuleWriter &write, TensorId x, TensorId residual)
{
    TapeBuilder &tape = write.tape;
    const std::size_t before = tape.parameters();
    tape.detach();
    const TensorId choice = IndexerWriter(write).choice(x, residual);
    tape.track();
    tape.leaveUnreached(tape.parameters() - before);
    return choice;
}

SparseMask writeSparseMask(ModuleWriter &write, TensorId x, TensorId choice)
{
    TapeBuilder &tape = write.tape;
    const double pairs = write.tokens() * write.sequence();
    const TensorId ones = tape.plain(pairs, Dtype::Byte);
    const TensorId places = tape.op("cast", {choice}, tape.at(choice).elements, Dtype::Wide, {});
    const TensorId others = tape.op("scatter", {ones, places}, pairs, Dtype::Byte, {});
    const auto filled = [&](TensorId mask, TensorId hidden) {
        return tape.op("masked_fill", {mask, hidden}, pairs, tape.at(mask).dtype, {});
    };
    if (write.settings.attention == Attention::Eager)
        return {
            .added = filled(tape.outside(pairs, write.settings.weights), others), .hidden = others};
    SparseMask mask{.positions = tape.plain(write.sequence(), Dtype::Wide)};
    const TensorId later = tape.plain(write.sequence() * write.sequence(), Dtype::Byte);
    mask.hidden = tape.op("or", {others, later}, pairs, Dtype::Byte, {});
    mask.added = filled(tape.plain(pairs, tape.at(x).dtype), mask.hidden);
    return mask;
}

} // namespace shardscope
