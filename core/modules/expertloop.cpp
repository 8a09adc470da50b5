// SPDX-License-Identifier: GPL-3.0-or-later
// MixtralExperts.forward and GptOssExperts.forward of transformers 5, experts_implementation
// "eager".
#include "core/modules/expertparts.h"
#include "core/modules/mlp.h"

namespace shardscope {

namespace {

/// Tokens of one expert, which are assumed to be as many for each.
constexpr Extent rows(1, Measure::ExpertRows);

/// A weight of all experts: the loop takes a view of each expert's part of it.
struct Parts
{
    TensorId all = NoTensor;
    double each = 0; ///< elements
};

/// Names that a turn of the loop leaves behind, until the next one gives them to something else.
struct Names
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
        , m_width(static_cast<double>(write.spec.experts->width))
    { }

    TensorId write()
    {
        const int count = m_write.spec.experts->count;
        const ExpertDeltas deltas = writeExpertDeltas(m_write);
        TensorId sum = m_tape.plain(m_write.tokens() * m_hidden, m_tape.at(m_x).dtype);
        const Extent chosen = m_write.tokens() * m_write.spec.experts->perToken;
        const TensorId mask = m_tape.plain(chosen * count, Dtype::Wide); // one_hot
        m_tape.beginModule();
        const ExpertWeights weights = writeExpertWeights(m_write);
        for (int i = 0; i < count; ++i) {
            const TensorId state = turn(i == 0, weights, deltas);
            sum = m_tape.addInPlace(sum, m_tape.cast(state, m_tape.at(m_x).dtype));
        }
        m_tape.endModule();
        for (const TensorId held : {mask, m_x, m_gateUp.all, m_down.all, m_names.which,
                 m_names.state, m_names.both, m_names.result})
            m_tape.stillHeld(held);
        return sum;
    }

private:
    /// torch.parametrize caches the sum of a weight and its adapter from the first turn on.
    Parts partsOf(TensorId weight, TensorId delta, bool isMatrix)
    {
        if (weight == NoTensor)
            return {};
        const TensorId merged = writeMerged(m_write, weight, delta);
        const double elements = m_tape.at(merged).elements.factor;
        const bool isKept = isMatrix && m_tape.at(m_x).requiresGrad;
        return {m_tape.usedInParts(merged, isKept), elements / m_write.spec.experts->count};
    }

    TensorId product(TensorId x, const Parts &matrix, const Parts &bias, Extent elements)
    {
        const auto one = [this](const Parts &all) { return m_tape.part(all.all, all.each); };
        const TensorId result = m_tape.linear(x, one(matrix), NoTensor, elements);
        return bias.all == NoTensor ? result : m_tape.add(result, one(bias));
    }

    /// Gives a name to another tensor; what it stood for goes.
    void rename(TensorId &name, TensorId tensor)
    {
        if (name != NoTensor)
            m_tape.stillHeld(name);
        name = tensor;
    }

    TensorId turn(bool isFirst, const ExpertWeights &weights, const ExpertDeltas &deltas)
    {
        rename(m_names.which, m_tape.plain(rows * 2, Dtype::Wide)); // torch.where
        rename(m_names.state, writeIndex(m_write, m_x, m_names.which, rows * m_hidden));
        if (isFirst) {
            m_gateUp = partsOf(weights.gateUp, deltas.gateUp, true);
            m_gateUpBias = partsOf(weights.gateUpBias, NoTensor, false);
        }
        rename(m_names.both,
            product(m_names.state, m_gateUp, m_gateUpBias, rows * 2 * m_width));
        const TensorId gated = writeGated(m_write, m_names.both, rows * m_width);
        if (m_names.result != NoTensor)
            m_tape.stillHeld(m_names.result);
        if (isFirst) {
            m_down = partsOf(weights.down, deltas.down, true);
            m_downBias = partsOf(weights.downBias, NoTensor, false);
        }
        const TensorId down = product(gated, m_down, m_downBias, rows * m_hidden);
        const TensorId sample = writeIndex(m_write, m_weights, m_names.which, rows);
        m_names.result = m_tape.mul(down, sample);
        return m_names.result;
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    TensorId m_x;
    TensorId m_weights;
    double m_hidden;
    double m_width;
    Parts m_gateUp;
    Parts m_gateUpBias;
    Parts m_down;
    Parts m_downBias;
    Names m_names;
};

} // namespace

TensorId writeExpertLoop(ModuleWriter &write, TensorId x, TensorId weights)
{
    return ExpertLoop(write, x, weights).write();
}

} // namespace shardscope
