// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/modules.h"

#include <string_view>

namespace shardscope {

/// Which tokens come to which of the experts that these are split by (Granite's, JetMoe's).
struct SplitChoice
{
    TensorId logits = NoTensor; ///< in fp32
    TensorId order = NoTensor; ///< of tokens' choices, by expert
    TensorId tokens = NoTensor; ///< in that order
    TensorId weights = NoTensor; ///< of these
};

SplitChoice writeSplitChoice(ModuleWriter &write, TensorId x);

/// A product for each expert, of its tokens and its part of the weight, joined behind the last one.
TensorId writeSplitProducts(
    ModuleWriter &write, std::string_view name, TensorId x, double in, double out);

/// zeros.index_add(0, places, x)
struct AddedInPlaces
{
    TensorId zeros = NoTensor;
    TensorId sum = NoTensor;
};
AddedInPlaces writeAddedInPlaces(ModuleWriter &write, TensorId x, TensorId places, double elements);

/// What experts made of tokens, weighed and summed up for each token; JetMoe's with a bias.
TensorId writeSummedBySplit(ModuleWriter &write, TensorId made, const SplitChoice &choice);

} // namespace shardscope
