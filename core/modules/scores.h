// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tape.h"
#include "core/modules/settings.h"

namespace shardscope {

/// Tokens of each sequence of which the head makes logits: all of them, or, for GRPO, those of the
/// answer and one before it (transformers 5.12 logits_to_keep, TRL 1.10.0.dev0 grpo_trainer.py).
double logitTokens(const LayerSettings &settings);

/// PPO: tokens of each sequence's answer, which the loss is computed of.
double responseTokens(const LayerSettings &settings);

/// PPO: bytes of the copies in fp32 of the states that a model returns (accelerate 1.14
/// utils/operations.py, convert_to_fp32).
double castStateBytes(const LayerSettings &settings);

/// Bytes of the last logits of each sequence in fp32, or of the chances that are made of them.
double drawnBytes(const LayerSettings &settings);

/// PPO: bytes of the probabilities of all words that the trainer makes to log entropies.
double chanceBytes(const LayerSettings &settings, const Tensor &logits);

/// From the logits that a model returned to the log-probabilities of answers, as TRL computes
/// them: `logits`, the head's result.
Tape scoreTape(const LayerSettings &settings, const Tensor &logits);

/// The same of sequences that lie one behind the other, as verl computes them.
Tape packedScoreTape(const LayerSettings &settings, const Tensor &logits);
/// Bytes of tokens, mask, positions and answers, with padding, which a micro-batch comes to the GPU
/// as; and of all of it, to which verl refers until the next one's are there.
double packedWordBytes(const LayerSettings &settings);
double packedBatchBytes(const LayerSettings &settings);

/// Bytes of logits that the trainer refers to while it scores.
double scoredLogitBytes(const LayerSettings &settings, const Tensor &logits);

/// Bytes of the copies that KTO's trainer makes of logits, of liked and of disliked answers, of
/// which there are as many, and again of those of disliked ones that belong to answers: all.
double sortedLogitBytes(const LayerSettings &settings, const Tensor &logits);

/// Bytes that the trainer takes for the entropies that it logs.
double entropyBytes(const LayerSettings &settings, const Tensor &logits);

} // namespace shardscope
