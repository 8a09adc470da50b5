// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/settings.h"

namespace shardscope {

/// A decoder layer: from hidden state to hidden state. `inputRequiresGrad`: something before it is
/// trained.
Tape layerTape(const LayerSettings &settings, bool isSparse, bool inputRequiresGrad);

/// What torchtitan's selective checkpointing keeps of a layer: attention, and every other matrix
/// product.
void pickForSelectiveCheckpoint(Tape &layer);

/// From token ids to the first hidden state.
Tape embeddingTape(const LayerSettings &settings);

/// Final norm, output head and loss.
Tape headTape(const LayerSettings &settings);

} // namespace shardscope
