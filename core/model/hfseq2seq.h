// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/fields.h"
#include "core/model/families.h"

namespace shardscope {

/// What of the config of an encoder-decoder is spelt otherwise than a decoder's, or is not there:
/// the layers of both stacks, sizes of heads, T5's MLP and bias of positions. A config of one stack
/// alone is refused.
void readSeq2Seq(Fields &fields, const Json &config, const Family &family, ModelSpec &spec);

} // namespace shardscope
