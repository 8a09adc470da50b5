// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/fields.h"
#include "core/model/families.h"

namespace shardscope {

/// Latent attention: the sizes of DeepSeek's heads and of what they come from.
void readLatent(Fields &fields, const Json &config, ModelSpec &spec);

/// What picks the tokens that it sees, where the family has that, and which layers of such a model
/// are dense (configuration_deepseek_v32.py, configuration_glm_moe_dsa.py).
void readIndexer(Fields &fields, const Json &config, const Family &family, ModelSpec &spec);

} // namespace shardscope
