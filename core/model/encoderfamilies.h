// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/families.h"

namespace shardscope {

inline constexpr LinearNames bertNames{.query = "query",
    .key = "key",
    .value = "value",
    .output = "dense",
    .up = "dense",
    .down = "dense",
    .embedding = "word_embeddings",
    .head = "decoder"};

/// transformers 5.12.1 models/bert/modeling_bert.py.
constexpr Family bertFamily()
{
    return {.name = "bert",
        .norm = NormKind::Layer,
        .residual = Residual::NormOfSum,
        .queryKeyValueBias = Always,
        .outputBias = Always,
        .mlpBias = Always,
        .gatedMlp = false,
        .embeddingNorm = true,
        .tiedEmbeddings = true,
        .learnedPositions = true,
        .encoder = EncoderCode::Bert,
        .dropout = {.attention = "attention_probs_dropout_prob",
            .hidden = "hidden_dropout_prob",
            .embedding = "hidden_dropout_prob"},
        .defaults
        = {.heads = 12, .vocabulary = 30522, .positions = 512, .hidden = 768, .intermediate = 3072},
        .headKeys = HeadKeys::None,
        .names = bertNames,
        .modules = {.activation = Activation::Gelu,
            .rotary = Rotary::None,
            .attention = AttentionCode::Bert,
            .attentionDropout = 0.1,
            .hiddenDropout = 0.1,
            .embeddingDropout = 0.1}};
}

/// models/roberta/modeling_roberta.py, of which XLM-RoBERTa's and CamemBERT's are copies.
constexpr Family robertaFamily(std::string_view name)
{
    Family family = bertFamily();
    family.name = name;
    family.encoder = EncoderCode::Roberta;
    family.defaults.vocabulary = 50265;
    return family;
}

/// models/electra/modeling_electra.py, whose layers are BERT's, where embeddings are as wide.
constexpr Family electraFamily()
{
    Family family = bertFamily();
    family.name = "electra";
    family.encoder = EncoderCode::Electra;
    family.names.head = "generator_lm_head";
    return family;
}

/// models/distilbert/modeling_distilbert.py.
constexpr Family distilBertFamily()
{
    Family family = bertFamily();
    family.name = "distilbert";
    family.encoder = EncoderCode::DistilBert;
    family.dropout
        = {.attention = "attention_dropout", .hidden = "dropout", .embedding = "dropout"};
    family.names = {.query = "q_lin",
        .key = "k_lin",
        .value = "v_lin",
        .output = "out_lin",
        .up = "lin1",
        .down = "lin2",
        .embedding = "word_embeddings",
        .head = "vocab_projector"};
    family.modules.dropsMlpAlone = true;
    return family;
}

/// models/deberta_v2/modeling_deberta_v2.py, DeBERTa 2 and 3.
constexpr Family debertaFamily()
{
    Family family = bertFamily();
    family.name = "deberta-v2";
    family.encoder = EncoderCode::DebertaV2;
    family.learnedPositions = false;
    family.defaults.vocabulary = 128100;
    family.defaults.hidden = 1536;
    family.defaults.intermediate = 6144;
    family.defaults.heads = 24;
    family.names.query = "query_proj";
    family.names.key = "key_proj";
    family.names.value = "value_proj";
    family.modules.attention = AttentionCode::DebertaV2;
    return family;
}

/// Models whose tokens see all others of their sequence.
inline constexpr std::array encoderFamilies{bertFamily(), robertaFamily("roberta"),
    robertaFamily("xlm-roberta"), robertaFamily("camembert"), electraFamily(), distilBertFamily(),
    debertaFamily(),
    Family{.name = "modernbert",
        .norm = NormKind::LayerWithoutBias,
        .queryKeyValueBias = {false, "attention_bias"},
        .outputBias = {false, "attention_bias"},
        .embeddingNorm = true,
        .tiedEmbeddings = true,
        .window = {"local_attention", 128},
        .encoder = EncoderCode::ModernBert,
        .dropout = {.embedding = "embedding_dropout"},
        .defaults = {.heads = 12,
            .vocabulary = 50368,
            .positions = 8192,
            .hidden = 768,
            .intermediate = 1152},
        .headKeys = HeadKeys::None,
        .names = {.output = "Wo",
            .down = "Wo",
            .fusedAttention = "Wqkv",
            .fusedGate = "Wi",
            .embedding = "tok_embeddings",
            .head = "decoder"},
        .modules = {.activation = Activation::Gelu,
            .rotary = Rotary::WholeCastFirst,
            .fusedSplit = FusedSplit::Split,
            .masks = 2}}};

} // namespace shardscope
