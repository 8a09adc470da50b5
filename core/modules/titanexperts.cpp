// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/expertparts.h"
#include "core/modules/mlp.h"

namespace shardscope {

namespace {

/// torchtitan b5bcd76c models/common/moe.py (MoE, TokenChoiceTopKRouter, GroupedExperts) and
/// token_dispatcher.py (LocalTokenDispatcher, AllToAllTokenDispatcher), statement by statement.
/// torch._grouped_mm takes groups of any size: nothing is padded.
class TitanExperts
{
public:
    explicit TitanExperts(ModuleWriter &write)
        : m_write(write)
        , m_tape(write.tape)
        , m_experts(*write.spec.experts)
        , m_rows(write.chosenRows())
        , m_arrived(write.arrivedRows())
        , m_local(m_experts.count / write.settings.cut.expert)
    { }

    TensorId run(TensorId x)
    {
        const TensorId weights = route(x);
        // routing_map_TE, of which the tokens of each expert are counted.
        const TensorId map = m_tape.plain(m_write.tokens() * m_experts.count, Dtype::Byte);
        const TensorId counts = m_tape.plain(m_experts.count, Dtype::Wide);
        TensorId result = routed(x, weights);
        if (m_experts.sharedWidth > 0) {
            const TensorId shared = writeSharedExpert(m_write, x);
            result = m_tape.add(result, shared);
            m_tape.stillHeld(shared);
        }
        m_tape.stillHeld({x, weights, m_ids, m_scores, map, counts});
        return result;
    }

private:
    bool isDealtOut() const { return m_write.settings.cut.expert > 1; }
    double hidden() const { return m_write.hidden(); }
    double width() const { return static_cast<double>(m_experts.width); }

    /// Under autocast in fp32: operands are cast, and the copies are kept.
    TensorId route(TensorId x)
    {
        const double count = m_experts.count;
        const double tokens = m_write.tokens();
        m_tape.beginModule();
        const TensorId matrix = m_write.weight("gate", count, hidden());
        const TensorId left = m_tape.cast(x, Dtype::Single);
        const TensorId right = m_tape.cast(matrix, Dtype::Single);
        const TensorId logits
            = m_tape.op("linear", {left, right}, tokens * count, Dtype::Single, {left, right});
        m_tape.multiplies({.rows = tokens, .inner = hidden(), .columns = count});
        m_tape.endModule();
        const bool isSigmoid = m_write.traits.router == Router::Sigmoid;
        m_scores = m_tape.fromResult(isSigmoid ? "sigmoid" : "softmax", logits);
        // Chosen by scores and expert_bias_E, weighed by the scores alone.
        const TensorId biased = m_tape.plain(tokens * count, Dtype::Single);
        const auto [ids, weights] = writeChoice(m_write, m_scores);
        m_ids = ids;
        m_tape.stillHeld(biased);
        return weights;
    }

    /// RoutedExperts.forward.
    TensorId routed(TensorId x, TensorId weights)
    {
        const TensorId order = indices(m_rows); // of argsort, beside the values that it sorts
        m_tape.borrows({bytesOf(m_rows, Dtype::Wide)});
        const TensorId weight = writeIndex(m_write, weights, order, m_rows);
        const TensorId token = indices(m_rows);
        const TensorId sent = writeIndex(m_write, x, token, m_rows * hidden());
        const TensorId mine = isDealtOut() ? arrived(sent) : sent;
        const TensorId made = products(mine);
        const TensorId back = isDealtOut() ? returned(made) : made;
        const TensorId result = combined(back, weight, token);
        m_tape.stillHeld({mine, made, token, weight, m_places});
        return result;
    }
    TensorId indices(double rows) { return m_tape.plain(rows, Dtype::Wide); }
    TensorId exchanged(TensorId x, double rows)
    {
        return m_tape.op("all_to_all", {x}, rows * hidden(), m_tape.at(x).dtype, {});
    }

    /// AllToAllTokenDispatcher.dispatch: what the ranks sent, sorted by expert (_permute).
    TensorId arrived(TensorId sent)
    {
        const TensorId received = exchanged(sent, m_arrived);
        const TensorId segments = indices(m_arrived);
        m_places = indices(m_arrived);
        const double each = bytesOf(m_arrived, Dtype::Wide);
        m_tape.borrows({each, each});
        const TensorId sorted = writeIndex(m_write, received, m_places, m_arrived * hidden());
        m_tape.stillHeld({segments, sent});
        return sorted;
    }
    /// AllToAllTokenDispatcher.combine: in the order that they came in (_unpermute), and back.
    TensorId returned(TensorId made)
    {
        const TensorId unsorted = m_tape.op(
            "index_put", {made, m_places}, m_arrived * hidden(), m_tape.at(made).dtype, {m_places});
        return exchanged(unsorted, m_rows);
    }

    TensorId product(std::string_view name, TensorId x, double rows, double columns)
    {
        const double in = m_tape.at(x).elements / m_arrived;
        const double cut = isCutInside() ? rows : m_local;
        const TensorId matrix = m_tape.parameter({.name = name,
            .elements = m_local * rows * columns,
            .rows = cut,
            .dtype = m_write.settings.weights,
            .trainable = m_write.settings.trainsBase,
            .isExpert = true});
        const double elements = m_arrived * rows * columns / in;
        const TensorId result
            = m_tape.linear(x, m_tape.cast(matrix, Dtype::Half), NoTensor, elements, m_local);
        if (m_tape.at(matrix).dtype == Dtype::Half)
            m_tape.keepsViewOf(matrix); // transposed
        return result;
    }
    /// distributed/fsdp.py: where more GPUs share a set of experts than there are, matrices are cut
    /// along their own rows.
    bool isCutInside() const { return m_write.settings.cut.expertSharers > m_experts.count; }

    TensorId products(TensorId x)
    {
        const TensorId operand = m_tape.cast(x, Dtype::Half);
        m_tape.beginModule();
        const TensorId active
            = m_tape.activation("silu", product("w1", operand, width(), hidden()));
        const TensorId up = product("w3", operand, width(), hidden());
        const TensorId gated = m_tape.mul(active, up);
        const TensorId down = product("w2", gated, hidden(), width());
        m_tape.endModule();
        return m_tape.cast(down, m_tape.at(x).dtype);
    }

    /// Weighed in fp32, and added to zeros by a function of torchtitan's own (ops/scatter_add.py).
    TensorId combined(TensorId back, TensorId weight, TensorId token)
    {
        const Dtype dtype = m_tape.at(back).dtype;
        const TensorId zeros = m_tape.plain(m_write.tokens() * hidden(), dtype);
        const TensorId weighed = m_tape.mul(m_tape.cast(back, Dtype::Single), weight);
        const TensorId narrow = m_tape.cast(weighed, dtype);
        m_tape.stillHeld(back);
        const TensorId result = m_tape.op(
            "scatter_add", {narrow, token}, m_write.tokens() * hidden(), dtype, {token});
        m_tape.stillHeld({zeros, narrow});
        return result;
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    const Experts &m_experts;
    double m_rows; ///< of tokens and the experts that they chose
    double m_arrived; ///< of these, those that come to this rank's experts
    double m_local; ///< experts of a rank
    TensorId m_scores = NoTensor;
    TensorId m_ids = NoTensor;
    TensorId m_places = NoTensor;
};

} // namespace

TensorId writeTitanExperts(ModuleWriter &write, TensorId x)
{
    return TitanExperts(write).run(x);
}

} // namespace shardscope
