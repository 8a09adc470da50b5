// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace shardscope {

/// Whose modules stand before and behind an encoder's layers (transformers 5.12.1
/// models/*/modeling_*.py).
enum class EncoderCode : std::uint8_t {
    Bert,
    Roberta, ///< XLM-RoBERTa and CamemBERT as well: positions are counted from each sequence's ids
    Electra, ///< no pooler, and GELU in the classifier's place of tanh
    DistilBert, ///< no token types, and no pooler but the classifier's own
    ModernBert,
    DebertaV2 ///< and 3: positions are distances, which each layer's queries and keys meet
};

/// What stands behind an encoder's layers, as the objective asks for it.
enum class EncoderHead : std::uint8_t {
    Words, ///< of masked tokens: a dense layer, and the table of words again
    Sequence, ///< labels of the whole sequence, by its first token
    Tokens, ///< labels of each token
    Pooler ///< nothing that learns: BERT's pooler is part of the model, and nobody reads it
};

/// A model whose tokens see all others of their sequence, before and behind them: it has no next
/// token to predict.
/// Whether a family's embedding is among what must not be split (_no_split_modules), so that
/// sharding makes a unit of it: BertEmbeddings and its copies.
constexpr bool isEmbeddingUnit(EncoderCode code)
{
    return code == EncoderCode::Bert || code == EncoderCode::Roberta
        || code == EncoderCode::ModernBert;
}

struct Encoder
{
    EncoderCode code = EncoderCode::Bert;
    EncoderHead head = EncoderHead::Words;
    std::int64_t tokenTypes = 0; ///< rows of a table that is added to those of words and positions
    std::int64_t distances = 0; ///< rows of a table that queries and keys are made of as well
    bool normsDistances = false;
    double sequenceDropout = 0; ///< before labels of a sequence
    double tokenDropout = 0; ///< before labels of tokens

    /// Whether positions, and with them token types, are made for each sequence.
    bool countsPositions() const { return code == EncoderCode::Roberta; }
    /// Whether what PEFT takes for the classifier of sequences has a dense layer as well:
    /// DistilBERT's is called pre_classifier.
    bool classifiesInTwo() const
    {
        return code == EncoderCode::Roberta || code == EncoderCode::Electra
            || code == EncoderCode::DistilBert;
    }
    /// Whether the model without any head has a pooler (BertModel, RobertaModel).
    bool hasPooler() const { return code == EncoderCode::Bert || code == EncoderCode::Roberta; }
    bool operator==(const Encoder &) const = default;
};

} // namespace shardscope
