// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/modules.h"

namespace shardscope {

/// A tensor of a module that is no nn.Linear, as PEFT adapts it.
struct FusedTensor
{
    double count = 1; ///< experts
    double in = 0;
    double out = 0;
    double ranks = 1; ///< two, where two matrices became one
};

/// What lora.ParamWrapper adds to such a tensor: the product of its factors, as large as the
/// tensor.
TensorId writeDelta(ModuleWriter &write, const FusedTensor &tensor);

/// The tensor with what is added to it; itself where that is nothing.
TensorId writeMerged(ModuleWriter &write, TensorId tensor, TensorId delta);

} // namespace shardscope
