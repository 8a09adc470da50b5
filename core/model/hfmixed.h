// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/fields.h"
#include "core/model/modelspec.h"

namespace shardscope {

/// Gemma 4: layers of two kinds of attention, those without keys and values of their own, and
/// embeddings of layers.
void readMixedAttention(Fields &fields, const Json &config, ModelSpec &spec);

} // namespace shardscope
