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
    bool isGated = false; ///< Llama 3.2: of the second encoder
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

/// What a tower has beside its parts, bytes.
struct TowerBytes
{
    double given = 0; ///< with the batch, pixels in fp32 among it
    double buffers = 0;
    double argument = 0; ///< of pixels in 16 bits, where FSDP2 casts what the model is called with
    double streams = 0; ///< of what its blocks give, to which it refers as to those
    double locals = 0; ///< to which its forward pass refers, to its end, when its entry has run
    bool refersToEntry = false; ///< and to what the entry made
    double tables = 0; ///< of these, what the backward pass of its blocks needs
    double entryTables = 0; ///< and that of its entry
    double merging = 0; ///< to which the model's forward pass refers, to its end
    double returned = 0; ///< of features that the model returns beside its logits
};
TowerBytes towerBytes(const LayerSettings &settings);
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
