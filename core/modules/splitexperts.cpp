// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 modeling_granitemoe.py: GraniteMoeTopKGating, GraniteMoeParallelExperts and
// GraniteMoeMoE.forward.
#include "core/modules/expertparts.h"
#include "core/modules/mlp.h"

namespace shardscope {

namespace {

/// What the router hands on.
struct Gates
{
    TensorId logits = NoTensor; ///< in fp32
    TensorId tokens = NoTensor; ///< in the order of experts
    TensorId weights = NoTensor; ///< of these
};

class SplitExperts
{
public:
    explicit SplitExperts(ModuleWriter &write)
        : m_write(write)
        , m_tape(write.tape)
        , m_count(write.spec.experts->count)
        , m_hidden(write.hidden())
        , m_width(static_cast<double>(write.spec.experts->width))
        , m_chosen(write.chosenRows())
    { }

    TensorId write(TensorId x)
    {
        const Gates gates = route(x);
        const double rows = m_write.tokens();
        const TensorId inputs = writeIndex(m_write, x, gates.tokens, m_chosen * m_hidden);
        const TensorId both = products("input_linear", inputs, m_hidden, 2 * m_width);
        const TensorId product = writeGated(m_write, both, m_chosen * m_width);
        const TensorId made = products("output_linear", product, m_width, m_hidden);
        const TensorId weighed = m_tape.mul(made, gates.weights);
        const TensorId zeros = m_tape.plain(rows * m_hidden, m_tape.at(weighed).dtype);
        // Its gradient is shaped as what was added, which autograd keeps for that.
        const TensorId result = m_tape.op("index_add", {zeros, weighed}, rows * m_hidden,
            m_tape.at(weighed).dtype, {gates.tokens, weighed});
        m_tape.stillHeld(
            {gates.logits, gates.tokens, gates.weights, inputs, both, product, weighed, zeros, x});
        return result;
    }

private:
    Gates route(TensorId x)
    {
        const double all = m_write.tokens() * m_count;
        const Dtype dtype = m_tape.at(x).dtype;
        const TensorId logits = m_tape.cast(
            m_write.linear(m_write.spec.experts->linearRouter, x, m_hidden, m_count, false),
            Dtype::Single);
        const TensorId best = m_tape.op("topk", {logits}, m_chosen, Dtype::Single, {});
        const TensorId places = m_tape.alsoMakes(m_chosen, Dtype::Wide, true);
        const TensorId weights = m_tape.cast(m_write.softmax(best), dtype);
        const TensorId zeros = m_tape.plain(all, dtype);
        const TensorId ones = m_tape.op("scatter", {zeros}, all, dtype, {});
        const TensorId counted = m_tape.op("cast", {ones}, all, Dtype::Wide, {});
        m_tape.op("sum", {counted}, m_count, Dtype::Wide, {});
        const TensorId sorted = m_tape.plain(m_chosen, Dtype::Wide);
        const TensorId order = m_tape.alsoMakes(m_chosen, Dtype::Wide, false);
        const TensorId tokens = m_tape.plain(m_chosen, Dtype::Wide);
        const TensorId picked = writeIndex(m_write, weights, order, m_chosen);
        m_tape.stillHeld({logits, best, places, weights, zeros, ones, sorted, order});
        return {logits, tokens, picked};
    }

    /// A product for each expert, of its tokens and its part of the weight, joined behind the last
    /// one. Each gradient of a part is as large as the whole, and they are summed up one by one.
    TensorId products(std::string_view name, TensorId x, double in, double out)
    {
        const TensorId parts = m_tape.part(x, m_tape.at(x).elements);
        m_tape.beginModule();
        const TensorId weight = m_write.weight(name, m_count, out * in);
        const TensorId each = m_tape.linear(parts, weight, NoTensor, m_chosen * out, m_count);
        if (m_tape.at(weight).requiresGrad) {
            const double whole = m_tape.at(weight).bytes();
            const double sums = m_write.settings.fusedKernels ? 1 : 2;
            m_tape.borrowsBackward({sums * whole});
        }
        m_tape.keepsViewOf(weight);
        m_tape.endModule();
        const TensorId joined = m_tape.concat({each}, m_chosen * out);
        m_tape.stillHeld(each);
        return joined;
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    double m_count = 0;
    double m_hidden = 0;
    double m_width = 0;
    double m_chosen = 0; ///< tokens, as often as experts are chosen for them
};

} // namespace

TensorId writeSplitExperts(ModuleWriter &write, TensorId x)
{
    return SplitExperts(write).write(x);
}

} // namespace shardscope
