// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 modeling_phimoe.py, sparsemixer and PhimoeMultiplier.
#include "core/modules/expertparts.h"

#include <vector>

namespace shardscope {

namespace {

/// One expert of each token: drawn from the scores that are near the best one, and weighed by a
/// function of its own, through which alone a gradient comes back to the scores.
class SparseMixer
{
public:
    explicit SparseMixer(ModuleWriter &write, TensorId scores)
        : m_write(write)
        , m_tape(write.tape)
        , m_scores(scores)
        , m_dtype(write.tape.at(scores).dtype)
        , m_rows(write.tokens())
        , m_all(write.tokens() * write.spec.experts->count)
    { }

    TensorId write()
    {
        const TensorId first = weightOf(m_scores);
        m_tape.detach();
        const TensorId others
            = named(m_tape.op("scatter", {m_scores, m_drawn}, m_all, m_dtype, {}));
        m_tape.track();
        const TensorId second = weightOf(others);
        const TensorId both = m_tape.concat({first, second}, 2 * m_rows);
        m_tape.plain(2 * m_rows, Dtype::Wide); // which they are
        for (const TensorId id : m_named)
            m_tape.stillHeld(id);
        m_tape.stillHeld({m_scores, first, second});
        return both;
    }

private:
    /// A name of the function refers to it to its end.
    TensorId named(TensorId id)
    {
        m_named.push_back(id);
        return id;
    }
    TensorId made(
        std::string_view name, std::initializer_list<TensorId> from, double elements, Dtype dtype)
    {
        return m_tape.op(name, from, elements, dtype, {});
    }

    /// Which scores are too far from the best one.
    TensorId tooLow(TensorId scores)
    {
        const TensorId best = made("max", {scores}, m_rows, m_dtype);
        named(m_tape.alsoMakes(m_rows, Dtype::Wide, false));
        const TensorId size = made("abs", {m_scores}, m_all, m_dtype);
        const TensorId factor = named(made("clamp", {size, best}, m_all, m_dtype));
        const TensorId less = made("sub", {best, m_scores}, m_all, m_dtype);
        const TensorId share = made("div", {less, factor}, m_all, m_dtype);
        const TensorId mask = named(made("gt", {share}, m_all, Dtype::Byte));
        m_tape.stillHeld(best);
        return mask;
    }

    /// Gumbel sampling.
    void draw(TensorId gates)
    {
        const TensorId noise = made("log", {m_tape.plain(m_all, m_dtype)}, m_all, m_dtype);
        const TensorId moved = made("sub", {gates, noise}, m_all, m_dtype);
        made("max", {moved}, m_rows, m_dtype);
        m_drawn = named(m_tape.alsoMakes(m_rows, Dtype::Wide, false));
        m_tape.stillHeld(m_drawn);
    }

    TensorId weightOf(TensorId scores)
    {
        m_tape.detach();
        const TensorId mask = tooLow(scores);
        const TensorId near = made("masked_fill", {scores, mask}, m_all, m_dtype);
        draw(near);
        const TensorId gates = named(m_write.softmax(near));
        const Dtype wide = m_tape.at(gates).dtype;
        const TensorId weight = named(made("gather", {gates, m_drawn}, m_rows, wide));
        named(made("max", {gates}, m_rows, wide));
        named(m_tape.alsoMakes(m_rows, Dtype::Wide, false));
        const TensorId isBest = made("eq", {m_drawn}, m_rows, Dtype::Byte);
        const TensorId chance = made("gt", {m_tape.plain(m_rows, wide)}, m_rows, Dtype::Byte);
        const TensorId either = made("or", {isBest, chance}, m_rows, Dtype::Byte);
        const TensorId third
            = named(m_tape.cast(made("add", {either}, m_rows, Dtype::Single), wide));
        m_tape.track();
        const TensorId result = m_tape.op(
            "multiplier", {m_scores, weight, third}, m_rows, wide, {weight, m_drawn, gates, mask});
        m_tape.last().gradients[0] = bytesOf(m_all, wide);
        const double row = bytesOf(m_rows, wide);
        m_tape.borrowsBackward({row, row});
        return result;
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    TensorId m_scores;
    TensorId m_drawn = NoTensor; ///< experts
    Dtype m_dtype;
    double m_rows;
    double m_all; ///< scores of all experts
    std::vector<TensorId> m_named{};
};

} // namespace

TensorId writeSparseMixer(ModuleWriter &write, TensorId scores)
{
    return SparseMixer(write, scores).write();
}

TensorId writeJitter(ModuleWriter &write, TensorId x)
{
    TapeBuilder &tape = write.tape;
    const Tensor in = tape.at(x);
    const auto noise = [&] { return tape.plain(in.elements, in.dtype); };
    const TensorId once = tape.mulInPlace(x, noise());
    const TensorId twice = tape.mulInPlace(once, noise());
    // The router has a view: torch csrc/autograd/functions/tensor.cpp, CopySlices, copies the whole
    // gradient, and clones its part, before it multiplies.
    tape.borrowsBackward({in.bytes(), in.bytes()});
    return twice;
}

} // namespace shardscope
