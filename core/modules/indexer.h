// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/modules.h"

namespace shardscope {

/// The tokens that each token sees, picked by scores of narrow heads (DeepSeek-V3.2, GLM-5). `x`:
/// the normalised stream; `residual`: the compressed query. Nothing here has a gradient.
TensorId writeIndexer(ModuleWriter &write, TensorId x, TensorId residual);

/// What a choice is for attention: numbers to be added to the scores of all pairs, and what else
/// the attention refers to meanwhile.
struct SparseMask
{
    TensorId added = NoTensor;
    TensorId hidden = NoTensor; ///< pairs that are not seen
    TensorId positions = NoTensor;
};
SparseMask writeSparseMask(ModuleWriter &write, TensorId x, TensorId choice);

} // namespace shardscope
