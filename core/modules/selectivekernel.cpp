// SPDX-License-Identifier: GPL-3.0-or-later
// mamba-ssm 2.3.2 ops/selective_scan_interface.py, MambaInnerFn: convolution, scan and output
// product of Mamba 1 are one function, which keeps a copy of what the input product made, steps,
// inputs and outputs, and what the scan made; convolution and steps its backward pass makes again.
#include "core/modules/allocations.h"
#include "core/modules/statespace.h"

#include <cmath>

namespace shardscope {

namespace {

class InnerKernel
{
public:
    InnerKernel(ModuleWriter &write, const SelectionOperands &in)
        : m_write(write)
        , m_tape(write.tape)
        , m_space(*write.spec.stateSpace)
        , m_in(in)
        , m_dtype(write.tape.at(in.projected).dtype)
        , m_batch(write.settings.batch)
        , m_channels(static_cast<double>(m_space.width()))
        , m_rank(static_cast<double>(m_space.stepRank))
        , m_state(static_cast<double>(m_space.stateDim))
        , m_tokens(write.tokens())
        , m_each(m_tokens * m_channels)
    { }

    TensorId result()
    {
        openModules();
        const TensorId rates
            = m_tape.scale(m_tape.fromResult("exp", m_tape.cast(m_in.decay, Dtype::Single)));
        const TensorId skip = m_tape.cast(m_in.skip, Dtype::Single);
        const TensorId offset = m_tape.cast(m_stepBias, Dtype::Single);
        const TensorId result = m_tape.op("mamba_inner",
            {m_in.projected, m_kernel, m_kernelBias, m_selection, m_step, m_out, rates, skip,
                offset},
            m_tokens * m_write.hidden(), m_dtype, {rates, skip, offset});
        Op &op = m_tape.last();
        op.savesLate = true;
        op.savesInputs = true;
        if (m_tape.at(m_out).requiresGrad)
            op.detached = m_tape.at(m_out).parameter;
        constexpr std::size_t firstCast = 3;
        for (std::size_t i = firstCast; i < firstCast + 3; ++i) {
            if (m_tape.at(op.inputs[i]).requiresGrad)
                op.gradients[i] = bytesOf(m_tape.at(op.inputs[i]).elements, m_dtype);
        }
        keep();
        multiply();
        borrowBesideResults(m_tape, inForward(), inBackward());
        m_tape.stillHeld({rates, skip, offset});
        return result;
    }

private:
    /// Read past their modules, as weights of the mixer itself.
    void openModules()
    {
        m_tape.beginModule();
        m_kernel = m_write.weight("conv1d", m_channels, static_cast<double>(m_space.kernel));
        if (m_space.convolutionBias)
            m_kernelBias = m_write.weight("bias", m_channels, 1);
        m_selection = m_write.weight("x_proj", m_rank + 2 * m_state, m_channels);
        m_step = m_write.weight("dt_proj", m_channels, m_rank);
        m_stepBias = m_write.weight("bias", m_channels, 1);
        m_out = m_write.weight("out_proj", m_write.hidden(), m_channels);
        m_tape.endModule();
        // It multiplies with the weights themselves, beside which adapters stand idle.
        m_write.unheardAdapter("x_proj", m_channels, m_rank + 2 * m_state);
        m_write.unheardAdapter("dt_proj", m_rank, m_channels);
    }

    double selected() const { return m_tokens * (m_rank + 2 * m_state); }
    double ofState() const { return m_tokens * m_state; }
    double chunks() const
    {
        constexpr double chunk = 2048;
        return 2 * m_batch * m_channels * std::ceil(m_write.sequence() / chunk) * m_state;
    }
    /// By autocast, within the function.
    bool isCast(TensorId weight) const { return m_tape.at(weight).dtype != m_dtype; }

    void keep()
    {
        const auto makes
            = [this](double elements, Dtype dtype) { m_tape.alsoMakes(elements, dtype, true); };
        // Gate and values as channels lie, what was scanned; steps, inputs and outputs, and the
        // latter two as channels lie.
        makes(3 * m_each + selected() + 2 * ofState(), m_dtype);
        makes(chunks(), Dtype::Single);
        if (isCast(m_out))
            makes(m_tape.at(m_selection).elements + m_tape.at(m_step).elements
                    + m_tape.at(m_out).elements,
                m_dtype);
    }

