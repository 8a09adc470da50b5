// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/settings.h"

#include <vector>

namespace shardscope {

/// One stretch of a vision tower.
struct TowerPart
{
    using Kind = TowerPartKind;

    Kind kind = Kind::Block;
    bool isFull = true; ///< its attention sees the whole image
    bool inputRequiresGrad = true;

    bool operator==(const TowerPart &) const = default;
};

/// The parts in the order in which they run. `isTouched`: what the patch embedding makes requires a
/// gradient, whether or not its weights do.
std::vector<TowerPart> towerParts(const LayerSettings &settings, bool isTouched);

/// Whether checkpointing's hook makes the first output of a tower require a gradient.
bool isTowerTouched(const LayerSettings &settings);

/// The tape of a part. Pixels and the tables of positions are outside of it.
Tape towerTape(const LayerSettings &settings, const TowerPart &part, bool isTouched);

/// Bytes of pixels as they come from the processor, in fp32, and of what says where images are.
double imageBytes(const LayerSettings &settings);
/// Bytes of the copy of them in the weights' dtype, where no operation keeps it.
double castPixels(const LayerSettings &settings);
/// Bytes that the tower's forward pass refers to, to its end, when its entry has run.
double towerLocals(const LayerSettings &settings);
/// Bytes of them that the backward pass of its blocks needs.
double towerTables(const LayerSettings &settings);
/// Bytes of them that the backward pass of its entry needs.
double towerPlaces(const LayerSettings &settings);
/// Bytes of what goes from part to part, and of the features that come out, as the language model
/// takes them, or as the tower makes them for a single layer.
double towerStream(const LayerSettings &settings);
double towerFeatures(const LayerSettings &settings, bool isDeep);
/// Bytes of features that the model returns beside its logits (image_hidden_states of
/// Gemma3CausalLMOutputWithPast, and of those like it).
double returnedFeatures(const LayerSettings &settings);
/// Bytes of scratch of the CUDA kernels that put features among the embeddings, and that take their
/// gradients out again.
double scatterScratch(const LayerSettings &settings, bool isBackward);

} // namespace shardscope
