// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/layers.h"
#include "core/modules/modules.h"

namespace shardscope {

/// A decoder layer of Gemma 4, of one of its forms.
Tape mixedLayerTape(const LayerSettings &settings, const LayerKind &kind);

/// What embeddings of their own add to all layers of Gemma 3n and 4, made of the token ids and of
/// the embedded stream `x`. `requiresGrad`: the latter is made to require a gradient.
void writeLayerInputs(ModuleWriter &write, TensorId x, bool requiresGrad);

} // namespace shardscope
