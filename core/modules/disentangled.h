// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/modules.h"

namespace shardscope {

/// Whether positions are distances (DeBERTa 2 and 3).
bool hasDistances(const ModelSpec &spec);

/// Attention of DeBERTa 2 and 3, before its output product: to the scores of queries and keys come
/// those of queries and of keys with `distances`, rows of a table that all layers share.
TensorId writeDisentangled(ModuleWriter &write, TensorId x, TensorId distances);

/// Bytes that the model holds while its layers run: the distance of each pair of tokens, and the
/// mask of each pair, both numbers in 8 bytes; and what nobody keeps of the hidden states.
double distanceBytes(const LayerSettings &settings);

} // namespace shardscope
