// SPDX-License-Identifier: GPL-3.0-or-later
// mamba-ssm 2.3.2 ops/triton/ssd_combined.py, MambaSplitConv1dScanCombinedFn: convolution, scan,
// gated norm and output product are one function, which keeps what the input product made, what the
// scan made and a number for each row; all else its backward pass makes again.
#include "core/modules/allocations.h"
#include "core/modules/statespace.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

/// An H100's multiprocessors: they say into how many parts sums over the heads of a group and over
/// the rows of the norm are split.
constexpr double multiprocessors = 132;

class ScanKernel
{
public:
    ScanKernel(ModuleWriter &write, const StateOperands &in)
        : m_write(write)
        , m_tape(write.tape)
        , m_space(*write.spec.stateSpace)
        , m_in(in)
        , m_dtype(write.tape.at(in.projected).dtype)
        , m_chunk(static_cast<double>(m_space.chunk))
        , m_chunks(write.settings.batch * std::ceil(write.sequence() / m_chunk))
        , m_tokens(write.tokens())
        , m_heads(static_cast<double>(m_space.heads))
        , m_groups(static_cast<double>(m_space.groups))
        , m_width(m_tokens * static_cast<double>(m_space.width()))
        , m_convolved(m_tokens * static_cast<double>(m_space.convolvedWidth()))
        , m_state(static_cast<double>(m_space.width() * m_space.stateDim))
        , m_places(m_chunks * m_chunk * m_heads)
        , m_squares(m_chunks * m_groups * m_chunk * m_chunk)
        , m_rows(m_tokens * m_groups * static_cast<double>(m_space.stateDim))
    { }

    TensorId result()
    {
        const TensorId rate
            = m_tape.scale(m_tape.fromResult("exp", m_tape.cast(m_in.decay, Dtype::Single)));
        openModules();
        const double h = m_write.hidden();
        const TensorId result = m_tape.op("mamba_split_conv1d_scan",
            {m_in.projected, m_kernel, m_kernelBias, m_in.stepBias, rate, m_in.skip, m_norm, m_out,
                m_outBias},
            m_tokens * h, m_dtype, {m_in.projected, rate});
        Op &op = m_tape.last();
        op.savesLate = true;
        op.savesInputs = true;
        if (m_tape.at(m_out).requiresGrad)
            op.detached = m_tape.at(m_out).parameter;
        sizeGradients(op);
        keep();
        multiply();
        borrowBesideResults(m_tape, inForward(), inBackward());
        m_tape.stillHeld(rate);
        return result;
    }

private:
    bool hasNorm() const { return m_space.norm != StateNorm::None; }

    /// Read past their modules, as weights of the mixer itself.
    void openModules()
    {
        const auto channels = static_cast<double>(m_space.convolvedWidth());
        const auto width = static_cast<double>(m_space.width());
        m_tape.beginModule();
        m_kernel = m_write.weight("conv1d", channels, static_cast<double>(m_space.kernel));
        if (m_space.convolutionBias)
            m_kernelBias = m_write.weight("bias", channels, 1);
        if (hasNorm())
            m_norm = m_write.normWeight("norm", width);
        m_out = m_write.weight("out_proj", m_write.hidden(), width);
        if (m_space.outputBias)
            m_outBias = m_write.weight("bias", m_write.hidden(), 1);
        m_tape.endModule();
        // The weight that the kernel multiplies with is not the adapter's: PEFT's lora.Linear hands
        // out that of its base.
        m_write.unheardAdapter("out_proj", width, m_write.hidden());
    }

    void sizeGradients(Op &op) const
    {
        const auto in = [&](std::size_t place, double elements, Dtype dtype) {
            if (op.inputs[place] != NoTensor && m_tape.at(op.inputs[place]).requiresGrad)
                op.gradients[place] = bytesOf(elements, dtype);
        };
        in(3, m_heads, Dtype::Single);
        in(4, m_heads, Dtype::Single);
        in(7, m_tape.at(m_out).elements, m_dtype);
    }

    /// What the scan made, and of the norm a number for each row and group; under autocast a 16-bit
    /// copy of the output weight.
    void keep()
    {
        const auto makes
            = [this](double elements, Dtype dtype) { m_tape.alsoMakes(elements, dtype, true); };
        makes(m_width, m_dtype);
        if (hasNorm())
            makes(m_tokens * m_groups, Dtype::Single);
        if (m_tape.at(m_out).dtype != m_dtype)
            makes(m_tape.at(m_out).elements, m_dtype);
    }

