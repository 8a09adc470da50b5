// SPDX-License-Identifier: GPL-3.0-or-later
// MixtralExperts.forward and GptOssExperts.forward of transformers 5, experts_implementation
// "eager".
#include "core/modules/expertparts.h"
#include "core/modules/mlp.h"

namespace shardscope {

namespace {

/// A weight of all experts: the loop takes a view of each expert's part of it.
struct Parts
{
    TensorId all = NoTensor;
    double each = 0; ///< elements
};

/// Python variables of an iteration, which refer to its tensors until the next one assigns them.
struct Variables
{
    TensorId which = NoTensor;
    TensorId state = NoTensor;
    TensorId both = NoTensor;
    TensorId result = NoTensor;
};

class ExpertLoop
{
public:
    ExpertLoop(ModuleWriter &write, TensorId x, TensorId weights)
        : m_write(write)
        , m_tape(write.tape)
        , m_x(x)
        , m_weights(weights)
        , m_hidden(write.hidden())
        , m_width(write.expertWidth())
        , m_rows(write.expertRows())
    { }

    TensorId write()
    {
        const int count = m_write.spec.experts->count;
        const ExpertDeltas deltas = writeExpertDeltas(m_write);
        TensorId sum = m_tape.plain(m_write.tokens() * m_hidden, m_tape.at(m_x).dtype);
        const TensorId mask = m_tape.plain(m_write.chosenRows() * count, Dtype::Wide); // one_hot
        m_tape.beginModule();
        const ExpertWeights weights = writeExpertWeights(m_write);
        for (int i = 0; i < count; ++i) {
            const TensorId state = iteration(i == 0, weights, deltas);
            sum = m_tape.addInPlace(sum, m_tape.cast(state, m_tape.at(m_x).dtype));
        }
        m_tape.endModule();
        m_tape.stillHeld({mask, m_x, m_gateUp.all, m_down.all, m_variables.which, m_variables.state,
            m_variables.both, m_variables.result});
        return sum;
    }

private:
    /// torch.parametrize caches the sum of a weight and its adapter from the first iteration on.
    Parts partsOf(TensorId weight, TensorId delta, bool isMatrix)
    {
        if (weight == NoTensor)
            return {};
        const TensorId merged = writeMerged(m_write, weight, delta);
        const double elements = m_tape.at(merged).elements;
        const bool isKept = isMatrix && m_tape.at(m_x).requiresGrad;
        return {m_tape.usedInParts(merged, isKept), elements / m_write.spec.experts->count};
    }

    TensorId product(TensorId x, const Parts &matrix, const Parts &bias, double elements)
    {
        const auto one = [this](const Parts &all) { return m_tape.part(all.all, all.each); };
        const TensorId result = m_tape.linear(x, one(matrix), NoTensor, elements);
        return bias.all == NoTensor ? result : m_tape.add(result, one(bias));
    }

    /// Assigns a variable: the tensor that it referred to is no longer held.
    void assign(TensorId &variable, TensorId tensor)
    {
        m_tape.stillHeld(variable);
        variable = tensor;
    }

    TensorId iteration(bool isFirst, const ExpertWeights &weights, const ExpertDeltas &deltas)
    {
        assign(m_variables.which, m_tape.plain(m_rows * 2, Dtype::Wide)); // torch.where
        assign(m_variables.state, writeIndex(m_write, m_x, m_variables.which, m_rows * m_hidden));
        if (isFirst) {
            m_gateUp = partsOf(weights.gateUp, deltas.gateUp, true);
            m_gateUpBias = partsOf(weights.gateUpBias, NoTensor, false);
        }
        assign(m_variables.both,
            product(m_variables.state, m_gateUp, m_gateUpBias, m_rows * 2 * m_width));
        const TensorId gated = writeGated(m_write, m_variables.both, m_rows * m_width);
        m_tape.stillHeld(m_variables.result);
        if (isFirst) {
            m_down = partsOf(weights.down, deltas.down, true);
            m_downBias = partsOf(weights.downBias, NoTensor, false);
        }
        const TensorId down = product(gated, m_down, m_downBias, m_rows * m_hidden);
        const TensorId sample = writeIndex(m_write, m_weights, m_variables.which, m_rows);
        m_variables.result = m_tape.mul(down, sample);
        return m_variables.result;
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    TensorId m_x;
    TensorId m_weights;
    double m_hidden;
    double m_width;
    double m_rows; ///< tokens of one expert
    Parts m_gateUp;
    Parts m_gateUpBias;
    Parts m_down;
    Parts m_downBias;
    Variables m_variables;
};

} // namespace

TensorId writeExpertLoop(ModuleWriter &write, TensorId x, TensorId weights)
{
    return ExpertLoop(write, x, weights).write();
}

} // namespace shardscope
