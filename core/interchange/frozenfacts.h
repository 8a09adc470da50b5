// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/objectivefacts.h"
#include "core/model/modelspec.h"

#include <vector>

namespace shardscope {

/// What a run that trains some layers alone leaves as it is, worked out from how many the model
/// has; nothing where none of the facts says so.
std::vector<DerivedInput> frozenInputs(const FactList &facts, const ModelSpec &spec);

} // namespace shardscope
