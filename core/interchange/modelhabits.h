// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/objectivefacts.h"
#include "core/step/resolve.h"

#include <vector>

namespace shardscope {

/// What a program makes of inputs when it knows the model, and nobody asked it for: another
/// attention where the usual one is refused, names of linear modules, as many tokens as sound has,
/// as many sequences as a prompt has answers; and what of them a plan has otherwise. `scenario`: as
/// the files have it.
std::vector<DerivedInput> modelHabits(
    const FactList &facts, const Scenario &scenario, const Resolved &resolved);

} // namespace shardscope
