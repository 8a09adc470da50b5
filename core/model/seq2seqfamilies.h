// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/families.h"

namespace shardscope {

/// Those with T5's attention: transformers 5.12.1 models/t5/modeling_t5.py,
/// models/mt5/modeling_mt5.py, models/umt5/modeling_umt5.py.
constexpr Family ofT5(std::string_view name, Seq2SeqCode code, const ShapeDefaults &defaults)
{
    return Family{.name = name,
        .norm = NormKind::RmsOfStream,
        .queryKeyValueBias = Never,
        .outputBias = Never,
        .tiedEmbeddings = true,
        .seq2seq = code,
        .dropout
        = {.attention = "dropout_rate", .hidden = "dropout_rate", .embedding = "dropout_rate"},
        .defaults = defaults,
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
            .embeddingDropout = 0.1}};
}

/// Those with BART's attention: models/bart/modeling_bart.py, models/mbart/modeling_mbart.py,
/// models/pegasus/modeling_pegasus.py, models/marian/modeling_marian.py,
/// models/m2m_100/modeling_m2m_100.py.
constexpr Family ofBart(std::string_view name, Seq2SeqCode code, std::int64_t vocabulary)
{
    const bool hasTable = code != Seq2SeqCode::M2m100;
    const bool learnsPlaces = code == Seq2SeqCode::Bart || code == Seq2SeqCode::Mbart;
    return Family{.name = name,
        .norm = NormKind::Layer,
        .residual = normsSums(code) ? Residual::NormOfSum : Residual::PreNorm,
        .queryKeyValueBias = Always,
        .outputBias = Always,
        .mlpBias = Always,
        .gatedMlp = false,
        .embeddingNorm = learnsPlaces,
        .tiedEmbeddings = true,
        .learnedPositions = hasTable,
        .extraPositions = learnsPlaces ? 2 : 0,
        .seq2seq = code,
        .dropout = {.attention = "attention_dropout", .hidden = "dropout", .embedding = "dropout"},
        .defaults = {.heads = 16,
            .vocabulary = vocabulary,
            .positions = 1024,
            .hidden = 1024,
            .intermediate = 4096},
        .headKeys = HeadKeys::None,
        .names = {.output = "out_proj", .up = "fc1", .down = "fc2", .embedding = "shared"},
        .modules = {.activation = code == Seq2SeqCode::M2m100 ? Activation::Relu : Activation::Gelu,
            .rotary = Rotary::None,
            .attention = AttentionCode::Bert,
            .attentionDropout = code == Seq2SeqCode::M2m100 ? 0.1 : 0,
            .hiddenDropout = 0.1,
            .embeddingDropout = 0.1}};
}

/// models/whisper/modeling_whisper.py. `positions` are those of the text.
constexpr Family whisperFamily()
{
    Family family = ofBart("whisper", Seq2SeqCode::Whisper, 51865);
    family.defaults
        = {.heads = 6, .vocabulary = 51865, .positions = 448, .hidden = 384, .intermediate = 1536};
    family.names.embedding = "embed_tokens";
    family.names.head = "proj_out";
    family.modules.hiddenDropout = 0;
    family.modules.embeddingDropout = 0;
    return family;
}

inline constexpr ShapeDefaults multilingualT5{
    .heads = 6, .headDim = 64, .vocabulary = 250112, .hidden = 512, .intermediate = 1024};

/// Models of an encoder and a decoder.
inline constexpr std::array seq2seqFamilies{
    ofT5("t5", Seq2SeqCode::T5,
        {.heads = 8, .headDim = 64, .vocabulary = 32128, .hidden = 512, .intermediate = 2048}),
    ofT5("mt5", Seq2SeqCode::T5, multilingualT5), ofT5("umt5", Seq2SeqCode::Umt5, multilingualT5),
    ofBart("bart", Seq2SeqCode::Bart, 50265), ofBart("mbart", Seq2SeqCode::Mbart, 50265),
    ofBart("pegasus", Seq2SeqCode::Pegasus, 50265), ofBart("marian", Seq2SeqCode::Marian, 58101),
    ofBart("m2m_100", Seq2SeqCode::M2m100, 128112), whisperFamily()};

} // namespace shardscope
