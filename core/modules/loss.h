// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/modules.h"

namespace shardscope {

/// The Trainer's LabelSmoother: log-probabilities of all words, of which one is picked and all are
/// summed up.
TensorId writeSmoothedLoss(ModuleWriter &write, TensorId logits);

/// Tokens that the loss takes at a time.
double lossChunk(const LayerSettings &settings);

/// From whole logits to the loss.
TensorId writeLoss(ModuleWriter &write, TensorId logits);

// Head and loss as one operation, without whole logits.
TensorId writeFusedLoss(ModuleWriter &write, TensorId hidden, TensorId matrix);
TensorId writeChunkedLoss(ModuleWriter &write, TensorId hidden, TensorId matrix);

} // namespace shardscope
