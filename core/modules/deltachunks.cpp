// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/deltarule.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr double chunkSize = 64; ///< tokens, in either implementation

/// Sizes of the rule; those of tensors are elements of all heads.
struct Sizes
{
    double heads = 0; ///< of all sequences
    double keyDim = 0;
    double valueDim = 0;
    double chunks = 0; ///< of a sequence

    double rows() const { return heads * chunks * chunkSize; } ///< padded to whole chunks
    double keys() const { return rows() * keyDim; }
    double values() const { return rows() * valueDim; }
    double states() const { return heads * keyDim * valueDim; }
    double squares() const { return rows() * chunkSize; }
};

Sizes sizesOf(const ModuleWriter &write)
{
    const DeltaRule &delta = *write.spec.delta;
    return {.heads = write.settings.batch * static_cast<double>(delta.valueHeads),
        .keyDim = static_cast<double>(delta.keyDim),
        .valueDim = static_cast<double>(delta.valueDim),
        .chunks = std::ceil(write.sequence() / chunkSize)};
}

/// flash-linear-attention 0.5.2, ops/gated_delta_rule/chunk.py: one function, which keeps
/// normalised queries and keys, the value, sums of the decay and a triangle for each chunk, and
/// computes the states again.
TensorId fused(ModuleWriter &write, const DeltaOperands &in)
{
    TapeBuilder &tape = write.tape;
    const Sizes sizes = sizesOf(write);
    const Dtype dtype = tape.at(in.query).dtype;
    const double rows = sizes.heads * write.sequence();
    const double keys = rows * sizes.keyDim;
    const double values = rows * sizes.valueDim;
    const double key = bytesOf(keys, dtype);
    const double value = bytesOf(values, dtype);
    const double states = bytesOf(sizes.chunks * sizes.states(), dtype);
    const double single = bytesOf(rows, Dtype::Single);
    // Kernels take what lies together (input_guard).
    const TensorId operand = tape.copy("contiguous", in.value, values);
    tape.last().gradients[0] = 0;
    const TensorId result = tape.op("chunk_gated_delta_rule",
        {in.query, in.key, operand, in.decay, in.strength}, values, dtype, {operand, in.strength});
    tape.alsoMakes(2 * keys + rows * chunkSize, dtype, true);
    tape.alsoMakes(3 * rows, Dtype::Single, true);
    // w, u, the states and new values.
    tape.borrows({key, value, states, value});
    // These again, gradients of the states and new values, of w, and a second one of keys.
    tape.borrowsBackward({key, value, states, value, states, value, key, key, single});
    // Products of a token in each pass: with the state, and within its chunk.
    const double withState = sizes.keyDim * sizes.valueDim;
    const double forward
        = 3 * withState + chunkSize * (3 * sizes.keyDim + 2 * sizes.valueDim + chunkSize);
    const double backward
        = 8 * withState + chunkSize * (10 * sizes.keyDim + 5 * sizes.valueDim + 2 * chunkSize);
    tape.multiplies(
        {.rows = rows, .inner = forward, .columns = 1, .backwardTimes = backward / forward},
        OpKind::FusedAttention);
    return result;
}

/// torch_chunk_gated_delta_rule, statement by statement.
class PlainRule
{
public:
    PlainRule(ModuleWriter &write, const DeltaOperands &in)
        : m_write(write)
        , m_tape(write.tape)
        , m_in(in)
        , m_sizes(sizesOf(write))
        , m_dtype(write.tape.at(in.query).dtype)
    { }

    TensorId result()
    {
        prepare();
        triangle();
        return overChunks();
    }

private:
    /// x * rsqrt((x * x).sum(-1) + eps)
    TensorId normalized(TensorId x)
    {
        const TensorId sum = m_tape.meanOfRows(m_tape.mul(x, x), unpadded());
        return m_tape.mul(x, m_tape.rsqrt(m_tape.scale(sum)));
    }
    double unpadded() const { return m_sizes.heads * m_write.sequence(); }

    /// transpose(1, 2).contiguous().to(float32)
    TensorId headMajor(TensorId x)
    {
        const TensorId copy = m_tape.copy("contiguous", x, m_tape.at(x).elements);
        m_tape.last().gradients[0] = 0;
        return m_tape.cast(copy, Dtype::Single);
    }
    /// F.pad makes a copy, also of what needs no padding.
    TensorId padded(TensorId x)
    {
        return m_tape.copy("pad", x, m_tape.at(x).elements / unpadded() * m_sizes.rows());
    }

