// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/modules.h"

namespace shardscope {

/// The model's norm over rows of `width` elements.
TensorId writeNorm(
    ModuleWriter &write, std::string_view name, TensorId x, double width, double rows);
/// Without a weight.
TensorId writeUnweighedNorm(ModuleWriter &write, TensorId x, double rows);

} // namespace shardscope