    /// Products of a token in each pass, head by head: within its chunk, and with the state.
    void multiply()
    {
        const auto headDim = static_cast<double>(m_space.headDim);
        const auto state = static_cast<double>(m_space.stateDim);
        const double scores = m_chunk * state * m_groups / m_heads;
        const double forward = scores + m_chunk * headDim + 2 * headDim * state;
        const double backward = 3 * scores + 3 * m_chunk * headDim + 5 * headDim * state;
        m_tape.multiplies({.rows = m_tokens * m_heads,
                              .inner = forward,
                              .columns = 1,
                              .backwardTimes = backward / forward},
            OpKind::FusedAttention);
        m_tape.multipliesToo({.rows = m_tokens,
            .inner = static_cast<double>(m_space.width()),
            .columns = m_write.hidden()});
    }

    /// causal_conv1d takes rows whose beginnings lie multiples of eight apart (ensure_stride).
    bool copiesRows() const { return m_space.projectedWidth() % 8 != 0; }

    double inForward() const
    {
        Allocations all;
        convolve(all);
        all.make(m_places, Dtype::Single); // sums of the decay
        all.make(m_places, Dtype::Single); // steps
        const double states = all.make(m_chunks * m_state, Dtype::Single);
        all.make(m_chunks * m_state, m_dtype);
        all.make(m_write.settings.batch * m_state, Dtype::Single); // the last ones
        all.drop(states);
        const double scores = all.make(m_squares, Dtype::Single);
        all.make(m_width, m_dtype);
        if (!hasNorm())
            all.make(m_width, m_dtype);
        all.drop(scores);
        if (hasNorm()) {
            all.make(m_width, m_dtype);
            all.make(m_tokens * m_groups, Dtype::Single);
        }
        if (m_tape.at(m_out).dtype != m_dtype)
            all.make(m_tape.at(m_out).elements, m_dtype);
        all.make(m_tokens * m_write.hidden(), m_dtype);
        return all.most();
    }
    void convolve(Allocations &all) const
    {
        const double copied = copiesRows() ? all.make(m_convolved, m_dtype) : 0;
        all.make(m_convolved, m_dtype);
        all.drop(copied);
    }

    double inBackward() const
    {
        Allocations all;
        if (m_space.returnsState) // zeros for the gradient that it has not
            all.make(m_write.settings.batch * m_state, Dtype::Single);
        all.make(m_width, m_dtype); // what the norm made, again
        convolve(all);
        all.make(m_tape.at(m_in.projected).elements, m_dtype); // the gradient
        all.make(m_convolved, m_dtype);
        all.make(m_width, m_dtype); // that of what was multiplied
        if (hasNorm())
            throughNorm(all);
        throughScan(all);
        all.make(m_tape.at(m_out).elements, m_dtype);
        if (m_outBias != NoTensor)
            all.make(m_write.hidden(), m_dtype);
        throughConvolution(all);
        return all.most();
    }

    /// layernorm_gated.py, _layer_norm_bwd
    void throughNorm(Allocations &all) const
    {
        const auto width = static_cast<double>(m_space.width());
        const double group = width / m_groups;
        const double block = std::exp2(std::ceil(std::log2(group)));
        const double warps = std::clamp(std::floor(block / 256), 1.0, 8.0);
        const double rows = std::ceil(multiprocessors * std::ceil(4 / warps) / m_groups);
        all.make(m_width, m_dtype);
        const double parts = all.make(rows * width, Dtype::Single);
        const double sum = all.make(width, Dtype::Single);
        const Dtype dtype = m_tape.at(m_norm).dtype;
        if (dtype != Dtype::Single) {
            all.make(width, dtype);
            all.drop(sum);
        }
        all.drop(parts);
    }

    /// Into so many parts sums over the heads of a group are split (ssd_chunk_state.py,
    /// _chunk_state_bwd_db).
    double splits() const
    {
        const double each = m_heads / m_groups;
        const double program
            = std::max(1.0, std::min(std::ceil(m_chunks * m_heads / multiprocessors), each));
        return std::ceil(each / program);
    }

