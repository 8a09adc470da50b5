// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/layers.h"

namespace shardscope {

// nanotron of February 2025 (commit 0e0a27e), models/llama.py, on one rank of LayerSettings::cut:
// fused query, key and value, fused gate and up products, FlashAttention, and a loss from each
// rank's share of the vocabulary.

/// Whether these layers can stand for the model's: those of Llama.
bool hasNanotronLayers(const ModelSpec &spec);

Tape nanotronLayerTape(const LayerSettings &settings);
Tape nanotronEmbeddingTape(const LayerSettings &settings);
Tape nanotronHeadTape(const LayerSettings &settings);

/// Layers of each of so many pipeline stages, which nanotron balances by what they compute; the
/// head is in the last stage.
std::vector<int> nanotronStages(int stages, const ModelSpec &spec);

} // namespace shardscope
