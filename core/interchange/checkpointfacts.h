// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/factlist.h"

#include <string_view>

namespace shardscope {

/// Whether a run's checkpoints are reentrant, or would be, by what its files and their program say
/// of use_reentrant. `engine`: as the facts name it. `isAdapted`: adapters are trained.
bool areReentrant(const FactList &facts, std::string_view engine, bool isAdapted);

} // namespace shardscope
