// SPDX-License-Identifier: GPL-3.0-or-later
// torch_forward of the mixers with a state space (transformers 5.12.1 modeling_nemotron_h.py and
// its like): no product of matrices, but tensors of all products, which are then summed up.
#include "core/modules/statespace.h"

#include <cmath>

namespace shardscope {

namespace {

class PlainScan
{
public:
    PlainScan(ModuleWriter &write, const StateOperands &in)
        : m_write(write)
        , m_tape(write.tape)
        , m_space(*write.spec.stateSpace)
        , m_in(in)
        , m_dtype(write.tape.at(in.projected).dtype)
        , m_chunk(static_cast<double>(m_space.chunk))
        , m_chunks(std::ceil(write.sequence() / m_chunk))
        , m_rows(write.settings.batch * m_chunks * m_chunk)
        , m_heads(static_cast<double>(m_space.heads))
        , m_width(static_cast<double>(m_space.width()))
        , m_state(static_cast<double>(m_space.stateDim))
    { }

    TensorId result()
    {
        prepare();
        toChunks();
        const TensorId within = withinChunks();
        const TensorId between = betweenChunks();
        hold({within, between});
        TensorId y = m_tape.add(m_tape.add(within, between), m_residual);
        if (m_rows > m_write.tokens())
            y = m_tape.part(y, m_write.tokens() * m_width);
        const TensorId normed = norm(y);
        hold({y, normed});
        const TensorId result = m_write.linear("out_proj", m_tape.cast(normed, m_dtype), m_width,
            m_write.hidden(), m_space.outputBias);
        for (const TensorId id : m_held)
            m_tape.stillHeld(id);
        return result;
    }

private:
    /// Names of the function refer to it to the end.
    void hold(std::initializer_list<TensorId> ids) { m_held.insert(m_held.end(), ids); }

    /// a * b, which may be larger than either.
    TensorId product(TensorId a, TensorId b, double elements)
    {
        const Dtype dtype = promoted(m_tape.at(a).dtype, m_tape.at(b).dtype);
        const bool keepsOther = m_tape.at(a).requiresGrad;
        const bool keepsOne = m_tape.at(b).requiresGrad;
        const TensorId other = keepsOther ? b : NoTensor;
        const TensorId one = keepsOne ? a : NoTensor;
        const TensorId result = keepsOther && keepsOne
            ? m_tape.op("mul", {a, b}, elements, dtype, {a, b})
            : m_tape.op("mul", {a, b}, elements, dtype, {keepsOther ? other : one});
        for (std::size_t i = 0; i < 2; ++i) {
            if (m_tape.last().gradients[i] > 0)
                m_tape.last().gradients[i] = bytesOf(elements, dtype);
        }
        return result;
    }
    /// Its gradient is a view of the sum's.
    TensorId sum(TensorId x, double elements)
    {
        const TensorId result = m_tape.op("sum", {x}, elements, m_tape.at(x).dtype, {});
        m_tape.last().gradients[0] = 0;
        return result;
    }
    TensorId cumsum(TensorId x)
    {
        const TensorId result = m_tape.scale(x);
        const double bytes = m_tape.at(x).bytes();
        m_tape.borrowsBackward({bytes, bytes}); // flipped, summed up, flipped
        return result;
    }
    TensorId padded(TensorId x)
    {
        return m_tape.copy("pad", x, m_tape.at(x).elements / m_write.tokens() * m_rows);
    }

