// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/layers.h"
#include "core/modules/modules.h"

namespace shardscope {

/// Attention of Gemma 3n and 4, which sees a window or all tokens, and lends keys and values or
/// takes those of an earlier layer.
TensorId writeMixedAttention(ModuleWriter &write, const LayerKind &kind, TensorId x);

/// What another unit has made.
TensorId writeTaken(ModuleWriter &write, const LayerKind &kind, Common what);

} // namespace shardscope
