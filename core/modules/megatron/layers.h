// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/layers.h"

namespace shardscope {

// Megatron-Core 0.20 (commit d98e8a64d), on one rank of LayerSettings::cut: the layers of
// get_gpt_layer_local_spec with fused norm, flash attention and fused SwiGLU, whose tensors are
// those of TransformerEngine's layers.

/// Whether these layers can stand for the model's: pre-norm with RMSNorm or LayerNorm, gated SiLU
/// or GELU, plain attention, routed experts of Mixtral's and Qwen's kind.
bool hasMegatronLayers(const ModelSpec &spec);

Tape megatronLayerTape(const LayerSettings &settings, const LayerKind &kind);
Tape megatronEmbeddingTape(const LayerSettings &settings);
Tape megatronHeadTape(const LayerSettings &settings);

} // namespace shardscope
