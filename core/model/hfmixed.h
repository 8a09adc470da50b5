// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/fields.h"
#include "core/model/modelspec.h"

namespace shardscope {

/// Gemma 4: layers of two kinds of attention, those without keys and values of their own, and
/// embeddings of layers.
void readMixedAttention(Fields &fields, const Json &config, ModelSpec &spec);

/// Laguna's num_attention_heads_per_layer, and how much of a head each kind of layer rotates.
void readUnlikeHeads(Fields &fields, const Json &config, ModelSpec &spec);

/// Which layers see all tokens, as a list says; without one each `usualStep`-th does.
std::vector<bool> fullLayers(
    Fields &fields, const Json &config, std::int64_t count, std::int64_t usualStep);
/// How many of the last layers take keys and values: each what the last layer of its kind before
/// them has made.
void readTaking(Fields &fields, const ModelSpec &spec, std::int64_t usual, MixedAttention &mixed);

} // namespace shardscope
