// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 modeling_minimax.py: MiniMaxLightningAttention without a cache.
#include "core/modules/lightning.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope {

namespace {

/// All blocks but the last go in so many groups, of which the last is one block: of these two the
/// backward pass makes the first gradients.
constexpr double mostGroups = 7;

class LightningWriter
{
public:
    explicit LightningWriter(ModuleWriter &write)
        : m_write(write)
        , m_tape(write.tape)
        , m_batch(write.settings.batch)
        , m_heads(write.heads())
        , m_each(write.tokens() * write.queryWidth())
    { }

    TensorId result(TensorId x)
    {
        const double h = m_write.hidden();
        const double width = m_write.queryWidth();
        const TensorId mixed
            = m_tape.activation("silu", m_write.linear("qkv_proj", x, h, 3 * width, false));
        m_parts = m_tape.split(mixed, {m_each, m_each, m_each});
        const Dtype dtype = m_tape.at(mixed).dtype;
        const TensorId empty = m_tape.plain(state(), Dtype::Single);
        m_state = m_tape.cast(empty, dtype);
        m_tape.stillHeld(empty);
        const TensorId blocks = ofAllBlocks();
        const TensorId attended = m_tape.copy("reshape", blocks, m_each);
        m_tape.last().gradients[0] = 0;
        m_tape.stillHeld(blocks);
        const TensorId normed = m_write.norm("norm", attended, width, m_write.tokens());
        m_tape.stillHeld(attended);
        const TensorId gate
            = m_tape.fromResult("sigmoid", m_write.linear("output_gate", x, h, width, false));
        const TensorId let = m_tape.mul(gate, normed);
        m_tape.stillHeld(normed);
        const TensorId result = m_write.linear("out_proj", let, width, h, false);
        m_tape.stillHeld({x, mixed, let});
        for (const TensorId id : m_named)
            m_tape.stillHeld(id);
        return result;
    }

private:
    /// Numbers of what came before, of all heads.
    double state() const { return m_batch * m_heads * m_write.headDim() * m_write.headDim(); }
    Dtype decays() const { return m_write.settings.buffers; }

    /// What a product of matrices is given: of several sequences a copy, as heads lie beside each
    /// other (aten LinearAlgebra.cpp, _matmul_impl: reshape).
    TensorId folded(TensorId x)
    {
        if (m_batch == 1)
            return x;
        const TensorId copy = m_tape.copy("reshape", x, m_tape.at(x).elements);
        m_tape.last().gradients[0] = 0;
        return copy;
    }
    /// Times a factor that a buffer holds.
    TensorId decayed(TensorId x, double factors)
    {
        return m_tape.mul(x, m_tape.outside(factors, decays()));
    }

    /// What one block, or some of them, give.
    TensorId block(double tokens, double count, bool isLast = false)
    {
        const double d = m_write.headDim();
        const double rows = m_batch * m_heads * tokens * count;
        const double products = m_batch * m_heads * count;
        std::array<TensorId, 3> own{};
        for (std::size_t i = 0; i < own.size(); ++i)
            own[i] = m_tape.part(m_parts[i], rows * d);
        const auto &[query, key, value] = own;
        const TensorId passing = m_tape.fromResult("exp", m_tape.plain(m_heads, decays()));
        const TensorId scores = m_tape.matmul(folded(query), folded(key), rows * tokens, products);
        const TensorId weighed = decayed(scores, m_heads * tokens * tokens);
        const TensorId within = m_tape.matmul(weighed, folded(value), rows * d, products);
        const TensorId read = decayed(query, m_heads * tokens);
        const TensorId before = m_tape.matmul(folded(read), m_state, rows * d, products);
        if (count > 1) // what blocks of the group hand each other
            m_tape.alsoMakes((count - 1) * state(), m_tape.at(read).dtype, true);
        const TensorId sum = m_tape.add(before, within);
        // What is behind the last block comes to nothing: the layer drops it, and its graph.
        if (isLast)
            m_tape.detach();
        const TensorId written = folded(decayed(key, m_heads * tokens));
        const TensorId taken = folded(value);
        const TensorId next = m_tape.matmul(written, taken, state(), products);
        m_state = m_tape.add(m_tape.mul(m_state, passing), next);
        if (isLast) {
            m_tape.track();
            m_write.heldToEnd = {m_state, written, taken, passing};
        }
        for (const TensorId id : m_named)
            m_tape.stillHeld(id);
        m_named = {passing, scores, within, before, sum, next};
        return sum;
    }

    TensorId ofAllBlocks()
    {
        const auto length = static_cast<double>(m_write.spec.lightning->block);
        const double whole = std::ceil(m_write.sequence() / length) - 1;
        const double groups = std::min(whole, mostGroups);
        std::vector<TensorId> given;
        double done = 0;
        for (double group = 0; group < groups; ++group) {
            const bool isBeforeLast = group + 1 == groups;
            const double until
                = isBeforeLast ? whole : std::floor((group + 1) * (whole - 1) / (groups - 1));
            given.push_back(block(length, until - done));
            done = until;
        }
        given.push_back(block(m_write.sequence() - whole * length, 1, true));
        return m_tape.stack(given, m_each);
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    double m_batch = 1;
    double m_heads = 0;
    double m_each = 0; ///< a query, key or value of each token
    std::array<TensorId, 3> m_parts{}; ///< query, key and value
    TensorId m_state = NoTensor; ///< of the blocks before
    std::array<TensorId, 6> m_named{
        NoTensor, NoTensor, NoTensor, NoTensor, NoTensor, NoTensor}; ///< by the block before
};

} // namespace

TensorId writeLightningAttention(ModuleWriter &write, TensorId x)
{
    return LightningWriter(write).result(x);
}

} // namespace shardscope
