// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/modules.h"

namespace shardscope {

/// What the gated delta rule is given: tokens of all value heads, one after the other.
struct DeltaOperands
{
    TensorId query = NoTensor;
    TensorId key = NoTensor;
    TensorId value = NoTensor; ///< a view of what the convolution made, with the others between
    TensorId decay = NoTensor; ///< fp32, for each head
    TensorId strength = NoTensor; ///< for each head
};

/// The mixer of a layer with a gated delta rule (transformers 5.12.1 modeling_qwen3_next.py,
/// modeling_qwen3_5.py and modeling_olmo_hybrid.py, GatedDeltaNet), from the normalised stream to
/// what is added to it.
TensorId writeDeltaRule(ModuleWriter &write, TensorId x);

/// The rule itself: flash-linear-attention's kernels, or torch_chunk_gated_delta_rule.
TensorId writeDeltaChunks(ModuleWriter &write, const DeltaOperands &operands);

} // namespace shardscope
