// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/layers.h"

namespace shardscope {

// Megatron-Core 0.20 (commit d98e8a64d), on one rank of LayerSettings::cut: the layers of
// get_gpt_layer_local_spec with fused norm, flash attention and fused SwiGLU, whose tensors are
// those of TransformerEngine's layers.

/// Whether these layers can stand for the model's: pre-norm with RMSNorm or LayerNorm, gated SiLU,
/// or GELU or squared ReLU without a gate, attention with or without norms of single heads, routed
/// experts of the same kind.
bool hasMegatronLayers(const ModelSpec &spec);

/// Whether those of Megatron-DeepSpeed (bigscience-workshop, 2022-02, model/gpt_model.py,
/// GPTModelPipe) can: LayerNorm, GELU, biases everywhere, as many key heads as heads, positions
/// that are looked up or ALiBi's, and one table for words and logits. DeepSpeed's checkpoints are
/// around single layers; the tapes below are theirs under LayerSettings::isPipelineModule.
bool hasPipelineModuleLayers(const ModelSpec &spec);
/// Whether a fused kernel is asked for, and takes softmax and mask of such sequences
/// (is_kernel_available of Megatron-DeepSpeed's model/fused_softmax.py, Megatron-Core 0.20's
/// fusions/fused_softmax.py and TransformerEngine's dot_product_attention/softmax.py;
/// scaled_masked_softmax.h, get_batch_per_block).
bool fusesSoftmax(const LayerSettings &settings);

Tape megatronLayerTape(const LayerSettings &settings, const LayerKind &kind);
Tape megatronEmbeddingTape(const LayerSettings &settings);
Tape megatronHeadTape(const LayerSettings &settings);

} // namespace shardscope
