// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/modules.h"

namespace shardscope {

/// Tokens that the loss takes at a time.
double lossChunk(const LayerSettings &settings);

/// From whole logits to the loss.
TensorId writeLoss(ModuleWriter &write, TensorId logits);

// Head and loss as one operation, without whole logits.
TensorId writeFusedLoss(ModuleWriter &write, TensorId hidden, TensorId matrix);
TensorId writeChunkedLoss(ModuleWriter &write, TensorId hidden, TensorId matrix);

} // namespace shardscope
