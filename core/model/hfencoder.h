// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/fields.h"
#include "core/model/families.h"

namespace shardscope {

/// What of an encoder's config a decoder's has not: token types, positions that are set apart,
/// dropout before labels. A config that asks for a decoder is refused.
void readEncoder(Fields &fields, const Json &config, const Family &family, ModelSpec &spec);

} // namespace shardscope
