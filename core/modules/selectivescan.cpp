// SPDX-License-Identifier: GPL-3.0-or-later
// Mamba 1 in transformers 5.12.1 (modeling_jamba.py, JambaMambaMixer, and its like):
// cuda_kernels_forward with mamba-ssm 2.3 (selective_scan_interface.py,
// csrc/selective_scan/selective_scan.cpp), or slow_forward, which goes from token to token.
#include "core/modules/norms.h"
#include "core/modules/statespace.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace shardscope {

namespace {

class SelectiveScan
{
public:
    explicit SelectiveScan(ModuleWriter &write)
        : m_write(write)
        , m_tape(write.tape)
        , m_space(*write.spec.stateSpace)
        , m_width(static_cast<double>(m_space.width()))
        , m_rank(static_cast<double>(m_space.stepRank))
        , m_state(static_cast<double>(m_space.stateDim))
        , m_each(write.tokens() * m_width)
    { }

    TensorId result(TensorId x)
    {
        m_tape.beginModule();
        m_decay = m_write.weight("A_log", m_width, m_state);
        m_skip = m_write.weight("D", m_width, 1);
        m_tape.endModule();
        const double h = m_write.hidden();
        const TensorId projected = m_write.linear("in_proj", x, h, 2 * m_width, m_space.inputBias);
        if (isFused() && m_space.fusesOutput()) {
            const TensorId result = writeSelectiveKernel(
                m_write, {.projected = projected, .decay = m_decay, .skip = m_skip});
            m_tape.stillHeld({x, projected});
            return result;
        }
        const auto parts = m_tape.split(projected, {m_each, m_each, 0});
        m_gate = parts[1];
        m_values = maskPadding(m_write, convolved(maskPadding(m_write, parts[0])));
        const TensorId made = makeOperands();
        const TensorId scanned = m_write.settings.fusedDelta ? scannedAtOnce() : scannedByTokens();
        const TensorId result = overChannels("out_proj", scanned, h, m_space.outputBias);
        m_tape.stillHeld({x, projected, made, m_values, m_step, m_inputs, m_outputs, scanned});
        for (const TensorId id : m_held)
            m_tape.stillHeld(id);
        return result;
    }

private:
    bool isFused() const { return m_write.settings.fusedDelta; }

    TensorId convolved(TensorId x)
    {
        return writeConvolution(m_write, x,
            {.channels = m_width,
                .kernel = static_cast<double>(m_space.kernel),
                .hasBias = m_space.convolutionBias,
                .isActive = true,
                .turnsGradient = true});
    }

    /// Steps, inputs and outputs, each normalised.
    TensorId makeOperands()
    {
        const double tokens = m_write.tokens();
        const double ofState = tokens * m_state;
        const double width = m_rank + 2 * m_state;
        const TensorId made = isFused() ? m_write.linear("x_proj", m_values, m_width, width, false)
                                        : overChannels("x_proj", m_values, width, false);
        const auto parts = m_tape.split(made, {tokens * m_rank, ofState, ofState});
        const auto normed = [&](std::string_view name, TensorId x, double each) {
            switch (m_space.selectionNorm) {
            case SelectionNorm::None:
                break;
            case SelectionNorm::Plain:
                return writeUnweighedNorm(m_write, x, tokens);
            case SelectionNorm::Weighed:
                return m_write.norm(name, x, each, tokens);
            }
            return x;
        };
        const TensorId step = normed("dt_layernorm", parts[0], m_rank);
        m_inputs = normed("b_layernorm", parts[1], m_state);
        m_outputs = normed("c_layernorm", parts[2], m_state);
        m_step = m_write.linear("dt_proj", step, m_rank, m_width, true);
        m_tape.stillHeld(step);
        return made;
    }

    /// A linear module, of what lies channel by channel: of several sequences what meets a weight
    /// that learns is copied first (aten LinearAlgebra.cpp, should_fold).
    TensorId overChannels(std::string_view name, TensorId x, double out, bool bias)
    {
        const bool isCopied = m_write.settings.batch > 1;
        if (isCopied && m_tape.at(m_decay).requiresGrad)
            x = m_tape.copy("reshape", x, m_each);
        else
            m_write.liesByChannel = isCopied;
        const TensorId result = m_write.linear(name, x, m_width, out, bias);
        m_write.liesByChannel = false;
        return result;
    }

    /// -exp(A_log.float())
    TensorId rate()
    {
        return m_tape.scale(m_tape.fromResult("exp", m_tape.cast(m_decay, Dtype::Single)));
    }

    /// selective_scan_fn keeps copies of all that does not lie token by token.
    TensorId scannedAtOnce()
    {
        const Dtype dtype = m_tape.at(m_values).dtype;
        const bool isHalf = dtype != Dtype::Single;
        const double batch = m_write.settings.batch;
        const double ofState = m_write.tokens() * m_state;
        const TensorId rates = rate();
        if (m_tape.at(m_skip).dtype != Dtype::Single)
            m_held.push_back(m_tape.plain(m_width, Dtype::Single)); // dt_proj.bias.float()
        const TensorId skip = m_tape.cast(m_skip, Dtype::Single);
        const TensorId result = m_tape.op("selective_scan",
            {m_values, m_step, rates, m_inputs, m_outputs, skip, m_gate}, m_each, dtype,
            {rates, skip});
        // Values, steps, gate, inputs and outputs again, and what is not gated yet.
        m_tape.alsoMakes(4 * m_each + 2 * ofState, dtype, true);
        constexpr double chunk = 2048;
        const double chunks = std::ceil(m_write.sequence() / chunk);
        m_tape.alsoMakes(2 * batch * m_width * chunks * m_state, Dtype::Single, true);
        // The gradient comes as what was multiplied lies (torch 2.14 FunctionsManual.cpp,
        // mm_mat1_grad): of one sequence channel by channel, else it is copied. Sums are in fp32,
        // and there is one for the bias, which gets no gradient.
        const double sums = isHalf ? bytesOf(ofState, Dtype::Single) : 0;
        m_tape.borrowsBackward(
            {batch > 1 ? bytesOf(m_each, dtype) : 0, sums, sums, bytesOf(m_width, Dtype::Single)});
        m_held.push_back(rates);
        return result;
    }

