// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/deltarule.h"

#include <cmath>

namespace shardscope {

namespace {

/// What the projections hand on.
struct Projected
{
    TensorId mixed = NoTensor; ///< query, key and value side by side
    TensorId gate = NoTensor;
    TensorId strength = NoTensor;
    TensorId decay = NoTensor;
    // Held by names to the end of the function, or until the convolution is through.
    std::array<TensorId, 2> joined{NoTensor, NoTensor};
    std::array<TensorId, 3> copies{NoTensor, NoTensor, NoTensor};
};

class DeltaRuleWriter
{
public:
    explicit DeltaRuleWriter(ModuleWriter &write)
        : m_write(write)
        , m_tape(write.tape)
        , m_delta(*write.spec.delta)
        , m_rows(write.tokens())
        , m_keys(m_rows * static_cast<double>(m_delta.keyWidth()))
        , m_values(m_rows * static_cast<double>(m_delta.valueWidth()))
        , m_heads(m_rows * static_cast<double>(m_delta.valueHeads))
    { }

    TensorId mixer(TensorId x)
    {
        if (m_delta.isApart)
            return apart(x);
        const TensorId given = x;
        x = masked(x);
        openModule();
        const Projected in = m_delta.joinsProjections ? joined(x) : separate(x);
        const TensorId mixed = convolved(in.mixed);
        for (const TensorId id : in.copies)
            m_tape.stillHeld(id);
        const auto parts = m_tape.split(mixed, {m_keys, m_keys, m_values});
        DeltaOperands operands{.query = parts[0], .key = parts[1], .value = parts[2]};
        operands.strength = m_tape.fromResult("sigmoid", in.strength);
        operands.decay = decay(in.decay);
        operands.query = repeated(operands.query);
        operands.key = repeated(operands.key);
        const TensorId context = writeDeltaChunks(m_write, operands);
        const TensorId normed = gatedNorm("norm", context, in.gate);
        const TensorId result = m_write.linear(
            "out_proj", normed, static_cast<double>(m_delta.valueWidth()), m_write.hidden(), false);
        m_tape.stillHeld({operands.query, operands.key, operands.value, operands.strength,
            operands.decay, in.gate, in.strength, in.decay, x, given});
        for (const TensorId id : in.joined)
            m_tape.stillHeld(id);
        return result;
    }

private:
    /// OlmoHybridGatedDeltaNet.forward.
    TensorId apart(TensorId given)
    {
        const TensorId x = masked(given);
        openModule();
        const std::array<TensorId, 3> made{project("q_proj", x, m_delta.keyWidth()),
            project("k_proj", x, m_delta.keyWidth()), project("v_proj", x, m_delta.valueWidth())};
        DeltaOperands operands{.query = repeated(convolved("q_conv1d", made[0])),
            .key = repeated(convolved("k_conv1d", made[1])),
            .value = convolved("v_conv1d", made[2])};
        operands.strength = m_tape.fromResult("sigmoid", project("b_proj", x, m_delta.valueHeads));
        if (m_delta.doublesStrength)
            operands.strength = m_tape.scale(operands.strength);
        operands.decay = decay(project("a_proj", x, m_delta.valueHeads));
        const TensorId context = writeDeltaChunks(m_write, operands);
        const TensorId gate = project("g_proj", x, m_delta.valueWidth());
        const TensorId normed = gatedNorm("o_norm", context, gate);
        const TensorId result = m_write.linear(
            "o_proj", normed, static_cast<double>(m_delta.valueWidth()), m_write.hidden(), false);
        m_tape.stillHeld({operands.query, operands.key, operands.value, operands.strength,
            operands.decay, gate, normed, x, given});
        return result;
    }