    /// _mamba_chunk_scan_combined_bwd: all but the gradients goes when it returns.
    void throughScan(Allocations &all) const
    {
        const double before = all.live();
        const double ofSkip = std::ceil(m_chunk / 32) * m_chunks * m_heads;
        all.make(m_tokens * m_heads, m_dtype);
        all.make(m_places, Dtype::Single);
        all.make(m_places, Dtype::Single);
        all.make(m_squares, Dtype::Single);
        const double own = all.make(m_chunks * m_state, Dtype::Single);
        const double passed = all.make(m_chunks * m_state, Dtype::Single);
        all.make(m_write.settings.batch * m_state, Dtype::Single);
        all.drop(own);
        double small = 0;
        if (!hasNorm()) {
            const double parts = all.make(ofSkip, Dtype::Single);
            all.make(m_width, m_dtype);
            all.make(m_width, m_dtype);
            small += all.make(m_heads, Dtype::Single);
            all.drop(parts);
        }
        throughStates(all, passed);
        const double parts = all.make(ofSkip, Dtype::Single);
        all.make(m_places, Dtype::Single); // of the steps
        const double skip = all.make(m_heads, Dtype::Single);
        all.drop(parts);
        for (int i = 0; i < 2; ++i) { // inputs, outputs
            all.make(m_places, Dtype::Single);
            const double split = all.make(splits() * m_rows, Dtype::Single);
            all.make(m_rows, Dtype::Single);
            all.drop(split);
        }
        const double split = all.make(splits() * m_squares, Dtype::Single);
        all.make(m_squares, Dtype::Single);
        all.drop(split);
        const double flipped = all.make(m_places, Dtype::Single);
        const double summed = all.make(m_places, Dtype::Single);
        all.drop(flipped);
        all.make(m_places, Dtype::Single);
        all.drop(summed);
        const double blocks = all.make(m_places * std::ceil(m_chunk / 32), Dtype::Single);
        all.make(m_places, Dtype::Single);
        all.drop(blocks);
        const double sum = all.make(m_places, Dtype::Single);
        all.drop(sum);
        const double bias = all.make(m_heads, Dtype::Single);
        const double rate = all.make(m_heads, Dtype::Single);
        all.drop(all.live() - before - skip - bias - rate);
        static_cast<void>(small);
    }
    /// ssd_state_passing.py, _state_passing_bwd: gradients of the states, which are then as wide as
    /// the model computes.
    void throughStates(Allocations &all, double passed) const
    {
        const auto state = static_cast<double>(m_space.headDim * m_space.stateDim);
        const double gradients = all.make(m_chunks * m_state, Dtype::Single);
        all.make(m_chunks * m_state, m_dtype);
        if (m_dtype != Dtype::Single)
            all.make(m_chunks * m_state, m_dtype);
        const double blocks = all.make(m_chunks * m_heads * std::ceil(state / 64), Dtype::Single);
        all.make(m_chunks * m_heads, Dtype::Single);
        all.drop(blocks);
        all.drop(gradients);
        if (m_dtype != Dtype::Single)
            all.drop(passed);
    }

    void throughConvolution(Allocations &all) const
    {
        if (copiesRows()) {
            all.make(m_convolved, m_dtype);
            all.make(m_convolved, m_dtype);
        }
        double sums = 0;
        double bytes = 0;
        for (const TensorId id : {m_kernel, m_kernelBias}) {
            if (id != NoTensor)
                sums += all.make(m_tape.at(id).elements, Dtype::Single);
        }
        for (const TensorId id : {m_kernel, m_kernelBias}) {
            if (id != NoTensor && m_tape.at(id).dtype != Dtype::Single)
                bytes += all.make(m_tape.at(id).elements, m_tape.at(id).dtype);
        }
        if (bytes > 0)
            all.drop(sums);
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    const StateSpace &m_space;
    const StateOperands &m_in;
    Dtype m_dtype = Dtype::Half;
    double m_chunk = 1; ///< tokens
    double m_chunks = 1; ///< of all sequences
    double m_tokens = 0;
    double m_heads = 0;
    double m_groups = 0;
    // Elements: of what all heads make, of what the convolution makes, of all heads' states at one
    // place, a number for each token and head, scores within chunks, inputs of the states.
    double m_width = 0;
    double m_convolved = 0;
    double m_state = 0;
    double m_places = 0;
    double m_squares = 0;
    double m_rows = 0;
    TensorId m_kernel = NoTensor;
    TensorId m_kernelBias = NoTensor;
    TensorId m_norm = NoTensor;
    TensorId m_out = NoTensor;
    TensorId m_outBias = NoTensor;
};

} // namespace

TensorId writeStateSpaceKernel(ModuleWriter &write, const StateOperands &in)
{
    return ScanKernel(write, in).result();
}

} // namespace shardscope
