// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/fields.h"
#include "core/model/families.h"

namespace shardscope {

/// How many layers a config lists (layers_block_type, hybrid_override_pattern); 0: it has no list
/// that counts them.
std::int64_t listedLayers(const Json &config, const Family &family);

/// State spaces and short convolutions: their sizes, and which layers have them.
void readStateLayers(Fields &fields, const Json &config, const Family &family, ModelSpec &spec);

/// LFM2's MLP is narrower than its config says (Lfm2MLP).
void readAdjustedWidth(Fields &fields, ModelSpec &spec);

} // namespace shardscope