    void prepare()
    {
        const TensorId query = normalized(m_in.query);
        const TensorId key = normalized(m_in.key);
        std::array<TensorId, 5> all{headMajor(query), headMajor(key), headMajor(m_in.value),
            headMajor(m_in.strength), headMajor(m_in.decay)};
        m_tape.stillHeld({query, key});
        for (TensorId &each : all) {
            const TensorId copy = padded(each);
            m_tape.stillHeld(each);
            each = copy;
        }
        m_query = m_tape.scale(all[0]);
        m_tape.stillHeld(all[0]);
        m_key = all[1];
        m_valueBeta = m_tape.mul(all[2], all[3]);
        m_keyBeta = m_tape.mul(all[1], all[3]);
        m_beta = all[3];
        m_decay = m_tape.scale(all[4]); // cumsum
        const double bytes = m_tape.at(m_decay).bytes();
        m_tape.borrowsBackward({bytes, bytes}); // flipped, summed up, flipped
        m_tape.stillHeld(all[4]);
    }

    /// A product for each chunk of each head.
    TensorId product(TensorId a, TensorId b, double elements)
    {
        return m_tape.matmul(a, b, elements, m_sizes.heads * m_sizes.chunks);
    }

    /// Row by row, each from those before it.
    void triangle()
    {
        const TensorId difference
            = m_tape.op("sub", {m_decay, m_decay}, m_sizes.squares(), Dtype::Single, {});
        m_tape.last().gradients[0] = m_tape.last().gradients[1] = m_tape.at(difference).bytes();
        m_mask = m_tape.scale(m_tape.fromResult("exp", m_tape.scale(difference)));
        const TensorId weighed = m_tape.mul(product(m_keyBeta, m_key, m_sizes.squares()), m_mask);
        const TensorId hidden = m_tape.plain(chunkSize * chunkSize, Dtype::Byte);
        const TensorId filled = m_tape.op("masked_fill", {weighed, hidden}, m_sizes.squares(),
            m_tape.at(weighed).dtype, {hidden});
        TensorId rows = m_tape.scale(filled); // negated
        for (double i = 1; i < chunkSize; ++i)
            rows = withRow(rows, i);
        const TensorId whole = m_tape.scale(rows); // with the unit matrix
        m_tape.stillHeld(rows);
        m_value = product(whole, m_valueBeta, m_sizes.values());
        m_keyDecay = product(
            whole, m_tape.mul(m_keyBeta, m_tape.fromResult("exp", m_decay)), m_sizes.keys());
        m_attention = whole;
    }
    TensorId withRow(TensorId rows, double i)
    {
        const double each = m_sizes.rows() / chunkSize; // chunks of all heads
        const auto copied = [this](TensorId view) {
            const TensorId copy = m_tape.copy("clone", view, m_tape.at(view).elements);
            m_tape.last().gradients[0] = 0;
            return copy;
        };
        const TensorId row = copied(m_tape.part(m_tape.part(rows, each * chunkSize), each * i));
        const TensorId before
            = copied(m_tape.part(m_tape.part(rows, each * i * chunkSize), each * i * i));
        m_row = row;
        m_before = before;
        const TensorId sum = m_tape.meanOfRows(m_tape.mul(row, before), each * i);
        m_tape.last().gradients[0] = 0; // expanded
        return m_tape.copyInto(rows, m_tape.add(row, sum));
    }

    /// Chunk by chunk, with the state that each hands on. Very many are taken in bundles, which
    /// keep as much.
    TensorId overChunks()
    {
        constexpr double mostBundles = 64;
        const double bundles = std::min(m_sizes.chunks, mostBundles);
        m_rows = m_sizes.rows() / bundles;
        m_bundled = m_sizes.chunks / bundles;
        const Dtype dtype = m_tape.at(m_value).dtype;
        TensorId state = m_tape.plain(m_sizes.states(), dtype);
        TensorId whole = m_tape.plain(m_sizes.values(), dtype);
        for (double i = 0; i < bundles; ++i)
            whole = overChunk(whole, state, i + 1 == bundles);
        const TensorId cut = m_tape.part(whole, unpadded() * m_sizes.valueDim);
        const TensorId copy = m_tape.copy("contiguous", cut, m_tape.at(cut).elements);
        m_tape.last().gradients[0] = 0;
        const TensorId result = m_tape.cast(copy, m_dtype);
        m_tape.stillHeld(whole);
        m_tape.stillHeld({m_query, m_key, m_value, m_keyDecay, m_keyBeta, m_valueBeta, m_decay,
            m_mask, m_beta, m_row, m_before});
        for (const TensorId id : m_named)
            m_tape.stillHeld(id);
        return result;
    }
    TensorId chunkProduct(TensorId a, TensorId b, double elements)
    {
        return m_tape.matmul(a, b, elements, m_sizes.heads * m_bundled);
    }
    TensorId chunkOf(TensorId x)
    {
        return m_tape.part(x, m_tape.at(x).elements / m_sizes.rows() * m_rows);
    }

