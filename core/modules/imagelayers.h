// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/layers.h"
#include "core/modules/modules.h"

namespace shardscope {

/// Llama 3.2: attention to what the tower has made of a sequence's images, and to nothing else.
TensorId writeImageAttention(ModuleWriter &write, const LayerKind &kind, TensorId x);
/// A gate of such a layer: what a block adds to the stream, times the tangent of one number.
TensorId writeImageGate(ModuleWriter &write, std::string_view name, TensorId x);
/// For each token 0 where it comes before the images, else 1: what its MLP gives counts so.
TensorId writeSeeing(ModuleWriter &write, TensorId x);

/// Bytes of what these layers attend to, and of masks of which tokens see it.
double imageStateBytes(const LayerSettings &settings);
double imageMaskBytes(const LayerSettings &settings);
/// Whether the backward pass needs that itself: checkpoints of all layers refer to both.
bool keepsImageStates(const LayerSettings &settings);
bool keepsImageMask(const LayerSettings &settings);

} // namespace shardscope