    /// A convolution of one of the three, which its own module reads.
    TensorId convolved(std::string_view name, TensorId x)
    {
        m_tape.beginModule();
        const TensorId kernel = m_write.weight(name, m_tape.at(x).elements / m_rows, taps());
        const TensorId result
            = isFused() ? convolvedByTriton(x, kernel) : convolvedPlain(x, kernel);
        m_tape.endModule();
        return result;
    }
    double taps() const { return static_cast<double>(m_delta.kernel); }
    /// flash-linear-attention 0.5.2, modules/conv/triton/ops.py: keeps what it is given; the
    /// backward pass makes the result again, and a gradient of the kernel for each 64 tokens.
    TensorId convolvedByTriton(TensorId x, TensorId kernel)
    {
        constexpr double block = 64;
        const Tensor in = m_tape.at(x);
        const TensorId result
            = m_tape.op("causal_conv1d", {x, kernel}, in.elements, in.dtype, {x, kernel});
        const double blocks = m_write.settings.batch * std::ceil(m_write.sequence() / block);
        const double each = bytesOf(m_tape.at(kernel).elements, Dtype::Single);
        m_tape.borrowsBackward({in.bytes(), blocks * each, each});
        return result;
    }
    /// nn.Conv1d, padded on both sides, what lies behind the sequence cut off, and silu.
    TensorId convolvedPlain(TensorId x, TensorId kernel)
    {
        const Tensor in = m_tape.at(x);
        const TensorId weight = operand(kernel);
        const double padding = (taps() - 1) * in.elements / m_write.sequence();
        const TensorId result = m_tape.op("conv1d", {operand(x), weight}, in.elements + padding,
            m_tape.at(weight).dtype, {x, weight});
        // _conv_depthwise2d wants channels one after the other (aten Convolution.cpp).
        if (m_write.settings.fusedKernels) {
            m_tape.borrows({in.bytes()});
            m_tape.borrowsBackward({in.bytes()});
        }
        return m_tape.activation("silu", m_tape.part(result, in.elements));
    }

    bool isFused() const { return m_write.settings.fusedDelta; }
    double heads() const { return static_cast<double>(m_delta.valueHeads); }

    /// apply_mask_to_padding_states: several sequences, some of which are padded.
    TensorId masked(TensorId x)
    {
        const bool isPadded
            = m_write.settings.attention == Attention::Sdpa && m_write.settings.batch > 1;
        return isPadded ? m_tape.mul(x, m_tape.outside(m_rows, Dtype::Half)) : x;
    }

    /// Parameters of the mixer itself; the kernels read the convolution's past its module.
    void openModule()
    {
        m_tape.beginModule();
        m_bias = m_write.weight("dt_bias", heads(), 1);
        m_log = m_write.weight("A_log", heads(), 1);
        if (isFused() && !m_delta.isApart)
            m_kernel = kernel();
        m_tape.endModule();
    }
    TensorId kernel()
    {
        return m_write.weight("conv1d", static_cast<double>(m_delta.mixedWidth()), taps());
    }

    TensorId project(std::string_view name, TensorId x, std::int64_t width)
    {
        return m_write.linear(name, x, m_write.hidden(), static_cast<double>(width), false);
    }

    Projected separate(TensorId x)
    {
        Projected out;
        out.mixed = project("in_proj_qkv", x, m_delta.mixedWidth());
        out.gate = project("in_proj_z", x, m_delta.valueWidth());
        out.strength = project("in_proj_b", x, m_delta.valueHeads);
        out.decay = project("in_proj_a", x, m_delta.valueHeads);
        return out;
    }

    /// fix_query_key_value_ordering: what belongs to one key head lies together, and is copied out.
    Projected joined(TensorId x)
    {
        const TensorId all
            = project("in_proj_qkvz", x, m_delta.mixedWidth() + m_delta.valueWidth());
        const TensorId both = project("in_proj_ba", x, 2 * m_delta.valueHeads);
        const auto copied = [this](TensorId view) {
            const TensorId copy = m_tape.copy("reshape", view, m_tape.at(view).elements);
            m_tape.last().gradients[0] = 0;
            return copy;
        };
        // One split of four parts: query and key are as large as each other.
        const auto parts = m_tape.split(all, {2 * m_keys, m_values, m_values});
        const auto scalars = m_tape.split(both, {m_heads, m_heads, 0});
        Projected out{.joined = {all, both}};
        const TensorId value = copied(parts[1]);
        out.gate = copied(parts[2]);
        out.strength = copied(scalars[0]);
        out.decay = copied(scalars[1]);
        const TensorId queryKey = copied(parts[0]);
        out.mixed = m_tape.concat({queryKey, value}, 2 * m_keys + m_values);
        out.copies = {queryKey, value, NoTensor};
        return out;
    }

