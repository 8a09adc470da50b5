// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/fields.h"
#include "core/model/families.h"

namespace shardscope {

/// Routed experts: their number and widths, and which layers have them.
void readExperts(Fields &fields, const Json &config, const Family &family, ModelSpec &spec);

} // namespace shardscope
