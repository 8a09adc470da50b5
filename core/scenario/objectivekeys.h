// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/keys.h"

#include <vector>

namespace shardscope {

/// Rows of the key table: what a model is trained for, and how the answers that are rewarded come
/// about.
void addObjectiveKeys(std::vector<Key> &table);
void addRolloutKeys(std::vector<Key> &table);

} // namespace shardscope