    /// causal_conv1d 1.6: one kernel keeps its input and its weight. Without it: nn.Conv1d, padded
    /// on both sides, what lies behind the sequence cut off, and silu.
    TensorId convolved(TensorId x)
    {
        const Tensor in = m_tape.at(x);
        if (isFused()) {
            const TensorId result
                = m_tape.op("causal_conv1d", {x, m_kernel}, in.elements, in.dtype, {x, m_kernel});
            m_tape.last().gradients[1] = m_tape.at(m_kernel).requiresGrad
                ? bytesOf(m_tape.at(m_kernel).elements, Dtype::Single)
                : 0;
            return result;
        }
        m_tape.beginModule();
        const TensorId result = convolvedPlain(x, kernel());
        m_tape.endModule();
        return result;
    }
    TensorId operand(TensorId x) { return m_tape.isAutocast() ? m_tape.cast(x, Dtype::Half) : x; }

    /// -exp(A_log) * softplus(a + dt_bias), in fp32.
    TensorId decay(TensorId x)
    {
        const TensorId rate
            = m_tape.scale(m_tape.fromResult("exp", m_tape.cast(m_log, Dtype::Single)));
        const TensorId sum = m_tape.add(m_tape.cast(x, Dtype::Single), m_bias);
        return m_tape.mul(rate, m_tape.activation("softplus", sum));
    }

    /// repeat_interleave: each key head for all its value heads.
    TensorId repeated(TensorId x)
    {
        const double times
            = static_cast<double>(m_delta.valueHeads) / static_cast<double>(m_delta.keyHeads);
        return times > 1 ? m_tape.copy("repeat_interleave", x, m_tape.at(x).elements * times) : x;
    }

    /// FusedRMSNormGated keeps both operands and one number for each row; Qwen3NextRMSNormGated
    /// goes statement by statement.
    TensorId gatedNorm(std::string_view name, TensorId x, TensorId gate)
    {
        const auto width = static_cast<double>(m_delta.valueDim);
        m_tape.beginModule();
        const TensorId weight = m_write.normWeight(name, width);
        const Dtype dtype = m_tape.at(x).dtype;
        TensorId result = NoTensor;
        if (isFused()) {
            result = m_tape.op("rms_norm_gated", {x, gate, weight}, m_values, dtype, {x, gate});
            m_tape.alsoMakes(m_heads, Dtype::Single, true);
        } else {
            const TensorId single = m_tape.cast(x, Dtype::Single);
            const TensorId variance = m_tape.meanOfRows(m_tape.square(single), m_heads);
            const TensorId normalized = m_tape.mul(single, m_tape.rsqrt(m_tape.scale(variance)));
            const TensorId weighed = m_tape.mul(weight, m_tape.cast(normalized, dtype));
            const TensorId active = m_tape.activation("silu", m_tape.cast(gate, Dtype::Single));
            result = m_tape.cast(m_tape.mul(weighed, active), dtype);
            m_tape.stillHeld(variance);
        }
        m_tape.endModule();
        m_tape.stillHeld({x, gate});
        return result;
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    const DeltaRule &m_delta;
    double m_rows = 0;
    // Elements of a query or key, of a value, and one for each value head.
    double m_keys = 0;
    double m_values = 0;
    double m_heads = 0;
    TensorId m_bias = NoTensor;
    TensorId m_log = NoTensor;
    TensorId m_kernel = NoTensor;
};

} // namespace

TensorId writeDeltaRule(ModuleWriter &write, TensorId x)
{
    return DeltaRuleWriter(write).mixer(x);
}

} // namespace shardscope