    void prepare()
    {
        const double tokens = m_write.tokens();
        const double convolved = static_cast<double>(m_space.convolvedWidth());
        const double state = tokens * static_cast<double>(m_space.groups) * m_state;
        const auto parts = m_tape.split(
            m_in.projected, {tokens * m_width, tokens * convolved, tokens * m_heads});
        m_gate = parts[0];
        TensorId mixed = writeConvolution(m_write, parts[1],
            {.channels = convolved,
                .kernel = static_cast<double>(m_space.kernel),
                .hasBias = m_space.convolutionBias,
                .isActive = true});
        if (m_write.settings.attention == Attention::Sdpa && m_write.settings.batch > 1)
            mixed = m_tape.mul(mixed, m_tape.outside(tokens, Dtype::Half));
        const auto split = m_tape.split(mixed, {tokens * m_width, state, state});
        m_rate = m_tape.scale(m_tape.fromResult("exp", m_tape.cast(m_in.decay, Dtype::Single)));
        m_step = clamped(m_tape.activation("softplus", m_tape.add(parts[2], m_in.stepBias)));
        m_values = m_tape.cast(split[0], Dtype::Single);
        m_inputs = m_tape.cast(split[1], Dtype::Single);
        m_outputs = m_tape.cast(split[2], Dtype::Single);
        m_inputs = repeated(m_inputs);
        m_outputs = repeated(m_outputs);
        m_residual = m_tape.mul(m_in.skip, padded(m_values));
        hold({m_gate, m_step, m_residual});
        if (!m_space.returnsState) // Nemotron-H's code has one name for it and for its first part
            hold({mixed});
    }
    TensorId clamped(TensorId x)
    {
        const TensorId result = m_tape.activation("clamp", x);
        const double mask = m_tape.at(x).elements; // where it lies within, a byte each
        if (m_space.returnsState)
            m_tape.borrowsBackward({mask});
        else
            m_tape.borrowsBackward({mask, mask});
        return result;
    }
    /// repeat_interleave: each group for all its heads.
    TensorId repeated(TensorId x)
    {
        const double times = m_heads / static_cast<double>(m_space.groups);
        const TensorId copy = m_tape.copy("repeat_interleave", x, m_tape.at(x).elements * times);
        if (times == 1)
            m_tape.last().gradients[0] = 0;
        return copy;
    }

    /// One list of four, of which the unpadded ones go when it is there.
    void toChunks()
    {
        const TensorId values = m_tape.mul(m_values, m_step);
        const TensorId rates = m_tape.mul(m_rate, m_step);
        m_tape.stillHeld(m_values);
        m_tape.stillHeld(m_rate);
        m_values = padded(values);
        m_decay = padded(rates);
        const TensorId inputs = padded(m_inputs);
        const TensorId outputs = padded(m_outputs);
        m_tape.stillHeld({values, rates, m_inputs, m_outputs});
        m_inputs = inputs;
        m_outputs = outputs;
        m_sums = cumsum(m_decay);
        hold({m_values, m_decay, m_inputs, m_outputs, m_sums});
    }

    /// segment_sum: for each pair of `length` places, in `rows` rows.
    TensorId segmentSum(TensorId x, double rows, double length)
    {
        const double pairs = rows * length * length;
        const double square = length * length;
        const TensorId first = outsideMask(square);
        const TensorId masked = m_tape.op("masked_fill", {x, first}, pairs, Dtype::Single, {first});
        m_tape.last().gradients[0] = bytesOf(pairs, Dtype::Single);
        TensorId summed = cumsum(masked);
        const TensorId second = outsideMask(square);
        const TensorId result
            = m_tape.op("masked_fill", {summed, second}, pairs, Dtype::Single, {second});
        m_tape.stillHeld({masked, summed});
        return result;
    }
    /// ~tril(ones), a byte for each pair.
    TensorId outsideMask(double square)
    {
        const TensorId ones = m_tape.plain(square, Dtype::Byte);
        const TensorId lower = m_tape.plain(square, Dtype::Byte);
        m_tape.stillHeld(ones);
        const TensorId mask = m_tape.plain(square, Dtype::Byte);
        m_tape.stillHeld(lower);
        return mask;
    }

    /// What the tokens of a chunk give each other.
    TensorId withinChunks()
    {
        const double pairs = m_rows * m_chunk * m_heads;
        const TensorId segments
            = segmentSum(m_decay, m_write.settings.batch * m_heads * m_chunks, m_chunk);
        const TensorId weights = m_tape.fromResult("exp", segments);
        const TensorId products = product(m_outputs, m_inputs, pairs * m_state);
        const TensorId scores = sum(products, pairs);
        const TensorId weighed = product(scores, weights, pairs);
        const TensorId mixing = sum(weighed, pairs);
        const TensorId spread = product(mixing, m_values, m_rows * m_chunk * m_width);
        hold({weights, products, scores, weighed, mixing});
        return sum(spread, m_rows * m_width);
    }

