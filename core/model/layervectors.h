// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/modelspec.h"

namespace shardscope {

/// Numbers of a decoder layer's parameters that are no matrices.

/// Of the attention block: biases, norms of query and key, sinks.
double attentionVectors(const ModelSpec &spec);
/// Of what mixes tokens in layers of that form.
double mixerVectors(const ModelSpec &spec, const LayerForm &form);
/// Of an indexer: its norm, a LayerNorm.
double indexerVectors(const ModelSpec &spec, const LayerForm &form);

} // namespace shardscope
