// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/fields.h"
#include "core/model/modelspec.h"

namespace shardscope {

/// Gemma 3n: several streams, layers of two kinds of attention, those without keys and values of
/// their own, and embeddings of layers.
void readAltUp(Fields &fields, const Json &config, ModelSpec &spec);

/// Whether the width of the MLP is a list, one for each layer.
bool listsWidths(const Json &config);
/// The one width that such a list has.
std::int64_t listedWidth(Fields &fields, const Json &config, std::int64_t layers);

} // namespace shardscope