    /// What the chunks before give.
    TensorId betweenChunks()
    {
        const double batch = m_write.settings.batch;
        const double state = batch * m_width * m_state;
        const double ends = batch * m_heads * m_chunks;
        const TensorId last = m_tape.part(m_sums, ends);
        const TensorId left = m_tape.op("sub", {last, m_sums}, m_rows * m_heads, Dtype::Single, {});
        const TensorId decay = m_tape.fromResult("exp", left);
        const TensorId inputs = m_tape.mul(m_inputs, decay);
        const TensorId outer = product(inputs, m_values, m_rows * m_width * m_state);
        const TensorId each = sum(outer, m_chunks * state);
        const TensorId zeros = m_tape.plain(state, Dtype::Single);
        const TensorId states = m_tape.concat({zeros, each}, (m_chunks + 1) * state);
        m_tape.stillHeld(each);
        const TensorId atEnd = m_tape.part(m_sums, ends);
        const double places = m_chunks + 1;
        const TensorId moved = m_tape.copy("pad", atEnd, batch * m_heads * places);
        const TensorId passing
            = m_tape.fromResult("exp", segmentSum(moved, batch * m_heads, places));
        const TensorId passed = product(passing, states, places * places * state);
        const TensorId arrived = sum(passed, places * state);
        const TensorId before = m_tape.part(arrived, m_chunks * state);
        const TensorId reach = m_tape.fromResult("exp", m_sums);
        const TensorId read = product(m_outputs, before, m_rows * m_width * m_state);
        const TensorId found = sum(read, m_rows * m_width);
        const TensorId result = m_tape.mul(found, reach);
        hold({decay, inputs, zeros, passing, arrived, reach, read});
        if (m_space.returnsState) // states_permuted
            hold({states});
        return result;
    }

    /// The gated norms go statement by statement.
    TensorId norm(TensorId y)
    {
        if (m_space.norm == StateNorm::None)
            return m_tape.mul(y, m_tape.activation("silu", m_gate));
        const double rows = m_write.tokens()
            * (m_space.norm == StateNorm::Whole ? 1 : static_cast<double>(m_space.groups));
        const auto gated = [this](TensorId x) {
            const TensorId gate = m_tape.cast(m_gate, Dtype::Single);
            return m_tape.mul(x, m_tape.activation("silu", gate));
        };
        m_tape.beginModule();
        const TensorId weight = m_write.normWeight("norm", m_width);
        const TensorId x = m_space.norm == StateNorm::BeforeGate ? y : gated(y);
        const TensorId variance = m_tape.meanOfRows(m_tape.square(x), rows);
        const TensorId normalized = m_tape.mul(x, m_tape.rsqrt(m_tape.scale(variance)));
        m_tape.stillHeld(variance);
        TensorId result = m_tape.mul(weight, normalized);
        if (m_space.norm == StateNorm::BeforeGate)
            result = gated(result);
        m_tape.endModule();
        return result;
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    const StateSpace &m_space;
    const StateOperands &m_in;
    Dtype m_dtype = Dtype::Half;
    double m_chunk = 1; ///< tokens
    double m_chunks = 1; ///< of a sequence
    double m_rows = 0; ///< tokens, padded to whole chunks
    double m_heads = 0;
    double m_width = 0; ///< of all heads
    double m_state = 0; ///< numbers for each of a head's channels
    TensorId m_gate = NoTensor;
    TensorId m_step = NoTensor; ///< dt
    TensorId m_rate = NoTensor; ///< A
    TensorId m_values = NoTensor; ///< x
    TensorId m_inputs = NoTensor; ///< B
    TensorId m_outputs = NoTensor; ///< C
    TensorId m_decay = NoTensor; ///< A times dt
    TensorId m_sums = NoTensor; ///< of the decay, within a chunk
    TensorId m_residual = NoTensor; ///< D times x
    std::vector<TensorId> m_held;
};

} // namespace

TensorId writeStateSpaceChunks(ModuleWriter &write, const StateOperands &in)
{
    return PlainScan(write, in).result();
}

} // namespace shardscope
