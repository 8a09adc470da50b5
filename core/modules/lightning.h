// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/modules.h"

namespace shardscope {

/// Lightning attention of MiniMax-Text, block by block.
TensorId writeLightningAttention(ModuleWriter &write, TensorId x);

} // namespace shardscope