    void multiply()
    {
        const double columns = m_rank + 2 * m_state + m_rank + m_write.hidden();
        m_tape.multiplies({.rows = m_tokens, .inner = m_channels, .columns = columns});
    }

    /// Of several sequences a product takes what lies channel by channel as a copy.
    double folded(Allocations &all, double elements) const
    {
        return m_batch > 1 ? all.make(elements, m_dtype) : 0;
    }

    double inForward() const
    {
        Allocations all;
        all.make(2 * m_each, m_dtype);
        const double convolved = all.make(m_each, m_dtype);
        const double copied = folded(all, m_each);
        all.make(selected(), m_dtype);
        all.drop(copied);
        double steps = all.make(m_each, m_dtype);
        all.make(ofState(), m_dtype);
        all.make(ofState(), m_dtype);
        steps = normalised(all, steps);
        all.make(m_each, m_dtype); // scanned
        all.make(m_each, m_dtype); // and gated
        all.make(chunks(), Dtype::Single);
        all.drop(convolved + steps);
        for (const TensorId weight : {m_selection, m_step, m_out}) {
            if (isCast(weight))
                all.make(m_tape.at(weight).elements, m_dtype);
        }
        folded(all, m_each);
        all.make(m_tokens * m_write.hidden(), m_dtype);
        return all.most();
    }
    /// Steps, token by token, normalised, and channel by channel again: what they were is dropped.
    double normalised(Allocations &all, double steps) const
    {
        if (m_space.selectionNorm != SelectionNorm::Plain)
            return steps;
        const double turned = all.make(m_each, m_dtype);
        all.drop(steps);
        const double normed = all.make(m_each, m_dtype);
        const double roots = all.make(m_tokens, Dtype::Single);
        all.drop(turned + roots);
        const double again = all.make(m_each, m_dtype);
        all.drop(normed);
        return again;
    }

    double inBackward() const
    {
        Allocations all;
        all.make(m_each, m_dtype); // convolved
        normalised(all, all.make(m_each, m_dtype)); // steps
        if (m_space.selectionNorm == SelectionNorm::Plain) // inputs and outputs, again
            all.make(2 * ofState(), m_dtype);
        all.make(2 * m_each, m_dtype); // the gradient
        all.make(m_each, m_dtype); // that of what was gated
        throughScan(all);
        const double copied = folded(all, m_each);
        all.make(m_tape.at(m_out).elements, m_dtype);
        all.drop(copied);
        all.make(selected(), m_dtype);
        for (int i = 0; i < 2; ++i) { // inputs, outputs: as tokens lie
            const double turned = all.make(ofState(), m_dtype);
            all.drop(2 * turned);
        }
        all.make(m_tape.at(m_step).elements, m_dtype);
        const double part = all.make(m_tokens * m_rank, m_dtype);
        all.drop(part);
        folded(all, m_each);
        all.make(m_tape.at(m_selection).elements, m_dtype);
        return all.most();
    }
    /// selective_scan.cpp, selective_scan_bwd: gradients of values, steps, rates, inputs, outputs,
    /// skip and bias, those of inputs and outputs in fp32 first; and what was gated, again.
    void throughScan(Allocations &all) const
    {
        for (int i = 0; i < 3; ++i)
            all.make(m_each, m_dtype);
        all.make(m_channels * m_state, Dtype::Single);
        all.make(m_channels, Dtype::Single);
        all.make(m_channels, Dtype::Single);
        double sums = all.make(ofState(), Dtype::Single);
        sums += all.make(ofState(), Dtype::Single);
        if (m_dtype == Dtype::Single)
            return;
        all.make(ofState(), m_dtype);
        all.make(ofState(), m_dtype);
        all.drop(sums);
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    const StateSpace &m_space;
    const SelectionOperands &m_in;
    Dtype m_dtype = Dtype::Half;
    double m_batch = 1;
    double m_channels = 0;
    double m_rank = 0;
    double m_state = 0; ///< numbers for each channel
    double m_tokens = 0;
    double m_each = 0; ///< a number for each token and channel
    TensorId m_kernel = NoTensor;
    TensorId m_kernelBias = NoTensor;
    TensorId m_selection = NoTensor; ///< of steps, inputs and outputs
    TensorId m_step = NoTensor;
    TensorId m_stepBias = NoTensor;
    TensorId m_out = NoTensor;
};

} // namespace

TensorId writeSelectiveKernel(ModuleWriter &write, const SelectionOperands &in)
{
    return InnerKernel(write, in).result();
}

} // namespace shardscope
