// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/modules.h"

namespace shardscope {

/// The Trainer's LabelSmoother: log-probabilities of all words, of which one is picked and all are
/// summed up.
TensorId writeSmoothedLoss(ModuleWriter &write, TensorId logits);

/// What was made counts as logits.
TensorId countedAsLogits(TapeBuilder &tape, TensorId id);

/// Tokens that the loss takes at a time.
double lossChunk(const LayerSettings &settings);

/// torch's cross_entropy: log_softmax, negative log-likelihood.
TensorId crossEntropy(TapeBuilder &tape, TensorId logits, TensorId labels);

/// From whole logits to the loss.
TensorId writeLoss(ModuleWriter &write, TensorId logits);

/// Of masked tokens: torch's cross_entropy of logits as the head makes them, and labels that the
/// batch brings. `isCast`: the model makes them fp32 itself.
TensorId writeMaskedLoss(ModuleWriter &write, TensorId logits, bool isCast);
/// Of labels: the same of an encoder's outputs, a row for each sequence or token.
TensorId writeLabelLoss(ModuleWriter &write, TensorId outputs, double rows);

// Head and loss as one operation, without whole logits.
TensorId writeFusedLoss(ModuleWriter &write, TensorId hidden, TensorId matrix);
TensorId writeChunkedLoss(ModuleWriter &write, TensorId hidden, TensorId matrix);

} // namespace shardscope