    /// a * b, each repeated for what it lacks.
    TensorId spread(TensorId a, TensorId b)
    {
        const TensorId result = m_tape.op("mul", {a, b}, m_each * m_state, Dtype::Single, {a, b});
        for (std::size_t i = 0; i < 2; ++i) {
            if (m_tape.last().gradients[i] > 0)
                m_tape.last().gradients[i] = bytesOf(m_each * m_state, Dtype::Single);
        }
        return result;
    }

    TensorId scannedByTokens()
    {
        const Dtype dtype = m_tape.at(m_values).dtype;
        const double batch = m_write.settings.batch;
        const TensorId zeros = m_tape.plain(batch * m_width * m_state, dtype);
        m_step = m_tape.activation("softplus", m_step);
        const TensorId rates = rate();
        const TensorId decays = m_tape.fromResult("exp", spread(rates, m_step));
        const TensorId inputs = spread(m_step, m_tape.cast(m_inputs, Dtype::Single));
        const TensorId driven = spread(inputs, m_tape.cast(m_values, Dtype::Single));
        m_held.insert(m_held.end(), {zeros, rates, decays, inputs, driven});
        const TensorId stepped = steppedThrough(decays, driven, zeros, dtype);
        const TensorId skipped = m_tape.mul(m_values, m_skip);
        const TensorId sum = m_tape.add(stepped, skipped);
        return m_tape.mul(sum, m_tape.activation("silu", m_gate));
    }

    /// Tokens of each group. The last two, of which the backward pass adds up the first gradients
    /// while next to nothing is free yet, are groups of their own.
    static std::vector<double> groupsOf(double tokens)
    {
        constexpr double most = 6;
        const double rest = std::max(0.0, tokens - 2);
        const double count = std::min(rest, most);
        std::vector<double> groups;
        for (double group = 0; group < count; ++group)
            groups.push_back(
                std::floor((group + 1) * rest / count) - std::floor(group * rest / count));
        groups.insert(groups.end(), static_cast<std::size_t>(tokens - rest), 1);
        return groups;
    }

    /// Tokens in groups, each two operations: of every token the state is kept, in 16 bits once
    /// more for the product with outputs, and gradients of what it reads are as large as all
    /// tokens'.
    TensorId steppedThrough(TensorId decays, TensorId driven, TensorId zeros, Dtype dtype)
    {
        const double state = m_write.settings.batch * m_width * m_state;
        const double tokens = m_write.sequence();
        const bool isHalf = dtype != Dtype::Single;
        const double whole = bytesOf(m_each * m_state, Dtype::Single);
        std::vector<TensorId> given;
        const std::vector<double> groups = groupsOf(tokens);
        for (std::size_t group = 0; group < groups.size(); ++group) {
            const double steps = groups[group];
            // Of each further token of the group zeros are written, and added to the sum in place.
            const double summed = 4 * (steps - 1) * whole;
            const TensorId decayed = group == 0
                ? m_tape.op("mul", {decays}, state, Dtype::Single, {decays, zeros})
                : m_tape.op("mul", {decays}, state, Dtype::Single, {decays});
            m_tape.last().gradients[0] = whole;
            m_tape.last().movedInPlace = summed;
            given.push_back(m_tape.op("add_matmul", {decayed, driven, m_outputs},
                m_each / tokens * steps, dtype, {m_outputs}));
            m_tape.last().movedInPlace = summed;
            const bool isLast = group + 1 == groups.size();
            m_tape.alsoMakes((isHalf && isLast ? steps - 1 : steps) * state, Dtype::Single, true);
            if (isHalf)
                m_tape.alsoMakes(steps * state, dtype, true);
            if (isHalf && isLast)
                m_held.push_back(m_tape.alsoMakes(state, Dtype::Single, false));
        }
        m_held.insert(m_held.end(), given.begin(), given.end());
        return m_tape.stack(given, m_each);
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    const StateSpace &m_space;
    double m_width = 0; ///< channels
    double m_rank = 0;
    double m_state = 0; ///< numbers for each channel
    double m_each = 0; ///< a number for each token and channel
    TensorId m_decay = NoTensor; ///< A_log
    TensorId m_skip = NoTensor; ///< D
    TensorId m_gate = NoTensor;
    TensorId m_values = NoTensor;
    TensorId m_step = NoTensor;
    TensorId m_inputs = NoTensor; ///< B
    TensorId m_outputs = NoTensor; ///< C
    std::vector<TensorId> m_held; ///< names of the function refer to them to the end
};

} // namespace

TensorId writeSelectiveScan(ModuleWriter &write, TensorId x)
{
    return SelectiveScan(write).result(x);
}

} // namespace shardscope
