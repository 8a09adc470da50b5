// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/layers.h"
#include "core/modules/modules.h"

namespace shardscope {

/// A decoder layer of Gemma 4, of one of its forms.
Tape mixedLayerTape(const LayerSettings &settings, const LayerKind &kind);

/// What embeddings of their own add to all layers of Gemma 3n and 4, made of rows of a table, for
/// the token ids, and of the embedded stream `x`.
TensorId writeLayerRows(ModuleWriter &write);
void writeLayerInputs(ModuleWriter &write, TensorId x, TensorId rows);
/// The latter by itself, where images are put into the stream before it. `rows` are those that the
/// embedding has given.
Tape layerInputTape(const LayerSettings &settings, const Tensor &rows, bool inputRequiresGrad);

} // namespace shardscope
