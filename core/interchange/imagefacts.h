// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/objectivefacts.h"
#include "core/step/resolve.h"

#include <vector>

namespace shardscope {

/// Images of a run that has some, where its files do not say how many and how large they are: one
/// in each sequence, as large as the run lets images be. Where it says nothing of that the size is
/// left open, and so it is where a sequence has no room for it.
std::vector<DerivedInput> imageInputs(
    const FactList &facts, const Scenario &scenario, const Resolved &resolved);

} // namespace shardscope
