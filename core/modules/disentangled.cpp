// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 modeling_deberta_v2.py, DisentangledSelfAttention.
#include "core/modules/disentangled.h"

#include <algorithm>

namespace shardscope {

namespace {

class Disentangled
{
public:
    Disentangled(ModuleWriter &write, TensorId distances)
        : m_write(write)
        , m_tape(write.tape)
        , m_distances(distances)
        , m_rows(static_cast<double>(write.spec.encoder->distances))
        , m_products(write.settings.batch * write.heads())
        , m_scores(write.pairs() * write.heads())
    { }

    TensorId context(TensorId x)
    {
        m_tape.beginShared();
        const TensorId query = byHead(m_write.names.query, x);
        const TensorId key = byHead(m_write.names.key, x);
        m_tape.endShared();
        const TensorId value = byHead(m_write.names.value, x);
        const TensorId products = m_tape.matmul(query, m_tape.scale(key), m_scores, m_products);
        const TensorId bias = ofDistances(query, key);
        const TensorId scores = masked(m_tape.add(products, bias));
        const TensorId weights
            = m_write.dropout(m_write.softmax(scores), m_write.traits.attentionDropout);
        const TensorId result
            = m_tape.matmul(weights, value, m_tape.at(value).elements, m_products);
        const TensorId context = m_tape.copy("contiguous", result, m_tape.at(result).elements);
        m_tape.stillHeld({query, key, value, m_distances, bias, m_mask, scores, weights});
        return context;
    }

private:
    /// transpose_for_scores
    TensorId byHead(std::string_view name, TensorId x)
    {
        const TensorId made = m_write.linear(name, x, m_write.hidden(), m_write.queryWidth(), true);
        return m_tape.copy("contiguous", made, m_tape.at(made).elements);
    }
    TensorId ofEachSequence(std::string_view name, TensorId rows)
    {
        return m_tape.copy(
            "repeat", byHead(name, rows), m_write.settings.batch * m_rows * m_write.hidden());
    }

    /// disentangled_attention_bias, where queries and keys share the projections of distances.
    TensorId ofDistances(TensorId query, TensorId key)
    {
        m_distances = m_write.dropout(m_distances, m_write.traits.hiddenDropout);
        const TensorId rows = m_tape.part(m_distances, m_tape.at(m_distances).elements);
        m_tape.repeatShared();
        const TensorId queries = ofEachSequence(m_write.names.query, rows);
        const TensorId keys = ofEachSequence(m_write.names.key, rows);
        m_tape.endShared();

        const TensorId behind = clamped(1);
        const TensorId first = gathered(query, keys, behind);
        const TensorId sum = m_tape.scale(m_tape.scale(first)); // 0 + what is scaled
        const TensorId before = clamped(2); // of minus the distance
        const TensorId second = gathered(key, queries, before);
        const TensorId both = m_tape.addInPlace(sum, m_tape.scale(second));
        m_tape.stillHeld({queries, keys, behind, first, before, second});
        return both;
    }

    /// Places in the table for each pair of tokens, from the distances in so many steps.
    TensorId clamped(int steps)
    {
        TensorId last = NoTensor;
        for (int i = 0; i <= steps; ++i) {
            const TensorId made = m_tape.plain(places(), Dtype::Wide);
            m_tape.stillHeld(last);
            last = made;
        }
        return last;
    }

    /// Of the products with all distances, those of each pair of tokens.
    TensorId gathered(TensorId x, TensorId rows, TensorId index)
    {
        const TensorId all
            = m_tape.matmul(x, rows, m_write.tokens() * m_write.heads() * m_rows, m_products);
        const TensorId picked
            = m_tape.op("gather", {all, index}, m_scores, m_tape.at(all).dtype, {all, index});
        m_write.copiesZeros(all);
        return picked;
    }

    TensorId masked(TensorId scores)
    {
        m_mask = m_tape.plain(m_write.pairs(), Dtype::Byte);
        const TensorId hidden = m_tape.plain(m_write.pairs(), Dtype::Byte); // not the mask
        return m_tape.op(
            "masked_fill", {scores, hidden}, m_scores, m_tape.at(scores).dtype, {hidden});
    }

    double places() const { return m_write.sequence() * m_write.sequence(); }

    ModuleWriter &m_write;
    TapeBuilder &m_tape;
    TensorId m_distances;
    TensorId m_mask = NoTensor; ///< true and false of each pair of tokens
    double m_rows;
    double m_products; ///< of heads, one for each sequence
    double m_scores;
};

} // namespace

bool hasDistances(const ModelSpec &spec)
{
    return spec.encoder && spec.encoder->distances > 0;
}

TensorId writeDisentangled(ModuleWriter &write, TensorId x, TensorId distances)
{
    return Disentangled(write, distances).context(x);
}

double distanceBytes(const LayerSettings &settings)
{
    const double ofPairs = storageBytes(settings.sequence * settings.sequence, Dtype::Wide)
        + storageBytes(settings.tokens() * settings.sequence, Dtype::Wide);
    if (settings.checkpoints())
        return ofPairs;
    // Token types, which nobody looks up; and what layers have given, but for the last one's input
    // and output (DebertaV2Model asks for output_hidden_states). Nobody else keeps it under
    // autocast, where products keep 16 bits, and beside LoRA with dropout.
    const bool isCast = settings.autocast && settings.stream() != Dtype::Half;
    const bool isKept = !isCast && !(settings.adapters && settings.adapters->dropsOut);
    const double given = isKept ? 0 : std::max(0.0, static_cast<double>(settings.spec.layers) - 2);
    return ofPairs + storageBytes(settings.tokens(), Dtype::Wide) + given * settings.streamBytes();
}

} // namespace shardscope
