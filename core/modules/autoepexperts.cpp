// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/expertparts.h"
#include "core/modules/layers.h"
#include "core/modules/mlp.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope {

namespace {

/// DeepSpeed 0.19.6 module_inject/auto_ep_layer.py (AutoEPMoELayer), moe/ep_router.py
/// (TokenChoiceTopKRouter) and moe/ep_experts.py (GroupedExperts), statement by statement, where
/// torch has grouped products. There is no capacity: no token is dropped; each expert's tokens are
/// padded to 8.
class AutoEpExperts
{
public:
    explicit AutoEpExperts(ModuleWriter &write)
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
        m_order = indices(); // of argsort, beside the values that it sorts
        m_tape.borrows({bytesOf(m_rows, Dtype::Wide)});
        const TensorId sorted = m_tape.plain(m_rows, Dtype::Single); // weights that nobody reads
        const TensorId experts = indices();
        const TensorId token = indices();
        const TensorId sent = writeIndex(m_write, x, token, m_rows * hidden());
        const TensorId mine = arrived(exchanged(sent, m_arrived));
        const TensorId back = exchanged(inOrder(products(mine)), m_rows);
        TensorId result = combined(back, weights);
        TensorId shared = NoTensor;
        if (m_experts.sharedWidth > 0) {
            shared = writeSharedExpert(m_write, x);
            result = m_tape.add(result, shared);
        }
        m_tape.stillHeld(
            {x, weights, m_ids, m_order, sorted, experts, mine, m_places, back, shared, m_logits});
        return result;
    }

private:
    /// ep_kernels.py, TOKEN_GROUP_ALIGN_SIZE_M.
    static constexpr double alignment = 8;

    double hidden() const { return m_write.hidden(); }
    double width() const { return static_cast<double>(m_experts.width); }
    TensorId indices() { return m_tape.plain(m_rows, Dtype::Wide); }
    /// Rows of what came, with room to pad each expert's.
    double paddedRows() const
    {
        return std::ceil((m_arrived + m_local * alignment) / alignment) * alignment;
    }

    TensorId route(TensorId x)
    {
        const double count = m_experts.count;
        const double tokens = m_write.tokens();
        m_tape.beginModule();
        const TensorId matrix = m_write.weight("gate", count, hidden());
        const TensorId logits = m_tape.linear(x, matrix, NoTensor, tokens * count);
        m_tape.endModule();
        const bool isSigmoid = m_write.traits.router == Router::Sigmoid;
        const TensorId scores = m_tape.fromResult(
            isSigmoid ? "sigmoid" : "softmax", m_tape.cast(logits, Dtype::Single));
        const auto [ids, weights] = writeChoice(m_write, scores);
        m_ids = ids;
        m_tape.stillHeld(scores);
        if (!m_write.spec.latent)
            cacheLogits(x);
        return weights;
    }
    /// A hook computes the router's logits once more (a product that counts for nothing), and the
    /// layer refers to them until it returns: not so in DeepSeek's models
    /// (auto_ep_presets/base.py).
    void cacheLogits(TensorId x)
    {
        m_logits = m_tape.op(
            "router_logits", {x}, m_write.tokens() * m_experts.count, m_tape.at(x).dtype, {x});
        m_tape.give(m_logits, Common::RouterLogits, false);
    }

    TensorId exchanged(TensorId x, double rows)
    {
        return m_tape.op("all_to_all", {x}, rows * hidden(), m_tape.at(x).dtype, {});
    }

    /// permute_by_local_expert: a row of zeros goes behind what came, for what is padded.
    TensorId arrived(TensorId received)
    {
        m_places = m_tape.plain(paddedRows(), Dtype::Single); // 32-bit integers
        const TensorId zeros = m_tape.plain(hidden(), m_tape.at(received).dtype);
        const TensorId more = m_tape.concat({received, zeros}, (m_arrived + 1) * hidden());
        const TensorId sorted = writeIndex(m_write, more, m_places, paddedRows() * hidden());
        m_tape.stillHeld({received, more});
        return sorted;
    }
    /// unpermute_by_local_expert
    TensorId inOrder(TensorId made)
    {
        const TensorId all = m_tape.op("index_put", {made, m_places}, (m_arrived + 1) * hidden(),
            m_tape.at(made).dtype, {m_places});
        m_tape.stillHeld(made);
        return m_tape.part(all, m_arrived * hidden());
    }

    TensorId product(std::string_view name, TensorId x, double rows, double columns, double in)
    {
        const TensorId matrix = m_tape.parameter({.name = name,
            .elements = m_local * rows * columns,
            .rows = m_local,
            .dtype = m_write.settings.weights,
            .trainable = m_write.settings.trainsBase,
            .isExpert = true});
        const double elements = paddedRows() * (in == columns ? rows : columns);
        const TensorId result = m_tape.linear(x, matrix, NoTensor, elements, m_local);
        m_tape.keepsViewOf(matrix); // transposed
        return result;
    }
    /// ops/triton_ops/swiglu_triton.py keeps what comes from both products.
    TensorId products(TensorId x)
    {
        m_tape.beginModule();
        const TensorId gate = product("w1", x, width(), hidden(), hidden());
        const TensorId up = product("w3", x, width(), hidden(), hidden());
        const TensorId gated = m_tape.op(
            "swiglu", {gate, up}, paddedRows() * width(), m_tape.at(gate).dtype, {gate, up});
        const TensorId down = product("w2", gated, hidden(), width(), width());
        m_tape.endModule();
        m_tape.stillHeld({gate, up, gated});
        return down;
    }

    /// combine_from_routed: back in the order of tokens, weighed in fp32 and summed.
    TensorId combined(TensorId back, TensorId weights)
    {
        const Dtype dtype = m_tape.at(back).dtype;
        const TensorId put
            = m_tape.op("index_put", {back, m_order}, m_rows * hidden(), dtype, {m_order});
        const TensorId weighed = m_tape.mul(m_tape.cast(put, Dtype::Single), weights);
        const TensorId sum
            = m_tape.op("sum", {weighed}, m_write.tokens() * hidden(), Dtype::Single, {});
        m_tape.last().gradients[0] = 0; // a view of the sum's
        const TensorId result = m_tape.cast(sum, dtype);
        m_tape.stillHeld(put);
        return result;
    }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    const Experts &m_experts;
    double m_rows; ///< of tokens and the experts that they chose
    double m_arrived; ///< of these, those that come to this rank's experts
    double m_local; ///< experts of a rank
    TensorId m_ids = NoTensor;
    TensorId m_order = NoTensor;
    TensorId m_places = NoTensor;
    TensorId m_logits = NoTensor;
};

} // namespace

TensorId writeAutoEpExperts(ModuleWriter &write, TensorId x)
{
    return AutoEpExperts(write).run(x);
}

bool hasAutoEpPreset(const ModelSpec &spec)
{
    constexpr std::array<std::string_view, 5> families{
        "mixtral", "qwen2_moe", "qwen3_moe", "deepseek_v2", "deepseek_v3"};
    return spec.experts && !spec.indexer
        && std::find(families.begin(), families.end(), spec.modelType) != families.end();
}

} // namespace shardscope
