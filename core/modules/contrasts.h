// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/modules.h"

namespace shardscope {

/// From what the layers made of texts to their embeddings, and on to the loss that compares them;
/// of anchors, which have a pass of their own, embeddings alone.
TensorId writeContrasts(ModuleWriter &write, TensorId hidden);

} // namespace shardscope
