// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/base.h"

namespace shardscope {

// What people call the objectives that a model is trained for, and what belongs to one of them, and
// a sentence on each.

template <>
inline constexpr std::array<Text, 14> textsOf<Objective>{
    {english("options", "Next token"), english("options", "Masked tokens"),
        english("options", "Classification"), english("options", "Token classification"),
        english("options", "Reward model"), english("options", "DPO"), english("options", "ORPO"),
        english("options", "CPO"), english("options", "SimPO"), english("options", "KTO"),
        english("options", "GRPO"), english("options", "Distillation (GKD)"),
        english("options", "PPO"), english("options", "Embeddings")}};
template <>
inline constexpr std::array<Text, 14> hintsOf<Objective>{{
    english("options", "Pre-training and supervised fine-tuning: cross-entropy of each token."),
    english("options", "What encoders learn: tokens that were masked, by those around them."),
    english("options",
        "An output for each label, over the last token of a decoder or the first of an encoder."),
    english("options", "A head with one output for each label over every token (encoders)."),
    english("options", "One output over the last token; pairs of answers go through together."),
    english("options", "Pairs of answers, compared with a reference model (TRL)."),
    english("options",
        "Pairs of answers without a reference model; preferred ones are learned as well (TRL)."),
    english("options",
        "Pairs of answers without a reference model; preferred ones are learned as well (TRL; "
        "SimPO with a cpo_alpha)."),
    english("options", "Pairs of answers without a reference model (TRL's CPO, cpo_alpha 0)."),
    english("options",
        "Single answers, liked or not, compared with a reference model and with answers to other "
        "prompts (TRL)."),
    english("options", "Answers are generated, rewarded, and learned from (TRL)."),
    english("options", "What a larger model, the teacher, says of each token is learned (TRL)."),
    english("options",
        "Answers are generated, rewarded by a second model, and learned from, beside a value model "
        "that learns as well (TRL)."),
    english("options",
        "Texts that belong together, against all others of the batch (InfoNCE, multiple negatives "
        "ranking)."),
}};

template <>
inline constexpr std::array<Text, 3> textsOf<TextPasses>{{english("options", "Automatic"),
    english("options", "Anchors apart"), english("options", "All in one batch")}};
template <>
inline constexpr std::array<Text, 3> hintsOf<TextPasses>{{
    english("options", "Of encoders anchors apart, of decoders all in one batch."),
    english("options",
        "Anchors in a pass of their own, all other texts in a second one (sentence-transformers)."),
    english("options", "All texts are rows of one batch (ms-swift)."),
}};

template <>
inline constexpr std::array<Text, 4> textsOf<Pooling>{
    {english("options", "Automatic"), english("options", "Mean of all tokens"),
        english("options", "First token"), english("options", "Last token")}};
template <>
inline constexpr std::array<Text, 4> hintsOf<Pooling>{{
    english("options", "Of encoders the mean, of decoders the last token."),
    english("options", "A mask as large as the hidden states is kept for it."),
    english("options", "As BGE's encoders do (CLS)."),
    english("options", "As Qwen3-Embedding does."),
}};

} // namespace shardscope
