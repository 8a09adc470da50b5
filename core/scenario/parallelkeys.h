// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/keys.h"

#include <vector>

namespace shardscope {

/// The inputs that say how a run is parallelised.
void addParallelKeys(std::vector<Key> &table);

} // namespace shardscope
