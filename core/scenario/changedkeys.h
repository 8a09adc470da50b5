// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/keys.h"

#include <vector>

namespace shardscope {

/// The inputs that have another value in `after`, in the order of `keys()`.
std::vector<const Key *> changedKeys(const Scenario &before, const Scenario &after);

/// A scenario with what has changed from `before` to `after`, and nothing else of either.
Scenario withChanges(Scenario scenario, const Scenario &before, const Scenario &after);

} // namespace shardscope