    TensorId overChunk(TensorId whole, TensorId &state, bool isLast)
    {
        const double squares = m_rows * chunkSize;
        const double values = m_rows * m_sizes.valueDim;
        const TensorId query = chunkOf(m_query);
        const TensorId key = chunkOf(m_key);
        const TensorId value = chunkOf(m_value);
        const TensorId scores = m_tape.mul(chunkProduct(query, key, squares), chunkOf(m_mask));
        m_tape.stillHeld(m_attention); // the name is now that of the scores
        m_attention = NoTensor;
        const TensorId before = chunkProduct(chunkOf(m_keyDecay), state, values);
        const TensorId added = m_tape.add(value, before);
        m_tape.last().gradients[1] = m_tape.at(before).bytes(); // negated
        const TensorId weighed = m_tape.mul(query, m_tape.fromResult("exp", chunkOf(m_decay)));
        const TensorId inter = chunkProduct(weighed, state, values);
        const TensorId out
            = m_tape.copyInto(whole, m_tape.add(inter, chunkProduct(scores, added, values)));
        const TensorId last = nextState(key, added, state, isLast);
        m_tape.stillHeld(state);
        state = last;
        for (const TensorId id : {m_named[0], m_named[1], m_named[2], m_named[3]})
            m_tape.stillHeld(id);
        m_named = {scores, before, added, inter};
        return out;
    }

    /// What the last chunk hands on nobody takes.
    TensorId nextState(TensorId key, TensorId added, TensorId state, bool isLast)
    {
        const auto expOf = [&](double elements) {
            const TensorId part = m_tape.part(chunkOf(m_decay), elements);
            return m_tape.fromResult("exp", part);
        };
        const double elements = m_sizes.states() * m_bundled;
        if (isLast) {
            const TensorId kept = m_tape.plain(elements, Dtype::Single);
            const TensorId weighed = m_tape.plain(m_rows * m_sizes.keyDim, Dtype::Single);
            const TensorId made = m_tape.plain(elements, Dtype::Single);
            m_tape.stillHeld(weighed);
            const TensorId sum = m_tape.plain(elements, Dtype::Single);
            m_tape.stillHeld({kept, made});
            return sum;
        }
        const TensorId kept = m_tape.mul(state, expOf(m_sizes.heads * m_bundled));
        const TensorId weighed = m_tape.mul(key, expOf(m_rows));
        return m_tape.add(kept, chunkProduct(weighed, added, elements));
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    const DeltaOperands &m_in;
    Sizes m_sizes;
    Dtype m_dtype = Dtype::Half;
    double m_rows = 0; ///< of a bundle
    double m_bundled = 1; ///< chunks in a bundle
    TensorId m_query = NoTensor;
    TensorId m_key = NoTensor;
    TensorId m_value = NoTensor;
    TensorId m_keyBeta = NoTensor;
    TensorId m_valueBeta = NoTensor;
    TensorId m_keyDecay = NoTensor;
    TensorId m_decay = NoTensor;
    TensorId m_mask = NoTensor;
    TensorId m_beta = NoTensor;
    TensorId m_attention = NoTensor; ///< within chunks
    // Of the last row, to which the function refers to its end.
    TensorId m_row = NoTensor;
    TensorId m_before = NoTensor;
    std::array<TensorId, 4> m_named{NoTensor, NoTensor, NoTensor, NoTensor};
};

} // namespace

TensorId writeDeltaChunks(ModuleWriter &write, const DeltaOperands &operands)
{
    return write.settings.fusedDelta ? fused(write, operands) : PlainRule(write, operands).result();
}

} // namespace shardscope
