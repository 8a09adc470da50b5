// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/families.h"

namespace shardscope {

/// Models of an encoder and a decoder: transformers 5.12.1 models/t5/modeling_t5.py,
/// models/bart/modeling_bart.py.
inline constexpr std::array seq2seqFamilies{
    Family{.name = "t5",
        .norm = NormKind::RmsOfStream,
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .tiedEmbeddings = true,
        .seq2seq = Seq2SeqCode::T5,
        .dropout
        = {.attention = "dropout_rate", .hidden = "dropout_rate", .embedding = "dropout_rate"},
        .defaults
        = {.heads = 8, .headDim = 64, .vocabulary = 32128, .hidden = 512, .intermediate = 2048},
        .headKeys = HeadKeys::None,
        .names = {.query = "q",
            .key = "k",
            .value = "v",
            .output = "o",
            .gate = "wi_0",
            .up = "wi_1",
            .down = "wo",
            .embedding = "shared"},
        .modules = {.activation = Activation::Relu,
            .rotary = Rotary::None,
            .attentionDropout = 0.1,
            .hiddenDropout = 0.1,
            .embeddingDropout = 0.1}},
    Family{.name = "bart",
        .norm = NormKind::Layer,
        .residual = Residual::NormOfSum,
        .queryKeyValueBias = Always,
        .outputBias = Always,
        .mlpBias = Always,
        .gatedMlp = false,
        .embeddingNorm = true,
        .tiedEmbeddings = true,
        .learnedPositions = true,
        .extraPositions = 2,
        .seq2seq = Seq2SeqCode::Bart,
        .dropout = {.attention = "attention_dropout", .hidden = "dropout", .embedding = "dropout"},
        .defaults = {.heads = 16,
            .vocabulary = 50265,
            .positions = 1024,
            .hidden = 1024,
            .intermediate = 4096},
        .headKeys = HeadKeys::None,
        .names = {.output = "out_proj", .up = "fc1", .down = "fc2", .embedding = "shared"},
        .modules = {.activation = Activation::Gelu,
            .rotary = Rotary::None,
            .attention = AttentionCode::Bert,
            .hiddenDropout = 0.1,
            .embeddingDropout = 0.1}}};

} // namespace shardscope
